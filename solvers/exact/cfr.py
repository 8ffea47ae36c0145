"""Counterfactual regret minimisation in linear sweeps over the sequence form.

:mod:`intrigue.solvers.exact.variants` says which members of the family there are,
:mod:`intrigue.solvers.exact.cfr_update` does their iterations; here are the solver that runs them,
its convergence curve and its checkpoints.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from intrigue.solvers import storage
from intrigue.solvers.exact.best_response import nash_conv_of_plan
from intrigue.solvers.exact.cfr_update import Learnt, Rule, averaging_total, iterate
from intrigue.solvers.exact.variants import MATCHINGS, CFRVariant, variant
from intrigue.solvers.game_rules import require_rules, rules_of
from intrigue.solvers.layout import LARGEST, Column, Layout, Number, check_content, naming
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.passes import realize
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm

CHECKPOINT_KIND, CHECKPOINT_VERSION = "intrigue CFR checkpoint", 3
RECORDS_PER_DECADE = 10
"""How many points of a convergence curve there are from 10**k to 10**(k + 1) iterations."""


CHECKPOINT = Layout(
    header={
        "game": str,
        "variant": {
            "alpha": Number(-math.inf, math.inf, whole=False),
            "beta": Number(-math.inf, math.inf, whole=False),
            "gamma": Number(0, math.inf, whole=False),
            "delay": Number(),
            "matching": MATCHINGS,
            "alternating": bool,
        },
        "iteration": Number(0, 10**9),
    },
    columns={
        "regrets": Column("float64", ("A",), low=-LARGEST, high=LARGEST),
        "strategy": Column("float64", ("A",), low=0, high=1 + 1e-9),
        "weights": Column("float64", ("A",), low=0),
        "history_iteration": Column("int64", ("H",), low=1, ascends=True),
        "history_exploitability": Column("float64", ("H",), low=-1),  # zero but for rounding
    },
    more=lambda header, arrays, sizes: (
        "its history goes on after its last iteration"
        if arrays["history_iteration"][-1:].sum() > header["iteration"]
        else ""
    ),
)
"""What a checkpoint holds; A actions, H points of the convergence curve."""


@dataclass(frozen=True)
class ConvergencePoint:
    """One point of a convergence curve.

    Attributes
    ----------
    iteration : int
    exploitability : float
        Of the average strategy: NashConv divided by the number of players.
    """

    iteration: int
    exploitability: float


class CFRSolver:
    """Runs an algorithm of the CFR family on a game.

    Parameters
    ----------
    game : GameTree or SequenceForm
    method : str or CFRVariant
        A name of :data:`intrigue.solvers.exact.variants.CFR_VARIANTS` or an own choice of weights.

    Attributes
    ----------
    iteration : int
        Iterations done.
    regrets : (A,) float64
        Cumulative regret of every action.
    strategy : (A,) float64
        The current behavior strategy.
    weights : (A,) float64
        Sum over iterations of averaging weight times realization plan.
    history : list of ConvergencePoint
        Exploitability at about :data:`RECORDS_PER_DECADE` iterations a power of ten.
    """

    def __init__(self, game: GameTree | SequenceForm, method: str | CFRVariant = "cfr+") -> None:
        self.game = SequenceForm.of(game) if isinstance(game, GameTree) else game
        self.method = variant(method) if isinstance(method, str) else method
        self.iteration = 0
        self.regrets = np.zeros(self.game.num_actions)
        self.strategy = self.game.uniform()
        self.weights = np.zeros(self.game.num_actions)
        self.history: list[ConvergencePoint] = []
        self._plan = self.game.plan(self.strategy)
        self._below = np.zeros(len(self._plan))

    @property
    def nbytes(self) -> int:
        """Bytes of the solver's arrays and of the game's sequence form."""
        own = (self.regrets, self.strategy, self.weights, self._plan, self._below)
        return self.game.nbytes + sum(array.nbytes for array in own)

    def run(self, iterations: int) -> None:
        """Do so many iterations, without looking at exploitability."""
        if iterations < 0:
            raise ValueError(f"iterations must be at least 0, got {iterations}")
        learnt = Learnt(self.regrets, self.strategy, self.weights, self._plan, self._below)
        iterate(iterations, self.iteration, Rule.of(self.method), self.game.arrays, learnt)
        self.iteration += iterations

    def solve(
        self,
        iterations: int,
        target: float = 0.0,
        on_progress: Callable[[ConvergencePoint], None] | None = None,
    ) -> ConvergencePoint:
        """Run to a total of `iterations`, or until exploitability is at most `target`.

        Exploitability is looked at, and recorded in :attr:`history`, on a logarithmic schedule
        that depends on the iteration's number alone, and at the end.

        Parameters
        ----------
        iterations : int
            Total, counting those done before.
        target : float
        on_progress : callable
            Called with each new point.

        Returns
        -------
        ConvergencePoint
            The last point.
        """
        while True:
            point = ConvergencePoint(self.iteration, self.exploitability())
            if self.iteration and (not self.history or self.history[-1] != point):
                self.history.append(point)
                if on_progress is not None:
                    on_progress(point)
            done = self.iteration > 0 and point.exploitability <= target
            if done or self.iteration >= iterations:
                return point
            self.run(min(next_record(self.iteration), iterations) - self.iteration)

    def average_strategy(self) -> Floats:
        """Return the average behavior strategy, uniform where it never goes: (A,) float64."""
        return self.game.behavior(self._average_plan())

    def _average_plan(self) -> Floats:
        # A mixture of realization plans is one: dividing by the total weight is all it takes.
        plan = np.ones(len(self._plan))
        total = averaging_weight(self.iteration, self.method)
        if total > 0.0:
            plan[: self.game.num_actions] = self.weights / total
        else:
            plan[:] = self._plan
        return plan

    def exploitability(self) -> float:
        """Return NashConv of the average strategy divided by the number of players."""
        return nash_conv_of_plan(self.game, self._average_plan()) / self.game.num_players

    def values(self) -> Floats:
        """Return what each player expects under the average strategies: (n,) float64."""
        return self.game.values(self._average_plan())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; the one before it stays beside it as ``<path>.previous``."""
        header = {
            "game": self.game.tree.game,
            "rules": rules_of(self.game.tree.game),
            "variant": asdict(self.method),
            "iteration": self.iteration,
        }
        arrays = {
            "regrets": self.regrets,
            "strategy": self.strategy,
            "weights": self.weights,
            "history_iteration": np.array([p.iteration for p in self.history], dtype=np.int64),
            "history_exploitability": np.array([p.exploitability for p in self.history]),
        }
        storage.save_arrays(
            path, CHECKPOINT_KIND, CHECKPOINT_VERSION, header, arrays, keep_previous=True
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: GameTree | SequenceForm) -> CFRSolver:
        """Continue from a checkpoint, to the same bits as if there had been no interruption.

        Raises
        ------
        ValueError
            Neither the newest nor the older checkpoint can be read, or it is for another game,
            or was made by other rules of it.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, CHECKPOINT_KIND, CHECKPOINT_VERSION)
        form = SequenceForm.of(game) if isinstance(game, GameTree) else game
        require_rules(path, header, form.tree.game)
        with naming(path):
            check_content(CHECKPOINT, header, arrays, {"A": form.num_actions})
            solver = cls(form, CFRVariant(**header["variant"]))
            solver.iteration = header["iteration"]
            form.check_behavior(arrays["strategy"])
            form.check_plan(arrays["weights"], averaging_weight(solver.iteration, solver.method))
        solver.regrets[:] = arrays["regrets"]
        solver.strategy[:] = arrays["strategy"]
        solver.weights[:] = arrays["weights"]
        realize(form.action_offset, form.parent, solver.strategy, solver._plan)
        solver.history = [
            ConvergencePoint(int(t), float(e))
            for t, e in zip(
                arrays["history_iteration"], arrays["history_exploitability"], strict=True
            )
        ]
        return solver


def next_record(iteration: int) -> int:
    """Return the first iteration after `iteration` at which convergence is recorded."""
    step = math.floor(math.log10(max(iteration, 1)) * RECORDS_PER_DECADE) - 1
    while True:
        step += 1
        record = round(10 ** (step / RECORDS_PER_DECADE))
        if record > iteration:
            return record


def averaging_weight(iterations: int, method: CFRVariant) -> float:
    """Return the total weight of iterations 1 .. `iterations` in the average strategy."""
    return float(averaging_total(iterations, float(method.gamma), method.delay))
