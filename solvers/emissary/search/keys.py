"""Positions of the exact solver as numbers.

A position is a key and a level. The key holds the four suits' strings (see `suit_strings`), the
trump and how often each ability may still be used: these flags first, then the trump suit's
string, then the others in the order of the suits (`STRING_BITS` each where the deck cannot run
out). The level holds what is pending: cards still to be drawn (military, commerce) and to be
discarded (commerce).
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

from typing import Any, NamedTuple

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
    MOST_LIVE,
    WITHOUT_DISCARD,
)

NUM_LEVELS = 4 * MAX_ABILITIES * 4096 + 4096
TERMINAL = -1
"""Level of a position with no debate left: nothing more can be won."""

MAX_FOLLOWERS = 512
"""More than can ever follow one position."""

_RADIX = np.uint64(NUM_STRINGS)
_LIVE_RADIX = np.uint64(MOST_LIVE)

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
SWAP_HAND = 17
"""Constant of a solve: with more cards than these in hand politics is not used."""
NUM_FIELDS = 18


@jit(nogil=True)
def decode(key: np.uint64, level: int, table: NDArray[np.int32], p: NDArray[np.int64]) -> None:
    """Write the position of `key` and `level` to the fields of `p` (its constants are kept)."""
    radix = _RADIX if p[RUN_OUT] else _LIVE_RADIX
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


class Followers(NamedTuple):
    """Where what follows a position is listed.

    A group is one chance event (a topic or a drawn card); its positions are the answers, of which
    the best is taken. Positions of group -1 follow from an ability, used instead of turning a
    topic.

    Attributes
    ----------
    keys, levels
        Key and level of each position.
    groups, won
        Its group, and 1 if a debate was won on the way.
    weights
        For each group the number of equally likely cards that it stands for.
    """

    keys: NDArray[np.uint64]
    levels: NDArray[np.int64]
    groups: NDArray[np.int64]
    won: NDArray[np.int64]
    weights: NDArray[np.int64]


@jit(nogil=True)
def room_for_followers() -> Followers:
    """Return room for whatever can follow one position."""
    return Followers(
        np.empty(MAX_FOLLOWERS, np.uint64),
        np.empty(MAX_FOLLOWERS, np.int64),
        np.empty(MAX_FOLLOWERS, np.int64),
        np.empty(MAX_FOLLOWERS, np.int64),
        np.empty(MAX_FOLLOWERS, np.int64),
    )


@jit(nogil=True)
def _merge(q: NDArray[np.int64], table: NDArray[np.int32]) -> None:
    """Sum up the suits that only count by their sums (nothing can be drawn or swapped)."""
    trump = q[TRUMP]
    unseen = 0
    held = 0
    count = 0
    for suit in range(4):
        row = q[SUIT + suit]
        if suit != trump:
            if table[row, IN_HAND] == 0:
                unseen += table[row, IN_DECK]
                count += 1
            elif table[row, IN_DECK] == 0:
                held += table[row, IN_HAND]
                count += 1
    no_trump = table[q[SUIT + trump], IN_HAND] == 0
    if count < 2 and not no_trump:
        return
    if no_trump:
        unseen += table[q[SUIT + trump], IN_DECK]
        q[SUIT + trump] = 0
    for suit in range(4):
        if suit == trump:
            continue
        row = q[SUIT + suit]
        if table[row, IN_HAND] == 0 or table[row, IN_DECK] == 0:
            if held > 0:
                size = min(held, 8)
                q[SUIT + suit] = (1 << (size + 1)) - 2
                held -= size
            else:
                size = min(unseen, 8)
                q[SUIT + suit] = (1 << size) - 1
                unseen -= size
    if no_trump:
        q[SUIT + trump] = (1 << unseen) - 1


@jit(nogil=True)
def _sort_pair(q: NDArray[np.int64], first: int, second: int) -> None:
    a = q[SUIT + first]
    b = q[SUIT + second]
    q[SUIT + first] = min(a, b)
    q[SUIT + second] = max(a, b)


@jit(nogil=True)
def encode_fields(q: NDArray[np.int64], table: NDArray[np.int32]) -> tuple[Any, int]:
    """Bring the position `q` to its canonical form; return its key and level.

    `q` is used up. Its `KEEP` says whether the discard pile was part of the position before.
    """
    hand = q[IN_HANDS]
    left = q[IN_DECKS] + q[IN_DISCARDS]
    military = q[CLUBS_LEFT]
    commerce = q[DIAMONDS_LEFT]
    diplomacy = q[HEARTS_LEFT]
    politics = q[SPADES_LEFT]
    trump = q[TRUMP]
    to_draw = q[TO_DRAW]
    to_discard = q[TO_DISCARD]
    keep = q[KEEP]
    if keep and left == 0:
        to_draw = 0
    if to_draw == 0:
        to_discard = min(to_discard, hand)
        if hand == 0:
            return np.uint64(0), TERMINAL
        if left == 0 and to_discard == 0 and commerce == 0 and diplomacy == 0:
            return np.uint64(0), TERMINAL
    clubs = q[SUIT]
    clubs_hand = table[clubs, IN_HAND]
    clubs_known = clubs_hand + table[clubs, IN_DECK]
    if military and (
        (clubs_hand == 0 and to_draw == 0 and commerce == 0)
        or clubs_known + table[clubs, IN_DISCARD] == 0
    ):
        military = 0
    if keep and not can_run_out(
        hand, q[IN_DECKS], clubs_hand, clubs_known, to_draw, to_discard, military, commerce
    ):
        keep = 0
        for suit in range(4):
            q[SUIT + suit] = table[q[SUIT + suit], WITHOUT_DISCARD]
    if politics and (q[RULERS] & ~(1 << trump)) == 0:
        politics = 0
    no_draw = to_draw == 0 and military == 0 and commerce == 0
    if diplomacy and politics == 0:
        row = q[SUIT + trump]
        if no_draw:
            diplomacy = 1 if table[row, IN_HAND] > 0 else 0
        elif table[row, IN_HAND] + table[row, IN_DECK] + table[row, IN_DISCARD] == 0:
            diplomacy = 0
    if politics == 0 and military == 0:
        if no_draw and keep == 0:
            _merge(q, table)
        first = 1 if trump == 0 else 0
        last = 2 if trump == 3 else 3
        middle = 6 - trump - first - last
        _sort_pair(q, first, middle)
        _sort_pair(q, middle, last)
        _sort_pair(q, first, middle)
    else:
        for first in range(3):
            if first == trump or (first == 0 and military):
                continue
            for second in range(first + 1, 4):
                if second == trump:
                    continue
                if politics and ((q[RULERS] >> first) & 1) != ((q[RULERS] >> second) & 1):
                    continue
                _sort_pair(q, first, second)
    flags = (trump << 8) | (military << 6) | (commerce << 4) | (diplomacy << 2) | politics
    radix = _RADIX if q[RUN_OUT] else _LIVE_RADIX
    key = np.uint64(flags) * radix + np.uint64(q[SUIT + trump])
    for suit in range(4):
        if suit != trump:
            key = key * radix + np.uint64(q[SUIT + suit])
    abilities = military + commerce + diplomacy + politics
    pending = (to_draw << 2) | to_discard
    if q[RUN_OUT]:
        level = (((abilities << 6) | pending) << 6) | hand
    else:
        level = ((2 * q[IN_DECKS] + hand + abilities) << 6) | pending
    return key + np.uint64(1), level
