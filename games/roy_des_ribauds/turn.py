"""The turns of Le Roy des Ribauds: performing actions and chance outcomes.

`apply` performs what was chosen, then `advance` does everything that needs no choice until somebody
or chance has to choose again. An effect that can be carried out in only one way is carried out at
once. How many choices there are follows from what both players see.
"""

from typing import Any

from intrigue.games.compiler import jit
from intrigue.games.kernel import NOTHING, emit, only
from intrigue.games.roy_des_ribauds.actions import (
    B_DISCARD,
    B_DOWN,
    B_FLIP,
    B_LOOK,
    B_ROI_DRAW,
    B_SWITCH,
    B_UP,
    pair_places,
)
from intrigue.games.roy_des_ribauds.cards import (
    ASSASSIN,
    CHEVALIER,
    REINE,
    ROI,
    SET_COUNTS,
    SET_FIRST,
    set_number,
)
from intrigue.games.roy_des_ribauds.state import (
    AFTER_EFFECT,
    AFTER_ROI_DRAW,
    AFTER_SETUP,
    BOTH,
    CORONATION,
    DEAL_COURT,
    DEAL_HAND,
    DEAL_START,
    DISCARD,
    DRAW,
    END_TURN,
    EV_ASIDE,
    EV_DISCARD,
    EV_DRAW,
    EV_DRAWN,
    EV_END,
    EV_FACE,
    EV_FLIP,
    EV_HAND,
    EV_INSPECT,
    EV_LOOK,
    EV_PASS,
    EV_PLAY_DOWN,
    EV_PLAY_UP,
    EV_REBUILD,
    EV_REVEAL,
    EV_SEEN,
    EV_START,
    EV_SWITCH,
    EV_TAKE,
    EV_UNDER,
    FLIP,
    INSPECT,
    LOOK,
    MAIN,
    MARIAGE,
    MURDER,
    NOBODY,
    OVER,
    ROI_CHOICE,
    SWITCH,
    TURN_LIMIT,
    face_down,
    reines,
)


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action or a chance outcome; see `intrigue.games.kernel`."""
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


# --- Drawing --------------------------------------------------------------------------------------


@jit
def start_drawing(state: Any, player: int, count: int, after: int) -> None:
    """Let `player` draw `count` cards, or as many as there are, and go on with phase `after`."""
    state.drawer = player
    state.to_draw = count
    state.after = after
    state.phase = DRAW


@jit
def draw_set(state: Any, number: int) -> None:
    """Draw these cards from the shuffled part of the pile."""
    player = state.drawer
    count = min(state.to_draw, state.pile_size)
    for card in range(state.kinds):
        drawn = SET_COUNTS[state.kinds, number, card]
        state.hand[player, card] += drawn
        state.pile[card] -= drawn
    state.held[player] += count
    state.pile_size -= count
    state.to_draw -= count
    emit(state, BOTH, EV_DRAW, player, count)
    emit(state, only(player), EV_DRAWN, player, number)


@jit
def continue_drawing(state: Any) -> None:
    """Go on drawing when the shuffled part is empty, or after the last card.

    The Reines that lie under the pile are drawn, then it is rebuilt from the discard pile.
    """
    if state.to_draw > 0 and state.under > 0:
        player = state.drawer
        count = min(state.to_draw, state.under)
        reine = state.card[REINE]
        state.under -= count
        state.to_draw -= count
        state.hand[player, reine] += count
        state.held[player] += count
        state.seen[player, reine] += count
        emit(state, BOTH, EV_UNDER, player, count)
    elif state.to_draw > 0 and state.discard_size > 0:
        emit(state, BOTH, EV_REBUILD, state.discard_size)
        for card in range(state.kinds):
            state.pile[card] = state.discard[card]
            state.discard[card] = 0
        state.pile_size = state.discard_size
        state.discard_size = 0
    else:
        state.to_draw = 0
        state.phase = state.after


@jit
def discard_set(state: Any, number: int) -> None:
    """Discard cards of the active player's hand after a Roi."""
    player = state.active
    for card in range(state.kinds):
        for _ in range(SET_COUNTS[state.kinds, number, card]):
            lose_openly(state, player, card)
            put_on_discard(state, card)
    emit(state, BOTH, EV_DISCARD, player, number)
    state.phase = AFTER_EFFECT


@jit
def put_on_discard(state: Any, card: int) -> None:
    """Put a card on the discard pile."""
    state.discard[card] += 1
    state.discard_size += 1


@jit
def lose_openly(state: Any, player: int, card: int) -> None:
    """Take a card from a hand, for both to see."""
    state.hand[player, card] -= 1
    state.held[player] -= 1
    if state.seen[player, card] > 0:
        state.seen[player, card] -= 1


@jit
def lose_secretly(state: Any, player: int, card: int) -> None:
    """Take a card from a hand: for the other player it may have been any."""
    state.hand[player, card] -= 1
    state.held[player] -= 1
    for other in range(state.kinds):
        if state.seen[player, other] > 0:
            state.seen[player, other] -= 1


# --- Turns ----------------------------------------------------------------------------------------


@jit
def begin_turn(state: Any) -> None:
    """Begin the active player's turn, or end the game with the Mariage."""
    state.phase = MAIN
    state.from_hand = 0
    if state.card[REINE] >= 0 and reines(state, state.active) >= state.wanted:
        finish(state, MARIAGE, state.active)


@jit
def finish(state: Any, ending: int, winner: int) -> None:
    """End the game."""
    state.phase = OVER
    state.ending = ending
    state.winner = winner
    emit(state, BOTH, EV_END, ending, NOTHING if winner == NOBODY else winner)


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


# --- Effects and conspiracies ---------------------------------------------------------------------


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
def conspiracy(state: Any) -> bool:
    """End the game if there is a Coronation or a Murder in the Court; return whether there is."""
    rois = 0
    places = state.court_size
    for place in range(places):
        if state.face_up[place]:
            role = state.role[state.court[place]]
            if role == ROI:
                rois += 1
            elif (
                role == ASSASSIN
                and place + 2 < places
                and state.face_up[place + 1]
                and state.face_up[place + 2]
                and state.role[state.court[place + 2]] == ASSASSIN
            ):
                finish(state, MURDER, state.active)
                return True
    if rois >= state.wanted:
        finish(state, CORONATION, state.active)
        return True
    return False


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
