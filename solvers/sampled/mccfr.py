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
from collections.abc import Mapping
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from intrigue.games.core.driver import start
from intrigue.games.core.kernel import new_states
from intrigue.games.core.rng import new_rng
from intrigue.games.core.signals import held_back
from intrigue.games.core.types import Array
from intrigue.games.openspiel import KernelGame
from intrigue.solvers import storage
from intrigue.solvers.game_rules import require_rules, rules_of
from intrigue.solvers.layout import LARGEST, MOST, Column, Layout, Number, check_content, naming
from intrigue.solvers.sampled.abstraction import ABSTRACTIONS, keying
from intrigue.solvers.sampled.compiled_game import CompiledGame
from intrigue.solvers.sampled.hash_policy import HashPolicy
from intrigue.solvers.sampled.mccfr_walk import Room, external_walks, outcome_walks
from intrigue.solvers.sampled.regret_table import (
    BYTES_PER_CELL,
    BYTES_PER_ENTRY,
    CELL,
    SLOT,
    RegretTable,
)
from intrigue.solvers.sampled.samplings import MAX_SEED, MAX_STREAMS, SAMPLINGS, check_options

MCCFR_KIND, MCCFR_VERSION = "intrigue MCCFR checkpoint", 3

_SMALL = "uint8 uint16 uint32"


def _problem(
    header: Mapping[str, Any], arrays: Mapping[str, Array], sizes: Mapping[str, int]
) -> str:
    """Return how a checkpoint contradicts itself, or nothing."""
    if sizes["S"] != header["options"]["streams"]:
        return "it has not a random number generator a stream"
    falls = np.flatnonzero(arrays["action"][1:] <= arrays["action"][:-1]) + 1
    if not np.isin(falls, np.cumsum(arrays["count"], dtype=np.int64)).all():
        return "actions of an entry do not ascend"
    return ""


CHECKPOINT = Layout(
    header={
        "game": str,
        "iteration": Number(),
        "not_stored": Number(),
        "options": {
            "sampling": SAMPLINGS,
            "seed": Number(0, MAX_SEED),
            "abstraction": ABSTRACTIONS,
            "exploration": Number(0, 1, whole=False),
            "streams": Number(1, MAX_STREAMS),
            "round_iterations": Number(1),
            "max_bytes": Number(1),
        },
    },
    columns={
        "key": Column("uint64", ("I", 2), distinct=True),
        "count": Column(_SMALL, ("I",), low=2, counts_to="A"),
        "action": Column(_SMALL, ("A",), high=2**31 - 1),
        "regret": Column("float64", ("A",), low=-LARGEST, high=LARGEST),
        "average": Column("float64", ("A",), low=0, high=LARGEST),
        "rng": Column("uint64", ("S",)),
    },
    more=_problem,
)
"""What a checkpoint holds: I entries in the order of their creation, A cells, S streams.

Counts and actions are kept in the narrowest type that holds them; where an entry's cells begin
follows from the counts."""


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
        ``none`` or ``observation``; see
        :data:`intrigue.solvers.sampled.abstraction.ABSTRACTIONS`.
    exploration : float
        Of outcome sampling: how often the updating player tries an action at random; in (0, 1].
    streams : int
        Independent walks a round, 1 to :data:`MAX_STREAMS`; part of the result.
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
        check_options(sampling, seed, exploration)
        if not 1 <= streams <= MAX_STREAMS:
            raise ValueError(f"streams must be from 1 to {MAX_STREAMS:,}, got {streams:,}")
        if min(round_iterations, workers, max_bytes) < 1:
            raise ValueError("round_iterations, workers and max_bytes must be at least 1")
        if max(round_iterations, max_bytes) > MOST:
            raise ValueError(f"round_iterations and max_bytes must be at most {MOST:,}")
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
        keying(abstraction, self.game.kept)  # refuses abstractions that there are not
        self._rngs = [new_rng(seed, stream) for stream in range(streams)]
        self._nothing = RegretTable.empty(1)
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
            self._walk(0, iterations, self.table, self._nothing)
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
            keying(self.abstraction, self.game.kept),
            Room(self.game.max_choices, self.max_entries),
            table.arrays,
            frozen.arrays,
            self._rngs[stream],
        )
        states = self._states[stream]
        with held_back():
            if self.sampling == "external":
                table.take(external_walks(states, iterations, *common))
            else:
                table.take(outcome_walks(states, iterations, self.exploration, *common))

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
            "rules": rules_of(self.game.name),
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
            "key": np.stack([entries["first"], entries["second"]], axis=1),
            "count": _narrow(entries["count"]),
            "action": _narrow(cells["action"]),
            "regret": cells["regret"],
            "average": cells["average"],
            "rng": np.concatenate(self._rngs),
        }
        storage.save_arrays(path, MCCFR_KIND, MCCFR_VERSION, header, arrays, keep_previous=True)

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
            Neither the newest nor the older checkpoint can be read, or it is for another game,
            or was made by other rules of it.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, MCCFR_KIND, MCCFR_VERSION)
        compiled = game if isinstance(game, CompiledGame) else CompiledGame.of(game)
        require_rules(path, header, compiled.name)
        with naming(path):
            check_content(CHECKPOINT, header, arrays)
            solver = cls(compiled, workers=workers, **header["options"])
        solver.iteration = header["iteration"]
        entries = np.zeros(len(arrays["count"]), SLOT)
        entries["first"], entries["second"] = arrays["key"].T
        entries["count"] = arrays["count"]
        entries["begin"] = np.cumsum(entries["count"]) - entries["count"]
        cells = np.zeros(len(arrays["action"]), CELL)
        for name in ("action", "regret", "average"):
            cells[name] = arrays[name]
        solver.table.add(entries, cells, len(entries))
        solver.table.counts[2] = header["not_stored"]
        for rng, value in zip(solver._rngs, arrays["rng"], strict=True):
            rng[0] = value
        return solver


def _narrow(numbers: Array) -> Array:
    """Return numbers, at least 0, in the narrowest unsigned type that holds them."""
    return numbers.astype(np.min_scalar_type(int(numbers.max(initial=0))))
