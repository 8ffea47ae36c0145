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
    NUM_PLAIN,
    PLAYED_GONE,
    TOPIC_GONE,
)

PURE = 1
"""Bit of a string's kind: no card in hand, or none unseen."""
HELD = 4
"""Bit of a string's kind: there is a card in hand."""
UNSEEN = 8
"""Bit of a string's kind: there is an unseen card."""


def string_kinds(table: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the kind of each of the 511 strings without discards, shape (511,)."""
    held = table[:NUM_PLAIN, IN_HAND] > 0
    unseen = table[:NUM_PLAIN, IN_DECK] > 0
    return (PURE * ~(held & unseen) + HELD * held + UNSEEN * unseen).astype(np.uint8)


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
        if clubs & HELD == 0 and (clubs & UNSEEN == 0 or (to_draw == 0 and commerce == 0)):
            military = 0
    no_draw = to_draw == 0 and military == 0 and commerce == 0
    if diplomacy:
        if no_draw:
            diplomacy = 1 if kind & HELD else 0
        elif kind & (HELD | UNSEEN) == 0:
            diplomacy = 0
    if no_draw and (
        kind & HELD == 0 or (kinds[a] & PURE) + (kinds[b] & PURE) + (kinds[c] & PURE) >= 2
    ):
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
    keys[n] = np.uint64(((((flags << 9 | trumps) << 9 | a) << 9 | b) << 9 | c) + 1)
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


@jit(nogil=True)
def _expand_free_answers(
    n: int,
    group: int,
    topic_is_trump: bool,
    no_draw: bool,
    trumps: int,
    a: int,
    b: int,
    c: int,
    trump: int,
    military: int,
    commerce: int,
    diplomacy: int,
    cards: int,
    table: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
) -> int:
    """List the answers to a topic, already taken out, that cannot be followed."""
    pure_done = False
    for side in range(4):
        row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
        wins = side == 0 and not topic_is_trump
        if no_draw and side > 0 and kinds[row] & UNSEEN == 0 and kinds[row] & HELD:
            # Side suits without unseen cards are one: any card of them will do.
            if pure_done:
                continue
            pure_done = True
        for answer in range(table[row, HAND_RUNS]):
            _emit_side(
                n,
                side,
                table[row, PLAYED_GONE + answer],
                trumps,
                a,
                b,
                c,
                trump,
                military,
                commerce,
                diplomacy,
                cards,
                0,
                0,
                table,
                kinds,
                keys,
                levels,
            )
            groups[n] = group
            won[n] = 1 if wins else 0
            n += 1
    return n


@jit(nogil=True)
def expand_plain(
    key: np.uint64,
    level: int,
    table: NDArray[np.int32],
    follow: NDArray[np.int32],
    kinds: NDArray[np.uint8],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> tuple[int, int]:
    """List what can follow, as `moves.expand` does; return the numbers of positions and cards.

    The position has no politics left, and its deck cannot run out.
    """
    packed = np.int64(key) - 1
    c = packed & 511
    b = (packed >> 9) & 511
    a = (packed >> 18) & 511
    trumps = (packed >> 27) & 511
    flags = packed >> 36
    military = (flags >> 6) & 3
    commerce = (flags >> 4) & 3
    diplomacy = (flags >> 2) & 3
    trump = flags >> 8
    to_draw = (level >> 2) & 15
    to_discard = level & 3
    cards = (level >> 6) - military - commerce - diplomacy
    deck = table[trumps, IN_DECK] + table[a, IN_DECK] + table[b, IN_DECK] + table[c, IN_DECK]
    hand = cards - 2 * deck
    n = 0
    num_groups = 0
    if to_draw > 0:
        for side in range(4):
            row = trumps if side == 0 else a if side == 1 else b if side == 2 else c
            for card in range(table[row, IN_DECK]):
                _emit_side(
                    n,
                    side,
                    table[row, DRAWN + card],
                    trumps,
                    a,
                    b,
                    c,
                    trump,
                    military,
                    commerce,
                    diplomacy,
                    cards - 1,
                    to_draw - 1,
                    to_discard,
                    table,
                    kinds,
                    keys,
                    levels,
                )
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
                    _emit_side(
                        n,
                        side,
                        table[row, PLAYED_GONE + run],
                        trumps,
                        a,
                        b,
                        c,
                        trump,
                        military,
                        commerce,
                        diplomacy,
                        cards - 1,
                        0,
                        min(to_discard, hand) - 1,
                        table,
                        kinds,
                        keys,
                        levels,
                    )
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
            _emit(
                n,
                table[trumps, HAND_GONE],
                a,
                b,
                c,
                trump,
                military,
                commerce,
                diplomacy - 1,
                cards - held,
                0,
                0,
                table,
                kinds,
                keys,
                levels,
            )
        groups[n] = -1
        won[n] = 0
        n += 1
    if military:
        clubs = held if trump == 0 else table[a, IN_HAND]
        if clubs:
            _emit(
                n,
                trumps,
                a,
                b,
                c,
                trump,
                military - 1,
                commerce,
                diplomacy,
                cards,
                clubs,
                0,
                table,
                kinds,
                keys,
                levels,
            )
            groups[n] = -1
            won[n] = 0
            n += 1
    if commerce:
        _emit(
            n,
            trumps,
            a,
            b,
            c,
            trump,
            military,
            commerce - 1,
            diplomacy,
            cards,
            2,
            2,
            table,
            kinds,
            keys,
            levels,
        )
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
        kind = kinds[row]
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
                        _emit_side(
                            n,
                            side,
                            entry >> 1,
                            trumps,
                            a,
                            b,
                            c,
                            trump,
                            military,
                            commerce,
                            diplomacy,
                            cards - 3,
                            0,
                            0,
                            table,
                            kinds,
                            keys,
                            levels,
                        )
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
                side == 0,
                no_draw,
                gone if side == 0 else trumps,
                gone if side == 1 else a,
                gone if side == 2 else b,
                gone if side == 3 else c,
                trump,
                military,
                commerce,
                diplomacy,
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
            side == 0,
            True,
            gone if side == 0 else trumps,
            gone if side == 1 else a,
            gone if side == 2 else b,
            gone if side == 3 else c,
            trump,
            military,
            commerce,
            diplomacy,
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
