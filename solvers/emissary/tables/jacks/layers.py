"""All positions with the same number of cards in hand and in the deck, laid out for vector code.

A position is four suits: trump, then three others. A layer groups its positions by the suits'
kinds (see `suits`); the positions of four kinds lie together as an array

    [second suit][third suit][fourth suit][debates to win][trump suit]

so that a card of one of the other suits moves whole rows at once. Suits that play the same part are
interchangeable: only groups whose kinds are in order are kept. While military may still be used,
clubs play a part of their own: they are the trump suit, or the second.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.tables.jacks.suits import NUM_KINDS, Suits, strings_by_kind

Array = np.ndarray[Any, Any]

MOST_WINS = 8


@dataclass(frozen=True)
class Shape:
    """Which positions a layer has.

    Attributes
    ----------
    hand, deck
        Cards in hand and in the deck.
    wins
        Values of a position: for 0 to ``wins - 1`` more debates to win.
    clubs_apart
        Whether the second suit, clubs, is not like the third and fourth.
    most_trumps
        Trumps in hand at most; diplomacy (hearts) discards them all.
    clubs
        Some suit has so many cards in hand at least: clubs that military has drawn for.
    """

    hand: int
    deck: int
    wins: int
    clubs_apart: bool = False
    most_trumps: int = MOST_WINS
    clubs: int | None = None


@dataclass(frozen=True)
class Layer:
    """The values of a layer.

    Attributes
    ----------
    groups
        int64 (n, 5): four kinds, and where the group begins in `values`.
    starts
        int64 (45, 45, 45): where the group with these three side kinds begins, -1 if there is none.
    values
        uint16 (positions x wins,), in units of 1 / 65535; see `moves`.
    """

    shape: Shape
    groups: Array
    starts: Array
    values: Array

    @property
    def ends(self) -> Array:
        """Where each group ends in `values`."""
        return np.append(self.groups[1:, 4], len(self.values))[: len(self.groups)]


def wins_with(hand: int) -> int:
    """Return how many values a position needs that has so many debates to come."""
    return min(hand, MOST_WINS) + 1


@jit
def _list_groups(
    suits: Any, ranks: int, hand: int, deck: int, apart: bool, most_trumps: int, at_least: int,
    wins: int, starts: Any, groups: Any,
) -> tuple[int, int]:  # fmt: skip
    """Write the groups of a layer; return how many there are and how many values they hold."""
    held, unseen = suits.held, suits.unseen
    n = 0
    size = 0
    for a in range(NUM_KINDS):
        if held[a] + unseen[a] > ranks or held[a] > hand or unseen[a] > deck:
            continue
        for b in range(0 if apart else a, NUM_KINDS):
            if held[b] + unseen[b] > ranks or held[a] + held[b] > hand:
                continue
            if unseen[a] + unseen[b] > deck:
                continue
            for c in range(b, NUM_KINDS):
                h = hand - held[a] - held[b] - held[c]
                d = deck - unseen[a] - unseen[b] - unseen[c]
                if held[c] + unseen[c] > ranks or h < 0 or d < 0 or h + d > ranks:
                    continue
                if h > most_trumps:
                    continue
                if max(max(h, held[a]), max(held[b], held[c])) < at_least:
                    continue
                trump = suits.kinds[h, d]
                groups[n, 0] = trump
                groups[n, 1] = a
                groups[n, 2] = b
                groups[n, 3] = c
                groups[n, 4] = size
                starts[a, b, c] = size
                n += 1
                size += (
                    suits.strings[trump] * suits.strings[a] * suits.strings[b] * suits.strings[c]
                    * wins
                )  # fmt: skip
    return n, size


def lay_out(suits: Suits, ranks: int, shape: Shape) -> tuple[Array, Array, int]:
    """Return the groups and starts of a layer (see `Layer`), and how many values it has."""
    starts = np.full((NUM_KINDS,) * 3, -1, np.int64)
    groups = np.empty((NUM_KINDS**3, 5), np.int64)
    clubs = -1 if shape.clubs is None else shape.clubs
    n, size = _list_groups(
        suits, ranks, shape.hand, shape.deck, shape.clubs_apart, shape.most_trumps, clubs,
        shape.wins, starts, groups,
    )  # fmt: skip
    return groups[:n].copy(), starts, int(size)


def empty_layer(suits: Suits, ranks: int, shape: Shape) -> Layer:
    """Return a layer of this shape with all values zero."""
    groups, starts, size = lay_out(suits, ranks, shape)
    return Layer(shape, groups, starts, np.zeros(size, np.uint16))


@jit(nogil=True)
def place(
    suits: Any, starts: Any, apart: bool, a: int, b: int, c: int, row: int
) -> tuple[int, int, int, int]:
    """Return where the group of three side kinds begins and the strides of the three suits.

    `row` is how many values lie together. The kinds may be in any order; the strides are in theirs.
    """
    na, nb, nc = suits.strings[a], suits.strings[b], suits.strings[c]
    if apart:
        if b <= c:
            return starts[a, b, c], nb * nc * row, nc * row, row
        return starts[a, c, b], nb * nc * row, row, nb * row
    if a <= b:
        if b <= c:
            return starts[a, b, c], nb * nc * row, nc * row, row
        if a <= c:
            return starts[a, c, b], nb * nc * row, row, nb * row
        return starts[c, a, b], nb * row, row, na * nb * row
    if a <= c:
        return starts[b, a, c], nc * row, na * nc * row, row
    if b <= c:
        return starts[b, c, a], row, na * nc * row, na * row
    return starts[c, b, a], row, na * row, na * nb * row


def row_of(
    starts: Array,
    values: Array,
    wins: int,
    apart: bool,
    kinds: Sequence[int],
    numbers: Sequence[int],
) -> Array:
    """Return the values of one position, uint16 (wins,), without compiled code.

    Parameters
    ----------
    starts, values
        Of the layer of real suits that has the position.
    wins
        Values of a position.
    apart
        Whether the second suit is apart.
    kinds, numbers
        Of the four suits, trump first: kind, and number of the string within it.
    """
    sizes = [len(strings_by_kind()[kind]) for kind in kinds]
    side = sorted(range(1, 4), key=lambda i: (apart and i > 1, kinds[i]))
    at = 0
    for i in side:
        at = at * sizes[i] + numbers[i]
    first = int(starts[tuple(kinds[i] for i in side)]) + at * wins * sizes[0] + numbers[0]
    return values[first : first + wins * sizes[0] : sizes[0]]
