"""A growing table of regrets and average strategies, keyed by 128-bit information-state hashes.

Two arrays of records hold it, so that finding an information state touches two places in memory:

- ``slots``, a hash table (:mod:`intrigue.games.core.hash_table`): key, where the entry's cells
  begin, how many.
- ``cells``, one an action: its number, cumulative regret, cumulative strategy. Entries lie in the
  order of their creation.

``counts`` (int64) are the numbers of entries, of cells, and of visits that found no room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.hash_table import find_slot, grow_table
from intrigue.games.core.types import Array

SLOT = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", np.uint64),
                ("second", np.uint64),
                ("begin", np.int64),
                ("base_begin", np.int64),
                ("count", np.int64),
            ]
        ),
    )
)
"""`count` is 0 in an empty slot. `base_begin` is where the entry begins in another table that this
one adds to, -1 if it is not there."""

CELL = np.dtype(
    (
        np.record,
        np.dtype([("regret", np.float64), ("average", np.float64), ("action", np.int64)]),
    )
)

NO_ROOM = -1
"""Where the cells of an information state are that a full table did not take in."""

_ENTRIES, _CELLS, _REFUSED = 0, 1, 2

BYTES_PER_ENTRY = 4 * SLOT.itemsize
BYTES_PER_CELL = 2 * CELL.itemsize
"""What an entry and a cell may take: arrays double when full, and hash tables are half empty."""


class TableArrays(NamedTuple):
    """The arrays of a table, as compiled code takes them; see this module."""

    slots: Array
    cells: Array
    counts: Array


@dataclass
class RegretTable:
    """The arrays of a table, replaced by longer ones as it grows."""

    slots: Array
    cells: Array
    counts: Array

    @classmethod
    def empty(cls, capacity: int = 1024) -> RegretTable:
        """Return an empty table with room for half as many entries as `capacity`, a power of 2."""
        slots = np.zeros(capacity, SLOT)
        return cls(slots, np.zeros(2 * capacity, CELL), np.zeros(3, np.int64))

    @property
    def num_entries(self) -> int:
        """How many information states are stored."""
        return int(self.counts[_ENTRIES])

    @property
    def refused(self) -> int:
        """How many visits found no room."""
        return int(self.counts[_REFUSED])

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, room for growth included."""
        return self.slots.nbytes + self.cells.nbytes + self.counts.nbytes

    @property
    def arrays(self) -> TableArrays:
        """The arrays as compiled code takes them."""
        return TableArrays(self.slots, self.cells, self.counts)

    def take(self, arrays: TableArrays) -> None:
        """Go on with the arrays, perhaps longer ones, that compiled code returned."""
        self.slots, self.cells, self.counts = arrays

    def entries(self) -> Array:
        """Return the filled slots in the order of their creation."""
        filled = self.slots[self.slots["count"] > 0]
        return filled[np.argsort(filled["begin"], kind="stable")]

    def used_cells(self) -> Array:
        """Return the cells of all entries, in the order of their creation."""
        return self.cells[: self.counts[_CELLS]]

    def clear(self) -> None:
        """Empty the table, keeping its room."""
        self.slots[:] = np.zeros(1, SLOT)
        self.counts[:] = 0

    def add(self, entries: Array, cells: Array, max_entries: int) -> None:
        """Add entries of another table (as it gives them), in their order, while there is room."""
        self.take(_add(self.arrays, entries, cells, max_entries))


@jit(nogil=True)
def enter(
    slots: Array,
    cells: Array,
    counts: Array,
    key: tuple[np.uint64, np.uint64],
    actions: Array,
    count: int,
    base: int,
    max_entries: int,
) -> tuple[Array, Array, int]:
    """Create the entry of a key that the table does not hold.

    The table's arrays come one by one: bundled, walks were a tenth slower.

    Parameters
    ----------
    slots, cells, counts
        The table; `counts` is changed in place.
    actions : (count or more,) int64
    base : int
        Where the entry begins in the table that this one adds to, or -1.

    Returns
    -------
    slots, cells
        Longer ones where they were full.
    begin : int
        Where the entry's cells begin, or :data:`NO_ROOM`.
    """
    if counts[_ENTRIES] >= max_entries:
        counts[_REFUSED] += 1
        return slots, cells, NO_ROOM
    if 2 * (counts[_ENTRIES] + 1) > len(slots):
        slots = grow_table(slots)
    begin = counts[_CELLS]
    if begin + count > len(cells):
        longer = np.zeros(max(2 * len(cells), begin + count), CELL)
        for i in range(begin):
            longer[i] = cells[i]
        cells = longer
    slot = find_slot(slots, key[0], key[1])
    slots[slot].first = key[0]
    slots[slot].second = key[1]
    slots[slot].begin = begin
    slots[slot].base_begin = base
    slots[slot].count = count
    for i in range(count):
        cells[begin + i].regret = 0.0
        cells[begin + i].average = 0.0
        cells[begin + i].action = actions[i]
    counts[_ENTRIES] += 1
    counts[_CELLS] = begin + count
    return slots, cells, begin


@jit(nogil=True)
def _add(table: TableArrays, entries: Array, more: Array, max_entries: int) -> TableArrays:
    slots, cells, counts = table
    for i in range(len(entries)):
        first, second = entries[i].first, entries[i].second
        start, count = entries[i].begin, entries[i].count
        slot = find_slot(slots, first, second)
        if slots[slot].count == count:
            begin = slots[slot].begin
        elif slots[slot].count != 0:
            continue  # not this information state, as a file may have it
        else:
            actions = more[start : start + count].action  # type: ignore[attr-defined]
            slots, cells, begin = enter(
                slots, cells, counts, (first, second), actions, count, -1, max_entries
            )
            if begin == NO_ROOM:
                continue
        for k in range(count):
            cells[begin + k].regret += more[start + k].regret
            cells[begin + k].average += more[start + k].average
    return TableArrays(slots, cells, counts)
