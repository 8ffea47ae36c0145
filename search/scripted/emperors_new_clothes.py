"""Scripted players of Emperor's New Clothes: which role they take, what they roll, which cards.

Whoever can name players as the Knight names some at random, gullibility is given to the leader of
the others, and what roles may do at their activation is done as by the rule of thumb. No script
discards cards to draw new ones. Without action and event cards some scripts are alike.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import cards as deck
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.effects import card_of
from intrigue.games.emperors_new_clothes.rules import KERNEL
from intrigue.games.emperors_new_clothes.state import wide
from intrigue.search.scripted.registry import Script, register
from intrigue.search.thumbs.emperors_new_clothes import (
    SCORED,
    activate_weight,
    bad_dice,
    prospect,
)

# Which role to take: one of table.CARD_ROLES if it is passed on, or ...
MOST_POINTS = -1  # what would score most with the cubes on the table
ANY_ROLE = -2

# What to roll for: a resource, or ...
FOR_THE_ROLE = -1  # what the role scores
FIRST_ROLL = -2  # nothing: the first roll stays

# When to play a card ...
(
    KEEP,  # never
    AT_ONCE,  # as soon as it may be played, on whoever comes first
    IF_USEFUL,  # if it moves cubes or dice in one's favour, on the leader of the others
) = range(3)

SURELY, SELDOM = 1.0, 1e-6
"""Weights: what is done if it can be, and what is done if nothing else is left."""

_HABITS = (
    (Script("greedy", "takes the role with most points in sight"),
     MOST_POINTS, FOR_THE_ROLE, IF_USEFUL),
    (Script("hoarder", "greedy, and never plays a card"), MOST_POINTS, FOR_THE_ROLE, KEEP),
    (Script("spendthrift", "greedy, and plays every card at once"),
     MOST_POINTS, FOR_THE_ROLE, AT_ONCE),
    (Script("sovereign", "takes the Emperor if it can"), table.EMPEROR, FOR_THE_ROLE, IF_USEFUL),
    (Script("swindler", "takes a Swindler if it can"), table.SWINDLER, FOR_THE_ROLE, IF_USEFUL),
    (Script("child", "takes the Child if it can"), table.CHILD, FOR_THE_ROLE, IF_USEFUL),
    (Script("miser", "greedy, and rolls for gold whatever its role"),
     MOST_POINTS, table.GOLD, IF_USEFUL),
    (Script("steady", "greedy, and never rolls again"), MOST_POINTS, FIRST_ROLL, IF_USEFUL),
    (Script("careless", "takes any role, rolls for it"), ANY_ROLE, FOR_THE_ROLE, IF_USEFUL),
)  # fmt: skip
_DRAFTS = np.array([drafts for _, drafts, _, _ in _HABITS])
_ROLLS = np.array([rolls for _, _, rolls, _ in _HABITS])
_PLAYS = np.array([plays for _, _, _, plays in _HABITS])


@jit
def weights(state: Any, script: int, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    phase = state.phase
    if phase == record.DRAFT:
        _draft(state, player, _DRAFTS[script], actions, n, out)
        return
    for i in range(n):
        action = actions[i]
        if phase == record.REROLL:
            out[i] = SURELY if action == _reroll(state, player, _ROLLS[script]) else SELDOM
        elif phase == record.GIVE:
            wanted = n - 1 if _leader(state, wide(state.actor)) == state.asked else 0
            out[i] = SURELY if i == wanted else SELDOM
        elif phase == record.WINDOW or phase == record.RESPONSE:
            out[i] = _play(state, player, action, _PLAYS[script])
        elif phase == record.ACTIVATE:
            out[i] = activate_weight(state, player, action, i, n)
        else:  # the Knight names somebody; nobody discards
            names = phase == record.GUESS
            out[i] = SURELY if (action > 0) == names or n == 1 else SELDOM


@jit
def _draft(state: Any, player: int, drafts: int, actions: Any, n: int, out: Any) -> None:
    """Take the wanted role if it is passed on, else one with most points in sight, else any."""
    best = -1.0
    for i in range(n):
        role = record.role_of_rank(state, actions[i] - 1)
        out[i] = 1.0 if drafts == ANY_ROLE else prospect(state, player, role)
        if role == drafts:
            out[i] = np.inf
        best = max(best, out[i])
    for i in range(n):
        out[i] = SURELY if out[i] == best else 0.0


@jit
def _reroll(state: Any, player: int, rolls: int) -> int:
    """Return the action: which dice to roll again."""
    if rolls == FIRST_ROLL:
        return 0
    wanted = SCORED[state.roles[player]] if rolls == FOR_THE_ROLE else rolls
    dice = bad_dice(state, wanted)
    return wide(state.reroll_base + dice - 1) if dice > 0 else 0


@jit
def _leader(state: Any, player: int) -> int:
    """Return who has most points of the others, the first of them after `player`."""
    best = -1
    for seat in range(1, state.players):
        other = wide((player + seat) % state.players)
        if best < 0 or state.points[other] > state.points[best]:
            best = other
    return best


@jit
def _play(state: Any, player: int, action: int, plays: int) -> float:
    """Weigh passing, or playing a card on somebody or something."""
    if plays == KEEP:
        return SURELY if action == 0 else 0.0
    if action == 0 or plays == AT_ONCE:
        return SELDOM if action == 0 else SURELY
    card = card_of(state, action)
    kind = wide(state.card_kind[card])
    choice = wide(action - state.play_base - state.card_offset[card])
    return SURELY if _is_useful(state, player, kind, choice) else 0.0


@jit
def _is_useful(state: Any, player: int, kind: int, choice: int) -> bool:
    """Return whether a card, played on the `choice` of a player or a die, does one good only."""
    target = state.kinds[kind, deck.TARGET]
    if target == deck.A_PLAYER and choice != _leader(state, player):
        return False
    good = False
    for first in (deck.FIRST_EFFECT, deck.SECOND_EFFECT):
        operation = state.kinds[kind, first]
        resource = wide(state.kinds[kind, first + 2])
        if operation == deck.NO_EFFECT:
            continue
        if operation <= deck.GIVE:
            other = choice if target == deck.A_PLAYER else _leader(state, player)
            concerned = player if state.kinds[kind, first + 1] == deck.SELF else other
            gain = _cube_gain(state, player, operation, resource, concerned, other)
        else:
            amount = wide(state.kinds[kind, first + 3])
            gain = _dice_gain(state, player, operation, resource, amount, choice)
        if gain < 0:
            return False
        good = good or gain > 0
    return good


@jit
def _cube_gain(
    state: Any, player: int, operation: int, resource: int, concerned: int, other: int
) -> int:
    """Return 1 if moving cubes does `player` good, -1 if it does harm, 0 if nothing moves."""
    wanted = resource != table.GULLIBILITY or SCORED[state.roles[player]] == resource
    sign = 1 if wanted else -1
    if operation == deck.TAKE:
        return sign if state.cubes[other, resource] > 0 else 0
    if operation == deck.GIVE:
        return -sign if state.cubes[player, resource] > 0 else 0
    if concerned != player:
        sign = 1 if resource == table.GULLIBILITY else -1
    if operation == deck.GAIN:
        return sign
    return -sign if state.cubes[concerned, resource] > 0 else 0


@jit
def _dice_gain(
    state: Any, player: int, operation: int, resource: int, amount: int, die: int
) -> int:
    """Return 1 if changing dice, roles or the order does `player` good, as far as one can say."""
    own = state.actor == player
    if operation == deck.ADD_DICE or operation == deck.CANCEL:
        return 1
    if operation == deck.REMOVE_DIE:
        return -1 if own else 1
    if operation == deck.FLIP_DIE or operation == deck.SET_DIE:
        wanted = SCORED[state.roles[player]]
        face = wide(state.dice[die])
        new = 2 * resource + amount - 1 if operation == deck.SET_DIE else record.FACES - 1 - face
        better = _worth(new, wanted) > _worth(face, wanted)
        return 1 if own and better else -1
    return -1


@jit
def _worth(face: int, wanted: int) -> int:
    """Return how many cubes of the wanted resource a face shows."""
    return face % 2 + 1 if face // 2 == wanted else 0


register(KERNEL, tuple(script for script, _, _, _ in _HABITS), weights)
