"""The effects of the four cards."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, emit, only
from intrigue.games.roy_des_ribauds.cards import (
    CHEVALIER,
    REINE,
    ROI,
    SET_COUNTS,
    set_number,
)
from intrigue.games.roy_des_ribauds.conspiracies import conspiracy
from intrigue.games.roy_des_ribauds.drawing import (
    lose_openly,
    put_on_discard,
    start_drawing,
)
from intrigue.games.roy_des_ribauds.state import (
    AFTER_EFFECT,
    AFTER_ROI_DRAW,
    BOTH,
    EV_FLIP,
    EV_INSPECT,
    EV_LOOK,
    EV_SEEN,
    EV_SWITCH,
    FLIP,
    INSPECT,
    LOOK,
    ROI_CHOICE,
    SWITCH,
    face_down,
)


@jit
def start_effect(state: Any, card: int) -> None:
    """Look for a conspiracy, then apply the effect of the card that came face up."""
    state.phase = AFTER_EFFECT
    if conspiracy(state):
        return
    role = state.role[card]
    down = face_down(state)
    if role == CHEVALIER:
        if state.court_size == 2:
            switch(state, 0, 1)
        else:
            state.phase = SWITCH
    elif role == REINE:
        other = 1 - state.active
        if state.held[other] > 2:
            state.phase = INSPECT
        elif state.held[other] > 0:
            inspect(state, set_number(state.kinds, state.hand[other]))
    elif role == ROI:
        if down > 0:
            state.phase = ROI_CHOICE
        else:
            start_drawing(state, state.active, 2, AFTER_ROI_DRAW)
    elif down > 2:
        state.phase = LOOK
    elif down > 0:
        look_at_all(state)


@jit
def switch(state: Any, first: int, second: int) -> None:
    """Switch two Court cards (Chevalier); then one is to be turned over."""
    for field in (state.court, state.face_up, state.known):
        kept = field[first]
        field[first] = field[second]
        field[second] = kept
    emit(state, BOTH, EV_SWITCH, state.active, first, second)
    state.phase = FLIP
    conspiracy(state)


@jit
def flip(state: Any, place: int) -> None:
    """Turn a Court card over without its effect (Chevalier, Roi)."""
    state.face_up[place] = 1 - state.face_up[place]
    state.known[place] = BOTH
    emit(state, BOTH, EV_FLIP, state.active, place, state.court[place], state.face_up[place])
    state.phase = AFTER_EFFECT
    conspiracy(state)


@jit
def look(state: Any, first: int, second: int) -> None:
    """Look at one or two face-down cards (Assassin); `second` is NOTHING for one."""
    player = state.active
    state.known[first] |= only(player)
    card = NOTHING
    if second != NOTHING:
        state.known[second] |= only(player)
        card = state.court[second]
    emit(state, BOTH, EV_LOOK, player, first, second)
    emit(state, only(player), EV_SEEN, player, state.court[first], card)
    state.phase = AFTER_EFFECT


@jit
def look_at_all(state: Any) -> None:
    """Look at all face-down cards, one or two."""
    first = NOTHING
    second = NOTHING
    for place in range(state.court_size):
        if not state.face_up[place]:
            if first == NOTHING:
                first = place
            else:
                second = place
    look(state, first, second)


@jit
def inspect(state: Any, number: int) -> None:
    """Look at these cards of the other hand (Reine); Reines among them are replaced."""
    other = 1 - state.active
    emit(state, BOTH, EV_INSPECT, state.active, number)
    for card in range(state.kinds):
        looked = SET_COUNTS[state.kinds, number, card]
        state.seen[other, card] = max(state.seen[other, card], looked)
    state.phase = AFTER_EFFECT
    reine = state.card[REINE]
    found = SET_COUNTS[state.kinds, number, reine]
    if found > 0:
        for _ in range(found):
            lose_openly(state, other, reine)
            put_on_discard(state, reine)
        start_drawing(state, other, found, AFTER_EFFECT)
