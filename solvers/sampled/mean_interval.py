"""Intervals for the mean of bounded outcomes that hold, however the outcomes are distributed.

:func:`mean_interval` is for outcomes that use their range (games won or lost) and for few of them;
:func:`spread_interval` for many that vary much less than they could (points of whole games).
"""

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
    _check(values, low, high, confidence)
    mean = min(max((float(values.mean()) - low) / (high - low), 0.0), 1.0)
    allowed = math.log(2 / (1 - confidence)) / len(values)

    def excess(p: float) -> float:
        return float(rel_entr(mean, p) + rel_entr(1 - mean, 1 - p)) - allowed

    tiny = 1e-15
    below = optimize.brentq(excess, tiny, mean) if mean > tiny and excess(tiny) > 0 else 0.0
    above = optimize.brentq(excess, mean, 1 - tiny) if mean < 1 and excess(1 - tiny) > 0 else 1.0
    return low + below * (high - low), low + above * (high - low)


def spread_interval(
    values: Array, low: float, high: float, confidence: float = 0.95
) -> tuple[float, float]:
    """Return an interval of the mean of independent outcomes that goes by how much they vary.

    The empirical Bernstein bound (Maurer and Pontil 2009, theorem 4), half of what may go wrong on
    either side, cut to the range. Parameters and errors are those of :func:`mean_interval`; of a
    single outcome nothing is known but the range.
    """
    _check(values, low, high, confidence)
    count = len(values)
    if count == 1:
        return low, high
    mean, variance = float(values.mean()), float(values.var(ddof=1))
    logarithm = math.log(4 / (1 - confidence))
    half = math.sqrt(2 * variance * logarithm / count)
    half += 7 * (high - low) * logarithm / (3 * (count - 1))
    return max(low, mean - half), min(high, mean + half)


def _check(values: Array, low: float, high: float, confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be in (0, 1), got {confidence}")
    if not low < high:
        raise ValueError(f"outcomes need a range, got {low} to {high}")
    if len(values) == 0 or not (low <= values.min() and values.max() <= high):
        raise ValueError(f"outcomes must be at least one, from {low:g} to {high:g}")
