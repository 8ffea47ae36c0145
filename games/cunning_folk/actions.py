"""The numbers of actions.

They go by kind, in this order (kinds that a game does not have take no numbers): look at a place;
stay silent; claim a role of the set; pass; challenge; exchange two places (keep or exchange, by
pair); trade with a place; turn up a place; done; give a role to the village. The first of each kind
is in the record.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.cunning_folk.cards import EVIL_WITCH, N_ROLES, VAGRANT


@jit
def number_actions(state: Any) -> None:
    """Number the actions that a game with these parameters has."""
    places = state.places
    has_witch = state.core[EVIL_WITCH] > 0
    has_vagrant = state.core[VAGRANT] + state.pile[VAGRANT] > 0
    state.silent = places
    state.first_claim = state.silent + 1
    state.pass_ = state.first_claim + state.n_roles
    state.challenge = state.pass_ + 1
    state.first_exchange = state.challenge + 1
    state.first_trade = state.first_exchange + (places * (places - 1) if has_witch else 0)
    state.first_turn_up = state.first_trade + (places if has_vagrant else 0)
    state.done = state.first_turn_up + places
    state.first_give = state.done + state.scoundrels
    state.n_actions = state.first_give
    for role in range(N_ROLES):
        if state.pile[role] > 0:
            state.n_actions += 1


@jit
def pair_of(number: int) -> Any:
    """Return the places (a, b), a < b, of a pair's number ``b * (b - 1) / 2 + a``."""
    b = 1
    while (b + 1) * b // 2 <= number:
        b += 1
    return number - b * (b - 1) // 2, b


@jit
def give_action(state: Any, role: int) -> int:
    """Return the action of adding a card of `role`, which is in the pile, to the village."""
    action = int(state.first_give)
    for other in range(role):
        if state.pile[other] > 0:
            action += 1
    return action


@jit
def given_role(state: Any, action: int) -> int:
    """Return the role that an action adds to the village."""
    role = 0
    while state.pile[role] == 0 or give_action(state, role) != action:
        role += 1
    return role
