"""Numbers for positions without abilities, so that tables need no hashing.

A position is a trump string and three others whose order does not matter, sorted a <= b <= c (see
`suit_strings` for strings over {H, D} and their numbers). Among all positions with the same number
of cards in hand and deck they are numbered by (trump, c, b, a): how many come earlier is a sum of
three table look-ups, which depend on the counts of H and D that are left for the strings below.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.suit_strings import NUM_LIVE_STRINGS
from intrigue.solvers.emissary.suit_tables import IN_DECK, IN_HAND, suit_tables

MAX_HAND = 8
MAX_DECK = 24

ORDERINGS = 29_654_190_720
"""Orderings of the eight topics of a full hand: 24! / 16!."""

Array = np.ndarray[Any, Any]


class Ranking(NamedTuple):
    """Tables for numbering positions; arrays are indexed by string unless said otherwise.

    Attributes
    ----------
    hand, deck
        Number of H and of D in a string, int64 (511,).
    below1
        Earlier strings with the same counts.
    below2
        int64 (512, 9, 25): ``below2[b, h, d]`` pairs x <= y with y < b that hold h H and d D.
    below3
        The same for triples x <= y <= z with z < c.
    """

    hand: Array
    deck: Array
    below1: Array
    below2: Array
    below3: Array


@cache
def ranking() -> Ranking:
    """Return the tables (made once)."""
    table = suit_tables().table
    hand = table[:NUM_LIVE_STRINGS, IN_HAND].astype(np.int64)
    deck = table[:NUM_LIVE_STRINGS, IN_DECK].astype(np.int64)
    below1 = np.zeros(NUM_LIVE_STRINGS, np.int64)
    singles = np.zeros((NUM_LIVE_STRINGS + 1, MAX_HAND + 1, MAX_DECK + 1), np.int64)
    for string in range(NUM_LIVE_STRINGS):
        below1[string] = singles[string, hand[string], deck[string]]
        singles[string + 1] = singles[string]
        singles[string + 1, hand[string], deck[string]] += 1
    below2 = _one_more(singles, hand, deck)
    return Ranking(hand, deck, below1, below2, _one_more(below2, hand, deck))


def _one_more(below: Array, hand: Array, deck: Array) -> Array:
    """Count multisets with one more string: ``below[s]`` counts those with all strings < s."""
    larger = np.zeros_like(below)
    for string in range(NUM_LIVE_STRINGS):
        h, d = hand[string], deck[string]
        larger[string + 1] = larger[string]
        # The largest string is this one; the others are any that are not larger.
        larger[string + 1, h:, d:] += below[string + 1, : MAX_HAND + 1 - h, : MAX_DECK + 1 - d]
    return larger


@jit
def rank_triple(tables: Any, x: int, y: int, z: int) -> int:
    """Return the number of a multiset of three strings among those with the same counts."""
    if x > y:
        x, y = y, x
    if y > z:
        y, z = z, y
    if x > y:
        x, y = y, x
    h = tables.hand[x] + tables.hand[y]
    d = tables.deck[x] + tables.deck[y]
    first = tables.below3[z, h + tables.hand[z], d + tables.deck[z]]
    return first + tables.below2[y, h, d] + tables.below1[x]  # type: ignore[no-any-return]


def trump_offsets(hand: int, deck: int, allowed: Array | None = None) -> Array:
    """Return for every trump string the number of its first position: int64 (512,).

    The positions hold `hand` H and `deck` D in all; the last entry is how many there are. With
    `allowed`, bool (511,), only positions with such a trump string are numbered.
    """
    tables = ranking()
    h = hand - tables.hand
    d = deck - tables.deck
    fits = (h >= 0) & (d >= 0)
    if allowed is not None:
        fits &= allowed
    counts = np.where(fits, tables.below3[NUM_LIVE_STRINGS, np.maximum(h, 0), np.maximum(d, 0)], 0)
    return np.concatenate([[0], np.cumsum(counts)])
