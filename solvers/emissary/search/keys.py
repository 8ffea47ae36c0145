"""Positions of the exact solver as numbers.

A position is a key and a level. The key holds the four suits' strings (see `suit_strings`), the
trump and how often each ability may still be used: these flags first, then the trump suit's string,
then the others in the order of the suits (9 bits each where the deck cannot run out). The level
holds what is pending: cards still to be drawn (military, commerce) and to be discarded (commerce).
Everything that cannot change the value any more is taken out before a position gets its key, so
that equal positions meet:

- the discard pile, once the deck is sure to last (`can_run_out`);
- an ability that can never be used again;
- the names of suits that play the same part (neither trump, nor clubs while military is left, nor
  a possible trump while politics is left): they are sorted;
- when nothing can be drawn or swapped any more: side suits without a card in hand only count by
  the sum of their unseen cards (joined by the trump suit once no trump is in hand), side suits
  without an unseen card only by the sum of their cards in hand.

Levels order the work: whatever follows a position has a smaller level.

- Where the deck cannot run out, the level starts with ``2 deck + hand + abilities``: a debate takes
  3 off, a draw 1, a discard 1, an ability at least 1. Few levels are alive at a time.
- Where it can, the level starts with (abilities, to draw, to discard, hand), which falls in this
  order whatever the deck does.
"""

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary import run_out
from intrigue.solvers.emissary.run_out import MAX_ABILITIES
from intrigue.solvers.emissary.suit_strings import NUM_STRINGS
from intrigue.solvers.emissary.suit_tables import (
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    WITHOUT_DISCARD,
)

NUM_LEVELS = 4 * MAX_ABILITIES * 4096 + 4096
TERMINAL = -1
"""Level of a position with no debate left: nothing more can be won."""

_RADIX = np.uint64(NUM_STRINGS)
_PLAIN_RADIX = np.uint64(512)

can_run_out = jit(nogil=True)(run_out.can_run_out)

# Fields of a decoded position (an int64 array of this length).
CLUBS_LEFT, DIAMONDS_LEFT, HEARTS_LEFT, SPADES_LEFT = range(4)
TRUMP = 4
TO_DRAW = 5
TO_DISCARD = 6
SUIT = 7
"""First of the four strings, in the order of the suits."""
IN_HANDS = 11
IN_DECKS = 12
IN_DISCARDS = 13
KEEP = 14
"""1 while the discard pile is part of the position."""
RUN_OUT = 15
"""Constant of a solve: 1 if the deck may run out at all (then levels are ordered that way)."""
RULERS = 16
"""Constant of a solve: bit mask of the suits of all rulers that may be the trump."""
NUM_FIELDS = 17


@jit(nogil=True)
def decode(key: np.uint64, level: int, table: NDArray[np.int32], p: NDArray[np.int64]) -> None:
    """Write the position of `key` and `level` to the fields of `p` (its constants are kept)."""
    radix = _RADIX if p[RUN_OUT] else _PLAIN_RADIX
    rest = key - np.uint64(1)
    last = np.int64(rest % radix)
    rest //= radix
    middle = np.int64(rest % radix)
    rest //= radix
    first = np.int64(rest % radix)
    rest //= radix
    trumps = np.int64(rest % radix)
    rest //= radix
    flags = np.int64(rest)
    p[CLUBS_LEFT] = (flags >> 6) & 3
    p[DIAMONDS_LEFT] = (flags >> 4) & 3
    p[HEARTS_LEFT] = (flags >> 2) & 3
    p[SPADES_LEFT] = flags & 3
    trump = flags >> 8
    p[TRUMP] = trump
    p[SUIT] = trumps if trump == 0 else first
    p[SUIT + 1] = trumps if trump == 1 else first if trump == 0 else middle
    p[SUIT + 2] = trumps if trump == 2 else last if trump == 3 else middle
    p[SUIT + 3] = trumps if trump == 3 else last
    pending = (level >> 6) & 63
    if p[RUN_OUT] == 0:
        pending = level & 63
    p[TO_DRAW] = pending >> 2
    p[TO_DISCARD] = pending & 3
    hand = 0
    deck = 0
    discard = 0
    for suit in range(4):
        row = p[SUIT + suit]
        hand += table[row, IN_HAND]
        deck += table[row, IN_DECK]
        discard += table[row, IN_DISCARD]
    p[IN_HANDS] = hand
    p[IN_DECKS] = deck
    p[IN_DISCARDS] = discard
    p[KEEP] = 0
    if p[RUN_OUT] == 1:
        clubs = p[SUIT]
        held = table[clubs, IN_HAND]
        p[KEEP] = np.int64(
            can_run_out(
                hand,
                deck,
                held,
                held + table[clubs, IN_DECK],
                p[TO_DRAW],
                p[TO_DISCARD],
                p[CLUBS_LEFT],
                p[DIAMONDS_LEFT],
            )
        )


@jit(nogil=True)
def _merge(suits: NDArray[np.int64], trump: int, table: NDArray[np.int32]) -> None:
    """Sum up the suits that only count by their sums (nothing can be drawn or swapped)."""
    unseen = 0
    held = 0
    count = 0
    for suit in range(4):
        row = suits[suit]
        if suit != trump:
            if table[row, IN_HAND] == 0:
                unseen += table[row, IN_DECK]
                count += 1
            elif table[row, IN_DECK] == 0:
                held += table[row, IN_HAND]
                count += 1
    no_trump = table[suits[trump], IN_HAND] == 0
    if count < 2 and not no_trump:
        return
    if no_trump:
        unseen += table[suits[trump], IN_DECK]
        suits[trump] = 0
    for suit in range(4):
        if suit == trump:
            continue
        row = suits[suit]
        if table[row, IN_HAND] == 0 or table[row, IN_DECK] == 0:
            if held > 0:
                size = min(held, 8)
                suits[suit] = (1 << (size + 1)) - 2
                held -= size
            else:
                size = min(unseen, 8)
                suits[suit] = (1 << size) - 1
                unseen -= size
    if no_trump:
        suits[trump] = (1 << unseen) - 1


@jit(nogil=True)
def _sort_pair(suits: NDArray[np.int64], first: int, second: int) -> None:
    a = suits[first]
    b = suits[second]
    suits[first] = min(a, b)
    suits[second] = max(a, b)


@jit(nogil=True)
def emit(
    n: int,
    p: NDArray[np.int64],
    suits: NDArray[np.int64],
    hand: int,
    deck: int,
    discard: int,
    military: int,
    commerce: int,
    diplomacy: int,
    politics: int,
    trump: int,
    to_draw: int,
    to_discard: int,
    table: NDArray[np.int32],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
) -> None:
    """Bring a position to its canonical form and write its key and level to entry `n`.

    `suits` (four strings) is used up. `p` gives the constants of the solve and whether the discard
    pile was still part of the position before.
    """
    keep = p[KEEP]
    if keep and deck + discard == 0:
        to_draw = 0
    if to_draw == 0:
        to_discard = min(to_discard, hand)
        if hand == 0:
            levels[n] = TERMINAL
            return
        if deck + discard == 0 and to_discard == 0 and commerce == 0 and diplomacy == 0:
            levels[n] = TERMINAL
            return
    clubs = suits[0]
    clubs_hand = table[clubs, IN_HAND]
    clubs_known = clubs_hand + table[clubs, IN_DECK]
    if military and (
        (clubs_hand == 0 and to_draw == 0 and commerce == 0)
        or clubs_known + table[clubs, IN_DISCARD] == 0
    ):
        military = 0
    if keep and not can_run_out(
        hand, deck, clubs_hand, clubs_known, to_draw, to_discard, military, commerce
    ):
        keep = 0
        for suit in range(4):
            suits[suit] = table[suits[suit], WITHOUT_DISCARD]
    if politics and (p[RULERS] & ~(1 << trump)) == 0:
        politics = 0
    no_draw = to_draw == 0 and military == 0 and commerce == 0
    if diplomacy and politics == 0:
        row = suits[trump]
        if no_draw:
            diplomacy = 1 if table[row, IN_HAND] > 0 else 0
        elif table[row, IN_HAND] + table[row, IN_DECK] + table[row, IN_DISCARD] == 0:
            diplomacy = 0
    if politics == 0 and military == 0:
        if no_draw and keep == 0:
            _merge(suits, trump, table)
        first = 1 if trump == 0 else 0
        last = 2 if trump == 3 else 3
        middle = 6 - trump - first - last
        _sort_pair(suits, first, middle)
        _sort_pair(suits, middle, last)
        _sort_pair(suits, first, middle)
    else:
        for first in range(3):
            if first == trump or (first == 0 and military):
                continue
            for second in range(first + 1, 4):
                if second == trump:
                    continue
                if politics and ((p[RULERS] >> first) & 1) != ((p[RULERS] >> second) & 1):
                    continue
                _sort_pair(suits, first, second)
    flags = (trump << 8) | (military << 6) | (commerce << 4) | (diplomacy << 2) | politics
    radix = _RADIX if p[RUN_OUT] else _PLAIN_RADIX
    key = np.uint64(flags) * radix + np.uint64(suits[trump])
    for suit in range(4):
        if suit != trump:
            key = key * radix + np.uint64(suits[suit])
    keys[n] = key + np.uint64(1)
    abilities = military + commerce + diplomacy + politics
    pending = (to_draw << 2) | to_discard
    if p[RUN_OUT]:
        levels[n] = (((abilities << 6) | pending) << 6) | hand
    else:
        levels[n] = ((2 * deck + hand + abilities) << 6) | pending


@jit(nogil=True)
def emit_changed(
    n: int,
    p: NDArray[np.int64],
    suits: NDArray[np.int64],
    first: int,
    first_row: int,
    second: int,
    second_row: int,
    hand: int,
    deck: int,
    discard: int,
    to_draw: int,
    to_discard: int,
    table: NDArray[np.int32],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
) -> None:
    """Write the position after one or two suits changed (no ability used)."""
    for suit in range(4):
        suits[suit] = p[SUIT + suit]
    suits[first] = first_row
    suits[second] = second_row
    emit(
        n,
        p,
        suits,
        hand,
        deck,
        discard,
        p[CLUBS_LEFT],
        p[DIAMONDS_LEFT],
        p[HEARTS_LEFT],
        p[SPADES_LEFT],
        p[TRUMP],
        to_draw,
        to_discard,
        table,
        keys,
        levels,
    )
