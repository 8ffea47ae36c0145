"""Kinds of cards, and hands or draws as multisets with a number each.

Cards of a kind are alike, so a hand and a draw are multisets of kinds. A deck may leave kinds out:
inside the rules a card is its position among the kinds in the deck (0..K-1), its *role* is one of
the four constants below.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING

CHEVALIER, REINE, ROI, ASSASSIN = range(4)
NAMES = ("Chevalier", "Reine", "Roi", "Assassin")
ROLES = len(NAMES)

# Limits; `belief` says how far its packed hypotheses reach.
MAX_COPIES = 4
MAX_COURT = 6
MAX_HAND = 4
MAX_SET = MAX_HAND
"""Most cards dealt, drawn or looked at in one go."""


def _tables() -> tuple[Any, Any, Any]:
    first = np.zeros((ROLES + 1, MAX_SET + 2), np.int64)
    counts: list[list[tuple[int, ...]]] = [[]]
    rank = np.full((ROLES + 1, (MAX_SET + 1) ** ROLES), -1, np.int64)
    weights = [(MAX_SET + 1) ** c for c in range(ROLES)]
    for kinds in range(1, ROLES + 1):
        rows: list[tuple[int, ...]] = []
        for size in range(1, MAX_SET + 1):
            first[kinds, size] = len(rows)
            for cards in combinations_with_replacement(range(kinds), size):
                row = tuple(cards.count(c) for c in range(ROLES))
                rank[kinds, sum(n * w for n, w in zip(row, weights, strict=True))] = len(rows)
                rows.append(row)
        first[kinds, MAX_SET + 1] = len(rows)
        counts.append(rows)
    most = len(counts[ROLES])
    table = np.zeros((ROLES + 1, most, ROLES), np.int64)
    for kinds, rows in enumerate(counts):
        for number, row in enumerate(rows):
            table[kinds, number] = row
    return first, table, rank


SET_FIRST, SET_COUNTS, _SET_RANK = _tables()
"""``SET_FIRST[K, m]``: number of the first multiset of m cards of K kinds (``[K, m + 1]``: one
behind the last); ``SET_COUNTS[K, number]``: its cards of each kind. One card's number is its kind.
"""
assert len(SET_COUNTS[ROLES]) <= NOTHING, "events tell a set by one payload: two for so many sets"

_MOST_CARDS = MAX_COPIES * ROLES
BINOMIAL = np.array(
    [[comb(n, k) for k in range(_MOST_CARDS + 1)] for n in range(_MOST_CARDS + 1)], np.float64
)


@jit
def set_number(kinds: int, counts: Any) -> int:
    """Return the number of the multiset with ``counts[c]`` cards of kind c, for c < `kinds`."""
    key = 0
    weight = 1
    for c in range(kinds):
        key += weight * counts[c]
        weight *= MAX_SET + 1
    return _SET_RANK[kinds, key]


@jit
def set_weight(kinds: int, available: Any, number: int) -> float:
    """Return in how many ways the multiset `number` can be taken from ``available[c]`` cards."""
    ways = 1.0
    for c in range(kinds):
        ways *= BINOMIAL[available[c], SET_COUNTS[kinds, number, c]]
    return ways


@jit
def set_outcomes(kinds: int, available: Any, size: int, out: Any, probs: Any) -> int:
    """Write the multisets of `size` cards from `available` and their chances; return how many.

    All subsets of `size` cards are equally likely; at least that many are available.
    """
    n = 0
    total = 0.0
    for number in range(SET_FIRST[kinds, size], SET_FIRST[kinds, size + 1]):
        ways = set_weight(kinds, available, number)
        if ways > 0.0:
            out[n] = number
            probs[n] = ways
            total += ways
            n += 1
    for i in range(n):
        probs[i] /= total
    return n
