"""Setting up, and the moves: which are legal, and what they set off.

Actions are numbered by kind, in this order (kinds that a game does not have take no numbers):
look at a place; stay silent; claim a role of the set; pass; challenge; exchange two places (keep
or exchange, by pair); trade with a place; turn up a place; done; give a role to the village.
Chance outcomes: a role for a place; ``role * 9 + role`` (ascending) for a hand of two.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL, everyone, only
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.cards import EVIL_WITCH, LIAR, N_ROLES, VAGRANT, pair_of
from intrigue.games.cunning_folk.knowledge import rule_out_liar, settle, start_knowledge
from intrigue.games.cunning_folk.turn import (
    act,
    begin_turn,
    declare_done,
    end_turn,
    exchange,
    give_mark,
    identify,
    is_identified,
    next_player,
    objection,
    see,
    tell,
    trade,
    turn_up,
)


@jit
def reset(state: Any, parameters: Any) -> None:
    """Set up a game; `parameters` as listed in :mod:`intrigue.games.cunning_folk.state`."""
    state.players = parameters[0]
    state.marks_to_leave = parameters[1]
    state.max_turns = parameters[2]
    state.scoundrels = parameters[3]
    places = 0
    for role in range(N_ROLES):
        state.core[role] = parameters[s.FIRST_CORE + role]
        state.pile[role] = parameters[s.FIRST_PILE + role]
        places += parameters[s.FIRST_CORE + role]
        if state.core[role] + state.pile[role] > 0:
            state.roles[state.n_roles] = role
            state.n_roles += 1
    if state.scoundrels == 1:
        places += parameters[0]
    state.places = places
    number_actions(state)
    state.hand[:] = s.NONE
    state.given[:] = s.NONE
    state.kept[:] = s.NONE
    state.card[:] = s.NONE
    state.said[:] = s.NONE
    state.winner = s.NONE
    state.finger = s.NONE
    state.claim = s.NONE
    start_knowledge(state)
    if state.scoundrels == 1:
        state.phase = s.DEAL_HAND
        state.left[:] = state.pile[:]
    else:
        state.phase = s.DEAL
        state.left[:] = state.core[:]


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


@jit
def current_player(state: Any) -> int:
    """Return who decides now."""
    if state.phase == s.OVER:
        return TERMINAL  # type: ignore[no-any-return]
    if state.phase == s.DEAL or state.phase == s.DEAL_HAND:
        return CHANCE  # type: ignore[no-any-return]
    return int(state.mover)


@jit
def returns(state: Any, out: Any) -> None:
    """Winner +1, the others share -1; a draw is 0 for all."""
    for player in range(int(state.players)):
        if state.winner == s.NONE:
            out[player] = 0.0
        elif state.winner == player:
            out[player] = 1.0
        else:
            out[player] = -1.0 / (state.players - 1)


# --- Legal moves ---------------------------------------------------------------------------------


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Write the legal actions, ascending."""
    phase = state.phase
    n = 0
    if phase == s.LOOK:
        for place in range(state.places):
            out[place] = place
        n = int(state.places)
    elif phase == s.CLAIM:
        n = _claims(state, out)
    elif phase == s.CHALLENGE:
        out[0] = state.pass_
        out[1] = state.challenge
        n = 2
    elif phase == s.EXCHANGE:
        n = int(state.places * (state.places - 1))
        for i in range(n):
            out[i] = state.first_exchange + i
    elif phase == s.TRADE:
        for place in range(state.places):
            if place != state.finger:
                out[n] = state.first_trade + place
                n += 1
    elif phase == s.IDENTIFY:
        n = _identifications(state, out)
    elif phase == s.OBJECT:
        out[0] = state.pass_
        n = 1
        for place in range(state.places):
            if state.up[place] == 0:
                out[n] = state.first_turn_up + place
                n += 1
    elif phase == s.GIVE:
        n = _gifts(state, out)
    return n


@jit
def _claims(state: Any, out: Any) -> int:
    n = 0
    liar = state.card[state.finger] == LIAR  # who must speak, and must not say so
    if not liar:
        out[0] = state.silent
        n = 1
    for i in range(state.n_roles):
        if not (liar and state.roles[i] == LIAR):
            out[n] = state.first_claim + i
            n += 1
    return n


@jit
def _identifications(state: Any, out: Any) -> int:
    n = 0
    found = 0
    for place in range(state.places):
        if is_identified(state, place):
            found += 1
        else:
            out[n] = state.first_turn_up + place
            n += 1
    if state.scoundrels == 1 and found > 0:
        out[n] = state.done
        n += 1
    return n


@jit
def _gifts(state: Any, out: Any) -> int:
    n = 0
    for role in range(N_ROLES):
        if state.hand[state.mover, 0] == role or state.hand[state.mover, 1] == role:
            out[n] = give_action(state, role)
            n += 1
    return n


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Write what may be dealt next, and with which probability."""
    n = 0
    left = 0
    for role in range(N_ROLES):
        left += state.left[role]
    if state.phase == s.DEAL:
        for role in range(N_ROLES):
            if state.left[role] > 0:
                out[n] = role
                probs[n] = state.left[role] / left
                n += 1
        return n
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


# --- Moves ---------------------------------------------------------------------------------------


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action or a chance outcome."""
    phase = state.phase
    if phase == s.DEAL:
        _deal(state, action)
    elif phase == s.LOOK:
        see(state, action)
    elif phase == s.CLAIM:
        _claim(state, action)
    elif phase == s.CHALLENGE:
        _answer(state, action)
    elif phase == s.EXCHANGE:
        number = action - state.first_exchange
        a, b = pair_of(number // 2)
        exchange(state, a, b, number % 2)
    elif phase == s.TRADE:
        trade(state, action - state.first_trade)
    elif phase == s.IDENTIFY:
        if action == state.done:
            declare_done(state)
        else:
            identify(state, action - state.first_turn_up)
    elif phase == s.OBJECT:
        if action == state.pass_:
            objection(state, s.NONE)
        else:
            objection(state, action - state.first_turn_up)
    elif phase == s.DEAL_HAND:
        _deal_hand(state, action)
    elif phase == s.GIVE:
        _give(state, given_role(state, action))


@jit
def _deal(state: Any, role: int) -> None:
    place = state.dealt
    state.card[place] = role
    state.left[role] -= 1
    state.dealt += 1
    tell(state, 0, s.E_DEALT, place, role, 0)
    if state.dealt == state.places:
        begin_turn(state, 0)


@jit
def _deal_hand(state: Any, pair: int) -> None:
    player = state.dealt
    first = pair // N_ROLES
    second = pair % N_ROLES
    state.hand[player, 0] = first
    state.hand[player, 1] = second
    state.left[first] -= 1
    state.left[second] -= 1
    state.dealt += 1
    tell(state, only(player), s.E_HAND, player, first, second)
    if state.dealt == state.players:
        state.phase = s.GIVE
        state.mover = 0


@jit
def _give(state: Any, role: int) -> None:
    player = state.mover
    state.given[player] = role
    state.kept[player] = state.hand[player, 0] + state.hand[player, 1] - role
    tell(state, only(player), s.E_GAVE, player, role, 0)
    settle(state, player)
    if player + 1 < state.players:
        state.mover = player + 1
        return
    state.phase = s.DEAL
    state.dealt = 0
    state.left[:] = state.core[:]
    for giver in range(int(state.players)):
        state.left[state.given[giver]] += 1


@jit
def _claim(state: Any, action: int) -> None:
    active = state.active
    finger = state.finger
    if action == state.silent:
        state.claim = s.SILENT
        tell(state, everyone(state), s.E_SILENT, active, finger, 0)
    else:
        state.claim = int(state.roles[action - state.first_claim])
        tell(state, everyone(state), s.E_CLAIM, active, finger, state.claim)
    state.said[active, finger] = state.claim
    if state.claim == s.SILENT or state.claim == LIAR:
        for viewer in range(int(state.players) + 1):
            rule_out_liar(state, viewer, finger)
    if state.claim == s.SILENT:
        end_turn(state)
    else:
        state.phase = s.CHALLENGE
        state.mover = next_player(state, active)


@jit
def _answer(state: Any, action: int) -> None:
    """Another player challenges the claim or lets it pass; the first challenge counts."""
    player = state.mover
    if action == state.pass_:
        tell(state, everyone(state), s.E_PASS, player, 0, 0)
        following = next_player(state, player)
        if following == state.active:
            act(state)
        else:
            state.mover = following
        return
    tell(state, everyone(state), s.E_CHALLENGE, player, 0, 0)
    turn_up(state, state.finger)
    if state.card[state.finger] == state.claim:
        give_mark(state, player)
        if state.phase != s.OVER:
            act(state)
    else:
        give_mark(state, state.active)
        if state.phase != s.OVER:
            end_turn(state)
