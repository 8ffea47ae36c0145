"""Monte Carlo CFR on the arrays of a tree: the fastest sampling there is for games that fit.

Any OpenSpiel game will do of which a tree can be built;
:mod:`intrigue.solvers.sampled.mccfr_tree_walk` does the walks.
"""

from __future__ import annotations

import os

import numpy as np

from intrigue.games.core.rng import new_rng
from intrigue.solvers import storage
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.game_rules import require_rules, rules_of
from intrigue.solvers.layout import LARGEST, Column, Layout, Number, check_content, naming
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.sampled.mccfr_tree_walk import (
    AT,
    CHILD,
    COUNT,
    OWNER,
    Sums,
    TreeArrays,
    external_tree_walks,
    outcome_tree_walks,
)
from intrigue.solvers.sampled.samplings import MAX_SEED, SAMPLINGS, check_options
from intrigue.solvers.trees.arrays import CHANCE, TERMINAL, GameTree
from intrigue.solvers.trees.passes import normalize
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm

TREE_MCCFR_KIND, TREE_MCCFR_VERSION = "intrigue tree MCCFR checkpoint", 2

CHECKPOINT = Layout(
    header={
        "game": str,
        "iteration": Number(),
        "options": {
            "sampling": SAMPLINGS,
            "seed": Number(0, MAX_SEED),
            "exploration": Number(0, 1, whole=False),
        },
    },
    columns={
        "regrets": Column("float64", ("A",), low=-LARGEST, high=LARGEST),
        "averages": Column("float64", ("A",), low=0, high=LARGEST),
        "rng": Column("uint64", (1,)),
    },
)
"""What a checkpoint holds; A actions."""


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
        check_options(sampling, seed, exploration)
        self.tree = tree
        self.sampling = sampling
        self.seed = seed
        self.exploration = float(exploration)
        self.iteration = 0
        self.regrets = np.zeros(tree.num_actions)
        self.averages = np.zeros(tree.num_actions)
        self._rng = new_rng(seed)
        self._arrays = _pack_nodes(tree)

    def run(self, iterations: int) -> None:
        """Do so many iterations."""
        if iterations < 0:
            raise ValueError(f"iterations must be at least 0, got {iterations}")
        sums = Sums(self.regrets, self.averages)
        if self.sampling == "external":
            external_tree_walks(iterations, self._arrays, sums, self._rng)
        else:
            outcome_tree_walks(iterations, self.exploration, self._arrays, sums, self._rng)
        self.iteration += iterations

    def average_strategy(self) -> Floats:
        """Return the average behavior strategy, uniform where nothing was gathered: (A,)."""
        behavior = np.empty(self.tree.num_actions)
        normalize(self.tree.action_offset, self.averages, behavior)
        return behavior

    def policy(self) -> TabularPolicy:
        """Return the average strategy as a policy."""
        return TabularPolicy.from_behavior(self.tree, self.average_strategy())

    def exploitability(self) -> float:
        """Return NashConv of the average strategy divided by the number of players."""
        return exploitability(SequenceForm.of(self.tree), self.average_strategy())

    @property
    def num_infosets(self) -> int:
        """How many information sets there are."""
        return self.tree.num_infosets

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; the one before it stays beside it as ``<path>.previous``."""
        header = {
            "game": self.tree.game,
            "rules": rules_of(self.tree.game),
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
            Neither the newest nor the older checkpoint can be read, or it is for another game,
            or was made by other rules of it.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, TREE_MCCFR_KIND, TREE_MCCFR_VERSION)
        require_rules(path, header, tree.game)
        with naming(path):
            check_content(CHECKPOINT, header, arrays, {"A": tree.num_actions})
            solver = cls(tree, **header["options"])
        solver.iteration = header["iteration"]
        solver.regrets[:] = arrays["regrets"]
        solver.averages[:] = arrays["averages"]
        solver._rng[:] = arrays["rng"]
        return solver


def _pack_nodes(tree: GameTree) -> TreeArrays:
    """Return a tree as walks take it."""
    nodes = np.zeros((tree.num_nodes, 4), dtype=np.uint32)
    nodes[:, CHILD] = np.maximum(tree.first_child, 0)
    nodes[:, COUNT] = tree.num_children
    decisions = tree.infoset >= 0
    nodes[decisions, AT] = tree.action_offset[tree.infoset[decisions]]
    nodes[tree.terminals, AT] = np.arange(len(tree.terminals))
    owner = tree.player.astype(np.int64)
    nodes[:, OWNER] = np.where(
        owner >= 0, owner, np.where(owner == CHANCE, tree.num_players, tree.num_players + 1)
    )
    even = np.zeros(tree.num_nodes, dtype=np.bool_)
    for node in np.flatnonzero(tree.player == CHANCE):
        first = tree.first_child[node]
        chances = tree.chance_probability[first : first + tree.num_children[node]]
        even[node] = np.all(np.abs(chances - chances[0]) < 1e-12)
    assert np.all((tree.player == TERMINAL) == (tree.num_children == 0))
    return TreeArrays(
        tree.num_players,
        len(tree.levels),
        int(tree.num_children.max()),
        nodes,
        even,
        tree.chance_probability,
        tree.returns,
    )
