"""Setting up the village: the deal, and what scoundrels add to it.

Chance outcomes are a role for a place, or ``role * 9 + role`` (ascending) for a scoundrel's two
cards.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, only
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import give_action, given_role
from intrigue.games.cunning_folk.cards import N_ROLES
from intrigue.games.cunning_folk.course import begin_turn
from intrigue.games.cunning_folk.knowledge import settle


@jit
def list_deals(state: Any, out: Any, probs: Any) -> int:
    """Write the roles of the next place and their probabilities; return how many there are."""
    n = 0
    left = _cards_left(state)
    for role in range(N_ROLES):
        if state.left[role] > 0:
            out[n] = role
            probs[n] = state.left[role] / left
            n += 1
    return n


@jit
def list_hands(state: Any, out: Any, probs: Any) -> int:
    """Write the next scoundrel's possible hands and their probabilities; return how many."""
    n = 0
    left = _cards_left(state)
    pairs = left * (left - 1) / 2.0
    for a in range(N_ROLES):
        for b in range(a, N_ROLES):
            ways = state.left[a] * state.left[b]
            if a == b:
                ways = state.left[a] * (state.left[a] - 1) // 2
            if ways > 0:
                out[n] = a * N_ROLES + b
                probs[n] = ways / pairs
                n += 1
    return n


@jit
def _cards_left(state: Any) -> int:
    left = 0
    for role in range(N_ROLES):
        left += state.left[role]
    return left


@jit
def deal(state: Any, role: int) -> None:
    """Lay a card of `role` face down on the next place; nobody sees it."""
    place = state.dealt
    state.card[place] = role
    state.left[role] -= 1
    state.dealt += 1
    emit(state, 0, s.EV_DEALT, place, role)
    if state.dealt == state.places:
        begin_turn(state, 0)


@jit
def deal_hand(state: Any, pair: int) -> None:
    """Deal the next scoundrel two cards."""
    player = state.dealt
    first = pair // N_ROLES
    second = pair % N_ROLES
    state.hand[player, 0] = first
    state.hand[player, 1] = second
    state.left[first] -= 1
    state.left[second] -= 1
    state.dealt += 1
    emit(state, only(player), s.EV_HAND, player, first, second)
    if state.dealt == state.players:
        state.phase = s.GIVE
        state.mover = 0


@jit
def list_gifts(state: Any, out: Any) -> int:
    """Write which card a scoundrel may add to the village, ascending; return how many."""
    n = 0
    for role in range(N_ROLES):
        if state.hand[state.mover, 0] == role or state.hand[state.mover, 1] == role:
            out[n] = give_action(state, role)
            n += 1
    return n


@jit
def give(state: Any, action: int) -> None:
    """A scoundrel adds one card to the village, unseen, and sets the other one aside."""
    player = state.mover
    role = given_role(state, action)
    state.given[player] = role
    state.kept[player] = state.hand[player, 0] + state.hand[player, 1] - role
    emit(state, only(player), s.EV_GAVE, player, role)
    settle(state, player)
    if player + 1 < state.players:
        state.mover = player + 1
        return
    state.phase = s.DEAL
    state.dealt = 0
    for role in range(N_ROLES):
        state.left[role] = state.core[role]
    for giver in range(int(state.players)):
        state.left[state.given[giver]] += 1
