"""The rules of Cunning Folk, compiled: two to four players, bonus characters, scoundrels.

The rulings are explained, with the code and the tests that show them, in
``docs/games/cunning-folk.md``. Functions take the record of
:mod:`~intrigue.games.cunning_folk.state`. What they set off is in ``setup`` (the deal), ``turn``
(look, claim, challenge), ``abilities`` (what the roles do) and ``course`` (marks, whose turn, the
end); what players can tell of each place is kept in ``knowledge``.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL, Kernel, register
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.abilities import (
    exchange,
    identify,
    list_exchanges,
    list_identifications,
    list_objections,
    list_trades,
    object_to,
    trade,
)
from intrigue.games.cunning_folk.actions import number_actions
from intrigue.games.cunning_folk.cards import N_ROLES
from intrigue.games.cunning_folk.knowledge import start_knowledge
from intrigue.games.cunning_folk.observe import observe
from intrigue.games.cunning_folk.resample import resample
from intrigue.games.cunning_folk.setup import (
    deal,
    deal_hand,
    give,
    list_deals,
    list_gifts,
    list_hands,
)
from intrigue.games.cunning_folk.turn import (
    answer,
    claim,
    list_answers,
    list_claims,
    list_looks,
    look,
)


@jit
def reset(state: Any, parameters: Any) -> None:
    """Set up a game; `parameters` as listed in :mod:`~intrigue.games.cunning_folk.state`."""
    state.players = parameters[s.P_PLAYERS]
    state.marks_to_leave = parameters[s.P_MARKS]
    state.max_turns = parameters[s.P_MAX_TURNS]
    state.scoundrels = parameters[s.P_SCOUNDRELS]
    places = 0
    for role in range(N_ROLES):
        state.core[role] = parameters[s.FIRST_CORE + role]
        state.pile[role] = parameters[s.FIRST_PILE + role]
        places += parameters[s.FIRST_CORE + role]
        if state.core[role] + state.pile[role] > 0:
            state.roles[state.n_roles] = role
            state.n_roles += 1
    if state.scoundrels == 1:
        places += parameters[s.P_PLAYERS]
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
        for role in range(N_ROLES):
            state.left[role] = state.pile[role]
    else:
        state.phase = s.DEAL
        for role in range(N_ROLES):
            state.left[role] = state.core[role]


@jit
def current_player(state: Any) -> int:
    """Return who decides now."""
    if state.phase == s.OVER:
        return TERMINAL  # type: ignore[no-any-return]
    if state.phase == s.DEAL or state.phase == s.DEAL_HAND:
        return CHANCE  # type: ignore[no-any-return]
    return int(state.mover)


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Write the legal actions, ascending, and return how many there are."""
    phase = state.phase
    n = 0
    if phase == s.LOOK:
        n = list_looks(state, out)
    elif phase == s.CLAIM:
        n = list_claims(state, out)
    elif phase == s.CHALLENGE:
        n = list_answers(state, out)
    elif phase == s.EXCHANGE:
        n = list_exchanges(state, out)
    elif phase == s.TRADE:
        n = list_trades(state, out)
    elif phase == s.IDENTIFY:
        n = list_identifications(state, out)
    elif phase == s.OBJECT:
        n = list_objections(state, out)
    elif phase == s.GIVE:
        n = list_gifts(state, out)
    return n


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Write what may be dealt next, and with which probability; return how many there are."""
    if state.phase == s.DEAL_HAND:
        return list_hands(state, out, probs)
    return list_deals(state, out, probs)


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action or a chance outcome."""
    phase = state.phase
    if phase == s.DEAL:
        deal(state, action)
    elif phase == s.LOOK:
        look(state, action)
    elif phase == s.CLAIM:
        claim(state, action)
    elif phase == s.CHALLENGE:
        answer(state, action)
    elif phase == s.EXCHANGE:
        exchange(state, action)
    elif phase == s.TRADE:
        trade(state, action)
    elif phase == s.IDENTIFY:
        identify(state, action)
    elif phase == s.OBJECT:
        object_to(state, action)
    elif phase == s.DEAL_HAND:
        deal_hand(state, action)
    elif phase == s.GIVE:
        give(state, action)


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


KERNEL = register(
    Kernel(
        name="cunning_folk",
        dtype=s.STATE,
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
