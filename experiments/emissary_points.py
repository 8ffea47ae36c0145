"""Intervals of points in The Emissary, which has 0 to 16: they vary less than they could."""

from intrigue.games.core.types import Array
from intrigue.solvers.emissary.tables.campaign import POINTS_A_KINGDOM
from intrigue.solvers.sampled.mean_interval import spread_interval

MOST_POINTS = 8 * POINTS_A_KINGDOM


def score_interval(scores: Array) -> tuple[float, float]:
    """Return the 95 % interval of the mean score of games, see :func:`spread_interval`."""
    return spread_interval(scores, 0.0, MOST_POINTS)


def cost_interval(costs: Array) -> tuple[float, float]:
    """Return the 95 % interval of the mean difference between two scores of the same deals."""
    return spread_interval(costs, -MOST_POINTS, MOST_POINTS)
