"""The exact solver: every position that can follow, level by level, on all workers.

`solve_positions` lists all positions below its roots once (forward), then gives each its values
(backward); see `passes`, and `keys` for what a position is. The set of positions and
each value depend on nothing but the roots, so neither the number of workers nor the order in which
they reach a hash set can change an answer.
"""

import os
import resource
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import NUM_CARDS
from intrigue.solvers.emissary.limits import LimitReached, Limits
from intrigue.solvers.emissary.search.keys import NUM_LEVELS, TERMINAL
from intrigue.solvers.emissary.search.passes import (
    ADDRESS,
    NUM_VALUES,
    ROW,
    SHIFT,
    Below,
    General,
    Sets,
    find_followers,
    give_values,
    has_no_politics,
    index_all,
    insert_all,
)
from intrigue.solvers.emissary.suit_tables import (
    SuitTables,
    suit_tables,
)

PassProgress = Callable[[str, int, int], None]
"""Called with the pass (``"search"`` or ``"values"``), positions done, positions known."""

_FIRST_BITS = 8
_CHUNK = 1 << 15
_WORTH_A_THREAD = 512
_FULL = 0.5


@dataclass(frozen=True)
class Search:
    """What a solve took.

    Attributes
    ----------
    positions
        Different positions, after merging equal ones.
    seconds
        Wall-clock time.
    table_bytes
        The most that the solver's own arrays held at once.
    peak_bytes
        Peak memory of the whole process so far (0 where the system does not tell).
    """

    positions: int
    seconds: float
    table_bytes: int
    peak_bytes: int


def default_workers() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def peak_memory() -> int:
    """Return the peak resident memory of this process in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)


class _Solver:
    """One solve: its levels, their memory, its limits."""

    def __init__(
        self,
        run_out: bool,
        rulers: int,
        workers: int,
        limits: Limits,
        progress: PassProgress | None,
        tables: SuitTables,
        swap_hand: int,
    ) -> None:
        self.started = time.perf_counter()
        self.run_out = run_out
        self.general: General | None = General(int(run_out), rulers, swap_hand)
        self.workers = workers
        self.limits = limits
        self.progress = progress
        self.tables = tables
        size = NUM_LEVELS if run_out else 8192
        self.sets = np.zeros((size, 3), np.int64)
        self.room = np.zeros(size, np.int64)
        self.added = np.zeros((workers, size), np.int64)
        self.wanted = np.zeros((workers, size), np.bool_)
        self.counts = np.zeros(size, np.int64)
        self.arrays: dict[int, NDArray[np.uint64]] = {}
        self.positions: dict[int, NDArray[np.uint64]] = {}
        self.last_used: dict[int, list[int]] = {}
        self.open_levels: list[int] = []
        self.found = 0
        self.bytes = 0
        self.peak = 0
        self.first_bits = _FIRST_BITS
        self.pool = ThreadPoolExecutor(workers) if workers > 1 else None

    def close(self) -> None:
        """End the workers."""
        if self.pool is not None:
            self.pool.shutdown()

    def report(self) -> Search:
        """Return what the solve took so far."""
        seconds = time.perf_counter() - self.started
        return Search(self.found, seconds, self.peak, peak_memory())

    def spend(self, size: int) -> None:
        """Account for `size` bytes more (or less), before they are allocated."""
        self.bytes += size
        self.peak = max(self.peak, self.bytes)
        if self.limits.memory is not None and self.bytes > self.limits.memory:
            self.stop("memory")

    def stop(self, limit: str) -> None:
        raise LimitReached(limit, self.found, time.perf_counter() - self.started)

    def check_time(self) -> None:
        if self.limits.time is not None:
            if time.perf_counter() - self.started > self.limits.time:
                self.stop("time")

    def spread(self, work: Callable[[int, int, int], object], start: int, stop: int) -> None:
        """Do ``work(worker, start, stop)`` over a range in equal parts."""
        self.spread_parts(work, self.parts(start, stop))

    def parts(self, start: int, stop: int) -> list[tuple[int, int, int]]:
        """Split a range: (worker, start, stop) for each worker."""
        if self.pool is None or stop - start < _WORTH_A_THREAD:
            return [(0, start, stop)]
        edges = np.linspace(start, stop, self.workers + 1).astype(int).tolist()
        return [(n, edges[n], edges[n + 1]) for n in range(self.workers)]

    def spread_parts(
        self, work: Callable[[int, int, int], Any], parts: list[tuple[int, int, int]]
    ) -> list[Any]:
        """Do the parts side by side; return what each returned."""
        if self.pool is None or len(parts) == 1:
            return [work(*part) for part in parts]
        return [task.result() for task in [self.pool.submit(work, *part) for part in parts]]

    # Forward: which positions are there?

    def grow(self, level: int, bits: int) -> None:
        """Give `level` a hash set of ``2**bits`` keys, with what it held before."""
        self.spend(8 << bits)
        array = np.zeros(1 << bits, np.uint64)
        old = self.arrays.get(level)
        address, shift = array.ctypes.data, 64 - bits
        if old is not None:
            keys = old[old != 0]

            def refill(worker: int, start: int, stop: int) -> None:
                insert_all(keys, start, stop, address, shift)

            self.spread(refill, 0, len(keys))
            self.spend(-old.nbytes)
        self.arrays[level] = array
        self.sets[level, ADDRESS] = address
        self.sets[level, SHIFT] = shift

    def make_room(self) -> None:
        """After a chunk: count the keys, make or enlarge the sets that need it."""
        self.counts[self.open_levels] += self.added[:, self.open_levels].sum(axis=0)
        self.added[:, self.open_levels] = 0
        for worker in range(self.workers):
            for level in np.flatnonzero(self.wanted[worker]).tolist():
                self.wanted[worker, level] = 0
                if level not in self.arrays:
                    self.open_levels.append(level)
                    self.last_used.setdefault(self.level, []).append(level)
                    self.grow(level, self.first_bits)
        for level in self.open_levels:
            bits = 64 - int(self.sets[level, SHIFT])
            count = int(self.counts[level])
            if count > _FULL * 0.75 * (1 << bits):
                bits += 1 if bits > 22 else 2
                self.grow(level, bits)
            self.room[level] = (int(_FULL * 1.5 * (1 << bits)) - count) // self.workers

    def find(self, keys: NDArray[np.uint64], level: int, worker: int, start: int, stop: int) -> int:
        """Let one worker find what follows ``keys[start:stop]``; see `find_followers`."""
        sets = Sets(self.sets, self.room, self.added[worker], self.wanted[worker])
        return start + int(find_followers(keys[start:stop], level, self.general, self.tables, sets))

    def search(self, roots: Sequence[tuple[int, int]]) -> None:
        """List every position at and below the roots (key, level)."""
        plain = all(level == TERMINAL or has_no_politics(key) for key, level in roots)
        if plain and not self.run_out:
            self.general = None
        # A root's level may also be needed by any higher one, so it is kept up to the highest root.
        self.level = max(level for _, level in roots)
        for key, level in roots:
            if level != TERMINAL:
                self.wanted[0, level] = 1
                self.make_room()
                insert_all(
                    np.array([key], np.uint64),
                    0,
                    1,
                    int(self.sets[level, ADDRESS]),
                    int(self.sets[level, SHIFT]),
                )
                array = self.arrays[level]
                self.counts[level] = np.count_nonzero(array)
        while self.open_levels:
            self.level = max(self.open_levels)
            self.open_levels.remove(self.level)
            array = self.arrays.pop(self.level)
            # In order, positions next to each other share what follows them: fewer cache misses.
            keys = np.sort(array[array != 0])
            self.spend(keys.nbytes - array.nbytes)
            del array
            self.sets[self.level] = 0
            self.positions[self.level] = keys
            self.first_bits = max(_FIRST_BITS, len(keys).bit_length() - 1)
            self.found += len(keys)
            find = partial(self.find, keys, self.level)
            for start in range(0, len(keys), _CHUNK):
                stop = min(start + _CHUNK, len(keys))
                parts = self.parts(start, stop)
                while parts:
                    reached = self.spread_parts(find, parts)
                    parts = [
                        (worker, first, last)
                        for (worker, _, last), first in zip(parts, reached, strict=True)
                        if first < last
                    ]
                    if parts:
                        self.make_room()
                self.make_room()
                self.check_time()
                known = self.found + int(self.counts[self.open_levels].sum())
                if self.limits.positions is not None and known > self.limits.positions:
                    self.stop("positions")
                if self.progress:
                    self.progress("search", self.found - len(keys) + stop, known)

    # Backward: what are they worth?

    def value(self, roots: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
        """Give every position its values; return those of the roots."""
        nothing_more = np.zeros(ROW)
        nothing_more[1] = 1.0
        below = Below(self.sets, nothing_more.ctypes.data)
        result = np.zeros((len(roots), NUM_VALUES))
        wanted: dict[int, list[int]] = {}
        for place, (_, level) in enumerate(roots):
            wanted.setdefault(level, []).append(place)
        for place in wanted.get(TERMINAL, []):
            result[place] = nothing_more[1:]
        kept: dict[int, tuple[NDArray[np.int64], NDArray[np.float64]]] = {}
        done = 0
        for level in sorted(self.positions):
            keys = self.positions.pop(level)
            bits = max(4, int(np.ceil(np.log2(len(keys) / 0.6))))
            self.spend((16 << bits) + len(keys) * 8 * ROW)
            index = np.zeros(2 << bits, np.int64)
            values = np.empty((len(keys), ROW))
            kept[level] = index, values
            address, shift = index.ctypes.data, 64 - bits

            def enter(
                worker: int,
                start: int,
                stop: int,
                keys: NDArray[np.uint64] = keys,
                address: int = address,
                shift: int = shift,
                index: NDArray[np.int64] = index,
            ) -> None:
                index_all(keys, start, stop, address, shift, index)

            def give(
                worker: int,
                start: int,
                stop: int,
                keys: NDArray[np.uint64] = keys,
                level: int = level,
                values: NDArray[np.float64] = values,
            ) -> None:
                give_values(
                    keys[start:stop], level, self.general, self.tables, below, values[start:stop]
                )

            self.spread(enter, 0, len(keys))
            for start in range(0, len(keys), _CHUNK):
                stop = min(start + _CHUNK, len(keys))
                self.spread(give, start, stop)
                self.check_time()
                if self.progress:
                    self.progress("values", done + stop, self.found)
            done += len(keys)
            self.sets[level] = address, shift, values.ctypes.data
            if level in wanted:
                places = {int(key): place for place, key in enumerate(keys)}
                for place in wanted[level]:
                    result[place] = values[places[roots[place][0]], 1:]
            self.spend(-keys.nbytes)
            for unused in self.last_used.get(level, []):
                index, values = kept.pop(unused)
                self.spend(-index.nbytes - values.nbytes)
        return result


def solve_positions(
    roots: Sequence[tuple[int, int]],
    run_out: bool,
    rulers: int,
    workers: int | None = None,
    limits: Limits | None = None,
    progress: PassProgress | None = None,
    tables: SuitTables | None = None,
    swap_hand: int = NUM_CARDS,
) -> tuple[NDArray[np.float64], Search]:
    """Solve positions exactly.

    Parameters
    ----------
    roots
        Key and level of each, see `encoding`.
    run_out
        Whether the deck may run out below any of them.
    rulers
        Bit mask of the suits that may be the trump (by politics, or now).
    workers
        Threads; by default one a processor. The result does not depend on it.
    limits
        By default none.
    progress
        Called now and then, see `PassProgress`.
    tables
        What the strings in the keys mean: by default the game's own suits; `tied_suits` has
        others.
    swap_hand
        With more cards than these in hand politics is not used: by default whenever it may be.
        With less the values are lower bounds.

    Returns
    -------
    values : float64 array, shape (roots, 9)
        See `passes`.
    search
        Positions, time and memory.

    Raises
    ------
    LimitReached
        If a limit struck first.
    """
    solver = _Solver(
        run_out,
        rulers,
        workers or default_workers(),
        limits or Limits(),
        progress,
        tables or suit_tables(),
        swap_hand,
    )
    try:
        solver.search(roots)
        values = solver.value(roots)
    finally:
        solver.close()
    return values, solver.report()
