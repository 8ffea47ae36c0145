"""Compiled passes over the sequence form: plans, behavior strategies, counterfactual values."""

from __future__ import annotations

from typing import NamedTuple

from intrigue.games.core.compiler import jit
from intrigue.games.core.types import Array


class FormArrays(NamedTuple):
    """The arrays of :class:`intrigue.solvers.trees.sequence_form.SequenceForm`, described there."""

    first_infoset: Array
    action_offset: Array
    parent: Array
    row: Array
    others: Array
    value: Array


@jit
def realize(action_offset: Array, parent: Array, behavior: Array, plan: Array) -> None:
    """Write the realization plan of a behavior strategy; empty sequences must hold 1 already."""
    for infoset in range(len(parent)):
        above = plan[parent[infoset]]
        for k in range(action_offset[infoset], action_offset[infoset + 1]):
            plan[k] = above * behavior[k]


@jit
def normalize(action_offset: Array, weights: Array, behavior: Array) -> None:
    """Write each information set's weights divided by their sum, or 1/n where that is zero."""
    for infoset in range(len(action_offset) - 1):
        begin, end = action_offset[infoset], action_offset[infoset + 1]
        total = 0.0
        for k in range(begin, end):
            total += weights[k]
        for k in range(begin, end):
            behavior[k] = weights[k] / total if total > 0.0 else 1.0 / (end - begin)


@jit(forceinline=True)  # the innermost loop of every pass: a call for each row takes twice as long
def row_value(s: int, row: Array, others: Array, value: Array, plan: Array) -> float:
    """Payoffs of sequence `s` weighted by the other players' plans."""
    total = 0.0
    if others.ndim == 1:  # decided when compiling: the array's type tells, as it is an argument
        for e in range(row[s], row[s + 1]):
            total += value[e] * plan[others[e]]
    else:
        for e in range(row[s], row[s + 1]):
            product = value[e]
            for q in range(others.shape[1]):
                product *= plan[others[e, q]]
            total += product
    return total


@jit
def gradient(form: FormArrays, plan: Array, out: Array) -> None:
    """Write the :func:`row_value` of every sequence."""
    for s in range(len(out)):
        out[s] = row_value(s, form.row, form.others, form.value, plan)
