"""Weights of sampled worlds by how the opponents acted in them, whoever sampled the worlds.

The model of the opponents errs with probability `MISTAKES`, so no world is ever ruled out that was
possible. If few particles carry nearly all weight, the weights are flattened (raised to a power
below one) until the effective sample size is a share `LEAST_EFFECTIVE` of the particles: the belief
can be blunt, never empty. Particle filters: Doucet and Johansen (2009); tempering: Del Moral et al.
(2006).
"""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

MISTAKES = 0.1
"""Probability with which a modelled opponent acts uniformly at random instead."""

LEAST_EFFECTIVE = 0.05
"""Smallest effective sample size that is accepted, as a share of the particles."""

RECENT = 4
"""How many of the opponents' last decisions the rollout model looks at (it is expensive)."""

ROLLOUTS = 4
"""Rollouts an action of the rollout model."""

TEMPERATURE = 0.1
"""Of the softmax over values (scaled to 0..1) in the rollout model."""


def effective_sample_size(weights: Array) -> float:
    """Return (sum of weights)**2 / sum of squared weights: 1 to the number of weights."""
    return float(weights.sum() ** 2 / np.square(weights).sum())


def tempered(log_weights: Array, least: float) -> tuple[Array, float]:
    """Return weights (summing to one) and their effective sample size, at least `least`.

    They are proportional to ``exp(power * log_weights)`` with the largest power in 0..1 (found by
    bisection) that keeps the effective sample size.
    """

    def weights_at(power: float) -> Array:
        weights = np.exp(power * (log_weights - log_weights.max()))
        return weights / weights.sum()  # type: ignore[no-any-return]

    low, high = 0.0, 1.0
    if effective_sample_size(weights_at(1.0)) >= least:
        low = 1.0
    else:
        for _ in range(40):
            middle = (low + high) / 2
            if effective_sample_size(weights_at(middle)) >= least:
                low = middle
            else:
                high = middle
    weights = weights_at(low)
    return weights, effective_sample_size(weights)


def systematic(weights: Array, count: int, offset: float) -> Array:
    """Draw `count` indices, int64, by weights that sum to one, with one uniform `offset` in [0, 1).

    Systematic resampling: index i is drawn floor or ceil of ``count * weights[i]`` times.
    """
    points = (np.arange(count) + offset) / count
    chosen: Array = np.searchsorted(np.cumsum(weights), points, side="right")
    return np.minimum(chosen, len(weights) - 1)  # type: ignore[no-any-return]
