"""Open-addressing tables keyed by 128-bit information-state hashes, for compiled code.

A table is an array of records, made by ``numpy.zeros``, whose type has the fields ``first`` and
``second`` (uint64, the two halves of the key) and ``count`` (an integer, 0 where the slot is
empty); what else a record holds is up to the table's owner. Its length is a power of two, and it is
never full: its owner grows it when it is half full. Both halves of a key are compared, so only
equal 128-bit hashes can meet.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.types import Array


@jit(nogil=True)
def find_slot(slots: Array, first: np.uint64, second: np.uint64) -> Any:
    """Return the slot that holds a key, or the empty one where it belongs (linear probing)."""
    mask = np.uint64(len(slots) - 1)
    slot = first & mask
    while slots[slot].count != 0 and (slots[slot].first != first or slots[slot].second != second):
        slot = (slot + np.uint64(1)) & mask
    return slot


@jit(nogil=True)
def grow_table(slots: Array) -> Array:
    """Return a table of twice the length with the same entries."""
    larger = np.zeros(2 * len(slots), slots.dtype)
    for i in range(len(slots)):
        if slots[i].count != 0:
            larger[find_slot(larger, slots[i].first, slots[i].second)] = slots[i]
    return larger
