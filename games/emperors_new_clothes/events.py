"""Everything that happens to the table, and who is told: cubes, the Troll's toll, goals."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, emit, everyone
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.roles import TOLL, TOLL_ROLE

MOST_SHOWN = NOTHING - 1
"""Amounts above it are shown as this in events; they follow from the public state anyway."""


@jit
def tell_some(state: Any, mask: int, code: int, a: int, b: int, c: int, d: int) -> None:
    """Emit an event that the players in `mask` see."""
    emit(state, mask, code, int(a), int(b), int(c), min(int(d), MOST_SHOWN))


@jit
def tell(state: Any, code: int, a: int, b: int, c: int, d: int) -> None:
    """Emit an event that everybody sees."""
    tell_some(state, everyone(state), code, a, b, c, d)


@jit
def move(state: Any, source: int, target: int, resource: int, amount: int) -> None:
    """Move up to `amount` cubes from a player to another."""
    moved = min(int(amount), int(state.cubes[source, resource]))
    if moved > 0:
        state.cubes[source, resource] -= moved
        state.cubes[target, resource] += moved
        tell(state, record.EV_MOVE, source, target, resource, moved)


@jit
def gain(state: Any, player: int, resource: int, amount: int) -> None:
    """Give a player cubes from the supply."""
    if amount > 0:
        state.cubes[player, resource] += amount
        tell(state, record.EV_MOVE, NOTHING, player, resource, amount)


@jit
def lose(state: Any, player: int, resource: int, amount: int) -> None:
    """Let a player discard up to `amount` cubes."""
    lost = min(int(amount), int(state.cubes[player, resource]))
    if lost > 0:
        state.cubes[player, resource] -= lost
        tell(state, record.EV_MOVE, player, NOTHING, resource, lost)


@jit
def charge_toll(state: Any, by: int, target: int) -> None:
    """Let player `by`, who targets player `target` in the reveal phase, pay the Troll's toll."""
    if state.revealing == 0 or by == target or state.roles[target] != TOLL_ROLE:
        return
    if state.cubes[by, TOLL] > 0:
        state.cubes[by, TOLL] -= 1
        state.points[target] += 1
        tell(state, record.EV_TOLL, by, target, 0, 0)


@jit
def attain(state: Any, player: int, goal: int) -> None:
    """Note that `player` has done what a goal asks, whether or not they have that goal."""
    state.attained[player] |= 1 << goal
