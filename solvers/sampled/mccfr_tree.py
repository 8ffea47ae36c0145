"""Monte Carlo CFR on the arrays of a tree: the fastest sampling there is for games that fit.

The walks are those of :mod:`intrigue.solvers.sampled.mccfr_walk`, without rules to play: a node is
four integers. They take any OpenSpiel game of which a tree can be built.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import new_rng, random_unit
from intrigue.solvers import storage
from intrigue.solvers.trees.arrays import CHANCE, TERMINAL, GameTree
from intrigue.solvers.trees.sequence_form import Floats, normalize

TREE_MCCFR_KIND, TREE_MCCFR_VERSION = "intrigue tree MCCFR checkpoint", 1
SAMPLINGS = ("external", "outcome")
_CHILD, _COUNT, _AT, _OWNER = 0, 1, 2, 3


class TreeMCCFRSolver:
    """Monte Carlo CFR on a tree.

    Parameters
    ----------
    tree : GameTree
    sampling : str
        ``external`` or ``outcome``.
    seed : int
        Of all random numbers.
    exploration : float
        Of outcome sampling: how often the updating player tries an action at random; in (0, 1].

    Attributes
    ----------
    iteration : int
        Iterations done; one is a walk for every player.
    regrets, averages : (A,) float64
        Cumulative regrets and cumulative strategies.
    """

    def __init__(
        self,
        tree: GameTree,
        sampling: str = "external",
        *,
        seed: int = 0,
        exploration: float = 0.6,
    ) -> None:
        if sampling not in SAMPLINGS:
            raise ValueError(f"no sampling {sampling!r}; there are {', '.join(SAMPLINGS)}")
        if not 0 < exploration <= 1:
            raise ValueError(f"exploration must be in (0, 1], got {exploration}")
        self.tree = tree
        self.sampling = sampling
        self.seed = seed
        self.exploration = float(exploration)
        self.iteration = 0
        self.regrets = np.zeros(tree.num_actions)
        self.averages = np.zeros(tree.num_actions)
        self._rng = new_rng(seed)
        self._nodes, self._even = _pack_nodes(tree)

    def run(self, iterations: int) -> None:
        """Do so many iterations."""
        if iterations < 0:
            raise ValueError(f"iterations must be at least 0, got {iterations}")
        tree = self.tree
        depth = len(tree.levels)
        width = int(tree.num_children.max())
        common = (
            iterations,
            tree.num_players,
            self._nodes,
            self._even,
            tree.chance_probability,
            tree.returns,
            self.regrets,
            self.averages,
            self._rng,
            depth,
            width,
        )
        if self.sampling == "external":
            _external(*common)
        else:
            _outcome(self.exploration, *common)
        self.iteration += iterations

    def average_strategy(self) -> Floats:
        """Return the average behavior strategy, uniform where nothing was gathered: (A,)."""
        behavior = np.empty(self.tree.num_actions)
        normalize(self.tree.action_offset, self.averages, behavior)
        return behavior

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; the one before it stays beside it as ``<path>.previous``."""
        header = {
            "game": self.tree.game,
            "iteration": self.iteration,
            "options": {
                "sampling": self.sampling,
                "seed": self.seed,
                "exploration": self.exploration,
            },
        }
        arrays = {"regrets": self.regrets, "averages": self.averages, "rng": self._rng}
        storage.save_arrays(
            path, TREE_MCCFR_KIND, TREE_MCCFR_VERSION, header, arrays, keep_previous=True
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str], tree: GameTree) -> TreeMCCFRSolver:
        """Continue from a checkpoint, to the same bits as if there had been no interruption.

        Raises
        ------
        ValueError
            Neither the newest nor the older checkpoint can be read, or it is for another game.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, TREE_MCCFR_KIND, TREE_MCCFR_VERSION)
        storage.require_game(path, header["game"], tree.game)
        solver = cls(tree, **header["options"])
        solver.iteration = header["iteration"]
        solver.regrets[:] = arrays["regrets"]
        solver.averages[:] = arrays["averages"]
        solver._rng[:] = arrays["rng"]
        return solver


def _pack_nodes(tree: GameTree) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return each node's (first child, children, place, owner), and whether its chances are even.

    The place is that of a decision's actions among all actions, or of an end among the returns.
    """
    nodes = np.zeros((tree.num_nodes, 4), dtype=np.uint32)
    nodes[:, _CHILD] = np.maximum(tree.first_child, 0)
    nodes[:, _COUNT] = tree.num_children
    decisions = tree.infoset >= 0
    nodes[decisions, _AT] = tree.action_offset[tree.infoset[decisions]]
    nodes[tree.terminals, _AT] = np.arange(len(tree.terminals))
    owner = tree.player.astype(np.int64)
    nodes[:, _OWNER] = np.where(
        owner >= 0, owner, np.where(owner == CHANCE, tree.num_players, tree.num_players + 1)
    )
    even = np.zeros(tree.num_nodes, dtype=np.bool_)
    for node in np.flatnonzero(tree.player == CHANCE):
        first = tree.first_child[node]
        chances = tree.chance_probability[first : first + tree.num_children[node]]
        even[node] = np.all(np.abs(chances - chances[0]) < 1e-12)
    assert np.all((tree.player == TERMINAL) == (tree.num_children == 0))
    return nodes, even


@jit
def _pick_chance(rng: Any, even: bool, chance_probability: Any, first: int, count: int) -> int:
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
def _external(
    iterations: int,
    num_players: int,
    nodes: Any,
    even: Any,
    chance_probability: Any,
    returns: Any,
    regrets: Any,
    averages: Any,
    rng: Any,
    depth: int,
    width: int,
) -> None:
    """External sampling; see :func:`intrigue.solvers.sampled.mccfr_walk.external_walks`."""
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
            owner = nodes[node, _OWNER]
            child, count, at = nodes[node, _CHILD], nodes[node, _COUNT], nodes[node, _AT]
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
                child, count, at = nodes[above, _CHILD], nodes[above, _COUNT], nodes[above, _AT]
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
def _outcome(
    exploration: float,
    iterations: int,
    num_players: int,
    nodes: Any,
    even: Any,
    chance_probability: Any,
    returns: Any,
    regrets: Any,
    averages: Any,
    rng: Any,
    depth: int,
    width: int,
) -> None:
    """Outcome sampling; see :func:`intrigue.solvers.sampled.mccfr_walk.outcome_walks`."""
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
            owner = nodes[node, _OWNER]
            child, count, at = nodes[node, _CHILD], nodes[node, _COUNT], nodes[node, _AT]
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
            count, at = nodes[frame_node[f], _COUNT], nodes[frame_node[f], _AT]
            sampled = value / frame_chance[f]
            value = frame_sigma[f] * sampled
            loss = frame_weight[f] * value
            for k in range(count):
                regrets[at + k] -= loss
            regrets[at + frame_chosen[f]] += frame_weight[f] * sampled
