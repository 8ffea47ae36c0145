"""What can follow a position whose deck lasts and whose trump is fixed: the fast path.

Nearly all positions of a large solve are of this kind. `expand_fast` lists the same positions as
`followers.expand`, with the same keys and levels, several times faster: no discard pile, no
politics, and the sorting and merging of suits done on numbers kept in registers.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.search.keys import TERMINAL
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
    TOPIC_GONE,
    UNSEEN,
    wins_off_suit,
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
def _canonical(
    kinds: int, trumps: int, a: int, b: int, c: int, flags: int, cards: int, pending: int
) -> tuple[int, int]:
    """Return a position's canonical key and its level.

    Few numbers in and out, so that a call costs little.

    Parameters
    ----------
    kinds
        Address of the strings' kinds.
    trumps, a, b, c
        The trump suit's string and the others in the order of the suits.
    flags
        Trump and abilities as in the key: trump, then two bits each for military, commerce,
        diplomacy, politics.
    cards
        Twice the deck plus the hand, which has a card at least.
    pending
        Four times the cards to draw, plus those to discard.
    """
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
    key = ((((flags << 9 | trumps) << 9 | a) << 9 | b) << 9 | c) + 1
    abilities = (flags >> 6 & 3) + (flags >> 4 & 3) + (flags >> 2 & 3)
    return key, (cards + abilities) << 6 | pending


@jit(nogil=True)
def _with_side(
    kinds: int,
    side: int,
    row: int,
    trumps: int,
    a: int,
    b: int,
    c: int,
    flags: int,
    cards: int,
    pending: int,
) -> tuple[int, int]:
    """Return key and level with one suit changed (side 0: trumps, 1: a, 2: b, 3: c)."""
    return _canonical(
        kinds,
        row if side == 0 else trumps,
        row if side == 1 else a,
        row if side == 2 else b,
        row if side == 3 else c,
        flags,
        cards,
        pending,
    )


@jit(nogil=True)
def _expand_free_answers(
    n: int,
    group: int,
    topic: int,
    no_draw: bool,
    trumps: int,
    a: int,
    b: int,
    c: int,
    flags: int,
    cards: int,
    table: NDArray[np.int32],
    kinds: int,
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
) -> int:
    """List the answers to a topic, already taken out of side `topic`, that cannot be followed."""
    pure_done = False
    for side in range(4):
        row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
        wins = wins_off_suit(side, topic, 0)
        if no_draw and side > 0 and _kind(kinds, row) & UNSEEN == 0 and _kind(kinds, row) & HELD:
            # Side suits without unseen cards are one: any card of them will do.
            if pure_done:
                continue
            pure_done = True
        for answer in range(table[row, HAND_RUNS]):
            key, below = _with_side(
                kinds, side, table[row, PLAYED_GONE + answer], trumps, a, b, c, flags, cards, 0
            )
            keys[n] = np.uint64(key)
            levels[n] = below
            groups[n] = group
            won[n] = 1 if wins else 0
            n += 1
    return n


@jit(nogil=True)
def expand_fast(
    position: np.uint64,
    level: int,
    table: NDArray[np.int32],
    follow: NDArray[np.int32],
    kinds: int,
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> tuple[int, int]:
    """List what can follow, as `followers.expand` does; return the numbers of positions and cards.

    The position has no politics left, and its deck cannot run out.
    """
    packed = np.int64(position) - 1
    c = packed & 511
    b = (packed >> 9) & 511
    a = (packed >> 18) & 511
    trumps = (packed >> 27) & 511
    flags = packed >> 36
    military = (flags >> 6) & 3
    commerce = (flags >> 4) & 3
    diplomacy = (flags >> 2) & 3
    trump = flags >> 8
    pending = level & 63
    to_draw = pending >> 2
    to_discard = pending & 3
    cards = (level >> 6) - military - commerce - diplomacy
    deck = table[trumps, IN_DECK] + table[a, IN_DECK] + table[b, IN_DECK] + table[c, IN_DECK]
    hand = cards - 2 * deck
    n = 0
    num_groups = 0
    if to_draw > 0:
        for side in range(4):
            row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
            for card in range(table[row, IN_DECK]):
                key, below = _with_side(
                    kinds,
                    side,
                    table[row, DRAWN + card],
                    trumps,
                    a,
                    b,
                    c,
                    flags,
                    cards - 1,
                    pending - 4,
                )
                keys[n] = np.uint64(key)
                levels[n] = below
                groups[n] = n
                won[n] = 0
                weights[n] = 1
                n += 1
        return n, deck
    if to_discard > 0:
        weights[0] = 1
        for side in range(4):
            row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
            for run in range(table[row, HAND_RUNS]):
                if hand == 1:
                    levels[n] = TERMINAL
                else:
                    key, below = _with_side(
                        kinds,
                        side,
                        table[row, PLAYED_GONE + run],
                        trumps,
                        a,
                        b,
                        c,
                        flags,
                        cards - 1,
                        min(to_discard, hand) - 1,
                    )
                    keys[n] = np.uint64(key)
                    levels[n] = below
                groups[n] = 0
                won[n] = 0
                n += 1
        return n, 1
    # Abilities.
    held = table[trumps, IN_HAND]
    if diplomacy and held:
        if held == hand:
            levels[n] = TERMINAL
        else:
            key, below = _canonical(
                kinds, table[trumps, HAND_GONE], a, b, c, flags - 0x04, cards - held, 0
            )
            keys[n] = np.uint64(key)
            levels[n] = below
        groups[n] = -1
        won[n] = 0
        n += 1
    if military:
        clubs = held if trump == 0 else table[a, IN_HAND]
        if clubs:
            key, below = _canonical(kinds, trumps, a, b, c, flags - 0x40, cards, clubs << 2)
            keys[n] = np.uint64(key)
            levels[n] = below
            groups[n] = -1
            won[n] = 0
            n += 1
    if commerce:
        key, below = _canonical(kinds, trumps, a, b, c, flags - 0x10, cards, 2 << 2 | 2)
        keys[n] = np.uint64(key)
        levels[n] = below
        groups[n] = -1
        won[n] = 0
        n += 1
    # The topic.
    last = hand == 1
    no_draw = military == 0 and commerce == 0
    unfollowed = -1
    unfollowed_weight = 0
    for side in range(4):
        row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
        kind = _kind(kinds, row)
        if kind & UNSEEN == 0:
            continue
        if kind & HELD:
            at = table[row, FOLLOW_GONE]
            for topic in range(table[row, DECK_RUNS]):
                weights[num_groups] = table[row, DECK_RUN_SIZE + topic]
                answers = follow[at]
                at += 1
                for _ in range(answers):
                    entry = follow[at]
                    at += 1
                    if last:
                        levels[n] = TERMINAL
                    else:
                        key, below = _with_side(
                            kinds, side, entry >> 1, trumps, a, b, c, flags, cards - 3, 0
                        )
                        keys[n] = np.uint64(key)
                        levels[n] = below
                    groups[n] = num_groups
                    won[n] = entry & 1
                    n += 1
                num_groups += 1
        elif no_draw and (side > 0 or held == 0):
            unfollowed_weight += table[row, IN_DECK]
            if unfollowed <= 0:
                unfollowed = side
        else:
            gone = table[row, TOPIC_GONE]
            weights[num_groups] = table[row, IN_DECK]
            n = _expand_free_answers(
                n,
                num_groups,
                side,
                no_draw,
                gone if side == 0 else trumps,
                gone if side == 1 else a,
                gone if side == 2 else b,
                gone if side == 3 else c,
                flags,
                cards - 3,
                table,
                kinds,
                keys,
                levels,
                groups,
                won,
            )
            num_groups += 1
    if unfollowed >= 0:
        side = unfollowed
        row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
        gone = table[row, TOPIC_GONE]
        weights[num_groups] = unfollowed_weight
        n = _expand_free_answers(
            n,
            num_groups,
            side,
            True,
            gone if side == 0 else trumps,
            gone if side == 1 else a,
            gone if side == 2 else b,
            gone if side == 3 else c,
            flags,
            cards - 3,
            table,
            kinds,
            keys,
            levels,
            groups,
            won,
        )
    if last:
        for child in range(n):
            if groups[child] >= 0:
                levels[child] = TERMINAL
    return n, deck
