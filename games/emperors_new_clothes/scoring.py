"""Points into returns: who wins, ties, goals."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import attain, tell
from intrigue.games.emperors_new_clothes.roles import DIGNITY, GOLD, GULLIBILITY
from intrigue.games.emperors_new_clothes.state import wide


@jit
def end_game(state: Any) -> None:
    """End the game; goals that look at the result are attained now, and all goals are shown."""
    most = 0
    for p in range(state.players):
        most = max(most, wide(state.points[p]))
    for p in range(state.players):
        if state.points[p] == most - 1:
            attain(state, p, record.ONE_SHORT)
    tell(state, record.EV_GAME_OVER, 0, 0, 0, 0)
    if state.with_goals == 1:
        for p in range(state.players):
            tell(state, record.EV_GOALS, p, state.goals[p], 0, 0)
    state.phase = record.OVER


@jit
def goals_reached(state: Any, player: int) -> int:
    """Return how many of their goals a player has attained."""
    reached = wide(state.goals[player] & state.attained[player])
    count = 0
    for goal in range(record.GOAL_KINDS):
        count += (reached >> goal) & 1
    return count


@jit
def compare(state: Any, p: int, q: int) -> int:
    """Return 1 if player `p` finishes before player `q`, -1 if after, 0 for a shared place.

    Goals first if they are played, then points, least gullibility, most dignity, most gold.
    """
    margins = (
        goals_reached(state, p) - goals_reached(state, q),
        wide(state.points[p]) - wide(state.points[q]),
        wide(state.cubes[q, GULLIBILITY]) - wide(state.cubes[p, GULLIBILITY]),
        wide(state.cubes[p, DIGNITY]) - wide(state.cubes[q, DIGNITY]),
        wide(state.cubes[p, GOLD]) - wide(state.cubes[q, GOLD]),
    )
    for margin in margins:
        if margin != 0:
            return 1 if margin > 0 else -1
    return 0
