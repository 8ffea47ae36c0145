"""The rules of Le Roy des Ribauds as a kernel: who moves, what is legal, what happens.

What happens in detail is in `turn` (set-up and turns), `effects` (the four cards), `conspiracies`
(how a game ends) and `drawing` (the pile); `actions` numbers the actions, `deal` weighs hands. What
a player knows is in `observe`, what may be hidden from them in `resample`.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL, Kernel, emit, register
from intrigue.games.roy_des_ribauds.actions import (
    B_DISCARD,
    B_FLIP,
    B_LOOK,
    B_PASS,
    B_ROI_DRAW,
    B_SWITCH,
    B_UP,
    block_starts,
    pair_places,
)
from intrigue.games.roy_des_ribauds.cards import ROLES, SET_COUNTS, SET_FIRST, set_outcomes
from intrigue.games.roy_des_ribauds.deal import hand_outcomes, reine_limit
from intrigue.games.roy_des_ribauds.drawing import discard_set, draw_set, start_drawing
from intrigue.games.roy_des_ribauds.effects import flip, inspect, look, switch
from intrigue.games.roy_des_ribauds.observe import observe
from intrigue.games.roy_des_ribauds.resample import resample
from intrigue.games.roy_des_ribauds.state import (
    AFTER_ROI_DRAW,
    BOTH,
    COPIES,
    COURT_SIZE,
    DEAL_COURT,
    DEAL_HAND,
    DEAL_START,
    DISCARD,
    DRAW,
    EV_START,
    EXCHANGE,
    FLIP,
    HAND_SIZE,
    INSPECT,
    KINDS,
    LOOK,
    MAIN,
    MAX_TURNS,
    NOBODY,
    OVER,
    REFILL,
    ROI_CHOICE,
    STATE,
    SWITCH,
)
from intrigue.games.roy_des_ribauds.turn import advance, deal_court, deal_hand, take_turn


@jit
def reset(state: Any, parameters: Any) -> None:
    """Set a zeroed state to the start of the game; see `intrigue.games.core.kernel`."""
    state.players = 2
    state.copies = parameters[COPIES]
    state.court_size = parameters[COURT_SIZE]
    state.hand_size = parameters[HAND_SIZE]
    state.refill = parameters[REFILL]
    state.exchange = parameters[EXCHANGE]
    state.max_turns = parameters[MAX_TURNS]
    for role in range(ROLES):
        state.card[role] = -1
        if (parameters[KINDS] >> role) & 1:
            state.card[role] = state.kinds
            state.role[state.kinds] = role
            state.pile[state.kinds] = state.copies
            state.kinds += 1
    state.pile_size = state.kinds * state.copies
    state.wanted = min(3, state.copies)
    state.reine_limit = reine_limit(state.kinds, state.copies, state.court_size, state.hand_size)
    block_starts(state, state.starts)
    state.winner = NOBODY
    state.phase = DEAL_START


@jit
def current_player(state: Any) -> int:
    """Return who has to choose; see `intrigue.games.core.kernel`."""
    phase = state.phase
    if phase == OVER:
        return TERMINAL
    if phase <= DEAL_HAND or phase >= INSPECT:
        return CHANCE
    return int(state.active)


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


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Write the outcomes of a chance node; see `intrigue.games.core.kernel`."""
    phase = state.phase
    if phase == DRAW:
        size = min(state.to_draw, state.pile_size)
        return set_outcomes(state.kinds, state.pile, size, out, probs)
    if phase == DEAL_START:
        out[0], out[1] = 0, 1
        probs[0], probs[1] = 0.5, 0.5
        return 2
    if phase == DEAL_COURT:
        return set_outcomes(state.kinds, state.pile, 1, out, probs)
    if phase == DEAL_HAND:
        return hand_outcomes(state, out, probs)
    hand = state.hand[1 - state.active]
    return set_outcomes(state.kinds, hand, 2, out, probs)


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action or a chance outcome; see `intrigue.games.core.kernel`."""
    phase = state.phase
    if phase == MAIN:
        take_turn(state, action)
    elif phase == DRAW:
        draw_set(state, action)
    elif phase == SWITCH:
        first, second = pair_places(state.court_size, action - state.starts[B_SWITCH])
        switch(state, first, second)
    elif phase == FLIP:
        flip(state, action - state.starts[B_FLIP])
    elif phase == ROI_CHOICE:
        if action == state.starts[B_ROI_DRAW]:
            start_drawing(state, state.active, 2, AFTER_ROI_DRAW)
        else:
            flip(state, action - state.starts[B_FLIP])
    elif phase == DISCARD:
        discard_set(state, action - state.starts[B_DISCARD] + SET_FIRST[state.kinds, 2])
    elif phase == LOOK:
        first, second = pair_places(state.court_size, action - state.starts[B_LOOK])
        look(state, first, second)
    elif phase == INSPECT:
        inspect(state, action)
    elif phase == DEAL_START:
        state.active = action
        state.phase = DEAL_COURT
        emit(state, BOTH, EV_START, action)
    elif phase == DEAL_COURT:
        deal_court(state, action)
    else:
        deal_hand(state, action)
    advance(state)


@jit
def returns(state: Any, out: Any) -> None:
    """Write +1 for the winner and -1 for the loser, zeros for a draw or an unfinished game."""
    out[0] = 0.0
    out[1] = 0.0
    if state.winner != NOBODY:
        out[state.winner] = 1.0
        out[1 - state.winner] = -1.0


KERNEL = register(
    Kernel(
        name="roy_des_ribauds",
        dtype=STATE,
        reset=reset,
        current_player=current_player,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        apply=apply,
        returns=returns,
        observe=observe,
        resample=resample,
    )
)
