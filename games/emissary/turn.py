"""The course of a kingdom: drawing, debates, its end, and the way to the next one."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit
from intrigue.games.emissary.actions import (
    has_ability,
    reputation,
)
from intrigue.games.emissary.state import (
    CHOOSE,
    COMMERCE,
    DECK,
    DISCARD,
    DRAW,
    E_END,
    E_KINGDOM,
    E_RESHUFFLE,
    FACE_UP,
    HAND,
    MISSED,
    NUM_SUITS,
    OVER,
    PAY,
    PREPARE,
    RULES_2021,
    SUPPORTING,
    TOPIC,
)

PLAYER = 1
"""The mask of the only player."""


@jit
def move_card(state: Any, card: int, place: int) -> None:
    """Put a card somewhere else."""
    state.count[state.place[card]] -= 1
    state.place[card] = place
    state.count[place] += 1


@jit
def supply_deck(state: Any) -> bool:
    """Shuffle the discard pile into an empty deck; return whether the deck has a card now."""
    if state.count[DECK] == 0 and state.count[DISCARD] > 0:
        for card in range(NUM_SUITS * state.ranks):
            if state.place[card] == DISCARD:
                state.place[card] = DECK
        state.count[DECK] = state.count[DISCARD]
        state.count[DISCARD] = 0
        emit(state, PLAYER, E_RESHUFFLE)
    return state.count[DECK] > 0


@jit
def draw_cards(state: Any, number: int, after: int) -> None:
    """Begin to draw `number` cards, then go on with the phase `after`."""
    state.pending_draws = number
    state.after_draw = after
    continue_drawing(state)


@jit
def continue_drawing(state: Any) -> None:
    """Draw the next card if one is due and there is one, else go on."""
    if state.pending_draws > 0 and supply_deck(state):
        state.phase = DRAW
        return
    state.pending_draws = 0
    state.phase = state.after_draw
    if state.phase == COMMERCE:
        state.pending_discards = min(2, state.count[HAND])
        state.last_discard = -1


@jit
def prepare(state: Any) -> None:
    """Go on inside a kingdom: end it, ask for abilities, or turn the next topic."""
    state.phase = PREPARE
    if state.count[HAND] == 0:
        end_kingdom(state)
    elif not has_ability(state):
        turn_topic(state)


@jit
def turn_topic(state: Any) -> None:
    """Have the ruler turn up a card, or end the kingdom if there is none."""
    if supply_deck(state):
        state.phase = TOPIC
    else:
        end_kingdom(state)


@jit
def gather(state: Any) -> None:
    """Shuffle all cards into a new deck and draw the next hand."""
    for card in range(NUM_SUITS * state.ranks):
        state.place[card] = DECK
    state.count[:] = 0
    state.count[DECK] = NUM_SUITS * state.ranks
    state.kingdom = -1
    state.trump = -1
    state.wins = 0
    draw_cards(state, state.hand_size, CHOOSE)


@jit
def end_game(state: Any, won: bool) -> None:
    """End the game."""
    state.phase = OVER
    state.won_game = won
    emit(state, PLAYER, E_END, int(won))


@jit
def end_kingdom(state: Any) -> None:
    """Compare the wins with the target; both variants."""
    kingdom = state.kingdom
    off = abs(state.wins - (kingdom + 1))
    emit(state, PLAYER, E_KINGDOM, kingdom, state.wins, int(off == 0))
    if off == 0:
        state.kingdom_state[kingdom] = SUPPORTING
        state.supporter_state[state.ruler[kingdom]] = FACE_UP
    else:
        state.kingdom_state[kingdom] = MISSED
        if state.variant == RULES_2021 or off >= reputation(state):
            end_game(state, False)
            return
        state.pending_costs = off
    state.kingdoms_done += 1
    if state.pending_costs > 0:
        state.phase = PAY
    else:
        leave_kingdom(state)


@jit
def leave_kingdom(state: Any) -> None:
    """Go to the next kingdom, or win the game after the last one."""
    if state.kingdoms_done == state.kingdoms:
        end_game(state, True)
        return
    if state.variant == RULES_2021:
        state.jack_up[:] = state.jack_exists
    gather(state)
