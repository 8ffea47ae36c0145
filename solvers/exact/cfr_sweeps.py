"""The compiled sweeps of CFR over the sequence form; `cfr` drives them."""

from __future__ import annotations

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.trees.sequence_form import row_value


@jit
def averaging(t: int, gamma: float, delay: int) -> float:
    """Return the weight of iteration `t` in the average strategy."""
    return float(t - delay) ** gamma if t > delay else 0.0


@jit
def _discount(t: int, exponent: float) -> float:
    """``t**exponent / (t**exponent + 1)``, in the limit for infinite exponents."""
    if exponent == np.inf:
        return 1.0
    if exponent == -np.inf:
        return 0.0
    power = float(t) ** exponent
    return float(power / (power + 1.0))


@jit
def iterate(
    iterations: int,
    done: int,
    num_players: int,
    alpha: float,
    beta: float,
    gamma: float,
    delay: int,
    predictive: bool,
    alternating: bool,
    first_infoset: Any,
    action_offset: Any,
    parent: Any,
    row: Any,
    others: Any,
    value: Any,
    regrets: Any,
    strategy: Any,
    weights: Any,
    plan: Any,
    scratch: Any,
) -> None:
    """Run iterations ``done + 1 .. done + iterations``; `scratch` (A + n,) is zero between them."""
    for t in range(done + 1, done + iterations + 1):
        keep_positive, keep_negative = _discount(t, alpha), _discount(t, beta)
        weight = averaging(t, gamma, delay)
        for p in range(num_players):
            _update(
                first_infoset[p],
                first_infoset[p + 1],
                keep_positive,
                keep_negative,
                predictive,
                action_offset,
                parent,
                row,
                others,
                value,
                regrets,
                strategy,
                plan,
                scratch,
            )
            if alternating:
                _realize_and_average(
                    first_infoset[p],
                    first_infoset[p + 1],
                    weight,
                    action_offset,
                    parent,
                    strategy,
                    weights,
                    plan,
                )
        if not alternating:
            _realize_and_average(
                first_infoset[0],
                first_infoset[num_players],
                weight,
                action_offset,
                parent,
                strategy,
                weights,
                plan,
            )
        scratch[action_offset[-1] :] = 0.0


@jit(error_model="numpy")
def _update(
    first: int,
    last: int,
    keep_positive: float,
    keep_negative: float,
    predictive: bool,
    action_offset: Any,
    parent: Any,
    row: Any,
    others: Any,
    value: Any,
    regrets: Any,
    strategy: Any,
    plan: Any,
    below: Any,
) -> None:
    """Regrets and the next strategy at information sets ``first .. last - 1``, last to first.

    ``below[s]`` gathers the counterfactual values of the information sets that follow sequence s.
    """
    for after in range(last - first):
        infoset = np.uint32(last - 1 - after)
        begin, end = action_offset[infoset], action_offset[infoset + 1]
        expected = 0.0
        for k in range(begin, end):
            below[k] += row_value(k, row, others, value, plan)
            expected += strategy[k] * below[k]
        below[parent[infoset]] += expected
        total = 0.0
        for k in range(begin, end):
            regret = below[k] - expected
            below[k] = 0.0
            cumulative = regrets[k] + regret
            cumulative *= keep_positive if cumulative > 0.0 else keep_negative
            regrets[k] = cumulative
            promise = cumulative + regret if predictive else cumulative
            promise = max(promise, 0.0)
            strategy[k] = promise
            total += promise
        scale = 1.0 / total if total > 0.0 else 0.0
        even = 0.0 if total > 0.0 else 1.0 / (end - begin)
        for k in range(begin, end):
            strategy[k] = strategy[k] * scale + even


@jit
def _realize_and_average(
    first: int,
    last: int,
    weight: float,
    action_offset: Any,
    parent: Any,
    strategy: Any,
    weights: Any,
    plan: Any,
) -> None:
    """Add the old realization plan to the average and write the new one, first to last."""
    for infoset in range(first, last):
        above = plan[parent[infoset]]
        for k in range(action_offset[infoset], action_offset[infoset + 1]):
            weights[k] += weight * plan[k]
            plan[k] = above * strategy[k]
