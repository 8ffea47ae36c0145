"""What can follow a position whose deck lasts and whose trump is fixed: the fast path.

Nearly all positions of a large solve are of this kind. `expand_plain` lists the same positions as
`moves.expand`, with the same keys and levels, several times faster: no discard pile, no politics,
and the sorting and merging of suits done on numbers kept in registers.
"""

import numpy as np
from numpy.typing import NDArray

from intrigue.games.compiler import jit
from intrigue.solvers.emissary.moves import TERMINAL
from intrigue.solvers.emissary.suits import (
    DECK_RUN_SIZE,
    DECK_RUNS,
    DRAWN,
    FOLLOW_GONE,
    HAND_GONE,
    HAND_RUNS,
    IN_DECK,
    IN_HAND,
    NUM_STRINGS,
    PLAYED_GONE,
    TOPIC_GONE,
)

_RADIX = np.uint64(NUM_STRINGS)


@jit(nogil=True)
def _merge_sides(
    trumps: int, a: int, b: int, c: int, table: NDArray[np.int32]
) -> tuple[int, int, int, int]:
    """Sum up the suits that only count by their sums, as `moves` does."""
    no_trump = table[trumps, IN_HAND] == 0
    held = 0
    unseen = 0
    if no_trump:
        unseen = table[trumps, IN_DECK]
    free_a = table[a, IN_HAND] == 0 or table[a, IN_DECK] == 0
    free_b = table[b, IN_HAND] == 0 or table[b, IN_DECK] == 0
    free_c = table[c, IN_HAND] == 0 or table[c, IN_DECK] == 0
    if free_a:
        held += table[a, IN_HAND]
        unseen += table[a, IN_DECK]
    if free_b:
        held += table[b, IN_HAND]
        unseen += table[b, IN_DECK]
    if free_c:
        held += table[c, IN_HAND]
        unseen += table[c, IN_DECK]
    if free_a:
        if held > 0:
            size = min(held, 8)
            a = (2 << size) - 2
            held -= size
        else:
            size = min(unseen, 8)
            a = (1 << size) - 1
            unseen -= size
    if free_b:
        if held > 0:
            size = min(held, 8)
            b = (2 << size) - 2
            held -= size
        else:
            size = min(unseen, 8)
            b = (1 << size) - 1
            unseen -= size
    if free_c:
        if held > 0:
            size = min(held, 8)
            c = (2 << size) - 2
            held -= size
        else:
            size = min(unseen, 8)
            c = (1 << size) - 1
            unseen -= size
    if no_trump:
        trumps = (1 << unseen) - 1
    return trumps, a, b, c


@jit(nogil=True)
def _emit(
    n: int,
    trumps: int,
    a: int,
    b: int,
    c: int,
    trump: int,
    military: int,
    commerce: int,
    diplomacy: int,
    cards: int,
    to_draw: int,
    to_discard: int,
    table: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
) -> None:
    """Write a position's canonical key and its level to entry `n`.

    `trumps` is the trump suit's string, `a, b, c` are the others in the order of the suits;
    `cards` is twice the deck plus the hand (at least one card in hand).
    """
    kind = kinds[trumps]
    if military:
        clubs = kind if trump == 0 else kinds[a]
        if clubs & 4 == 0 and (clubs & 8 == 0 or (to_draw == 0 and commerce == 0)):
            military = 0
    no_draw = to_draw == 0 and military == 0 and commerce == 0
    if diplomacy:
        if no_draw:
            diplomacy = 1 if kind & 4 else 0
        elif kind & 12 == 0:
            diplomacy = 0
    if no_draw and (kind & 4 == 0 or (kinds[a] & 1) + (kinds[b] & 1) + (kinds[c] & 1) >= 2):
        trumps, a, b, c = _merge_sides(trumps, a, b, c, table)
    if military == 0 or trump == 0:
        low = min(a, b)
        high = max(a, b)
        a = min(low, c)
        middle = max(low, c)
        b = min(middle, high)
        c = max(middle, high)
    else:
        low = min(b, c)
        c = max(b, c)
        b = low
    flags = (trump << 8) | (military << 6) | (commerce << 4) | (diplomacy << 2)
    # Below 511 strings a pair fits in 18 bits, so the products stay small: 2 x 2 suits.
    key = np.uint64(flags) * _RADIX + np.uint64(trumps)
    key = (key * _RADIX + np.uint64(a)) * (_RADIX * _RADIX)
    keys[n] = key + np.uint64(b) * _RADIX + np.uint64(c) + np.uint64(1)
    levels[n] = ((cards + military + commerce + diplomacy) << 6) | (to_draw << 2) | to_discard


@jit(nogil=True)
def _emit_side(
    n: int,
    side: int,
    row: int,
    trumps: int,
    a: int,
    b: int,
    c: int,
    trump: int,
    military: int,
    commerce: int,
    diplomacy: int,
    cards: int,
    to_draw: int,
    to_discard: int,
    table: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
) -> None:
    """Write the position with one suit changed (side 0: trumps, 1: a, 2: b, 3: c)."""
    if side == 0:
        trumps = row
    elif side == 1:
        a = row
    elif side == 2:
        b = row
    else:
        c = row
    _emit(
        n,
        trumps,
        a,
        b,
        c,
        trump,
        military,
        commerce,
        diplomacy,
        cards,
        to_draw,
        to_discard,
        table,
        kinds,
        keys,
        levels,
    )
