"""Sampled walks over the arrays of a tree: external and outcome sampling.

The walks are those of :mod:`intrigue.solvers.sampled.mccfr_walk`, without rules to play: a node is
four integers.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import random_unit
from intrigue.games.core.types import Array

CHILD, COUNT, AT, OWNER = 0, 1, 2, 3
"""Columns of `TreeArrays.nodes`."""


class TreeArrays(NamedTuple):
    """A tree as walks take it, N nodes.

    ====================  ===================  ===================================================
    `num_players`         int
    `depth`               int                  more than there are decisions on any path
    `width`               int                  most children of a node
    `nodes`               (N, 4) uint32        first child, children, place, owner: players by
                                               number, then chance, then the end; the place is that
                                               of a decision's actions among all actions, or of an
                                               end among the returns
    `even`                (N,) bool            chance nodes whose outcomes are equally likely
    `chance_probability`  (N,) float64         as in `GameTree`
    `returns`             (T, n) float64       as in `GameTree`
    ====================  ===================  ===================================================
    """

    num_players: int
    depth: int
    width: int
    nodes: Array
    even: Array
    chance_probability: Array
    returns: Array


class Sums(NamedTuple):
    """What walks add to: regrets and cumulative strategies, (A,) float64 each."""

    regrets: Array
    averages: Array


@jit
def _pick_chance(rng: Array, even: bool, chance_probability: Array, first: int, count: int) -> int:
    """Return a random child of a chance node."""
    point = random_unit(rng)
    if even:
        return first + min(int(point * count), count - 1)
    for child in range(first, first + count):
        point -= chance_probability[child]
        if point < 0.0:
            return child
    return first + count - 1


@jit(error_model="numpy")
def external_tree_walks(iterations: int, tree: TreeArrays, sums: Sums, rng: Array) -> None:
    """External sampling; see :func:`intrigue.solvers.sampled.mccfr_walk.external_walks`."""
    num_players, depth, width, nodes, even, chance_probability, returns = tree
    regrets, averages = sums
    frame_node = np.empty(depth, np.uint32)
    frame_next = np.empty(depth, np.uint32)
    sigma = np.empty((depth, width))
    value_of = np.empty((depth, width))
    for walk in range(iterations * num_players):
        player = np.uint32(walk % num_players)
        averaged = np.uint32((walk + 1) % num_players)
        node = np.uint32(0)
        top = np.uint32(0)
        walking = True
        while walking:
            owner = nodes[node, OWNER]
            child, count, at = nodes[node, CHILD], nodes[node, COUNT], nodes[node, AT]
            if owner == player:
                total = 0.0
                for k in range(count):
                    positive = max(regrets[at + k], 0.0)
                    sigma[top, k] = positive
                    total += positive
                scale = 1.0 / total if total > 0.0 else 0.0
                flat = 0.0 if total > 0.0 else 1.0 / count
                for k in range(count):
                    sigma[top, k] = sigma[top, k] * scale + flat
                frame_node[top] = node
                frame_next[top] = 0
                top = np.uint32(top + 1)
                node = child
                continue
            if owner < num_players:
                total = 0.0
                for k in range(count):
                    total += max(regrets[at + k], 0.0)
                point = random_unit(rng)
                scale = 1.0 / total if total > 0.0 else 0.0
                flat = 0.0 if total > 0.0 else 1.0 / count
                chosen = np.int64(count) - 1
                for k in range(count):
                    chance = max(regrets[at + k], 0.0) * scale + flat
                    if owner == averaged:
                        averages[at + k] += chance
                    if point >= 0.0:
                        point -= chance
                        if point < 0.0:
                            chosen = np.int64(k)
                node = np.uint32(child + chosen)
                continue
            if owner == num_players:
                node = np.uint32(_pick_chance(rng, even[node], chance_probability, child, count))
                continue
            value = returns[at, player]
            walking = False
            while top > 0:
                f = np.uint32(top - 1)
                above, tried = frame_node[f], frame_next[f]
                child, count, at = nodes[above, CHILD], nodes[above, COUNT], nodes[above, AT]
                value_of[f, tried] = value
                if tried + 1 < count:
                    frame_next[f] = tried + 1
                    node = np.uint32(child + tried + 1)
                    walking = True
                    break
                value = 0.0
                for k in range(count):
                    value += sigma[f, k] * value_of[f, k]
                for k in range(count):
                    regrets[at + k] += value_of[f, k] - value
                top = f


@jit(error_model="numpy")
def outcome_tree_walks(
    iterations: int, exploration: float, tree: TreeArrays, sums: Sums, rng: Array
) -> None:
    """Outcome sampling; see :func:`intrigue.solvers.sampled.mccfr_walk.outcome_walks`."""
    num_players, depth, width, nodes, even, chance_probability, returns = tree
    regrets, averages = sums
    frame_node = np.empty(depth, np.uint32)
    frame_chosen = np.empty(depth, np.uint32)
    frame_weight = np.empty(depth)
    frame_chance = np.empty(depth)
    frame_sigma = np.empty(depth)
    sigma = np.empty(width)
    for walk in range(iterations * num_players):
        player = np.uint32(walk % num_players)
        averaged = np.uint32((walk + 1) % num_players)
        node = np.uint32(0)
        top = 0
        inverse = 1.0
        while True:
            owner = nodes[node, OWNER]
            child, count, at = nodes[node, CHILD], nodes[node, COUNT], nodes[node, AT]
            if owner == num_players:
                node = np.uint32(_pick_chance(rng, even[node], chance_probability, child, count))
                continue
            if owner > num_players:
                break
            total = 0.0
            for k in range(count):
                sigma[k] = max(regrets[at + k], 0.0)
                total += sigma[k]
            scale = 1.0 / total if total > 0.0 else 0.0
            flat = 0.0 if total > 0.0 else 1.0 / count
            mixed = exploration / count if owner == player else 0.0
            keep = 1.0 - exploration if owner == player else 1.0
            point = random_unit(rng)
            chosen = np.int64(count) - 1
            for k in range(count):
                sigma[k] = sigma[k] * scale + flat
                if owner == averaged:
                    averages[at + k] += inverse * sigma[k]
                if point >= 0.0:
                    point -= keep * sigma[k] + mixed
                    if point < 0.0:
                        chosen = np.int64(k)
            if owner == player:
                frame_node[top] = node
                frame_chosen[top] = chosen
                frame_weight[top] = inverse
                frame_chance[top] = keep * sigma[chosen] + mixed
                frame_sigma[top] = sigma[chosen]
                inverse /= frame_chance[top]
                top += 1
            node = np.uint32(child + chosen)
        value = returns[at, player]
        for f in range(top - 1, -1, -1):
            count, at = nodes[frame_node[f], COUNT], nodes[frame_node[f], AT]
            sampled = value / frame_chance[f]
            value = frame_sigma[f] * sampled
            loss = frame_weight[f] * value
            for k in range(count):
                regrets[at + k] -= loss
            regrets[at + frame_chosen[f]] += frame_weight[f] * sampled
