"""Monte Carlo CFR over compiled rules, for games too large for a tree.

Regrets and average strategies live in a growing table keyed by the information-state hash. Work is
cut into rounds of a fixed number of `streams`, each with its own random numbers; a stream walks on
what all learnt before the round and on what it learnt itself in the round, and at the end of the
round the streams' gains are added up in their order. How many threads do the walking changes
nothing in the result. With one stream there is nothing to add up and the table is used directly.
"""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from intrigue.games.core.driver import start
from intrigue.games.core.kernel import new_states
from intrigue.games.core.rng import new_rng
from intrigue.games.openspiel import KernelGame
from intrigue.solvers import storage
from intrigue.solvers.compiled_game import CompiledGame, kept_places
from intrigue.solvers.sampled.hash_policy import HashPolicy
from intrigue.solvers.sampled.mccfr_walk import external_walks, outcome_walks
from intrigue.solvers.sampled.regret_table import (
    BYTES_PER_CELL,
    BYTES_PER_ENTRY,
    CELL,
    SLOT,
    RegretTable,
)

MCCFR_KIND, MCCFR_VERSION = "intrigue MCCFR checkpoint", 1
SAMPLINGS = ("external", "outcome")


class MCCFRSolver:
    """Monte Carlo CFR on a game with compiled rules.

    Parameters
    ----------
    game : pyspiel.Game, str or CompiledGame
        A game of `intrigue.games`.
    sampling : str
        ``external`` (all actions of the updating player) or ``outcome`` (one game a walk).
    seed : int
        Of all random numbers.
    abstraction : str
        ``none`` or ``observation``; see :data:`intrigue.solvers.compiled_game.ABSTRACTIONS`.
    exploration : float
        Of outcome sampling: how often the updating player tries an action at random; in (0, 1].
    streams : int
        Independent walks a round; part of the result.
    round_iterations : int
        Iterations of a stream in a round, if there is more than one stream.
    workers : int
        Threads; no part of the result.
    max_bytes : int
        About the most memory that the table may take. Information states that come when it is full
        are played uniformly and not stored; :attr:`not_stored` counts such visits.

    Attributes
    ----------
    iteration : int
        Iterations done; one is a walk for every player.
    table : RegretTable
    """

    def __init__(
        self,
        game: KernelGame | CompiledGame | str,
        sampling: str = "external",
        *,
        seed: int = 0,
        abstraction: str = "none",
        exploration: float = 0.6,
        streams: int = 1,
        round_iterations: int = 1000,
        workers: int = 1,
        max_bytes: int = 2**31,
    ) -> None:
        if sampling not in SAMPLINGS:
            raise ValueError(f"no sampling {sampling!r}; there are {', '.join(SAMPLINGS)}")
        if not 0 < exploration <= 1:
            raise ValueError(f"exploration must be in (0, 1], got {exploration}")
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
            raise ValueError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed!r}")
        if min(streams, round_iterations, workers) < 1:
            raise ValueError("streams, round_iterations and workers must be at least 1")
        self.game = game if isinstance(game, CompiledGame) else CompiledGame.of(game)
        self.sampling = sampling
        self.seed = seed
        self.abstraction = abstraction
        self.exploration = float(exploration)
        self.streams = streams
        self.round_iterations = round_iterations
        self.workers = workers
        self.max_bytes = max_bytes
        self.iteration = 0
        self.table = RegretTable.empty()
        self._kept = kept_places(abstraction, self.game)
        self._rngs = [new_rng(seed, stream) for stream in range(streams)]
        self._empty = RegretTable.empty(1)
        self._states = [self._new_states() for _ in range(streams)]
        self._gathered = [RegretTable.empty() for _ in range(streams)] if streams > 1 else []

    def _new_states(self) -> Any:
        states = new_states(self.game.kernel, self.game.max_decisions + 2)
        start(states[:1], self.game.parameters)
        return states

    @property
    def max_entries(self) -> int:
        """How many information states the memory bound allows (at three actions each)."""
        return max(1, int(self.max_bytes // (BYTES_PER_ENTRY + 3 * BYTES_PER_CELL)))

    @property
    def num_infosets(self) -> int:
        """How many information states are stored; those of forced moves are not."""
        return self.table.num_entries

    @property
    def not_stored(self) -> int:
        """How many visits found no room in the table."""
        return self.table.refused

    def run(self, iterations: int) -> None:
        """Do at least so many iterations: with several streams, whole rounds of them."""
        if iterations < 0:
            raise ValueError(f"iterations must be at least 0, got {iterations}")
        if self.streams == 1:
            self._walk(0, iterations, self.table, self._empty)
            self.iteration += iterations
            return
        share = self.streams * self.round_iterations
        with Parallel(n_jobs=min(self.workers, self.streams), backend="threading") as parallel:
            for _ in range(math.ceil(iterations / share)):
                parallel(
                    delayed(self._walk)(stream, self.round_iterations, gathered, self.table)
                    for stream, gathered in enumerate(self._gathered)
                )
                for gathered in self._gathered:
                    self.table.add(gathered.entries(), gathered.used_cells(), self.max_entries)
                    self.table.counts[2] += gathered.refused
                    gathered.clear()
                self.iteration += share

    def _walk(self, stream: int, iterations: int, table: RegretTable, frozen: RegretTable) -> None:
        common = (
            self._kept,
            np.zeros(self.game.observation_size, np.float32),
            self.game.max_choices,
            self.max_entries,
            table.slots,
            table.cells,
            table.counts,
            frozen.slots,
            frozen.cells,
            self._rngs[stream],
        )
        states = self._states[stream]
        if self.sampling == "external":
            table.slots, table.cells = external_walks(states, iterations, *common)
        else:
            table.slots, table.cells = outcome_walks(states, iterations, self.exploration, *common)

    def policy(self) -> HashPolicy:
        """Return the average strategy as a policy; no row, so uniform, where nothing was gathered.

        Most information states of a large game were met once, on a walk that gathers nothing.
        """
        entries, cells = self.table.entries(), self.table.used_cells()
        begins = entries["begin"]
        sums = np.add.reduceat(cells["average"], begins) if len(entries) else np.zeros(0)
        gathered = sums > 0
        counts = entries["count"]
        kept = cells[np.repeat(gathered, counts)]
        return HashPolicy(
            self.game,
            np.stack([entries["first"][gathered], entries["second"][gathered]], axis=1),
            np.concatenate([[0], np.cumsum(counts[gathered])]).astype(np.int64),
            kept["action"].astype(np.int32),
            kept["average"] / np.repeat(sums[gathered], counts[gathered]),
            self.abstraction,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; the one before it stays beside it as ``<path>.previous``."""
        entries, cells = self.table.entries(), self.table.used_cells()
        header = {
            "game": self.game.name,
            "iteration": self.iteration,
            "not_stored": self.not_stored,
            "options": {
                "sampling": self.sampling,
                "seed": self.seed,
                "abstraction": self.abstraction,
                "exploration": self.exploration,
                "streams": self.streams,
                "round_iterations": self.round_iterations,
                "max_bytes": self.max_bytes,
            },
        }
        arrays = {
            **{f"entry_{name}": entries[name] for name in ("first", "second", "begin", "count")},
            **{f"cell_{name}": cells[name] for name in ("action", "regret", "average")},
            "rng": np.concatenate(self._rngs),
        }
        storage.save_arrays(
            path, MCCFR_KIND, MCCFR_VERSION, header, arrays, keep_previous=True, compress=False
        )

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        game: KernelGame | CompiledGame | str,
        workers: int = 1,
    ) -> MCCFRSolver:
        """Continue from a checkpoint, to the same bits as if there had been no interruption.

        Raises
        ------
        ValueError
            Neither the newest nor the older checkpoint can be read, or it is for another game.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, MCCFR_KIND, MCCFR_VERSION)
        compiled = game if isinstance(game, CompiledGame) else CompiledGame.of(game)
        storage.require_game(path, header["game"], compiled.name)
        solver = cls(compiled, workers=workers, **header["options"])
        solver.iteration = header["iteration"]
        entries = np.zeros(len(arrays["entry_count"]), SLOT)
        cells = np.zeros(len(arrays["cell_action"]), CELL)
        for name, array in arrays.items():
            kind, _, column = name.partition("_")
            if kind in ("entry", "cell"):
                (entries if kind == "entry" else cells)[column] = array
        solver.table.add(entries, cells, len(entries))
        solver.table.counts[2] = header["not_stored"]
        for rng, value in zip(solver._rngs, arrays["rng"], strict=True):
            rng[0] = value
        return solver
