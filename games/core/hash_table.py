"""Open-addressing tables keyed by 128-bit information-state hashes, for compiled code.

A table is two arrays: ``keys`` (capacity, 2) uint64 and ``slots`` (capacity,) of integers, the
value of each key or :data:`HASH_EMPTY`. Capacities are powers of two, and a table is never full.
Both halves of a key are compared, so only equal 128-bit hashes can meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit

HASH_EMPTY = -1


@jit
def find_slot(keys: Any, slots: Any, first: np.uint64, second: np.uint64) -> int:
    """Return the slot that holds a key, or the empty one where it belongs (linear probing)."""
    mask = np.uint64(len(slots) - 1)
    slot = first & mask
    while slots[slot] != HASH_EMPTY and (keys[slot, 0] != first or keys[slot, 1] != second):
        slot = (slot + np.uint64(1)) & mask
    return slot  # type: ignore[return-value]


@jit
def grow_table(keys: Any, slots: Any) -> Any:
    """Return copies of a table's arrays with twice the capacity."""
    new_keys = np.zeros((2 * len(slots), 2), np.uint64)
    new_slots = np.full(2 * len(slots), HASH_EMPTY, slots.dtype)
    for old in range(len(slots)):
        if slots[old] != HASH_EMPTY:
            slot = find_slot(new_keys, new_slots, keys[old, 0], keys[old, 1])
            new_keys[slot, 0] = keys[old, 0]
            new_keys[slot, 1] = keys[old, 1]
            new_slots[slot] = slots[old]
    return new_keys, new_slots
