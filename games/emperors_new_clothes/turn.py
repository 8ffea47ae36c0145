"""The course of a round: draft, reveal, end of the round, hands; see also dice.py, windows.py.

`settle` carries out everything that needs nobody's decision. The phases of state.py say what comes
next, so no function calls one that belongs to an earlier part of the round.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import all_but, only
from intrigue.games.emperors_new_clothes import dice, windows
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.activation import run_activations
from intrigue.games.emperors_new_clothes.events import attain, charge_toll, move, tell, tell_some
from intrigue.games.emperors_new_clothes.roles import (
    GUESS_PRICE,
    GUESSED,
    GUESSES,
    REVEALS_FIRST,
    ROLES,
)
from intrigue.games.emperors_new_clothes.scoring import end_game
from intrigue.games.emperors_new_clothes.state import (
    HAND,
    IN_DECK,
    PASSED_BITS,
    role_cards,
    seat,
    wide,
)


@jit
def settle(state: Any) -> None:
    """Carry the game on until somebody, or chance, is to choose, or it is over."""
    while state.phase >= record.AUTOMATIC:
        phase = state.phase
        if phase == record.DEALING:
            _deal_on(state)
        elif phase == record.PICKED:
            state.turn = -1
            windows.open_window(state, record.SELECTION, seat(state, 0))
        elif phase == record.NEXT_ROLLER:
            dice.next_roller(state)
        elif phase == record.DICE_DOWN:
            dice.dice_down(state)
        elif phase == record.COLLECTING:
            dice.collect(state)
        elif phase == record.REVEALS:
            _reveal_first(state)
        elif phase == record.ALL_REVEAL:
            _reveal_all(state)
        elif phase == record.ACTIVATIONS:
            run_activations(state)
        elif phase == record.ROUND_END:
            _end_round(state)
        elif phase == record.NEXT_REFILL:
            _next_refill(state)
        elif phase == record.DRAWING:
            _draw_on(state)
        else:
            windows.ask_on(state)


@jit
def begin(state: Any) -> None:
    """Put a state, whose parameters are set, back to the start of its game."""
    state.round_number = 0
    state.starter = 0
    state.turn = 0
    state.actor = 0
    state.set_aside = 0
    state.revealed = 0
    state.revealing = 0
    state.die_count = 0
    state.unrolled = 0
    state.gift = 0
    state.reshuffles = 0
    state.deck_size = state.cards
    state.dealing = state.with_cards
    state.extra = 0
    state.window = 0
    for p in range(record.MAX_PLAYERS):
        state.roles[p] = -1
        state.passed[p] = 0
        state.points[p] = 0
        state.hand_size[p] = 0
        state.goals[p] = 0
        state.attained[p] = 0
        for resource in range(3):
            state.cubes[p, resource] = 0
    for card in range(record.MAX_CARDS):
        state.where[card] = IN_DECK
    if state.with_goals == 1:
        state.phase = record.GOALS
    elif state.with_cards == 1:
        state.phase = record.DEAL
    else:
        state.phase = record.SET_ASIDE


# --- Hands ----------------------------------------------------------------------------------------


@jit
def give_goals(state: Any, goals: int) -> None:
    """Give `actor` a set of goals (a mask) and go on to the next player."""
    state.goals[state.actor] = goals
    tell_some(state, only(state.actor), record.EV_GOALS, wide(state.actor), wide(goals), 0, 0)
    state.actor += 1
    if state.actor == state.players:
        state.actor = 0
        state.phase = record.DEAL if state.with_cards == 1 else record.SET_ASIDE


@jit
def draw_card(state: Any, card: int) -> None:
    """Put a card of the deck into the hand of `actor`."""
    player = wide(state.actor)
    state.where[card] = record.IN_HAND + player
    place = wide(state.hand_size[player])
    while place > 0 and state.hand[player, place - 1] > card:
        state.hand[player, place] = state.hand[player, place - 1]
        place -= 1
    state.hand[player, place] = card
    state.hand_size[player] += 1
    state.deck_size -= 1
    tell_some(state, only(player), record.EV_CARD, player, wide(card), 0, 0)
    tell_some(state, all_but(state, player), record.EV_SOMEBODY_DRAWS, player, 0, 0, 0)
    state.phase = record.DEALING if state.dealing == 1 else record.DRAWING


@jit
def discard_card(state: Any, player: int, card: int) -> None:
    """Move a card from a hand to the discard pile."""
    state.where[card] = record.DISCARDED
    size = wide(state.hand_size[player])
    place = 0
    while state.hand[player, place] != card:
        place += 1
    for i in range(place, size - 1):
        state.hand[player, i] = state.hand[player, i + 1]
    state.hand_size[player] = size - 1


@jit
def _deal_on(state: Any) -> None:
    """Deal the first hands, one card at a time around the table, as long as there are cards."""
    state.actor = (state.actor + 1) % state.players
    if state.deck_size == 0 or state.hand_size[state.actor] == HAND:
        state.dealing = 0
        state.phase = record.SET_ASIDE
    else:
        state.phase = record.DEAL


@jit
def _next_refill(state: Any) -> None:
    """Ask the next player in turn order for discards, or start the next round."""
    state.turn += 1
    if state.turn >= state.players:
        state.phase = record.SET_ASIDE
        return
    state.actor = seat(state, state.turn)
    state.floor = 0
    state.phase = record.DISCARD if state.hand_size[state.actor] > 0 else record.DRAWING


@jit
def _draw_on(state: Any) -> None:
    """Let `actor` draw a card if their hand has room and cards are left; reshuffle if needed."""
    if state.hand_size[state.actor] == HAND:
        state.phase = record.NEXT_REFILL
        return
    if state.deck_size == 0:
        for card in range(state.cards):
            if state.where[card] == record.DISCARDED:
                state.where[card] = IN_DECK
                state.deck_size += 1
        if state.deck_size > 0:
            state.reshuffles += 1
            tell(state, record.EV_RESHUFFLE, state.deck_size, 0, 0, 0)
    state.phase = record.DEAL if state.deck_size > 0 else record.NEXT_REFILL


# --- Draft ----------------------------------------------------------------------------------------


@jit
def start_round(state: Any, set_aside: int) -> None:
    """Clear the last round, set a role aside and pass the others to the starting player."""
    state.starter = state.round_number % state.players
    state.set_aside = set_aside
    state.pool_size = state.roles_in_play - 1
    for role in range(ROLES):
        state.pool[role] = state.role_counts[role]
    state.pool[set_aside] -= 1
    for p in range(state.players):
        state.roles[p] = -1
        state.passed[p] = 0
    state.revealed = 0
    state.revealing = 0
    state.caught = 0
    state.activated = 0
    state.stopped = 0
    state.loot = -1
    tell(state, record.EV_ROUND, state.round_number, state.starter, 0, 0)
    tell_some(state, 0, record.EV_SET_ASIDE, wide(set_aside), 0, 0, 0)
    state.turn = 0
    state.phase = record.DRAFT
    _pass_roles(state)


@jit
def last_of_two(state: Any) -> bool:
    """Return whether the player to pick is the last one and was handed a single role."""
    return state.pool_size == 1 and state.turn == state.players - 1


@jit
def _pass_roles(state: Any) -> None:
    """Show the roles passed on to the next player who picks."""
    player = seat(state, state.turn)
    state.actor = player
    if last_of_two(state):
        passed = 0
        while state.pool[passed] == 0:
            passed += 1
        aside = wide(state.set_aside)
        tell_some(state, only(player), record.EV_LAST_TWO, player, passed, aside, 0)
        state.pool[aside] += 1
        state.passed[player] = role_cards(state.pool)
        state.pool[aside] -= 1
    else:
        mask = role_cards(state.pool)
        part = (1 << PASSED_BITS) - 1
        second = (mask >> PASSED_BITS) & part
        third = mask >> (2 * PASSED_BITS)
        tell_some(state, only(player), record.EV_PASSED, player, mask & part, second, third)
        state.passed[player] = mask


@jit
def take_role(state: Any, role: int) -> None:
    """Let `actor` take a role of those passed on, or of the last two."""
    player = wide(state.actor)
    state.roles[player] = role
    if state.pool[role] > 0:
        state.pool[role] -= 1
    else:  # the one set aside; the single role passed on lies there instead
        for other in range(ROLES):
            if state.pool[other] > 0:
                state.set_aside = other
                state.pool[other] = 0
    state.pool_size -= 1
    tell_some(state, only(player), record.EV_TAKES, player, wide(role), 0, 0)
    tell_some(state, all_but(state, player), record.EV_SOMEBODY_TAKES, player, 0, 0, 0)
    state.turn += 1
    if state.turn == state.players:
        state.phase = record.PICKED
    else:
        _pass_roles(state)


# --- Reveal and end of the round ------------------------------------------------------------------


@jit
def _show(state: Any, player: int) -> None:
    if (state.revealed >> player) & 1 == 0:
        state.revealed |= 1 << player
        tell(state, record.EV_REVEALS, player, state.roles[player], 0, 0)


@jit
def _reveal_first(state: Any) -> None:
    """Let the Knight, if in play, show itself and guess."""
    state.revealing = 1
    state.phase = record.ALL_REVEAL
    knight = record.player_of(state, REVEALS_FIRST)
    if knight >= 0:
        _show(state, knight)
        state.actor = knight
        state.progress = 0
        state.floor = 0
        state.phase = record.GUESS


@jit
def guess(state: Any, player: int) -> None:
    """Let the Knight name a player, -1 for nobody more; resolve the guesses after the last one."""
    knight = wide(state.actor)
    if player >= 0:
        state.guess[state.progress] = player
        state.progress += 1
        state.floor = player + 1
        tell(state, record.EV_GUESSES, knight, player, 0, 0)
        last = state.players - 1
        if knight == last:
            last -= 1
        if state.progress < GUESSES and state.floor <= last:
            return
    else:
        tell(state, record.EV_DECLINES, knight, 0, 0, 0)
    for i in range(state.progress):
        named = wide(state.guess[i])
        right = state.roles[named] == GUESSED
        tell(state, record.EV_GUESSED, named, right, 0, 0)
        if right:
            state.caught |= 1 << named
            attain(state, named, record.NAMED)
            move(state, named, knight, 0, GUESS_PRICE)
        charge_toll(state, knight, named)
    state.phase = record.ALL_REVEAL


@jit
def _reveal_all(state: Any) -> None:
    for turn in range(state.players):
        player = seat(state, turn)
        _show(state, player)
        state.order[turn] = player
    state.turn = 0
    state.step = -1
    windows.open_window(state, record.ACTIVATING, seat(state, 0))


@jit
def _end_round(state: Any) -> None:
    state.round_number += 1
    state.revealing = 0
    if state.round_number == state.rounds:
        end_game(state)
    elif state.with_cards == 1:
        state.turn = -1
        state.phase = record.NEXT_REFILL
    else:
        state.phase = record.SET_ASIDE
