"""The chances of all hands from a table with Jacks, for sums over all hands."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.emissary.cards import HAND_SIZE, NUM_RANKS
from intrigue.solvers.emissary.tables.best_kingdom import (
    Hands,
    in_blocks,
    orbit_sizes,
    sorted_masks,
)
from intrigue.solvers.emissary.tables.hands import HANDS
from intrigue.solvers.emissary.tables.jacks.layers import place
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.streams import Clubs
from intrigue.solvers.emissary.tables.jacks.suits import kind_of, number_in_kind, real_suits
from intrigue.solvers.emissary.tables.jacks.table import JacksTable

Array = np.ndarray[Any, Any]

TARGETS = HAND_SIZE + 1


def gather_jack_hands(
    table: JacksTable, upper: bool = False, clubs_apart: bool | None = None
) -> Hands:
    """Collect the chances of all hands from a table: at least, or (`upper`) at most.

    `clubs_apart` says how hands are listed, see `Hands`; by default as the table needs it. All
    tables can list them with clubs apart.
    """
    apart = "c" in table.jacks if clubs_apart is None else clubs_apart
    if apart:
        masks = masks_with_clubs()
        ways = _ways_of_three(masks) / 6.0
    else:
        masks = sorted_masks()
        ways = orbit_sizes(masks) / 24.0
    return in_blocks(_chances(table, masks, upper), ways / HANDS, apart)


def _chances(table: JacksTable, masks: Array, upper: bool) -> Iterator[Array]:
    clubs = "c" in table.jacks
    for j in range(4):
        order = [j, *(i for i in range(4) if i != j)]
        role: Clubs = "alike" if not clubs else "trump" if j == 0 else "side"
        rows = table.rows[role]
        found = np.zeros((len(masks), TARGETS), np.uint16)
        ordered = np.ascontiguousarray(masks[:, order])
        _find_rows(ordered, *_numbering(), role == "side", rows.starts, rows.lower, found)
        if clubs and upper:
            many = np.bitwise_count(masks[:, 0]) > table.exact_clubs
            bounds = found[many]
            _find_rows(
                np.ascontiguousarray(ordered[many]), *_numbering(), role == "side",
                rows.upper_starts, rows.upper, bounds,
            )  # fmt: skip
            found[many] = bounds
        yield found[:, 1:] / ONE


def _numbering() -> tuple[Any, Array, Array]:
    """Return suits, number within its kind of a whole suit's mask, and kind by cards in hand."""
    numbers = [
        number_in_kind()["".join("DH"[mask >> rank & 1] for rank in range(NUM_RANKS))]
        for mask in range(1 << NUM_RANKS)
    ]
    kinds = [kind_of(held, NUM_RANKS - held) for held in range(NUM_RANKS + 1)]
    return real_suits(), np.array(numbers), np.array(kinds)


@jit(nogil=True)
def _find_rows(
    masks: Any, suits: Any, numbers: Any, kinds: Any, apart: bool, starts: Any, values: Any,
    out: Any,
) -> None:  # fmt: skip
    """Write the rows of many hands, in units; `masks` are of the trump suit, then as in layers."""
    k = np.empty(4, np.int64)
    for i in range(len(masks)):
        for s in range(4):
            count = 0
            for rank in range(NUM_RANKS):
                count += masks[i, s] >> rank & 1
            k[s] = kinds[count]
        size = suits.strings[k[0]]
        start, x, y, z = place(suits, starts, apart, k[1], k[2], k[3], TARGETS * size)
        at = start + numbers[masks[i, 1]] * x + numbers[masks[i, 2]] * y + numbers[masks[i, 3]] * z
        at += numbers[masks[i, 0]]
        for w in range(TARGETS):
            out[i, w] = values[at + w * size]


@jit
def masks_with_clubs() -> Any:
    """Return all masks (clubs; x2 <= x3 <= x4) of eight cards in all, int64 (n, 4)."""
    ones = np.zeros(256, np.int64)
    for mask in range(1, 256):
        ones[mask] = ones[mask >> 1] + (mask & 1)
    found = np.empty((1 << 21, 4), np.int64)
    n = 0
    for clubs in range(256):
        for x2 in range(256):
            for x3 in range(x2, 256):
                left = HAND_SIZE - ones[clubs] - ones[x2] - ones[x3]
                if left >= 0:
                    for x4 in range(x3, 256):
                        if ones[x4] == left:
                            found[n, 0], found[n, 1], found[n, 2], found[n, 3] = clubs, x2, x3, x4
                            n += 1
    return found[:n].copy()


def _ways_of_three(masks: Array) -> Array:
    """Return in how many ways the suits but clubs can be renamed to different hands."""
    first = masks[:, 1] == masks[:, 2]
    second = masks[:, 2] == masks[:, 3]
    return np.where(first & second, 1, np.where(first | second, 3, 6))
