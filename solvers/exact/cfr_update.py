"""An iteration of CFR as compiled passes over the sequence form.

One update of a player is a pass over their information sets, last to first (counterfactual values,
regrets, the next strategy), and one first to last (realization plans, averages). Iterates are those
of the textbook walk over the tree, up to rounding.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.types import Array
from intrigue.solvers.exact import variants
from intrigue.solvers.trees.passes import FormArrays, row_value

_averaging = jit(variants.averaging)
_discount = jit(variants.discount)
_promise = jit(variants.promise)


class Rule(NamedTuple):
    """A :class:`intrigue.solvers.exact.variants.CFRVariant` in numbers; `matching` is an index."""

    alpha: float
    beta: float
    gamma: float
    delay: int
    matching: int
    alternating: bool

    @classmethod
    def of(cls, variant: variants.CFRVariant) -> Rule:
        """Return a variant in numbers."""
        return cls(
            float(variant.alpha),
            float(variant.beta),
            float(variant.gamma),
            variant.delay,
            variants.MATCHINGS.index(variant.matching),
            variant.alternating,
        )


class Learnt(NamedTuple):
    """What iterations change, with A actions and n players.

    ===========  ================  =============================================================
    `regrets`    (A,) float64      cumulative regret of every action
    `strategy`   (A,) float64      current behavior strategy
    `weights`    (A,) float64      sum over iterations of averaging weight times realization plan
    `plan`       (A + n,) float64  realization plan of the current strategy
    `below`      (A + n,) float64  zero between updates: ``below[s]`` gathers the counterfactual
                                   values of the information sets that follow sequence s
    ===========  ================  =============================================================
    """

    regrets: Array
    strategy: Array
    weights: Array
    plan: Array
    below: Array


@jit
def iterate(iterations: int, done: int, rule: Rule, form: FormArrays, learnt: Learnt) -> None:
    """Run iterations ``done + 1 .. done + iterations``."""
    first = form.first_infoset
    num_players = len(first) - 1
    for t in range(done + 1, done + iterations + 1):
        keep = (_discount(t, rule.alpha), _discount(t, rule.beta))
        weight = _averaging(t, rule.gamma, rule.delay)
        for p in range(num_players):
            _update(first[p], first[p + 1], keep, rule.matching, form, learnt)
            if rule.alternating:
                _realize_and_average(first[p], first[p + 1], weight, form, learnt)
        if not rule.alternating:
            _realize_and_average(first[0], first[num_players], weight, form, learnt)
        learnt.below[form.action_offset[-1] :] = 0.0


@jit
def averaging_total(iterations: int, gamma: float, delay: int) -> float:
    """Return the total weight of iterations 1 .. `iterations` in the average strategy."""
    total = 0.0
    for t in range(1, iterations + 1):
        total += _averaging(t, gamma, delay)
    return total


@jit(error_model="numpy")
def _update(
    first: int,
    last: int,
    keep: tuple[float, float],
    matching: int,
    form: FormArrays,
    learnt: Learnt,
) -> None:
    """Regrets and the next strategy at information sets ``first .. last - 1``, last to first.

    `keep` is what remains of positive and of negative regrets.
    """
    offset, parent = form.action_offset, form.parent
    row, others, value = form.row, form.others, form.value
    regrets, strategy, plan, below = learnt.regrets, learnt.strategy, learnt.plan, learnt.below
    keep_positive, keep_negative = keep
    for after in range(last - first):
        infoset = np.uint32(last - 1 - after)
        begin, end = offset[infoset], offset[infoset + 1]
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
            promise = _promise(matching, cumulative, regret)
            strategy[k] = promise
            total += promise
        scale = 1.0 / total if total > 0.0 else 0.0
        even = 0.0 if total > 0.0 else 1.0 / (end - begin)
        for k in range(begin, end):
            strategy[k] = strategy[k] * scale + even


@jit
def _realize_and_average(
    first: int, last: int, weight: float, form: FormArrays, learnt: Learnt
) -> None:
    """Add the old realization plan to the average and write the new one, first to last."""
    offset, parent = form.action_offset, form.parent
    strategy, weights, plan = learnt.strategy, learnt.weights, learnt.plan
    for infoset in range(first, last):
        above = plan[parent[infoset]]
        for k in range(offset[infoset], offset[infoset + 1]):
            weights[k] += weight * plan[k]
            plan[k] = above * strategy[k]
