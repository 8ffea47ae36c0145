"""Compiled passes over one level of positions: find what follows, then give values.

Forward, from the highest level down: the positions of a level are listed, and what follows them is
put into the hash sets of lower levels. Backward, from the lowest level up: each position gets its
values from those that follow it, whose levels are still in memory.

The value of a position is nine numbers: for ``w`` = 0..8 the chance to win exactly ``w`` more
debates when aiming at just that. It is exactly 1.0 where some play wins exactly ``w`` whatever the
order of the deck, and exactly 0.0 where no order and play does; never else.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.search.fast_followers import expand_fast
from intrigue.solvers.emissary.search.followers import expand
from intrigue.solvers.emissary.search.keys import (
    MAX_FOLLOWERS,
    NUM_FIELDS,
    RULERS,
    RUN_OUT,
    SWAP_HAND,
    TERMINAL,
    Followers,
    decode,
    room_for_followers,
)
from intrigue.solvers.emissary.search.memory import (
    add_group,
    keep_larger,
    load_word,
    prefetch,
    swap_word,
)
from intrigue.solvers.emissary.suit_tables import STRING_BITS, SuitTables

NUM_VALUES = 9
ROW = NUM_VALUES + 1
"""Floats a position: a zero and its values."""
ADDRESS = 0
SHIFT = 1
VALUES = 2

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_EMPTY = np.uint64(0)
_ALMOST_ONE = 1.0 - 2.0**-53


@jit(nogil=True)
def _insert(address: int, shift: int, stride: int, key: np.uint64, room: bool) -> int:
    """Put `key` into an open-addressing set; 0: was there, slot address: new, -1: no room."""
    mask = (np.int64(1) << (64 - shift)) - 1
    slot = np.int64((key * _GOLDEN) >> np.uint64(shift))
    at: Any
    while True:
        at = address + slot * stride
        found = load_word(at)
        if found == key:
            return 0
        if found == _EMPTY:
            if not room:
                return -1
            found = swap_word(at, _EMPTY, key)
            if found == _EMPTY:
                return at
            if found == key:
                return 0
        slot = (slot + 1) & mask


@jit(nogil=True)
def insert_all(keys: NDArray[np.uint64], start: int, stop: int, address: int, shift: int) -> None:
    """Put ``keys[start:stop]`` into the set at `address`, which has room."""
    for n in range(start, stop):
        _insert(address, shift, 8, keys[n], True)


@jit(nogil=True)
def index_all(
    keys: NDArray[np.uint64],
    start: int,
    stop: int,
    address: int,
    shift: int,
    index: NDArray[np.int64],
) -> None:
    """Put ``keys[start:stop]`` and their places into the map at `address`, which has room.

    `index` is the map itself as an array: words 2 slot (key) and 2 slot + 1 (place).
    """
    ahead = 16
    for n in range(start, stop):
        if n + ahead < stop:
            slot: Any = np.int64((keys[n + ahead] * _GOLDEN) >> np.uint64(shift))
            prefetch(address + slot * 16)
        at = _insert(address, shift, 16, keys[n], True)
        index[((at - address) >> 3) + 1] = n


@jit
def has_no_politics(key: int) -> bool:
    """Whether politics cannot be used any more; for keys of positions whose deck lasts."""
    return bool(((key - 1) >> 4 * STRING_BITS) & 3 == 0)


class General(NamedTuple):
    """Constants of a solve in which politics may be left or the deck may run out.

    Attributes
    ----------
    run_out
        1 if the deck may run out.
    rulers
        Bit mask of the suits that may become trump.
    swap_hand
        With more cards in hand politics is not used.
    """

    run_out: int
    rulers: int
    swap_hand: int


class Sets(NamedTuple):
    """The hash sets of the levels, and what one worker does to them.

    Attributes
    ----------
    places : shape (levels, 3)
        Address and hash shift of each level's set; shift 0: there is no set yet.
    room : shape (levels,)
        How many keys this call may add to each.
    added : shape (levels,)
        Counts the keys added.
    wanted : shape (levels,)
        Set to True for a level whose set is missing or full.
    """

    places: NDArray[np.int64]
    room: NDArray[np.int64]
    added: NDArray[np.int64]
    wanted: NDArray[np.bool_]


class Below(NamedTuple):
    """The values of the levels below.

    Attributes
    ----------
    places : shape (levels, 3)
        Address and hash shift of each level's map from key to place, and address of its values.
    nothing_more
        Address of the row of a finished kingdom: 0, then 1, 0, 0 ...
    """

    places: NDArray[np.int64]
    nothing_more: int


@jit(nogil=True)
def _fields(general: General) -> NDArray[np.int64]:
    """Return the fields of a position with the constants of the solve."""
    p = np.zeros(NUM_FIELDS, np.int64)
    p[RUN_OUT] = general.run_out
    p[RULERS] = general.rulers
    p[SWAP_HAND] = general.swap_hand
    return p


@jit(nogil=True)
def _expand_position(
    key: np.uint64,
    level: int,
    p: NDArray[np.int64],
    q: NDArray[np.int64],
    suits: SuitTables,
    out: Followers,
) -> tuple[int, int]:
    """List what can follow; return the numbers of positions and of equally likely cards."""
    if p[RUN_OUT] == 0 and has_no_politics(np.int64(key)):
        return expand_fast(key, level, suits, out)
    decode(key, level, suits.table, p)
    count, _, total = expand(p, q, suits, out)
    return count, total


@jit(nogil=True)
def find_followers(
    positions: NDArray[np.uint64],
    level: int,
    general: General | None,
    suits: SuitTables,
    sets: Sets,
) -> int:
    """Put everything that follows `positions` of a level into the sets of lower levels.

    Parameters
    ----------
    general
        None if no position has politics and the deck lasts. The compiler then leaves out the
        general path, which takes it long.

    Returns
    -------
    int
        The first position that is not done because a set was missing or full: go on there once it
        has grown. ``len(positions)`` if all are done.
    """
    if general is not None:
        p = _fields(general)
        q = np.zeros(NUM_FIELDS, np.int64)
    out = room_for_followers()
    places, added = sets.places, sets.added
    for n in range(len(positions)):
        complete = True
        if general is None:
            count, _ = expand_fast(positions[n], level, suits, out)
        else:
            count, _ = _expand_position(positions[n], level, p, q, suits, out)
        for child in range(count):
            below = out.levels[child]
            if below != TERMINAL and places[below, SHIFT] != 0:
                slot = np.int64((out.keys[child] * _GOLDEN) >> np.uint64(places[below, SHIFT]))
                prefetch(places[below, ADDRESS] + slot * 8)
        for child in range(count):
            below = out.levels[child]
            if below == TERMINAL:
                continue
            if places[below, SHIFT] == 0:
                sets.wanted[below] = True
                complete = False
                continue
            result = _insert(
                places[below, ADDRESS],
                places[below, SHIFT],
                8,
                out.keys[child],
                added[below] < sets.room[below],
            )
            if result > 0:
                added[below] += 1
            elif result < 0:
                sets.wanted[below] = True
                complete = False
        if not complete:
            return n
    return len(positions)


@jit(nogil=True)
def give_values(
    positions: NDArray[np.uint64],
    level: int,
    general: General | None,
    suits: SuitTables,
    below: Below,
    values: NDArray[np.float64],
) -> None:
    """Write the values of `positions` of a level.

    Parameters
    ----------
    general
        As for `find_followers`.
    values : shape (positions, 10)
        Their rows: a zero, then the nine values.
    """
    if general is not None:
        p = _fields(general)
        q = np.zeros(NUM_FIELDS, np.int64)
    out = room_for_followers()
    groups, won = out.groups, out.won
    places = below.places
    slots = np.empty(MAX_FOLLOWERS, np.int64)
    rows = np.empty(MAX_FOLLOWERS, np.int64)
    values_at = values.ctypes.data
    work = np.zeros((3, NUM_VALUES))
    sums, least = work[0], work[1]
    sums_at = work.ctypes.data
    least_at = sums_at + 8 * NUM_VALUES
    best_at = least_at + 8 * NUM_VALUES
    for n in range(len(positions)):
        if general is None:
            count, total = expand_fast(positions[n], level, suits, out)
        else:
            count, total = _expand_position(positions[n], level, p, q, suits, out)
        for child in range(count):
            lower = out.levels[child]
            if lower != TERMINAL:
                slot = np.int64((out.keys[child] * _GOLDEN) >> np.uint64(places[lower, SHIFT]))
                slots[child] = slot
                prefetch(places[lower, ADDRESS] + slot * 16)
        for child in range(count):
            lower = out.levels[child]
            if lower == TERMINAL:
                rows[child] = below.nothing_more + 8 * (1 - won[child])
                continue
            mask = (np.int64(1) << (64 - places[lower, SHIFT])) - 1
            slot = slots[child]
            at = places[lower, ADDRESS] + slot * 16
            while load_word(at) != out.keys[child]:
                slot = (slot + 1) & mask
                at = places[lower, ADDRESS] + slot * 16
            row = places[lower, VALUES] + np.int64(load_word(at + 8)) * (8 * ROW)
            prefetch(row)
            prefetch(row + 64)
            # One float earlier is the row for one win more (a row starts with a zero).
            rows[child] = row + 8 * (1 - won[child])
        for w in range(NUM_VALUES):
            sums[w] = 0.0
            least[w] = 1.0
        abilities = 0
        while groups[abilities] < 0:
            abilities += 1
        group = 0
        for child in range(abilities, count):
            if groups[child] != group:
                add_group(sums_at, least_at, best_at, float(out.weights[group]))
                group = groups[child]
            keep_larger(best_at, rows[child])
        add_group(sums_at, least_at, best_at, float(out.weights[group]))
        values[n, 0] = 0.0
        for w in range(NUM_VALUES):
            value = sums[w] / total
            # Rounding must not turn "almost sure" into "sure".
            values[n, w + 1] = value if least[w] >= 1.0 else min(value, _ALMOST_ONE)
        for ability in range(abilities):
            keep_larger(values_at + 8 * (n * ROW + 1), rows[ability])
