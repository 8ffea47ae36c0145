"""Carrying out the table of roles: every operation of roles.py, and the choices within them."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import attain, charge_toll, gain, lose, move, tell
from intrigue.games.emperors_new_clothes.roles import GULLIBILITY
from intrigue.games.emperors_new_clothes.state import player_of, wide

STEP_TABLE = table.step_table()


@jit
def run_activations(state: Any) -> None:
    """Activate the roles in order until a player is to choose or all are done.

    `turn` counts the players activated, `step` is the step of the current role, -1 before it.
    """
    while state.turn < state.players:
        player = wide(state.order[state.turn])
        role = wide(state.roles[player])
        if state.step < 0:
            _announce(state, player, role)
        while STEP_TABLE[role, state.step, table.OPERATION] != table.END:
            if _condition_holds(state, player, role):
                state.progress = 0
                state.floor = 0
                if _needs_choice(state, player, role):
                    state.phase = record.ACTIVATE
                    return
                _carry_out(state, player, role)
            state.step += 1
        state.activated |= 1 << role
        state.turn += 1
        state.step = -1
    state.phase = record.ROUND_END


@jit
def _announce(state: Any, player: int, role: int) -> None:
    state.step = 0
    tell(state, record.EV_ACTIVATES, player, role, 0, 0)
    if state.cubes[player, 0] + state.cubes[player, 1] + state.cubes[player, 2] == 0:
        attain(state, player, record.EMPTY_HANDED)


@jit
def _condition_holds(state: Any, player: int, role: int) -> bool:
    condition = STEP_TABLE[role, state.step, table.CONDITION]
    duped = state.cubes[player, GULLIBILITY] > 0
    return condition == table.ALWAYS or duped == (condition == table.DUPED)


@jit
def _carry_out(state: Any, player: int, role: int) -> None:
    """Carry out a step that leaves no choice."""
    operation = STEP_TABLE[role, state.step, table.OPERATION]
    resource = wide(STEP_TABLE[role, state.step, table.RESOURCE])
    other = wide(STEP_TABLE[role, state.step, table.OTHER])
    named = wide(STEP_TABLE[role, state.step, table.ROLE])
    amount = wide(STEP_TABLE[role, state.step, table.AMOUNT])
    if operation == table.COLLECT:
        for seat in range(1, state.players):
            payer = (player + seat) % state.players
            if state.cubes[payer, resource] > 0:
                charge_toll(state, player, payer)
                move(state, payer, player, resource, amount)
    elif operation == table.SWINDLE:
        _swindle(state, player, resource, other, named)
    elif operation == table.DISCARD:
        lose(state, player, resource, wide(state.cubes[player, resource]))
    elif operation == table.PAIRS:
        pairs = min(wide(state.cubes[player, resource]), wide(state.cubes[player, other]))
        _discard_pairs(state, player, resource, other, pairs)
    elif operation == table.SCORE:
        _score(state, player, resource, wide(state.cubes[player, resource]), 1)
    elif operation == table.SCORE_OTHERS:
        _score_others(state, player, role, resource)
    elif operation == table.STOP:
        if player_of(state, named) >= 0 and (state.activated >> named) & 1 == 0:
            state.stopped |= 1 << named
            tell(state, record.EV_STOPS, player, named, 0, 0)
    elif operation == table.ROLE_GAINS:
        target = player_of(state, named)
        if target >= 0:
            charge_toll(state, player, target)
            gain(state, target, resource, amount)
    elif operation == table.OTHERS_GAIN or operation == table.OTHERS_LOSE:
        for seat in range(1, state.players):
            target = (player + seat) % state.players
            charge_toll(state, player, target)
            if operation == table.OTHERS_GAIN:
                gain(state, target, resource, amount)
            else:
                lose(state, target, resource, amount)


@jit
def _swindle(state: Any, player: int, resource: int, other: int, named: int) -> None:
    """Take half of what the player of the role `named` has, or as much as the first one took.

    Nothing happens if that player has none of `other`, or if this Swindler has been caught.
    """
    target = player_of(state, named)
    if target < 0 or state.cubes[target, other] == 0 or (state.caught >> player) & 1:
        return
    if state.loot < 0:
        state.loot = state.cubes[target, resource] // 2
    charge_toll(state, player, target)
    move(state, target, player, resource, wide(state.loot))


@jit
def _discard_pairs(state: Any, player: int, resource: int, other: int, pairs: int) -> None:
    state.cubes[player, resource] -= pairs
    state.cubes[player, other] -= pairs
    if pairs > 0:
        tell(state, record.EV_PAIRS, player, resource, other, pairs)


@jit
def _score(state: Any, player: int, resource: int, points: int, price: int) -> None:
    """Score `points`, discarding `price` of the resource for each."""
    state.cubes[player, resource] -= points * price
    state.points[player] += points
    if points > 0:
        tell(state, record.EV_SCORES, player, resource, price, points)


@jit
def _score_others(state: Any, player: int, role: int, resource: int) -> None:
    if (state.stopped >> role) & 1:
        tell(state, record.EV_STOPPED, player, role, 0, 0)
        return
    points = 0
    for p in range(state.players):
        if p != player:
            points += wide(state.cubes[p, resource])
    _score(state, player, resource, points, 0)


# --- Choices --------------------------------------------------------------------------------------


@jit
def _needs_choice(state: Any, player: int, role: int) -> bool:
    """Set `decider` and return True if the current step is a choice with more than one option."""
    operation = STEP_TABLE[role, state.step, table.OPERATION]
    resource = STEP_TABLE[role, state.step, table.RESOURCE]
    state.decider = player
    if operation == table.MAY_PAIRS or operation == table.MAY_SCORE_SETS:
        return most_sets(state) > 0
    if operation == table.ROLE_MAY_DISCARD:
        target = player_of(state, STEP_TABLE[role, state.step, table.ROLE])
        if target < 0 or state.cubes[target, resource] == 0:
            return False
        charge_toll(state, player, target)
        state.decider = target
        return True
    if operation == table.MAY_TAKE:
        return takes_from(state) >= 0
    return operation == table.MAY_DUPE


@jit
def step_value(state: Any, column: int) -> int:
    """Return a column of the step that is being carried out."""
    role = state.roles[state.order[state.turn]]
    return wide(STEP_TABLE[role, state.step, column])


@jit
def most_sets(state: Any) -> int:
    """Return how many pairs or sets the active player can discard in the current step."""
    player = wide(state.order[state.turn])
    have = wide(state.cubes[player, step_value(state, table.RESOURCE)])
    if step_value(state, table.OPERATION) == table.MAY_SCORE_SETS:
        return have // step_value(state, table.AMOUNT)
    return min(have, wide(state.cubes[player, step_value(state, table.OTHER)]))


@jit
def takes_from(state: Any) -> int:
    """Return the player from whom a cube may be taken in the current step, or -1.

    Cubes are taken in the order of the resources, so that a choice can be made in one way only.
    """
    player = state.order[state.turn]
    target = player_of(state, step_value(state, table.ROLE))
    if target < 0 or target == player:
        return -1
    for resource in range(state.floor, 3):
        if state.cubes[target, resource] > 0:
            return target
    return -1


@jit
def choose_count(state: Any, count: int) -> None:
    """Discard `count` pairs or sets. The largest number one may say leads to a further question."""
    player = wide(state.order[state.turn])
    resource = step_value(state, table.RESOURCE)
    if count == 0:
        tell(state, record.EV_DECLINES, player, 0, 0, 0)
    elif step_value(state, table.OPERATION) == table.MAY_SCORE_SETS:
        _score(state, player, resource, count, step_value(state, table.AMOUNT))
    else:
        _discard_pairs(state, player, resource, step_value(state, table.OTHER), count)
    if count < state.counts or most_sets(state) == 0:
        _finish_step(state)


@jit
def choose_cube(state: Any, resource: int) -> None:
    """Take a cube from the role's player, or discard one's own; -1 for none (more)."""
    if resource < 0:
        tell(state, record.EV_DECLINES, state.decider, 0, 0, 0)
        _finish_step(state)
    elif step_value(state, table.OPERATION) == table.ROLE_MAY_DISCARD:
        lose(state, wide(state.decider), resource, 1)
        _finish_step(state)
    else:
        player = wide(state.order[state.turn])
        target = takes_from(state)
        if state.progress == 0:
            charge_toll(state, player, target)
        move(state, target, player, resource, 1)
        state.progress += 1
        state.floor = resource
        if state.progress == step_value(state, table.AMOUNT) or takes_from(state) < 0:
            _finish_step(state)


@jit
def choose_player(state: Any, target: int) -> None:
    """Let another player gain what the step says; -1 for nobody (more)."""
    player = wide(state.order[state.turn])
    if target < 0:
        tell(state, record.EV_DECLINES, player, 0, 0, 0)
        _finish_step(state)
        return
    tell(state, record.EV_DUPES, player, target, 0, 0)
    charge_toll(state, player, target)
    gain(state, target, step_value(state, table.RESOURCE), 1)
    state.progress += 1
    state.floor = target + 1
    last = state.players - 1
    if player == last:
        last -= 1
    if state.progress == step_value(state, table.AMOUNT) or state.floor > last:
        _finish_step(state)


@jit
def _finish_step(state: Any) -> None:
    state.step += 1
    state.phase = record.ACTIVATIONS
