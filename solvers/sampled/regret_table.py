"""A growing table of regrets and average strategies, keyed by 128-bit information-state hashes.

Two arrays of records hold it, so that finding an information state touches two places in memory:

- ``slots``, a hash table with open addressing: key, where the entry's cells begin, how many. Both
  halves of the key are compared, so only equal 128-bit hashes can meet.
- ``cells``, one an action: its number, cumulative regret, cumulative strategy. Entries lie in the
  order of their creation.

``counts`` (int64) are the numbers of entries, of cells, and of visits that found no room.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit

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


@dataclass
class RegretTable:
    """The arrays of a table, replaced by longer ones as it grows."""

    slots: np.ndarray[Any, Any]
    cells: np.ndarray[Any, Any]
    counts: np.ndarray[Any, Any]

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

    def entries(self) -> np.ndarray[Any, Any]:
        """Return the filled slots in the order of their creation."""
        filled = self.slots[self.slots["count"] > 0]
        return filled[np.argsort(filled["begin"], kind="stable")]

    def used_cells(self) -> np.ndarray[Any, Any]:
        """Return the cells of all entries, in the order of their creation."""
        return self.cells[: self.counts[_CELLS]]

    def clear(self) -> None:
        """Empty the table, keeping its room."""
        self.slots[:] = np.zeros(1, SLOT)
        self.counts[:] = 0

    def add(
        self, entries: np.ndarray[Any, Any], cells: np.ndarray[Any, Any], max_entries: int
    ) -> None:
        """Add entries of another table (as it gives them), in their order, while there is room."""
        self.slots, self.cells = _add(
            self.slots, self.cells, self.counts, entries, cells, max_entries
        )


@jit(nogil=True)
def find(slots: Any, first: np.uint64, second: np.uint64) -> Any:
    """Return the slot of a key, or the empty one where it belongs (linear probing)."""
    mask = np.uint64(len(slots) - 1)
    slot = first & mask
    while slots[slot].count != 0 and (slots[slot].first != first or slots[slot].second != second):
        slot = (slot + np.uint64(1)) & mask
    return slot


@jit(nogil=True)
def enter(
    slots: Any,
    cells: Any,
    counts: Any,
    first: np.uint64,
    second: np.uint64,
    actions: Any,
    count: int,
    base: int,
    max_entries: int,
) -> Any:
    """Create the entry of a key that :func:`find` did not find.

    Returns
    -------
    slots, cells
        Perhaps longer copies.
    begin : int
        Where the entry's cells begin, or :data:`NO_ROOM`.
    """
    if counts[_ENTRIES] >= max_entries:
        counts[_REFUSED] += 1
        return slots, cells, np.int64(NO_ROOM)
    if 2 * (counts[_ENTRIES] + 1) > len(slots):
        slots = _with_more_slots(slots)
    begin = counts[_CELLS]
    if begin + count > len(cells):
        longer = np.zeros(max(2 * len(cells), begin + count), CELL)
        for i in range(begin):
            longer[i] = cells[i]
        cells = longer
    slot = find(slots, first, second)
    slots[slot].first = first
    slots[slot].second = second
    slots[slot].begin = begin
    slots[slot].base_begin = base
    slots[slot].count = count
    for i in range(count):
        cells[begin + i].regret = 0.0
        cells[begin + i].average = 0.0
        cells[begin + i].action = actions[i]
    counts[_ENTRIES] += 1
    counts[_CELLS] = begin + count
    return slots, cells, np.int64(begin)


@jit(nogil=True)
def _with_more_slots(slots: Any) -> Any:
    more = np.zeros(2 * len(slots), SLOT)
    for i in range(len(slots)):
        if slots[i].count != 0:
            more[find(more, slots[i].first, slots[i].second)] = slots[i]
    return more


@jit(nogil=True)
def _add(slots: Any, cells: Any, counts: Any, entries: Any, more: Any, max_entries: int) -> Any:
    for i in range(len(entries)):
        first, second = entries[i].first, entries[i].second
        start, count = entries[i].begin, entries[i].count
        slot = find(slots, first, second)
        if slots[slot].count != 0:
            begin = slots[slot].begin
        else:
            actions = more[start : start + count].action
            slots, cells, begin = enter(
                slots, cells, counts, first, second, actions, count, -1, max_entries
            )
            if begin == NO_ROOM:
                continue
        for k in range(count):
            cells[begin + k].regret += more[start + k].regret
            cells[begin + k].average += more[start + k].average
    return slots, cells
