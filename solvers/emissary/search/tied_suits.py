"""Suits with tied ranks: an easier game with far fewer positions, for true upper bounds.

In the tied game the ranks of a suit are divided into classes of neighbours. Whoever answers a
topic with a card of the topic's own class says who wins; everything else is as in the game. Of a
suit only the numbers of cards in each class matter then, so far fewer positions differ.

No position is worth less in the tied game. Let its player follow the game's own best play: they see
all that one sees in the game, choose the same, and let the really higher card win each tie. Then
every debate, and so every kingdom, ends as in the game, whatever the deck. Seeing the ranks within
a class is of no use in the tied game: what a card does, and the chance of each class to come next,
depend on the classes alone. So the best play that only counts classes does at least as well.

This holds from any moment on, so classes may be joined on the way: here neighbours without a card
in hand, and neighbours with nothing but cards in hand (which changes nothing while the deck lasts).
"""

from collections.abc import Callable, Collection, Sequence
from itertools import compress, pairwise

import numpy as np

from intrigue.solvers.emissary.debate import wins_in_suit
from intrigue.solvers.emissary.suit_strings import NUM_LIVE_STRINGS, NUM_STRINGS
from intrigue.solvers.emissary.suit_tables import (
    DECK_RUN_SIZE,
    DECK_RUNS,
    DRAWN,
    FOLLOW_DISCARDED,
    FOLLOW_GONE,
    HAND_DISCARDED,
    HAND_GONE,
    HAND_RUNS,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    NUM_COLUMNS,
    PLAYED_DISCARDED,
    PLAYED_GONE,
    RESHUFFLED,
    TOPIC_DISCARDED,
    TOPIC_GONE,
    WITHOUT_DISCARD,
    SuitTables,
    kinds_of,
)

Class = tuple[int, int, int]
"""Cards in hand, unseen cards, discarded cards."""
Suit = tuple[Class, ...]
"""Classes of a suit, the lowest first: at most `MOST_CLASSES`."""

MOST_CLASSES = 4
"""As many runs as the tables have columns for."""


class TooManyStrings(Exception):  # noqa: N818 - not a fault: the caller has coarser classes
    """There are more strings of classes than keys can tell apart."""


def classes_of(letters: Sequence[str], cuts: Collection[int]) -> Suit:
    """Return the classes of a suit.

    Parameters
    ----------
    letters
        For each rank, the ace (0) first: ``D`` unseen, ``H`` in hand, ``X`` discarded, or ``""``.
    cuts
        Ranks that start a class of their own, besides the ace; at most three.
    """
    edges = [0, *sorted(set(cuts) & set(range(1, len(letters)))), len(letters)]
    assert len(edges) - 1 <= MOST_CLASSES
    parts = [letters[first:last] for first, last in pairwise(edges)]
    return tuple((part.count("H"), part.count("D"), part.count("X")) for part in parts)


def joined(suit: Suit) -> Suit:
    """Return the suit without empty classes, and with neighbours joined (see the module)."""
    found: list[Class] = []
    for held, unseen, thrown in suit:
        if held + unseen + thrown == 0:
            continue
        if found and (
            held + found[-1][0] == 0 or unseen + thrown + found[-1][1] + found[-1][2] == 0
        ):
            before = found.pop()
            found.append((before[0] + held, before[1] + unseen, before[2] + thrown))
        else:
            found.append((held, unseen, thrown))
    return tuple(found)


class TiedSuits:
    """Numbers and tables of the tied suits that can be met, as `suit_tables` has them for the game.

    Parameters
    ----------
    run_out
        Whether the deck may run out, so that discarded cards count.
    """

    def __init__(self, run_out: bool) -> None:
        self._run_out = run_out
        self._most = NUM_STRINGS if run_out else NUM_LIVE_STRINGS
        self._numbers: dict[Suit, int] = {(): 0}
        # Compiled code knows the numbers of suits that are all in hand or all unseen.
        for size in range(1, 9):
            self._numbers[((size, 0, 0),)] = (2 << size) - 2
            self._numbers[((0, size, 0),)] = (1 << size) - 1
        taken = set(self._numbers.values())
        self._free = iter([n for n in range(self._most) if n not in taken])
        self._to_do = list(self._numbers)

    def number(self, suit: Suit) -> int:
        """Return the number of a suit.

        Raises
        ------
        TooManyStrings
            If there is none left.
        """
        if not self._run_out:
            suit = tuple((held, unseen, 0) for held, unseen, _ in suit)
        suit = joined(suit)
        if suit not in self._numbers:
            number = next(self._free, None)
            if number is None:
                raise TooManyStrings
            self._numbers[suit] = number
            self._to_do.append(suit)
        return self._numbers[suit]

    def tables(self) -> SuitTables:
        """Return tables of all suits numbered so far and of all that can follow them.

        Raises
        ------
        TooManyStrings
            If these are too many.
        """
        table = np.zeros((NUM_STRINGS, NUM_COLUMNS), np.int32)
        follow: list[int] = []
        while self._to_do:
            suit = self._to_do.pop()
            row = table[self._numbers[suit]]
            self._fill(row, suit)
            row[FOLLOW_GONE] = len(follow)
            for topic, (_, unseen, _) in enumerate(suit):
                if unseen:
                    follow += self._answers(suit, topic, keep=False)
            if self._run_out:
                row[FOLLOW_DISCARDED] = len(follow)
                for topic, (_, unseen, _) in enumerate(suit):
                    if unseen:
                        follow += self._answers(suit, topic, keep=True) * unseen
        return SuitTables(table, np.array(follow, np.int32), kinds_of(table))

    def _fill(self, row: np.ndarray, suit: Suit) -> None:
        """Fill a row of the table, except for where its answers are."""
        held = [c[0] for c in suit]
        unseen = [c[1] for c in suit]

        def every(change: Callable[[int, int, int], Class]) -> int:
            return self.number(tuple(change(*c) for c in suit))

        def moved(counts: list[int], step: Class) -> list[int]:
            """Numbers after one card of each class that has such a card moved."""
            return [
                self.number(_stepped(suit, place, step))
                for place in compress(range(len(suit)), counts)
            ]

        def write(column: int, numbers: list[int]) -> None:
            row[column : column + len(numbers)] = numbers

        def by_card(column: int, numbers: list[int], counts: list[int]) -> None:
            cards = zip(numbers, (n for n in counts if n), strict=True)
            write(column, [number for number, count in cards for _ in range(count)])

        row[IN_HAND], row[IN_DECK], row[IN_DISCARD] = np.sum(suit, axis=0) if suit else (0, 0, 0)
        row[WITHOUT_DISCARD] = every(lambda h, d, x: (h, d, 0))
        row[RESHUFFLED] = every(lambda h, d, x: (h, d + x, 0))
        row[HAND_GONE] = every(lambda h, d, x: (0, d, x))
        row[DECK_RUNS] = np.count_nonzero(unseen)
        row[HAND_RUNS] = np.count_nonzero(held)
        write(DECK_RUN_SIZE, [n for n in unseen if n])
        write(TOPIC_GONE, moved(unseen, (0, -1, 0)))
        write(PLAYED_GONE, moved(held, (-1, 0, 0)))
        by_card(DRAWN, moved(unseen, (1, -1, 0)), unseen)
        if self._run_out:
            row[HAND_DISCARDED] = every(lambda h, d, x: (0, d, x + h))
            by_card(TOPIC_DISCARDED, moved(unseen, (0, -1, 1)), unseen)
            by_card(PLAYED_DISCARDED, moved(held, (-1, 0, 1)), held)

    def _answers(self, suit: Suit, topic: int, keep: bool) -> list[int]:
        """Return the answers to a topic of class `topic`: how many, then each as `suit_tables`."""
        asked = _stepped(suit, topic, (0, -1, int(keep)))
        found = []
        for place, (held, _, _) in enumerate(suit):
            if not held:
                continue
            gone = self.number(_stepped(asked, place, (-1, 0, 0)))
            lost = self.number(_stepped(asked, place, (-1, 0, int(keep))))
            if place == topic or wins_in_suit(place, topic):
                found.append(2 * gone + 1)
            if place == topic or not wins_in_suit(place, topic):
                found.append(2 * lost)
        return [len(found), *found]


def _stepped(suit: Suit, place: int, step: Class) -> Suit:
    """Return the suit with `step` added to one class."""
    held, unseen, thrown = suit[place]
    changed = (held + step[0], unseen + step[1], thrown + step[2])
    return (*suit[:place], changed, *suit[place + 1 :])
