"""The turns of Le Roy des Ribauds, from the deal to the last.

After every choice `advance` does everything that needs none, until somebody or chance has to choose
again. An effect that can be carried out in only one way is carried out at
once. How many choices there are follows from what both players see.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, emit, only
from intrigue.games.roy_des_ribauds.actions import (
    B_DOWN,
    B_SWITCH,
    B_UP,
)
from intrigue.games.roy_des_ribauds.cards import (
    REINE,
    SET_COUNTS,
    set_number,
)
from intrigue.games.roy_des_ribauds.conspiracies import finish
from intrigue.games.roy_des_ribauds.drawing import (
    continue_drawing,
    discard_set,
    lose_openly,
    lose_secretly,
    put_on_discard,
    start_drawing,
)
from intrigue.games.roy_des_ribauds.effects import (
    start_effect,
)
from intrigue.games.roy_des_ribauds.state import (
    AFTER_EFFECT,
    AFTER_ROI_DRAW,
    AFTER_SETUP,
    BOTH,
    DEAL_HAND,
    DISCARD,
    DRAW,
    END_TURN,
    EV_ASIDE,
    EV_FACE,
    EV_HAND,
    EV_PASS,
    EV_PLAY_DOWN,
    EV_PLAY_UP,
    EV_REVEAL,
    EV_TAKE,
    MAIN,
    MARIAGE,
    NOBODY,
    TURN_LIMIT,
    reines,
)


@jit
def advance(state: Any) -> None:
    """Do everything that needs no choice."""
    while True:
        phase = state.phase
        if phase == DRAW:
            if state.to_draw > 0 and state.pile_size > 0:
                return
            continue_drawing(state)
        elif phase == AFTER_SETUP:
            set_aside_or_begin(state)
        elif phase == AFTER_ROI_DRAW:
            active = state.active
            if state.held[active] > 2:
                state.phase = DISCARD
            else:
                if state.held[active] > 0:
                    discard_set(state, set_number(state.kinds, state.hand[active]))
                state.phase = AFTER_EFFECT
        elif phase == AFTER_EFFECT:
            state.phase = END_TURN
            missing = state.hand_size - state.held[state.active]
            if state.from_hand and state.refill and not state.exchange and missing > 0:
                start_drawing(state, state.active, missing, END_TURN)
        elif phase == END_TURN:
            state.turn += 1
            if state.turn >= state.max_turns:
                finish(state, TURN_LIMIT, NOBODY)
            else:
                state.active = 1 - state.active
                begin_turn(state)
        else:
            return


# --- Set-up ---------------------------------------------------------------------------------------


@jit
def deal_court(state: Any, card: int) -> None:
    """Lay the next card of the Court face down."""
    state.court[state.dealt] = card
    state.pile[card] -= 1
    state.pile_size -= 1
    state.dealt += 1
    if state.dealt == state.court_size:
        state.phase = DEAL_HAND


@jit
def deal_hand(state: Any, number: int) -> None:
    """Deal a hand, to player 0 first."""
    player = state.dealt - state.court_size
    for card in range(state.kinds):
        count = SET_COUNTS[state.kinds, number, card]
        state.hand[player, card] = count
        state.pile[card] -= count
    state.held[player] = state.hand_size
    state.pile_size -= state.hand_size
    emit(state, only(player), EV_HAND, player, number)
    state.dealt += 1
    if player == 1:
        state.phase = AFTER_SETUP


@jit
def set_aside_or_begin(state: Any) -> None:
    """Put a pair of Reines under the pile and draw two cards instead, or begin the first turn.

    Where hands of two Reines are dealt again (see `deal.reine_limit`) no hand holds two.
    """
    for player in range(2):
        if reines(state, player) == 2:
            emit(state, BOTH, EV_ASIDE, player)
            reine = state.card[REINE]
            state.hand[player, reine] = 0
            state.held[player] -= 2
            state.under += 2
            start_drawing(state, player, 2, AFTER_SETUP)
            return
    begin_turn(state)


# --- Turns ----------------------------------------------------------------------------------------


@jit
def begin_turn(state: Any) -> None:
    """Begin the active player's turn, or end the game with the Mariage."""
    state.phase = MAIN
    state.from_hand = 0
    if state.card[REINE] >= 0 and reines(state, state.active) >= state.wanted:
        finish(state, MARIAGE, state.active)


@jit
def take_turn(state: Any, action: int) -> None:
    """Reveal a card, play one from the hand, or pass."""
    player = state.active
    places = state.court_size
    if action < places:
        card = state.court[action]
        state.face_up[action] = 1
        state.known[action] = BOTH
        emit(state, BOTH, EV_REVEAL, player, action, card)
        start_effect(state, card)
    elif action < state.starts[B_DOWN]:
        played = action - state.starts[B_UP]
        card = played // places
        lose_openly(state, player, card)
        replace(state, played % places, card, 1)
        start_effect(state, card)
    elif action < state.starts[B_SWITCH]:
        played = action - state.starts[B_DOWN]
        card = played // places
        lose_secretly(state, player, card)
        replace(state, played % places, card, 0)
        state.phase = AFTER_EFFECT
    else:
        emit(state, BOTH, EV_PASS, player)
        state.phase = END_TURN


@jit
def replace(state: Any, place: int, card: int, face_up: int) -> None:
    """Lay a card of the hand on a place; what lay there is discarded, or taken in hand."""
    player = state.active
    old = state.court[place]
    other_knows = (state.known[place] >> (1 - player)) & 1
    state.court[place] = card
    state.face_up[place] = face_up
    state.known[place] = BOTH if face_up else only(player)
    state.from_hand = 1
    shown = NOTHING if state.exchange and not other_knows else old
    if face_up:
        emit(state, BOTH, EV_PLAY_UP, player, place, card, shown)
    else:
        emit(state, BOTH, EV_PLAY_DOWN, player, place, shown)
        emit(state, only(player), EV_FACE, player, card)
    if state.exchange:
        state.hand[player, old] += 1
        state.held[player] += 1
        if other_knows:
            state.seen[player, old] += 1
        else:
            emit(state, only(player), EV_TAKE, player, old)
    else:
        put_on_discard(state, old)
