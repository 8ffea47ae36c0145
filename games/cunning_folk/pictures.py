"""Pictures: what a player has seen of the cards that lie in the village now, if coins fell so.

A picture packs 4 bits a place into one int64: the role seen of the card lying there, or
:data:`UNSEEN`, or :data:`NOT_LIAR` (never seen, but somebody else showed that it is not the Liar).
Functions work on ``pictures`` (int64), ``weights`` (float64: chance of the coins so far) and
``coins`` (int64 rows: one sequence of coins that leads to the picture, drawn in proportion), of
which the first `n` entries count.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import random_below, random_unit
from intrigue.games.cunning_folk.cards import LIAR, N_ROLES
from intrigue.games.cunning_folk.state import MAX_PLACES

UNSEEN = 15
NOT_LIAR = 14

assert N_ROLES <= NOT_LIAR, "a picture has 4 bits a place: widen pictures for more roles"
assert 4 * MAX_PLACES < 64, "a picture is one int64: widen pictures for more places"

COINS_PER_WORD = 62
"""Coins packed into one int64."""

_TINY = 1e-100


@jit
def blank_picture(places: int) -> int:
    """Return the picture of a village of which nothing was seen."""
    return (1 << (4 * places)) - 1


@jit
def content(picture: int, place: int) -> int:
    """Return what a picture shows at a place: a role, UNSEEN or NOT_LIAR."""
    return (picture >> (4 * place)) & 15


@jit
def _with(picture: int, place: int, shown: int) -> int:
    shift = 4 * place
    return (picture & ~(15 << shift)) | (shown << shift)


@jit
def _exchanged(picture: int, a: int, b: int) -> int:
    difference = content(picture, a) ^ content(picture, b)
    return picture ^ (difference << (4 * a)) ^ (difference << (4 * b))  # type: ignore[no-any-return]


@jit
def count_shown(picture: int, places: int, shown: int) -> int:
    """Return at how many places a picture shows `shown`."""
    n = 0
    for place in range(places):
        if content(picture, place) == shown:
            n += 1
    return n


@jit
def count_unseen(picture: int, places: int) -> Any:
    """Return how many cards were not seen, and how many of these are not the Liar."""
    not_liar = count_shown(picture, places, NOT_LIAR)
    return count_shown(picture, places, UNSEEN) + not_liar, not_liar


@jit
def _move_row(rows: Any, to: int, row: int) -> None:
    for column in range(rows.shape[1]):  # NumPy's way compiles the words of an error about shapes
        rows[to, column] = rows[row, column]


@jit
def sight(
    pictures: Any, weights: Any, coins: Any, n: int, place: int, role: int, places: int, most: int
) -> int:
    """Keep the pictures that agree with `role` being seen at `place`; return how many.

    `most` is the number of cards of that role that the village can hold.
    """
    kept = 0
    for i in range(n):
        picture = pictures[i]
        shown = content(picture, place)
        if shown != role:
            if shown < N_ROLES or (shown == NOT_LIAR and role == LIAR):
                continue
            if count_shown(picture, places, role) >= most:
                continue
            picture = _with(picture, place, role)
        pictures[kept] = picture
        weights[kept] = weights[i]
        _move_row(coins, kept, i)
        kept += 1
    return kept


@jit
def sight_not_liar(pictures: Any, weights: Any, coins: Any, n: int, place: int) -> int:
    """Keep the pictures that agree with the card at `place` not being the Liar."""
    kept = 0
    for i in range(n):
        picture = pictures[i]
        shown = content(picture, place)
        if shown == LIAR:
            continue
        if shown == UNSEEN:
            picture = _with(picture, place, NOT_LIAR)
        pictures[kept] = picture
        weights[kept] = weights[i]
        _move_row(coins, kept, i)
        kept += 1
    return kept


@jit
def trade_places(pictures: Any, n: int, a: int, b: int) -> None:
    """Two cards change places in every picture."""
    for i in range(n):
        pictures[i] = _exchanged(pictures[i], a, b)


@jit
def branch(
    pictures: Any, weights: Any, coins: Any, n: int, a: int, b: int, coin: int, rng: Any
) -> Any:
    """Let coin number `coin` decide whether the cards at `a` and `b` change places.

    Pictures that become equal are merged. Returns new arrays and their number of entries.
    """
    low = np.empty(n, np.int64)
    scale = 0.5
    total = 0.0
    for i in range(n):
        low[i] = min(pictures[i], _exchanged(pictures[i], a, b))
        total += weights[i]
    if total < _TINY:  # only ratios matter
        scale = 0.5 / total
    order = _ascending(low, n)
    new_pictures = np.empty(2 * n, np.int64)
    new_weights = np.empty(2 * n, np.float64)
    new_coins = np.empty((2 * n, coins.shape[1]), np.int64)
    m = 0
    i = 0
    while i < n:
        picture = low[order[i]]
        mirrored = _exchanged(picture, a, b)
        # Entries equal to the picture, and to its mirror image: total weight, and one of them.
        weight, mirror_weight = 0.0, 0.0
        entry, mirror_entry = -1, -1
        while i < n and low[order[i]] == picture:
            j = order[i]
            if pictures[j] == picture:
                weight += weights[j]
                if entry < 0 or random_unit(rng) * weight < weights[j]:
                    entry = j
            else:
                mirror_weight += weights[j]
                if mirror_entry < 0 or random_unit(rng) * mirror_weight < weights[j]:
                    mirror_entry = j
            i += 1
        if picture == mirrored:  # the coin does not matter
            new_pictures[m] = picture
            new_weights[m] = 2.0 * scale * weight
            new_coins[m] = coins[entry]
            _set_coin(new_coins, m, coin, random_below(rng, 2))
            m += 1
            continue
        both = weight + mirror_weight
        for side in range(2):
            from_picture = random_unit(rng) * both < weight
            new_pictures[m] = mirrored if side == 1 else picture
            new_weights[m] = scale * both
            new_coins[m] = coins[entry if from_picture else mirror_entry]
            _set_coin(new_coins, m, coin, 1 if from_picture == (side == 1) else 0)
            m += 1
    return new_pictures, new_weights, new_coins, m


@jit
def _ascending(keys: Any, n: int) -> Any:
    """Return the order that sorts ``keys[:n]`` (Shell's sort: short, and quick for a few keys)."""
    order = np.empty(n, np.int64)
    for i in range(n):
        order[i] = i
    gap = n // 2
    while gap > 0:
        for i in range(gap, n):
            moved = order[i]
            j = i
            while j >= gap and keys[order[j - gap]] > keys[moved]:
                order[j] = order[j - gap]
                j -= gap
            order[j] = moved
        gap //= 2
    return order


@jit
def _set_coin(coins: Any, row: int, coin: int, value: int) -> None:
    bit = 1 << (coin % COINS_PER_WORD)
    word = coin // COINS_PER_WORD
    if value == 1:
        coins[row, word] |= bit
    else:
        coins[row, word] &= ~bit


@jit
def coin_of(coins: Any, row: int, coin: int) -> int:
    """Return how coin number `coin` fell (0 or 1) in a row of `coins`."""
    return int((coins[row, coin // COINS_PER_WORD] >> (coin % COINS_PER_WORD)) & 1)
