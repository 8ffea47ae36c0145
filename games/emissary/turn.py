"""The course of a game: the deal of the rulers, a visit to a kingdom, and the way to the next."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit
from intrigue.games.emissary import state as s
from intrigue.games.emissary.abilities import has_ability, reputation, turn_down
from intrigue.games.emissary.actions import kingdom_action
from intrigue.games.emissary.cards import NUM_RULERS, NUM_SUITS
from intrigue.games.emissary.piles import draw_cards, supply_deck


@jit
def list_rulers(state: Any, out: Any) -> int:
    """Write the rulers not dealt yet, ascending, and return how many there are."""
    n = 0
    for ruler in range(NUM_RULERS):
        dealt = False
        for kingdom in range(state.kingdoms):
            dealt = dealt or state.ruler[kingdom] == ruler
        if not dealt:
            out[n] = ruler
            n += 1
    return n


@jit
def deal_ruler(state: Any, ruler: int) -> None:
    """Put a ruler on the next kingdom of the row; after the last one draw the first hand."""
    kingdom = 0
    while state.ruler[kingdom] >= 0:
        kingdom += 1
    state.ruler[kingdom] = ruler
    emit(state, s.PLAYER, s.EV_RULER, kingdom, ruler)
    if kingdom + 1 == state.kingdoms:
        gather(state)


@jit
def gather(state: Any) -> None:
    """Shuffle all cards into a new deck and draw the next hand."""
    for card in range(NUM_SUITS * state.ranks):
        state.place[card] = s.DECK
    state.count[:] = 0
    state.count[s.DECK] = NUM_SUITS * state.ranks
    state.kingdom = -1
    state.trump = -1
    state.wins = 0
    draw_cards(state, state.hand_size, s.CHOOSE)


@jit
def list_visits(state: Any, out: Any) -> int:
    """Write the actions that visit a kingdom, ascending, and return how many there are."""
    n = 0
    for kingdom in range(state.kingdoms):
        if state.kingdom_state[kingdom] == s.UNVISITED:
            out[n] = kingdom_action(state, kingdom)
            n += 1
    return n


@jit
def visit(state: Any, kingdom: int) -> None:
    """Go to a kingdom; the suit of its ruler is trump."""
    state.kingdom = kingdom
    state.trump = state.ruler[state.kingdom] // 2
    emit(state, s.PLAYER, s.EV_VISIT, state.kingdom)
    state.phase = s.NEXT_DEBATE


@jit
def prepare(state: Any) -> None:
    """Go on inside a kingdom: end it, ask for abilities, or turn the next topic."""
    state.phase = s.PREPARE
    if state.count[s.HAND] == 0:
        end_kingdom(state)
    elif not has_ability(state):
        turn_topic(state)


@jit
def turn_topic(state: Any) -> None:
    """Have the ruler turn up a card, or end the kingdom if there is none."""
    if supply_deck(state):
        state.phase = s.TOPIC
    else:
        end_kingdom(state)


@jit
def end_kingdom(state: Any) -> None:
    """Compare the wins with the target; both variants."""
    kingdom = state.kingdom
    off = abs(state.wins - (kingdom + 1))
    emit(state, s.PLAYER, s.EV_KINGDOM, kingdom, state.wins, int(off == 0))
    if off == 0:
        state.kingdom_state[kingdom] = s.SUPPORTING
        state.supporter_state[state.ruler[kingdom]] = s.FACE_UP
    else:
        state.kingdom_state[kingdom] = s.MISSED
        if state.variant == s.RULES_2021 or off >= reputation(state):
            end_game(state, False)
            return
        state.pending_costs = off
    state.kingdoms_done += 1
    if state.pending_costs > 0:
        state.phase = s.PAY
    else:
        leave_kingdom(state)


@jit
def pay(state: Any, action: int) -> None:
    """2019: turn a card face down for a missed target; after the last one go on."""
    turn_down(state, action, s.EV_PAY_JACK, s.EV_PAY_SUPPORTER)
    state.pending_costs -= 1
    if state.pending_costs == 0:
        leave_kingdom(state)


@jit
def leave_kingdom(state: Any) -> None:
    """Go to the next kingdom, or win the game after the last one."""
    if state.kingdoms_done == state.kingdoms:
        end_game(state, True)
        return
    if state.variant == s.RULES_2021:
        for suit in range(NUM_SUITS):
            state.jack_up[suit] = state.jack_exists[suit]
    gather(state)


@jit
def end_game(state: Any, won: bool) -> None:
    """End the game."""
    state.phase = s.OVER
    state.won_game = won
    emit(state, s.PLAYER, s.EV_END, int(won))
