"""Every position without abilities, or with the hearts Jack, solved level by level.

A level is all positions with the same number of cards in hand. Its values are *counts*: for w = 0,
1, ... the number of orderings of the topics to come in which exactly w more debates are won, under
the best play for that w that does not know the ordering. With d cards in the deck and h debates to
come there are d (d - 1) ... (d - h + 1) orderings, at most 24! / 16! = 29,654,190,720, so counts
are integers that float64 holds exactly: nothing is rounded before the last division.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.tables.debates import debates
from intrigue.solvers.emissary.tables.numbering import (
    MAX_DECK,
    MAX_HAND,
    NUM_STRINGS,
    rank_triple,
    ranking,
    trump_offsets,
)

Array = np.ndarray[Any, Any]
Progress = Callable[[int, int], None]


@jit(nogil=True)
def _solve_trump(
    trump: int,
    hand: int,
    deck: int,
    tables: Any,
    moves: Any,
    class_start: Any,
    class_strings: Any,
    first: int,
    below_offsets: Any,
    below: Any,
    out: Any,
) -> None:
    """Write the counts of all positions of a level with this trump string to `out`.

    `first` is the number of the first of them, `below` the counts (positions, hand) of the level
    with a card less in hand and deck, `below_offsets` its trump offsets.
    """
    h3 = hand - tables.hand[trump]
    d3 = deck - tables.deck[trump]
    strings = np.empty(4, np.int64)
    strings[0] = trump
    best = np.empty(MAX_HAND + 1)
    row = first
    for c in range(NUM_STRINGS):
        h2 = h3 - tables.hand[c]
        d2 = d3 - tables.deck[c]
        if h2 < 0 or d2 < 0 or tables.below2[c + 1, h2, d2] == 0:
            continue
        strings[3] = c
        for b in range(c + 1):
            h1 = h2 - tables.hand[b]
            d1 = d2 - tables.deck[b]
            if h1 < 0 or d1 < 0 or h1 > MAX_HAND or d1 > MAX_HAND:
                continue
            strings[2] = b
            for k in range(class_start[h1, d1], class_start[h1, d1 + 1]):
                if class_strings[k] > b:
                    break
                strings[1] = class_strings[k]
                _solve_position(strings, hand, tables, moves, below_offsets, below, best, out[row])
                row += 1


@jit
def _solve_position(
    strings: Any,
    hand: int,
    tables: Any,
    moves: Any,
    below_offsets: Any,
    below: Any,
    best: Any,
    out: Any,
) -> None:
    """Write the counts (hand + 1,) of one position: the sum over topics of the best answers."""
    out[:] = 0.0
    suit = 0
    while suit < 4:
        string = strings[suit]
        alike = 1  # other non-trump suits with the same string need no work of their own
        while suit > 0 and suit + alike < 4 and strings[suit + alike] == string:
            alike += 1
        for group in range(moves.group_start[string], moves.group_start[string + 1]):
            best[: hand + 1] = 0.0
            if tables.hand[string] > 0:
                for j in range(moves.answer_start[group], moves.answer_start[group + 1]):
                    strings[suit] = moves.answer_string[j]
                    won = moves.answer_wins[j]
                    _take_best(strings, hand, won, tables, below_offsets, below, best)
            else:
                strings[suit] = string >> 1  # one D less: 2**n - 1 becomes 2**(n-1) - 1
                for other in range(4):
                    if other == suit:
                        continue
                    kept = strings[other]
                    won = 1 if other == 0 else 0  # a trump on a non-trump topic wins
                    for j in range(moves.drop_start[kept], moves.drop_start[kept + 1]):
                        strings[other] = moves.drop_string[j]
                        _take_best(strings, hand, won, tables, below_offsets, below, best)
                    strings[other] = kept
            strings[suit] = string
            weight = moves.group_size[group] * alike
            for w in range(hand + 1):
                out[w] += weight * best[w]
        suit += alike


@jit
def _take_best(
    strings: Any, hand: int, won: int, tables: Any, below_offsets: Any, below: Any, best: Any
) -> None:
    """Raise `best` to the counts after an answer; `won` is 1 if it won the debate."""
    row = below_offsets[strings[0]] + rank_triple(tables, strings[1], strings[2], strings[3])
    for w in range(hand):
        if below[row, w] > best[w + won]:
            best[w + won] = below[row, w]


@jit(nogil=True)
def _use_hearts(
    trump: int,
    hand: int,
    deck: int,
    tables: Any,
    class_start: Any,
    class_strings: Any,
    first: int,
    spent_offset: int,
    spent: Any,
    scale: float,
    out: Any,
) -> None:
    """Raise counts to what discarding all trumps gives.

    `spent` holds the counts of the positions with the Jack used and `spent_offset` the number of
    the first of them whose trump string is this one without its H; `scale` is the number of
    orderings of the topics that are no longer turned.
    """
    h3 = hand - tables.hand[trump]
    d3 = deck - tables.deck[trump]
    row = first
    for c in range(NUM_STRINGS):
        h2 = h3 - tables.hand[c]
        d2 = d3 - tables.deck[c]
        if h2 < 0 or d2 < 0 or tables.below2[c + 1, h2, d2] == 0:
            continue
        for b in range(c + 1):
            h1 = h2 - tables.hand[b]
            d1 = d2 - tables.deck[b]
            if h1 < 0 or d1 < 0 or h1 > MAX_HAND or d1 > MAX_HAND:
                continue
            for k in range(class_start[h1, d1], class_start[h1, d1 + 1]):
                if class_strings[k] > b:
                    break
                # The same three strings stand in the same order among those with their counts.
                other = spent_offset + row - first
                for w in range(spent.shape[1]):
                    value = spent[other, w] * scale
                    if value > out[row, w]:
                        out[row, w] = value
                row += 1


def _classes() -> tuple[Array, Array]:
    """Return strings sorted by their counts of H and D, and where each class begins."""
    tables = ranking()
    order = np.lexsort((np.arange(NUM_STRINGS), tables.deck, tables.hand))
    start = np.zeros((MAX_HAND + 1, MAX_HAND + 2), np.int64)
    position = 0
    for h in range(MAX_HAND + 1):
        for d in range(MAX_HAND + 1):
            start[h, d] = position
            position += int(((tables.hand == h) & (tables.deck == d)).sum())
        start[h, MAX_HAND + 1] = position
    return start, order.astype(np.int64)


class LevelSolver:
    """Solves levels with a pool of threads; the counts do not depend on how many."""

    def __init__(self, workers: int, progress: Progress, total: int) -> None:
        self._pool = ThreadPoolExecutor(workers)
        self._progress = progress
        self._total = total
        self._done = 0
        self._tables = ranking()
        self._moves = debates()
        self._class_start, self._class_strings = _classes()

    def __enter__(self) -> "LevelSolver":
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def debate(
        self, hand: int, deck: int, below: Array, allowed: Array | None = None
    ) -> tuple[Array, Array]:
        """Return trump offsets and counts (positions, hand + 1) of a level before a debate.

        `below` are the counts of the level with one card less in hand and deck.
        """
        offsets = trump_offsets(hand, deck, allowed)
        out = np.ones((offsets[-1], hand + 1))
        if hand > 0:
            below_offsets = trump_offsets(hand - 1, deck - 1, allowed)
            for trump in self._tasks(offsets):
                self._submit(
                    _solve_trump, trump, hand, deck, self._tables, self._moves, self._class_start,
                    self._class_strings, offsets[trump], below_offsets, below, out,
                )  # fmt: skip
            self._wait(out)
        return offsets, out

    def hearts(
        self,
        hand: int,
        deck: int,
        offsets: Array,
        out: Array,
        spent: dict[int, tuple[Array, Array]],
    ) -> None:
        """Raise counts before a debate to those with diplomacy (the hearts Jack) to use.

        ``spent[j]`` are offsets and counts after j trumps were discarded.
        """
        for trump in self._tasks(offsets):
            discarded = int(self._tables.hand[trump])
            if discarded == 0:
                continue
            spent_offsets, counts = spent[discarded]
            bare = (1 << int(self._tables.deck[trump])) - 1
            scale = 1.0
            for i in range(hand - discarded, hand):
                scale *= deck - i
            self._submit(
                _use_hearts, trump, hand, deck, self._tables, self._class_start,
                self._class_strings, offsets[trump], spent_offsets[bare], counts, scale, out,
            )  # fmt: skip
        self._wait(None)

    def _tasks(self, offsets: Array) -> list[int]:
        sizes = np.diff(offsets)
        self._futures: list[Any] = []
        return [int(t) for t in np.argsort(-sizes, kind="stable") if sizes[t] > 0]

    def _submit(self, function: Any, *arguments: Any) -> None:
        self._futures.append(self._pool.submit(function, *arguments))

    def _wait(self, out: Array | None) -> None:
        for future in self._futures:
            future.result()
        if out is not None:
            self._done += len(out)
            self._progress(self._done, self._total)


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
    bare = np.zeros(NUM_STRINGS, bool)
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
        spent: dict[int, dict[int, tuple[Array, Array]]] = {h: {} for h in hands}
        for j in chains:
            counts = np.zeros((0, 0))
            for hand in range(largest + 1 - j):
                offsets, counts = solver.debate(hand, first_deck + j + hand, counts, bare)
                spent[hand + j][j] = offsets, counts
        offsets, counts = trump_offsets(0, first_deck), np.zeros((0, 0))
        for hand in hands:
            deck = first_deck + hand
            offsets, counts = solver.debate(hand, deck, counts)
            if hearts:
                solver.hearts(hand, deck, offsets, counts, spent[hand])
        return offsets, counts
