"""Numbers of the actions, and which of them are legal.

The numbers follow one another without gaps: reveal a place; play a kind on a place face up, then
face down; switch two places; turn a place over; draw with a Roi; discard two cards; look at two
places; pass. Blocks that a deck cannot use are empty. Inside a block, pairs are in lexicographic
order.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds.cards import (
    ASSASSIN,
    CHEVALIER,
    ROI,
    SET_COUNTS,
    SET_FIRST,
)
from intrigue.games.roy_des_ribauds.state import (
    DISCARD,
    FLIP,
    LOOK,
    MAIN,
    ROI_CHOICE,
    SWITCH,
)

B_REVEAL, B_UP, B_DOWN, B_SWITCH, B_FLIP, B_ROI_DRAW, B_DISCARD, B_LOOK, B_PASS, B_END = range(10)


@jit
def block_starts(state: Any, starts: Any) -> None:
    """Write to `starts` (10 ints) the first action of each block, and the number of actions."""
    places = state.court_size
    kinds = state.kinds
    pairs = places * (places - 1) // 2
    chevalier = state.card[CHEVALIER] >= 0
    roi = state.card[ROI] >= 0
    starts[B_REVEAL] = 0
    starts[B_UP] = places
    starts[B_DOWN] = starts[B_UP] + kinds * places
    starts[B_SWITCH] = starts[B_DOWN] + kinds * places
    starts[B_FLIP] = starts[B_SWITCH] + (pairs if chevalier and places > 2 else 0)
    starts[B_ROI_DRAW] = starts[B_FLIP] + (places if chevalier or roi else 0)
    starts[B_DISCARD] = starts[B_ROI_DRAW] + (1 if roi else 0)
    starts[B_LOOK] = starts[B_DISCARD] + (kinds * (kinds + 1) // 2 if roi else 0)
    looks = state.card[ASSASSIN] >= 0 and places > 2
    starts[B_PASS] = starts[B_LOOK] + (pairs if looks else 0)
    starts[B_END] = starts[B_PASS] + 1


@jit
def pair_number(places: int, first: int, second: int) -> int:
    """Return the position of the pair (first < second) among all pairs of places."""
    return first * places - first * (first + 1) // 2 + second - first - 1


@jit
def pair_places(places: int, number: int) -> tuple[int, int]:
    """Return the pair of places with this number."""
    first = 0
    while number >= places - 1 - first:
        number -= places - 1 - first
        first += 1
    return first, first + 1 + number


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Write the legal actions, ascending; see `intrigue.games.core.kernel`."""
    places = state.court_size
    phase = state.phase
    n = 0
    if phase == MAIN:
        for place in range(places):
            if not state.face_up[place]:
                out[n] = place
                n += 1
        for block in range(2):
            start = state.starts[B_UP + block]
            for card in range(state.kinds):
                if state.hand[state.active, card] > 0:
                    for place in range(places):
                        out[n] = start + card * places + place
                        n += 1
        if n == 0:
            out[0] = state.starts[B_PASS]
            n = 1
    elif phase == SWITCH:
        for action in range(state.starts[B_SWITCH], state.starts[B_FLIP]):
            out[n] = action
            n += 1
    elif phase == FLIP or phase == ROI_CHOICE:
        for place in range(places):
            if phase == FLIP or not state.face_up[place]:
                out[n] = state.starts[B_FLIP] + place
                n += 1
        if phase == ROI_CHOICE:
            out[n] = state.starts[B_ROI_DRAW]
            n += 1
    elif phase == DISCARD:
        kinds = state.kinds
        first = SET_FIRST[kinds, 2]
        for number in range(first, SET_FIRST[kinds, 3]):
            held = True
            for card in range(kinds):
                if SET_COUNTS[kinds, number, card] > state.hand[state.active, card]:
                    held = False
            if held:
                out[n] = state.starts[B_DISCARD] + number - first
                n += 1
    elif phase == LOOK:
        number = 0
        for first in range(places):
            for second in range(first + 1, places):
                if not state.face_up[first] and not state.face_up[second]:
                    out[n] = state.starts[B_LOOK] + number
                    n += 1
                number += 1
    return n
