"""Choosing among the edges of a node: UCB1, PUCT, EXP3, or the least tried one.

All work on a list of edges ``choices[:n]``, the ones available in the world at hand. Values are
scaled to 0..1. Ties go to the first edge, except that untried edges are taken in random order.
"""

import math
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import random_below, random_index
from intrigue.search.tree import Tree

Array = np.ndarray[Any, Any]

UCB1, PUCT, EXP3, LEAST_TRIED = 0, 1, 2, 3


@jit
def random_untried(tree: Tree, choices: Array, n: int, rng: Array) -> int:
    """Return the position in `choices` of a random edge without visits, -1 if there is none."""
    untried = 0
    for i in range(n):
        if tree.edges[choices[i]].visits == 0:
            untried += 1
    if untried == 0:
        return -1
    skip = random_below(rng, untried)
    for i in range(n):
        if tree.edges[choices[i]].visits == 0:
            if skip == 0:
                return i
            skip -= 1
    return -1


@jit
def select_ucb1(tree: Tree, choices: Array, n: int, counted: bool, c: float, rng: Array) -> int:
    """Return the position of the edge that UCB1 chooses (Auer, Cesa-Bianchi and Fischer 2002).

    With `counted`, the exploration term has the number of times an edge was available in place of
    the visits of its node, as in Cowling, Powley and Whitehouse (2012), section IV.
    """
    untried = random_untried(tree, choices, n, rng)
    if untried >= 0:
        return untried  # type: ignore[no-any-return]
    total = 0
    for i in range(n):
        total += tree.edges[choices[i]].visits
    log_total = math.log(total)
    best = 0
    best_value = -math.inf
    for i in range(n):
        edge = choices[i]
        visits = tree.edges[edge].visits
        log_available = math.log(tree.edges[edge].available) if counted else log_total
        value = tree.edges[edge].value / visits + c * math.sqrt(log_available / visits)
        if value > best_value:
            best, best_value = i, value
    return best


@jit
def select_puct(tree: Tree, choices: Array, n: int, c: float) -> int:
    """Return the position of the edge that PUCT chooses (Silver et al. 2017).

    An untried edge counts as good as the average of the tried ones, 1/2 if there is none.
    """
    total = 0
    value_sum = 0.0
    prior_sum = 0.0
    for i in range(n):
        total += tree.edges[choices[i]].visits
        value_sum += tree.edges[choices[i]].value
        prior_sum += tree.edges[choices[i]].prior
    unknown = value_sum / total if total > 0 else 0.5
    scale = c * math.sqrt(total + 1.0) / prior_sum if prior_sum > 0.0 else 0.0
    best = 0
    best_value = -math.inf
    for i in range(n):
        edge = choices[i]
        visits = tree.edges[edge].visits
        mean = tree.edges[edge].value / visits if visits > 0 else unknown
        value = mean + scale * tree.edges[edge].prior / (1.0 + visits)
        if value > best_value:
            best, best_value = i, value
    return best


@jit
def exp3_probabilities(tree: Tree, choices: Array, n: int, probs: Array) -> None:
    """Write the probabilities with which EXP3 chooses (Auer et al. 2002, anytime constants)."""
    total = 1
    highest = -math.inf
    for i in range(n):
        total += tree.edges[choices[i]].visits
        highest = max(highest, tree.edges[choices[i]].score)
    if n == 1:
        probs[0] = 1.0
        return
    explore = min(1.0, math.sqrt(n * math.log(n) / ((math.e - 1.0) * total)))
    weight_sum = 0.0
    for i in range(n):
        probs[i] = math.exp((tree.edges[choices[i]].score - highest) * explore / n)
        weight_sum += probs[i]
    for i in range(n):
        probs[i] = (1.0 - explore) * probs[i] / weight_sum + explore / n


@jit
def select_exp3(tree: Tree, choices: Array, n: int, probs: Array, rng: Array) -> int:
    """Return a position drawn by EXP3; ``probs[:n]`` gets the probabilities."""
    exp3_probabilities(tree, choices, n, probs)
    return random_index(rng, probs, n)  # type: ignore[no-any-return]


@jit
def select_least_tried(tree: Tree, choices: Array, n: int) -> int:
    """Return the position of the first edge with the fewest visits (flat Monte Carlo)."""
    best = 0
    for i in range(1, n):
        if tree.edges[choices[i]].visits < tree.edges[choices[best]].visits:
            best = i
    return best
