"""What a network sees of Cunning Folk: the places of the village, and the turn."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.cunning_folk import rules
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import give_action, pair_of
from intrigue.games.cunning_folk.cards import EVIL_ELDER, GOOD_ELDER
from intrigue.search.learned.features import Features, Terms, register
from intrigue.search.thumbs.cunning_folk import can_win_as

# Scores of a place.
LOOK, KEEP, EXCHANGE, TRADE, TURN_UP = range(5)
ITEM_SCORES = 5

# Scores of the whole: these, then a claim of each role, then giving each role.
SILENT, PASS, CHALLENGE, DONE = range(4)
FIRST_CLAIM = 4

FLAGS = 3
"""Numbers of a place beside those by role: under the finger, face up, one of an exchanged pair."""
OF_THE_TURN = 8
"""Numbers of the whole beside those by role, phase and player."""


def declare(state: Any) -> Features:
    """Return the features of a game with these parameters."""
    roles, players, places = int(state.n_roles), int(state.players), int(state.places)
    terms = Terms(int(state.n_actions), FIRST_CLAIM + 2 * roles, ITEM_SCORES)
    for place in range(places):
        terms.item(place, LOOK, place)
        terms.item(int(state.first_turn_up) + place, TURN_UP, place)
        if state.first_trade < state.first_turn_up:
            terms.item(int(state.first_trade) + place, TRADE, place)
    for number in range(int(state.first_trade - state.first_exchange)):
        kind = EXCHANGE if number % 2 else KEEP
        terms.item(int(state.first_exchange) + number, kind, *map(int, pair_of(number // 2)))
    terms.whole(int(state.silent), SILENT)
    terms.whole(int(state.pass_), PASS)
    terms.whole(int(state.challenge), CHALLENGE)
    if state.scoundrels:
        terms.whole(int(state.done), DONE)
    for i in range(roles):
        terms.whole(int(state.first_claim) + i, FIRST_CLAIM + i)
        if state.pile[state.roles[i]] > 0:
            terms.whole(int(give_action(state, state.roles[i])), FIRST_CLAIM + roles + i)
    return Features(
        items=places,
        item_size=FLAGS + 2 * roles + players * (roles + 1),
        whole_size=OF_THE_TURN + s.N_PHASES + (roles + 1) + 2 * roles + 3 * players,
        whole_scores=FIRST_CLAIM + 2 * roles,
        item_scores=ITEM_SCORES,
        terms=terms.terms,
    )


@jit
def write(state: Any, player: int, items: Any, whole: Any) -> None:
    """Write the features, see `features`."""
    for place in range(state.places):
        _write_place(state, player, place, items[place])
    _write_turn(state, player, whole)


@jit
def _write_place(state: Any, player: int, place: int, out: Any) -> None:
    """What may lie there, to `player` and to all, and what each player last said of it."""
    roles = state.n_roles
    out[0] = 1.0 if state.finger == place else 0.0
    out[1] = state.up[place]
    out[2] = 1.0 if state.partner[player, place] != -1 else 0.0
    at = FLAGS
    for i in range(roles):
        role = state.roles[i]
        out[at + i] = (state.possible[player, place] >> role) & 1
        out[at + roles + i] = (state.possible[state.players, place] >> role) & 1
    at += 2 * roles
    for j in range(state.players):
        said = state.said[(player + j) % state.players, place]
        for i in range(roles):
            if said == state.roles[i]:
                out[at + i] = 1.0
        if said == s.SILENT:
            out[at + roles] = 1.0
        at += roles + 1


@jit
def _write_turn(state: Any, player: int, out: Any) -> None:
    """The phase, the claim, marks, whose turn it is, and who could win at once."""
    roles = state.n_roles
    known = 0
    for place in range(state.places):
        mine = state.possible[player, place]
        if mine & (mine - 1) == 0:
            known += 1
    out[0] = 1.0 if can_win_as(state, player, GOOD_ELDER) else 0.0
    out[1] = 1.0 if can_win_as(state, player, EVIL_ELDER) else 0.0
    out[2] = 1.0 if can_win_as(state, state.players, GOOD_ELDER) else 0.0
    out[3] = 1.0 if can_win_as(state, state.players, EVIL_ELDER) else 0.0
    out[4] = known / state.places
    out[5] = state.turns / state.max_turns
    out[6] = 1.0 if state.max_turns - state.turns <= 2 * state.players else 0.0
    out[7] = 1.0 if state.active == player else 0.0
    at = OF_THE_TURN
    out[at + state.phase] = 1.0
    at += s.N_PHASES
    for i in range(roles):
        role = state.roles[i]
        if state.claim == role:
            out[at + i] = 1.0
        if state.kept[player] == role:
            out[at + roles + 1 + i] = 1.0
        for k in range(2):
            if state.hand[player, k] == role:
                out[at + 2 * roles + 1 + i] += 1.0
    if state.claim == s.SILENT:
        out[at + roles] = 1.0
    at += 3 * roles + 1
    for j in range(state.players):
        other = (player + j) % state.players
        left = state.marks_to_leave - state.marks[other]
        out[at + 3 * j] = 1.0 if left <= 0 else 0.0
        out[at + 3 * j + 1] = 1.0 if left == 1 else 0.0
        out[at + 3 * j + 2] = 1.0 if state.active == other else 0.0


register(rules.KERNEL, write, declare)
