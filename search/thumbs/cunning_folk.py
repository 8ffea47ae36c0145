"""Rule of thumb for Cunning Folk: explore, tell mostly the truth, win when you can name them all.

It reasons with ``state.possible[player]``, the roles that each place may hold as far as the player
can tell.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.cunning_folk import rules
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import pair_of
from intrigue.games.cunning_folk.cards import (
    EVIL_ELDER,
    GOOD_ELDER,
    GOOD_WITCH,
    N_ROLES,
    opposes,
)
from intrigue.search.thumbs.registry import register


@jit
def weights(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    phase = state.phase
    for i in range(n):
        action = actions[i]
        if phase == s.LOOK:
            out[i] = _look(state, player, action)
        elif phase == s.CLAIM:
            out[i] = _claim(state, player, action)
        elif phase == s.CHALLENGE:
            out[i] = _challenge(state, player, action)
        elif phase == s.EXCHANGE:
            out[i] = _exchange(state, action)
        elif phase == s.IDENTIFY:
            out[i] = _identify(state, player, action)
        elif phase == s.OBJECT:
            out[i] = _object(state, player, action)
        else:
            out[i] = 1.0


@jit
def known_role(state: Any, player: int, place: int) -> int:
    """Return the role at a place if the player is sure of it, else NONE."""
    possible = state.possible[player, place]
    for role in range(N_ROLES):
        if possible == 1 << role:
            return role
    return s.NONE


@jit
def opposing_share(state: Any, player: int, place: int, elder: int) -> float:
    """Return the share of the roles possible at a place that oppose an Elder."""
    opposing = 0
    all_roles = 0
    for role in range(N_ROLES):
        if (state.possible[player, place] >> role) & 1:
            all_roles += 1
            if opposes(role, elder):
                opposing += 1
    return opposing / all_roles if all_roles > 0 else 0.0


@jit
def can_win_as(state: Any, player: int, elder: int) -> bool:
    """Return whether the player knows of every place whether it opposes the Elder."""
    for place in range(state.places):
        share = opposing_share(state, player, place, elder)
        if 0.0 < share < 1.0:
            return False
    return True


@jit
def _look(state: Any, player: int, place: int) -> float:
    """Prefer places one does not know, then good cards to act as."""
    role = known_role(state, player, place)
    if role == s.NONE:
        return 4.0
    if role == GOOD_ELDER or role == EVIL_ELDER:
        return 40.0 if can_win_as(state, player, role) else 0.2
    return 2.0 if role == GOOD_WITCH else 0.2


@jit
def _claim(state: Any, player: int, action: int) -> float:
    """Tell the truth or keep silent; allege an Elder when that wins."""
    truth = known_role(state, player, state.finger)
    if action == state.silent:
        return 2.0
    role = state.roles[action - state.first_claim]
    if role == GOOD_ELDER or role == EVIL_ELDER:
        if not can_win_as(state, player, role):
            return 0.01
        return 40.0 if role == truth else 4.0
    if role == truth:
        return 4.0 if role == GOOD_WITCH else 1.0
    return 0.6 if role == GOOD_WITCH else 0.1


@jit
def _challenge(state: Any, player: int, action: int) -> float:
    """Challenge what cannot be, let pass what must be; in between, doubt Elders more."""
    possible = state.possible[player, state.finger]
    claim = 1 << state.claim
    if possible & claim == 0:
        doubt = 0.98
    elif possible == claim:
        doubt = 0.01
    else:
        doubt = 0.15
        if state.claim == GOOD_ELDER or state.claim == EVIL_ELDER:
            doubt = 0.5
        if state.marks[player] + 1 >= state.marks_to_leave:
            doubt *= 0.5
    return doubt if action == state.challenge else 1.0 - doubt


@jit
def _exchange(state: Any, action: int) -> float:
    """Take up cards that lie face up: it undoes what others found."""
    a, b = pair_of((action - state.first_exchange) // 2)
    return 1.0 + 2.0 * (state.up[a] + state.up[b])  # type: ignore[no-any-return]


@jit
def _identify(state: Any, player: int, action: int) -> float:
    """Turn up what surely opposes, then what may; stop when nothing may."""
    best = 0.0
    for place in range(state.places):
        if state.up[place] == 0:
            best = max(best, opposing_share(state, player, place, state.claim))
    if action == state.done and state.scoundrels == 1:
        return 1.0 - best + 0.001
    place = action - state.first_turn_up
    if state.up[place] == 1:
        return 0.001
    share = opposing_share(state, player, place, state.claim)
    return share**6 + 0.001  # type: ignore[no-any-return]


@jit
def _object(state: Any, player: int, action: int) -> float:
    """Turn up a card that surely opposes; guess rarely otherwise."""
    if action == state.pass_:
        return 1.0
    share = opposing_share(state, player, action - state.first_turn_up, state.claim)
    return 50.0 if share == 1.0 else 0.2 * share


# Claims and challenges tell much: see docs/ismcts.md for what this belief wins.
register(rules.KERNEL, weights, particles=200)
