"""What happens in a turn: a look, a claim, who challenges it, and whether the role acts."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, everyone, only
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.abilities import act
from intrigue.games.cunning_folk.cards import LIAR
from intrigue.games.cunning_folk.course import end_turn, give_mark, next_player, turn_up
from intrigue.games.cunning_folk.knowledge import learn, rule_out_liar


@jit
def list_looks(state: Any, out: Any) -> int:
    """Write the places to look at, face-up ones too, and return how many there are."""
    for place in range(state.places):
        out[place] = place
    return int(state.places)


@jit
def look(state: Any, place: int) -> None:
    """The active player investigates a place."""
    active = state.active
    state.finger = place
    state.phase = s.CLAIM
    emit(state, everyone(state), s.EV_LOOK, active, place)
    if state.up[place] == 0:
        role = int(state.card[place])
        emit(state, only(active), s.EV_SAW, place, role)
        learn(state, active, place, role)


@jit
def list_claims(state: Any, out: Any) -> int:
    """Write silence and the roles that may be alleged; return how many there are."""
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
def claim(state: Any, action: int) -> None:
    """The active player alleges a role, or stays silent, which ends the turn."""
    active = state.active
    finger = state.finger
    if action == state.silent:
        state.claim = s.SILENT
        emit(state, everyone(state), s.EV_SILENT, active, finger)
    else:
        state.claim = int(state.roles[action - state.first_claim])
        emit(state, everyone(state), s.EV_CLAIM, active, finger, state.claim)
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
def list_answers(state: Any, out: Any) -> int:
    """Write what others may do about a claim: pass or challenge; return how many (2)."""
    out[0] = state.pass_
    out[1] = state.challenge
    return 2


@jit
def answer(state: Any, action: int) -> None:
    """Another player challenges the claim or lets it pass; the first challenge counts."""
    player = state.mover
    if action == state.pass_:
        emit(state, everyone(state), s.EV_PASS, player)
        following = next_player(state, player)
        if following == state.active:
            act(state)
        else:
            state.mover = following
        return
    emit(state, everyone(state), s.EV_CHALLENGE, player)
    turn_up(state, state.finger)
    if state.card[state.finger] == state.claim:
        give_mark(state, player)
        if state.phase != s.OVER:
            act(state)
    else:
        give_mark(state, state.active)
        if state.phase != s.OVER:
            end_turn(state)
