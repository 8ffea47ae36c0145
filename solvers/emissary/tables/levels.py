"""Every position without abilities, or with the hearts Jack, solved level by level.

A level is all positions with the same number of cards in hand. Its values are *counts*: for w = 0,
1, ... the number of orderings of the topics to come in which exactly w more debates are won, under
the best play for that w that does not know the ordering. With d cards in the deck and h debates to
come there are d (d - 1) ... (d - h + 1) orderings, at most 24! / 16! = 29,654,190,720, so counts
are integers that float64 holds exactly: nothing is rounded before the last division.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.suit_strings import NUM_LIVE_STRINGS
from intrigue.solvers.emissary.suit_tables import (
    DECK_RUN_SIZE,
    DECK_RUNS,
    FOLLOW_GONE,
    HAND_RUNS,
    IN_HAND,
    PLAYED_GONE,
    TOPIC_GONE,
    SuitTables,
    suit_tables,
    wins_off_suit,
)
from intrigue.solvers.emissary.tables.numbering import (
    MAX_DECK,
    MAX_HAND,
    Ranking,
    rank_triple,
    ranking,
    trump_offsets,
)

Array = np.ndarray[Any, Any]
Progress = Callable[[int, int], None]
"""Called with positions solved and all positions."""


class Level(NamedTuple):
    """All positions with so many cards in hand and deck.

    Attributes
    ----------
    hand, deck
        Cards there.
    offsets
        Number of the first position of each trump string, int64 (512,), see `trump_offsets`.
    counts
        float64 (positions, hand + 1), whole numbers.
    """

    hand: int
    deck: int
    offsets: Array
    counts: Array


class Strings(NamedTuple):
    """What compiled code knows about strings.

    Attributes
    ----------
    ranking
        For the numbers of positions.
    suits
        What a card does to a string.
    class_start
        int64 (9, 10): where the strings with so many H and D start in `class_strings`.
    class_strings
        int64 (511,): strings by their counts of H and D.
    """

    ranking: Ranking
    suits: SuitTables
    class_start: Array
    class_strings: Array


@cache
def strings() -> Strings:
    """Return the tables of strings (made once)."""
    numbers = ranking()
    order = np.lexsort((np.arange(NUM_LIVE_STRINGS), numbers.deck, numbers.hand))
    start = np.zeros((MAX_HAND + 1, MAX_HAND + 2), np.int64)
    position = 0
    for h in range(MAX_HAND + 1):
        for d in range(MAX_HAND + 1):
            start[h, d] = position
            position += int(((numbers.hand == h) & (numbers.deck == d)).sum())
        start[h, MAX_HAND + 1] = position
    return Strings(numbers, suit_tables(), start, order.astype(np.int64))


@jit(nogil=True)
def _solve_trump(trump: int, known: Strings, below: Level, level: Level) -> None:
    """Write the counts of all positions of `level` with this trump string.

    `below` is the level with a card less in hand and deck.
    """
    held, unseen = known.ranking.hand, known.ranking.deck
    h3 = level.hand - held[trump]
    d3 = level.deck - unseen[trump]
    suits = np.empty(4, np.int64)
    suits[0] = trump
    best = np.empty(MAX_HAND + 1)
    row = level.offsets[trump]
    for c in range(NUM_LIVE_STRINGS):
        h2 = h3 - held[c]
        d2 = d3 - unseen[c]
        if h2 < 0 or d2 < 0 or known.ranking.below2[c + 1, h2, d2] == 0:
            continue
        suits[3] = c
        for b in range(c + 1):
            h1 = h2 - held[b]
            d1 = d2 - unseen[b]
            if h1 < 0 or d1 < 0 or h1 > MAX_HAND or d1 > MAX_HAND:
                continue
            suits[2] = b
            for k in range(known.class_start[h1, d1], known.class_start[h1, d1 + 1]):
                if known.class_strings[k] > b:
                    break
                suits[1] = known.class_strings[k]
                _solve_position(suits, known, below, best, level.counts[row])
                row += 1


@jit(forceinline=True)
def _solve_position(suits: Any, known: Strings, below: Level, best: Any, out: Any) -> None:
    """Write the counts (hand + 1,) of one position: the sum over topics of the best answers.

    `suits` are its strings, the trump suit's first; `best` is working space.
    """
    table, follow = known.suits.table, known.suits.follow
    out[:] = 0.0
    suit = 0
    while suit < 4:
        string = suits[suit]
        alike = 1  # other non-trump suits with the same string need no work of their own
        while suit > 0 and suit + alike < 4 and suits[suit + alike] == string:
            alike += 1
        at = table[string, FOLLOW_GONE]
        for topic in range(table[string, DECK_RUNS]):
            best[: len(out)] = 0.0
            if table[string, IN_HAND] > 0:
                for answer in follow[at + 1 : at + 1 + follow[at]]:
                    suits[suit] = answer >> 1
                    _take_best(suits, answer & 1, known.ranking, below, best)
                at += 1 + follow[at]
            else:
                suits[suit] = table[string, TOPIC_GONE + topic]
                for other in range(4):
                    if other == suit:
                        continue
                    kept = suits[other]
                    won = 1 if wins_off_suit(other, suit, 0) else 0
                    for run in range(table[kept, HAND_RUNS]):
                        suits[other] = table[kept, PLAYED_GONE + run]
                        _take_best(suits, won, known.ranking, below, best)
                    suits[other] = kept
            suits[suit] = string
            weight = table[string, DECK_RUN_SIZE + topic] * alike
            for w in range(len(out)):
                out[w] += weight * best[w]
        suit += alike


@jit(forceinline=True)
def _take_best(suits: Any, won: int, numbers: Ranking, below: Level, best: Any) -> None:
    """Raise `best` to the counts after an answer; `won` is 1 if it won the debate."""
    row = below.offsets[suits[0]] + rank_triple(numbers, suits[1], suits[2], suits[3])
    counts = below.counts
    for w in range(counts.shape[1]):
        if counts[row, w] > best[w + won]:
            best[w + won] = counts[row, w]


@jit(nogil=True)
def _use_hearts(
    trump: int, known: Strings, level: Level, spent: Level, bare: int, scale: float
) -> None:
    """Raise the counts of `level` to what discarding all trumps gives.

    `spent` are the positions with the Jack used, `bare` the trump string there; `scale` is the
    number of orderings of the topics that are no longer turned.
    """
    held, unseen = known.ranking.hand, known.ranking.deck
    h3 = level.hand - held[trump]
    d3 = level.deck - unseen[trump]
    row = level.offsets[trump]
    # The same three strings stand in the same order among those with their counts.
    other = spent.offsets[bare]
    for c in range(NUM_LIVE_STRINGS):
        h2 = h3 - held[c]
        d2 = d3 - unseen[c]
        if h2 < 0 or d2 < 0 or known.ranking.below2[c + 1, h2, d2] == 0:
            continue
        for b in range(c + 1):
            h1 = h2 - held[b]
            d1 = d2 - unseen[b]
            if h1 < 0 or d1 < 0 or h1 > MAX_HAND or d1 > MAX_HAND:
                continue
            for k in range(known.class_start[h1, d1], known.class_start[h1, d1 + 1]):
                if known.class_strings[k] > b:
                    break
                for w in range(spent.counts.shape[1]):
                    value = spent.counts[other, w] * scale
                    if value > level.counts[row, w]:
                        level.counts[row, w] = value
                row += 1
                other += 1


class LevelSolver:
    """Solves levels with a pool of threads; the counts do not depend on how many."""

    def __init__(self, workers: int, progress: Progress, total: int) -> None:
        self._pool = ThreadPoolExecutor(workers)
        self._progress = progress
        self._total = total
        self._done = 0
        self._strings = strings()

    def __enter__(self) -> "LevelSolver":
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def debate(self, hand: int, deck: int, below: Level, allowed: Array | None = None) -> Level:
        """Return a level before a debate.

        `below` is the level with one card less in hand and deck; `allowed` as in `trump_offsets`.
        """
        offsets = trump_offsets(hand, deck, allowed)
        level = Level(hand, deck, offsets, np.ones((offsets[-1], hand + 1)))
        if hand > 0:
            self._each_trump(level, lambda trump: _solve_trump(trump, self._strings, below, level))
            self._done += len(level.counts)
            self._progress(self._done, self._total)
        return level

    def hearts(self, level: Level, spent: dict[int, Level]) -> None:
        """Raise counts before a debate to those with diplomacy (the hearts Jack) to use.

        ``spent[j]`` is the level after j trumps were discarded.
        """

        def use(trump: int) -> None:
            discarded = int(self._strings.ranking.hand[trump])
            if discarded:
                bare = (1 << int(self._strings.ranking.deck[trump])) - 1
                scale = 1.0
                for i in range(level.hand - discarded, level.hand):
                    scale *= level.deck - i
                _use_hearts(trump, self._strings, level, spent[discarded], bare, scale)

        self._each_trump(level, use)

    def _each_trump(self, level: Level, work: Callable[[int], None]) -> None:
        """Do the work for each trump string of a level, the largest first."""
        sizes = np.diff(level.offsets)
        largest_first = np.argsort(-sizes, kind="stable")
        for _ in self._pool.map(work, [int(t) for t in largest_first if sizes[t] > 0]):
            pass


def solve_levels(
    hearts: bool, workers: int, progress: Progress, largest: int = MAX_HAND
) -> tuple[Array, Array]:
    """Solve all levels up to hands of `largest` cards.

    Returns
    -------
    offsets, counts
        Trump offsets (see `ranking`) and float64 (positions, largest + 1) whole numbers, for the
        positions with `largest` cards in hand and 16 more in the deck; with 8, all full hands.
    """
    bare = np.zeros(NUM_LIVE_STRINGS, bool)
    bare[[(1 << n) - 1 for n in range(MAX_HAND + 1)]] = True  # trump strings without an H
    first_deck = MAX_DECK - MAX_HAND
    hands = range(largest + 1)
    chains = range(1, largest + 1) if hearts else ()
    sizes = [trump_offsets(h, first_deck + h)[-1] for h in hands[1:]]
    sizes += [
        trump_offsets(h, first_deck + j + h, bare)[-1]
        for j in chains
        for h in hands[1 : -j or None]
    ]
    with LevelSolver(workers, progress, int(sum(sizes))) as solver:
        # spent[hand][j]: the Jack threw j of `hand` trumps and others away.
        spent: dict[int, dict[int, Level]] = {h: {} for h in hands}
        for j in chains:
            level = Level(0, 0, np.zeros(0, np.int64), np.zeros((0, 0)))
            for hand in range(largest + 1 - j):
                level = solver.debate(hand, first_deck + j + hand, level, bare)
                spent[hand + j][j] = level
        level = Level(0, 0, np.zeros(0, np.int64), np.zeros((0, 0)))
        for hand in hands:
            level = solver.debate(hand, first_deck + hand, level)
            if hearts:
                solver.hearts(level, spent[hand])
        return level.offsets, level.counts
