"""An interval for the mean of a few bounded outcomes that holds, however they are distributed."""

from __future__ import annotations

import math

from scipy import optimize
from scipy.special import rel_entr

from intrigue.games.core.types import Array


def mean_interval(
    values: Array, low: float, high: float, confidence: float = 0.95
) -> tuple[float, float]:
    """Return an interval that the mean of bounded outcomes lies in, with at least `confidence`.

    For n independent outcomes in [0, 1] the chance that their mean comes out at m or more, while
    the expected mean is only p, is at most ``exp(-n KL(m, p))`` with KL the relative entropy of two
    coins (Hoeffding 1963, "Probability inequalities for sums of bounded random variables", theorem
    1; outcomes need not be distributed alike). The ends are the p at which that bound falls to what
    may go wrong on either side. No shape is assumed, so a run of wins does not give an interval
    without width: of n wins the lower end is that of Clopper and Pearson.

    Parameters
    ----------
    values : (n,) float64
        At least one, each from `low` to `high`.
    low, high : float
        The range that outcomes can have, not the range that they had.
    confidence : float
        In (0, 1).

    Raises
    ------
    ValueError
        There are no values, one is out of range, or the confidence is not in (0, 1).
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in (0, 1), got {confidence}")
    if not low < high:
        raise ValueError(f"outcomes need a range, got {low} to {high}")
    if len(values) == 0 or not (low <= values.min() and values.max() <= high):
        raise ValueError(f"outcomes must be at least one, from {low:g} to {high:g}")
    mean = min(max((float(values.mean()) - low) / (high - low), 0.0), 1.0)
    allowed = math.log(2 / (1 - confidence)) / len(values)

    def excess(p: float) -> float:
        return float(rel_entr(mean, p) + rel_entr(1 - mean, 1 - p)) - allowed

    tiny = 1e-15
    below = optimize.brentq(excess, tiny, mean) if mean > tiny and excess(tiny) > 0 else 0.0
    above = optimize.brentq(excess, mean, 1 - tiny) if mean < 1 and excess(1 - tiny) > 0 else 1.0
    return low + below * (high - low), low + above * (high - low)
