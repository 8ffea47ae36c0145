"""Counterfactual regret minimisation in linear sweeps over the sequence form.

One update of a player is a pass over their information sets, last to first (counterfactual values,
regrets, the next strategy by regret matching), and one first to last (realization plans, averages).
Iterates are those of the textbook walk over the tree, up to rounding.

Sources: CFR, Zinkevich et al. 2007; CFR+, Tammelin 2014; linear and discounted CFR, Brown and
Sandholm 2019 (alpha = 1.5, beta = 0, gamma = 2 as they recommend); predictive CFR+, Farina, Kroer
and Sandholm 2021 (the prediction is the last counterfactual value vector).
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np

from intrigue.solvers import storage
from intrigue.solvers.exact.best_response import nash_conv_of_plan
from intrigue.solvers.exact.cfr_sweeps import averaging, iterate
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm, realize

CHECKPOINT_KIND, CHECKPOINT_VERSION = "intrigue CFR checkpoint", 1
RECORDS_PER_DECADE = 10
"""How many points of a convergence curve there are from 10**k to 10**(k + 1) iterations."""


@dataclass(frozen=True)
class Algorithm:
    """A member of the CFR family: how regrets and strategies of the past are weighted.

    After iteration t positive cumulative regrets are multiplied by ``t**alpha / (t**alpha + 1)``,
    negative ones by ``t**beta / (t**beta + 1)`` (infinity: by 1; minus infinity: by 0), and
    iteration t enters the average strategy with weight ``max(t - delay, 0)**gamma``.

    Attributes
    ----------
    alpha, beta : float
        Infinite where nothing is discounted, ``beta = -inf`` is regret matching plus.
    gamma : float
        0 uniform, 1 linear, 2 quadratic averaging; at least 0.
    delay : int
        First iterations that the average leaves out; at least 0.
    predictive : bool
        Match regrets as if the last counterfactual values came once more.
    alternating : bool
        Players update one after the other, each against the others' newest strategies; otherwise
        all against the strategies of the last iteration.
    """

    alpha: float = math.inf
    beta: float = math.inf
    gamma: float = 0.0
    delay: int = 0
    predictive: bool = False
    alternating: bool = True

    def __post_init__(self) -> None:
        if math.isnan(self.alpha) or math.isnan(self.beta) or self.alpha == -math.inf:
            raise ValueError(f"alpha must be a number above -inf and beta one, got {self}")
        if not 0 <= self.gamma < math.inf:
            raise ValueError(f"gamma must be a finite number, at least 0, got {self.gamma}")
        if self.delay < 0:
            raise ValueError(f"delay must be at least 0, got {self.delay}")


ALGORITHMS: dict[str, Algorithm] = {
    "cfr": Algorithm(),
    "cfr+": Algorithm(beta=-math.inf, gamma=1.0),
    "linear": Algorithm(alpha=1.0, beta=1.0, gamma=1.0),
    "discounted": Algorithm(alpha=1.5, beta=0.0, gamma=2.0),
    "predictive+": Algorithm(beta=-math.inf, gamma=2.0, predictive=True),
}
"""The named algorithms, with the averaging their papers use."""


def algorithm(name: str) -> Algorithm:
    """Return the algorithm of this name.

    Raises
    ------
    ValueError
        There is none; the message lists those there are.
    """
    try:
        return ALGORITHMS[name]
    except KeyError:
        raise ValueError(f"no algorithm {name!r}; there are {', '.join(ALGORITHMS)}") from None


@dataclass(frozen=True)
class Progress:
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
    method : str or Algorithm
        A name of :data:`ALGORITHMS` or an own choice of weights.

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
    history : list of Progress
        Exploitability at about :data:`RECORDS_PER_DECADE` iterations a power of ten.
    """

    def __init__(self, game: GameTree | SequenceForm, method: str | Algorithm = "cfr+") -> None:
        self.game = SequenceForm.of(game) if isinstance(game, GameTree) else game
        self.method = algorithm(method) if isinstance(method, str) else method
        self.iteration = 0
        self.regrets = np.zeros(self.game.num_actions)
        self.strategy = self.game.uniform()
        self.weights = np.zeros(self.game.num_actions)
        self.history: list[Progress] = []
        self._plan = self.game.plan(self.strategy)
        self._scratch = np.zeros(len(self._plan))

    @property
    def nbytes(self) -> int:
        """Bytes of the solver's arrays and of the game's sequence form."""
        own = (self.regrets, self.strategy, self.weights, self._plan, self._scratch)
        return self.game.nbytes + sum(array.nbytes for array in own)

    def run(self, iterations: int) -> None:
        """Do so many iterations, without looking at exploitability."""
        if iterations < 0:
            raise ValueError(f"iterations must be at least 0, got {iterations}")
        method = self.method
        iterate(
            iterations,
            self.iteration,
            self.game.num_players,
            float(method.alpha),
            float(method.beta),
            float(method.gamma),
            method.delay,
            method.predictive,
            method.alternating,
            *self.game.arrays,
            self.regrets,
            self.strategy,
            self.weights,
            self._plan,
            self._scratch,
        )
        self.iteration += iterations

    def solve(
        self,
        iterations: int,
        target: float = 0.0,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> Progress:
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
        Progress
            The last point.
        """
        while True:
            progress = Progress(self.iteration, self.exploitability())
            if self.iteration and (not self.history or self.history[-1] != progress):
                self.history.append(progress)
                if on_progress is not None:
                    on_progress(progress)
            done = self.iteration > 0 and progress.exploitability <= target
            if done or self.iteration >= iterations:
                return progress
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
            "method": asdict(self.method),
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
            Neither the newest nor the older checkpoint can be read, or it is for another game.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, CHECKPOINT_KIND, CHECKPOINT_VERSION)
        form = SequenceForm.of(game) if isinstance(game, GameTree) else game
        storage.require_game(path, header["game"], form.tree.game)
        if arrays["regrets"].shape != (form.num_actions,):
            raise ValueError(
                f"{os.fspath(path)} has another number of actions than {header['game']}"
            )
        solver = cls(form, Algorithm(**header["method"]))
        solver.iteration = header["iteration"]
        solver.regrets[:] = arrays["regrets"]
        solver.strategy[:] = arrays["strategy"]
        solver.weights[:] = arrays["weights"]
        realize(form.action_offset, form.parent, solver.strategy, solver._plan)
        solver.history = [
            Progress(int(t), float(e))
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


def averaging_weight(iterations: int, method: Algorithm) -> float:
    """Return the total weight of iterations 1 .. `iterations` in the average strategy."""
    total = 0.0
    for t in range(1, iterations + 1):
        total += averaging(t, float(method.gamma), method.delay)
    return total
