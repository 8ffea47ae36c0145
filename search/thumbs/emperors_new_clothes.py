"""Rule of thumb for Emperor's New Clothes: take the role one has the cubes for, roll for it.

Uses the player's own role and what lies on the table.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import activation
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.rules import KERNEL
from intrigue.search.thumbs.registry import register

NO_RESOURCE = -1

SCORED = np.full(table.ROLES, NO_RESOURCE, np.int64)
"""Resource that each role scores, -1 for none of its own."""
for _role, _steps in table.STEPS.items():
    for _step in _steps:
        if _step.operation in (table.SCORE, table.MAY_SCORE_SETS):
            SCORED[_role] = _step.resource


@jit
def weights(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    phase = state.phase
    for i in range(n):
        action = actions[i]
        if phase == record.DRAFT:
            role = record.role_of_rank(state, action - 1)
            out[i] = (1.0 + prospect(state, player, role)) ** 2
        elif phase == record.REROLL:
            dice = action - state.reroll_base + 1 if action > 0 else 0
            out[i] = 20.0 if dice == bad_dice(state, SCORED[state.roles[player]]) else 0.1
        elif phase == record.GIVE:
            given = action - state.count_base + 1 if action > 0 else 0
            keeps = state.roles[player] == table.JESTER
            out[i] = 1.0 / (1.0 + 4.0 * given) if keeps else 0.2 + given
        elif phase == record.ACTIVATE:
            out[i] = activate_weight(state, player, action, i, n)
        elif phase == record.GUESS:
            out[i] = 1.0
        else:  # cards: play one every other time
            out[i] = 1.0 if action == 0 or n == 1 else 1.0 / (n - 1)


@jit
def prospect(state: Any, player: int, role: int) -> float:
    """Return the points that a role promises with the cubes on the table now."""
    if role == table.CHILD:
        total = 0.0
        for other in range(state.players):
            if other != player:
                total += state.cubes[other, table.GULLIBILITY]
        return total
    if role == table.EMPEROR:
        return state.cubes[player, table.DIGNITY] + 1.0  # type: ignore[no-any-return]
    if role == table.SWINDLER:
        return state.cubes[player, table.GOLD] + 1.0  # type: ignore[no-any-return]
    resource = SCORED[role]
    if resource == NO_RESOURCE:
        return 0.5
    points = float(state.cubes[player, resource])
    return points / 2 if role == table.LADY else points


@jit
def bad_dice(state: Any, wanted: int) -> int:
    """Return the mask of dice that do not show the wanted resource; of none, gullibility."""
    mask = 0
    for i in range(state.die_count):
        resource = state.dice[i] // 2
        big = state.dice[i] % 2 == 1
        if wanted == NO_RESOURCE:
            bad = resource == table.GULLIBILITY
        elif resource == wanted:
            bad = not big and state.rerolls_left > 1
        else:
            bad = True
        if bad:
            mask |= 1 << i
    return mask


@jit
def activate_weight(state: Any, player: int, action: int, i: int, n: int) -> float:
    """Shed gullibility if it costs nothing that scores; take, name and score what one can."""
    operation = activation.step_value(state, table.OPERATION)
    if operation == table.MAY_PAIRS:
        costs = activation.step_value(state, table.OTHER) == SCORED[state.roles[player]]
        wanted = 0 if costs else n - 1
        return 10.0 if i == wanted else 0.2
    if operation == table.MAY_SCORE_SETS:
        return 10.0 if i == n - 1 else 0.2
    return 0.3 if action == 0 else 1.0


register(KERNEL, weights)
