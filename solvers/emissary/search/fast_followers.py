"""What can follow a position whose deck lasts and whose trump is fixed: the fast path.

Nearly all positions of a large solve are of this kind. `expand_fast` lists the same positions as
`followers.expand`, with the same keys and levels, several times faster: no discard pile, no
politics, and the sorting and merging of suits done on numbers kept in registers.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.search.keys import TERMINAL, Followers
from intrigue.solvers.emissary.search.memory import load_word
from intrigue.solvers.emissary.suit_tables import (
    COUNT_HELD,
    COUNT_UNSEEN,
    DECK_RUN_SIZE,
    DECK_RUNS,
    DRAWN,
    FOLLOW_GONE,
    HAND_GONE,
    HAND_RUNS,
    HELD,
    IN_DECK,
    IN_HAND,
    PLAYED_GONE,
    PURE,
    STRING_BITS,
    TOPIC_GONE,
    UNSEEN,
    SuitTables,
    wins_off_suit,
)

STRING = (1 << STRING_BITS) - 1
"""Mask of a string's number."""


class Packed(NamedTuple):
    """A position as six numbers, which a call keeps in registers.

    Attributes
    ----------
    trumps, a, b, c
        The trump suit's string and the others in the order of the suits: sides 0 to 3.
    flags
        Trump and abilities as in the key: trump, then two bits each for military, commerce,
        diplomacy, politics.
    cards
        Twice the deck plus the hand.
    """

    trumps: int
    a: int
    b: int
    c: int
    flags: int
    cards: int


@jit(nogil=True, forceinline=True)
def _side(position: Packed, side: int) -> int:
    """Return the string of a side."""
    if side == 0:
        return position.trumps
    if side == 1:
        return position.a
    return position.b if side == 2 else position.c


@jit(nogil=True, forceinline=True)
def _changed(position: Packed, side: int, string: int, cards: int) -> Packed:
    """Return the position with another string, and so much more or less on `cards`."""
    new: Any = np.int64(string)
    return Packed(
        new if side == 0 else position.trumps,
        new if side == 1 else position.a,
        new if side == 2 else position.b,
        new if side == 3 else position.c,
        position.flags,
        position.cards + cards,
    )


@jit(nogil=True, forceinline=True)
def _used(position: Packed, ability: int) -> Packed:
    """Return the position with one use less of an ability, given as its bit of the flags."""
    return Packed(
        position.trumps,
        position.a,
        position.b,
        position.c,
        position.flags - ability,
        position.cards,
    )


@jit(nogil=True)
def _kind(kinds: int, string: int) -> Any:
    """Return a string's kind, an int64, from the table at address `kinds`."""
    at: Any = kinds + 8 * np.int64(string)
    return np.int64(load_word(at))


@jit(nogil=True)
def _merge_sides(kinds: int, trumps: int, a: int, b: int, c: int) -> tuple[int, int, int, int]:
    """Sum up the suits that only count by their sums, as `keys` does."""
    no_trump = _kind(kinds, trumps) & HELD == 0
    both = 0
    if no_trump:
        both = _kind(kinds, trumps)
    if _kind(kinds, a) & PURE:
        both += _kind(kinds, a) & ~255
    if _kind(kinds, b) & PURE:
        both += _kind(kinds, b) & ~255
    if _kind(kinds, c) & PURE:
        both += _kind(kinds, c) & ~255
    held = (both >> COUNT_HELD) & 255
    unseen = both >> COUNT_UNSEEN
    if _kind(kinds, a) & PURE:
        size = min(held, 8) if held > 0 else min(unseen, 8)
        a = (2 << size) - 2 if held > 0 else (1 << size) - 1
        if held > 0:
            held -= size
        else:
            unseen -= size
    if _kind(kinds, b) & PURE:
        size = min(held, 8) if held > 0 else min(unseen, 8)
        b = (2 << size) - 2 if held > 0 else (1 << size) - 1
        if held > 0:
            held -= size
        else:
            unseen -= size
    if _kind(kinds, c) & PURE:
        size = min(held, 8) if held > 0 else min(unseen, 8)
        c = (2 << size) - 2 if held > 0 else (1 << size) - 1
        if held > 0:
            held -= size
        else:
            unseen -= size
    if no_trump:
        trumps = (1 << unseen) - 1
    return trumps, a, b, c


@jit(nogil=True)
def _canonical(position: Packed, pending: int, kinds: int) -> tuple[Any, int]:
    """Return a position's canonical key and its level.

    Parameters
    ----------
    position
        With a card in hand at least.
    pending
        Four times the cards to draw, plus those to discard.
    kinds
        Address of the strings' kinds.
    """
    trumps, a, b, c, flags, cards = position
    kind = _kind(kinds, trumps)
    if flags & 0xC0:
        clubs = kind if flags < 0x100 else _kind(kinds, a)
        if clubs & HELD == 0 and (clubs & UNSEEN == 0 or (pending < 4 and flags & 0x30 == 0)):
            flags &= ~0xC0
    draws = pending >= 4 or flags & 0xF0 != 0
    if flags & 0x0C:
        if not draws:
            flags = (flags & ~0x0C) | (kind & HELD)
        elif kind & (HELD | UNSEEN) == 0:
            flags &= ~0x0C
    if not draws and (
        kind & HELD == 0
        or (_kind(kinds, a) & PURE) + (_kind(kinds, b) & PURE) + (_kind(kinds, c) & PURE) >= 2
    ):
        trumps, a, b, c = _merge_sides(kinds, trumps, a, b, c)
    if flags & 0xC0 == 0 or flags < 0x100:
        low = min(a, b)
        high = max(a, b)
        a = min(low, c)
        middle = max(low, c)
        b = min(middle, high)
        c = max(middle, high)
    else:
        # Clubs, the first side suit, is not like the others.
        low = min(b, c)
        c = max(b, c)
        b = low
    key = flags << STRING_BITS | trumps
    key = ((key << STRING_BITS | a) << STRING_BITS | b) << STRING_BITS | c
    key += 1
    abilities = (flags >> 6 & 3) + (flags >> 4 & 3) + (flags >> 2 & 3)
    return key, (cards + abilities) << 6 | pending


@jit(nogil=True)
def _expand_free_answers(
    n: int,
    group: int,
    topic: int,
    asked: Packed,
    no_draw: bool,
    table: NDArray[np.int32],
    kinds: int,
    out: Followers,
) -> int:
    """List the answers to a topic that cannot be followed; return the new number of positions.

    `asked` is the position with the topic, of side `topic`, taken out and with the level's part of
    hand and deck after the debate.
    """
    pure_done = False
    for side in range(4):
        row = _side(asked, side)
        wins = wins_off_suit(side, topic, 0)
        if no_draw and side > 0 and _kind(kinds, row) & UNSEEN == 0 and _kind(kinds, row) & HELD:
            # Side suits without unseen cards are one: any card of them will do.
            if pure_done:
                continue
            pure_done = True
        for answer in range(table[row, HAND_RUNS]):
            out.keys[n], out.levels[n] = _canonical(
                _changed(asked, side, table[row, PLAYED_GONE + answer], 0), 0, kinds
            )
            out.groups[n] = group
            out.won[n] = 1 if wins else 0
            n += 1
    return n


@jit(nogil=True, forceinline=True)
def _expand_draws(
    position: Packed, pending: int, table: NDArray[np.int32], kinds: int, out: Followers
) -> int:
    """List the positions after each card that may be drawn; return their number."""
    n = 0
    for side in range(4):
        row = _side(position, side)
        for card in range(table[row, IN_DECK]):
            out.keys[n], out.levels[n] = _canonical(
                _changed(position, side, table[row, DRAWN + card], -1), pending - 4, kinds
            )
            out.groups[n] = n
            out.won[n] = 0
            out.weights[n] = 1
            n += 1
    return n


@jit(nogil=True, forceinline=True)
def _expand_discards(
    position: Packed,
    hand: int,
    to_discard: int,
    table: NDArray[np.int32],
    kinds: int,
    out: Followers,
) -> int:
    """List the positions after each card that may be discarded; return their number."""
    n = 0
    out.weights[0] = 1
    for side in range(4):
        row = _side(position, side)
        for run in range(table[row, HAND_RUNS]):
            if hand == 1:
                out.levels[n] = TERMINAL
            else:
                after = _changed(position, side, table[row, PLAYED_GONE + run], -1)
                out.keys[n], out.levels[n] = _canonical(after, min(to_discard, hand) - 1, kinds)
            out.groups[n] = 0
            out.won[n] = 0
            n += 1
    return n


@jit(nogil=True, forceinline=True)
def _expand_abilities(
    position: Packed, hand: int, table: NDArray[np.int32], kinds: int, out: Followers
) -> int:
    """List the positions after each ability; return their number."""
    flags = position.flags
    held = np.int64(table[position.trumps, IN_HAND])
    n = 0
    if flags & 0x0C and held:
        if held == hand:
            out.levels[n] = TERMINAL
        else:
            after = _changed(position, 0, table[position.trumps, HAND_GONE], -held)
            out.keys[n], out.levels[n] = _canonical(_used(after, 0x04), 0, kinds)
        n += 1
    if flags & 0xC0:
        clubs = held if flags < 0x100 else np.int64(table[position.a, IN_HAND])
        if clubs:
            out.keys[n], out.levels[n] = _canonical(_used(position, 0x40), clubs << 2, kinds)
            n += 1
    if flags & 0x30:
        out.keys[n], out.levels[n] = _canonical(_used(position, 0x10), 2 << 2 | 2, kinds)
        n += 1
    for child in range(n):
        out.groups[child] = -1
        out.won[child] = 0
    return n


@jit(nogil=True)
def expand_fast(key: np.uint64, level: int, suits: SuitTables, out: Followers) -> tuple[int, int]:
    """List what can follow, as `followers.expand` does; return the numbers of positions and cards.

    The position has no politics left, and its deck cannot run out.
    """
    table, follow = suits.table, suits.follow
    kinds = suits.kinds.ctypes.data
    packed: Any = np.int64(key) - 1
    flags = packed >> 4 * STRING_BITS
    abilities = (flags >> 6 & 3) + (flags >> 4 & 3) + (flags >> 2 & 3)
    position = Packed(
        (packed >> 3 * STRING_BITS) & STRING,
        (packed >> 2 * STRING_BITS) & STRING,
        (packed >> STRING_BITS) & STRING,
        packed & STRING,
        flags,
        (level >> 6) - abilities,
    )
    deck: Any = np.int64(0)
    for side in range(4):
        deck += table[_side(position, side), IN_DECK]
    hand = position.cards - 2 * deck
    pending = level & 63
    if pending >= 4:
        return _expand_draws(position, pending, table, kinds, out), deck
    if pending > 0:
        return _expand_discards(position, hand, pending, table, kinds, out), 1
    n = _expand_abilities(position, hand, table, kinds, out)
    # The topic.
    last = hand == 1
    no_draw = flags & 0xF0 == 0
    unfollowed = -1
    unfollowed_weight = 0
    num_groups = 0
    for side in range(4):
        row = _side(position, side)
        kind = _kind(kinds, row)
        if kind & UNSEEN == 0:
            continue
        if kind & HELD:
            at = table[row, FOLLOW_GONE]
            for topic in range(table[row, DECK_RUNS]):
                out.weights[num_groups] = table[row, DECK_RUN_SIZE + topic]
                answers = follow[at]
                at += 1
                for _ in range(answers):
                    entry = follow[at]
                    at += 1
                    if last:
                        out.levels[n] = TERMINAL
                    else:
                        out.keys[n], out.levels[n] = _canonical(
                            _changed(position, side, entry >> 1, -3), 0, kinds
                        )
                    out.groups[n] = num_groups
                    out.won[n] = entry & 1
                    n += 1
                num_groups += 1
        elif no_draw and (side > 0 or _kind(kinds, position.trumps) & HELD == 0):
            unfollowed_weight += table[row, IN_DECK]
            if unfollowed <= 0:
                unfollowed = side
        else:
            out.weights[num_groups] = table[row, IN_DECK]
            asked = _changed(position, side, table[row, TOPIC_GONE], -3)
            n = _expand_free_answers(n, num_groups, side, asked, no_draw, table, kinds, out)
            num_groups += 1
    if unfollowed >= 0:
        row = _side(position, unfollowed)
        out.weights[num_groups] = unfollowed_weight
        asked = _changed(position, unfollowed, table[row, TOPIC_GONE], -3)
        n = _expand_free_answers(n, num_groups, unfollowed, asked, True, table, kinds, out)
    if last:
        for child in range(n):
            if out.groups[child] >= 0:
                out.levels[child] = TERMINAL
    return n, deck
