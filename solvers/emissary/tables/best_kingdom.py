"""Sums over all hands of what the best kingdom is worth, for many campaign positions at once.

Hands are taken up to renaming of suits: four masks (which ranks are in hand) x1 <= x2 <= x3 <= x4,
with a weight. A campaign position has up to four suits, called classes 0..3 in the order of the
kingdoms; a hand meets it in 24 ways, one for each way to match classes with masks.

With the Jack of clubs, clubs are not like the others: they are class 0 and the first mask, which go
together. The other masks are in order, x2 <= x3 <= x4, and there are 6 matchings.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.tables.hands import HANDS, HandTable

Array = np.ndarray[Any, Any]

BLOCK = 128
"""Hands that are worked on together: their numbers stay in the processor's cache."""


class Hands(NamedTuple):
    """All hands up to renaming of suits.

    Attributes
    ----------
    chances
        float64 (blocks, 4, 8, `BLOCK`): chance of a hand to hit target t + 1 with mask j as trump.
    weights
        float64 (blocks, `BLOCK`): share of all (hand, matching) pairs that one matching stands
        for; the sum over hands times 24 (or 6) matchings is 1. Zero in the padding of the last
        block.
    clubs_apart
        Whether clubs are not like the other suits.
    """

    chances: Array
    weights: Array
    clubs_apart: bool = False


def gather_hands(table: HandTable) -> Hands:
    """Collect the chances of all hands from a table."""
    masks = sorted_masks()
    rows = table.rows(masks)
    chances = (table.values[rows[:, j], 1:] for j in range(4))
    return in_blocks(chances, orbit_sizes(masks) / (24.0 * HANDS), clubs_apart=False)


def in_blocks(chances: Iterable[Array], weights: Array, clubs_apart: bool) -> Hands:
    """Return hands from their chances with each mask as trump, (hands, 8) each, and weights."""
    count = len(weights)
    blocks = -(-count // BLOCK)
    shaped = np.zeros((blocks, 4, 8, BLOCK))
    for j, of_mask in enumerate(chances):
        padded = np.zeros((blocks * BLOCK, 8))
        padded[:count] = of_mask
        shaped[:, j] = padded.reshape(blocks, BLOCK, 8).transpose(0, 2, 1)
    all_weights = np.zeros(blocks * BLOCK)
    all_weights[:count] = weights
    return Hands(shaped, all_weights.reshape(blocks, BLOCK), clubs_apart)


@jit
def sorted_masks() -> Any:
    """Return all (x1 <= x2 <= x3 <= x4) of eight cards in all, int64 (n, 4)."""
    ones = np.zeros(256, np.int64)
    for mask in range(1, 256):
        ones[mask] = ones[mask >> 1] + (mask & 1)
    found = np.empty((1 << 19, 4), np.int64)
    n = 0
    for x1 in range(256):
        for x2 in range(x1, 256):
            for x3 in range(x2, 256):
                left = 8 - ones[x1] - ones[x2] - ones[x3]
                if left >= 0:
                    for x4 in range(x3, 256):
                        if ones[x4] == left:
                            found[n, 0], found[n, 1], found[n, 2], found[n, 3] = x1, x2, x3, x4
                            n += 1
    return found[:n].copy()


def orbit_sizes(masks: Array) -> Array:
    """Return in how many ways the suits can be renamed to different hands: 24 over repeats."""
    sizes = np.full(len(masks), 24)
    run = np.ones(len(masks), int)
    for j in range(1, 4):
        same = masks[:, j] == masks[:, j - 1]
        run = np.where(same, run + 1, 1)
        sizes //= run
    return sizes


@jit
def _take_kingdom(chances: Any, worth: float, best: Any) -> None:
    for x in range(len(best)):
        best[x] = chances[x] * worth


@jit
def _raise_to_kingdom(chances: Any, worth: float, best: Any) -> None:
    for x in range(len(best)):
        best[x] = _larger(best[x], chances[x] * worth)


@jit
def _take_better(first: Any, worth: float, second: Any, second_worth: float, best: Any) -> None:
    for x in range(len(best)):
        best[x] = _larger(first[x] * worth, second[x] * second_worth)


@jit
def _take_beside(
    first: Any, worth: float, other: float, second: Any, worth2: float, other2: float, beside: Any
) -> None:
    for x in range(len(beside)):
        better = first[x] * worth > second[x] * worth2
        beside[x] = first[x] * other if better else second[x] * other2


@jit
def _best_of_class(
    chances: Any, kingdoms: Any, worth: Any, first: int, last: int, best: Any
) -> None:
    """Write what the best kingdom of one class is worth with masks as trump, for every hand.

    `kingdoms` are those that may be visited with this trump; `worth` is theirs; the masks are
    ``first`` to ``last - 1``; `best` is (4 masks, hands).
    """
    for j in range(first, last):
        if len(kingdoms) == 0:
            best[j] = 0.0
        elif len(kingdoms) == 1:
            _take_kingdom(chances[j, kingdoms[0]], worth[0], best[j])
        else:
            one, two = chances[j, kingdoms[0]], chances[j, kingdoms[1]]
            _take_better(one, worth[0], two, worth[1], best[j])
        for i in range(2, len(kingdoms)):  # more than two only if rulers may be swapped
            _raise_to_kingdom(chances[j, kingdoms[i]], worth[i], best[j])


@jit
def _beside_of_class(
    chances: Any, kingdoms: Any, worth: Any, other: Any, first: int, last: int, beside: Any
) -> None:
    """Write chance times `other` of the kingdoms that `_best_of_class` takes."""
    for j in range(first, last):
        if len(kingdoms) == 0:
            beside[j] = 0.0
        elif len(kingdoms) == 1:
            _take_kingdom(chances[j, kingdoms[0]], other[0], beside[j])
        else:
            one, two = chances[j, kingdoms[0]], chances[j, kingdoms[1]]
            _take_beside(one, worth[0], other[0], two, worth[1], other[1], beside[j])


@jit
def _larger(a: float, b: float) -> float:
    return a if a > b else b


@jit
def _four_matchings(best: Any, i: int, j: int, k: int, m: int, x: int) -> float:
    """Sum of the best class of hand x: classes 0, 1 with masks i, j and 2, 3 with k, m, any way."""
    front = _larger(best[0, i, x], best[1, j, x])
    front_swapped = _larger(best[0, j, x], best[1, i, x])
    back = _larger(best[2, k, x], best[3, m, x])
    back_swapped = _larger(best[2, m, x], best[3, k, x])
    return (
        _larger(front, back)
        + _larger(front, back_swapped)
        + _larger(front_swapped, back)
        + _larger(front_swapped, back_swapped)
    )


@jit
def _sum_matchings(best: Any, total: Any) -> None:
    """Write the sum over all 24 matchings of the best of the four classes, for every hand.

    `best` is (4 classes, 4 masks, hands). All in one loop, so that it becomes vector code.
    """
    for x in range(len(total)):
        total[x] = (
            _four_matchings(best, 0, 1, 2, 3, x)
            + _four_matchings(best, 0, 2, 1, 3, x)
            + _four_matchings(best, 0, 3, 1, 2, x)
            + _four_matchings(best, 1, 2, 0, 3, x)
            + _four_matchings(best, 1, 3, 0, 2, x)
            + _four_matchings(best, 2, 3, 0, 1, x)
        )


@jit
def _two_matchings(best: Any, i: int, j: int, k: int, x: int) -> float:
    """Sum of the best class of hand x: classes 0 and 1 with masks 0 and i, 2 and 3 any way."""
    front = _larger(best[0, 0, x], best[1, i, x])
    back = _larger(best[2, j, x], best[3, k, x])
    back_swapped = _larger(best[2, k, x], best[3, j, x])
    return _larger(front, back) + _larger(front, back_swapped)


@jit
def _sum_matchings_apart(best: Any, total: Any) -> None:
    """As `_sum_matchings` where class 0 and mask 0, clubs, go together: 6 matchings."""
    for x in range(len(total)):
        total[x] = (
            _two_matchings(best, 1, 2, 3, x)
            + _two_matchings(best, 2, 1, 3, x)
            + _two_matchings(best, 3, 1, 2, x)
        )


@jit
def _larger_beside(a: float, a2: float, b: float, b2: float) -> tuple[float, float]:
    return (a if a > b else b), (a2 if a > b else b2)


@jit
def _four_matchings_beside(
    best: Any, beside: Any, i: int, j: int, k: int, m: int, x: int
) -> tuple[float, float]:
    """As `_four_matchings`; also the sum of what goes beside the best."""
    f, f2 = _larger_beside(best[0, i, x], beside[0, i, x], best[1, j, x], beside[1, j, x])
    g, g2 = _larger_beside(best[0, j, x], beside[0, j, x], best[1, i, x], beside[1, i, x])
    b, b2 = _larger_beside(best[2, k, x], beside[2, k, x], best[3, m, x], beside[3, m, x])
    c, c2 = _larger_beside(best[2, m, x], beside[2, m, x], best[3, k, x], beside[3, k, x])
    fb, fb2 = _larger_beside(f, f2, b, b2)
    fc, fc2 = _larger_beside(f, f2, c, c2)
    gb, gb2 = _larger_beside(g, g2, b, b2)
    gc, gc2 = _larger_beside(g, g2, c, c2)
    return fb + fc + gb + gc, fb2 + fc2 + gb2 + gc2


@jit
def _sum_matchings_beside(best: Any, beside: Any, total: Any, total_beside: Any) -> None:
    """As `_sum_matchings`; also the sums of what goes beside the best, to `total_beside`."""
    for x in range(len(total)):
        a, a2 = _four_matchings_beside(best, beside, 0, 1, 2, 3, x)
        b, b2 = _four_matchings_beside(best, beside, 0, 2, 1, 3, x)
        c, c2 = _four_matchings_beside(best, beside, 0, 3, 1, 2, x)
        d, d2 = _four_matchings_beside(best, beside, 1, 2, 0, 3, x)
        e, e2 = _four_matchings_beside(best, beside, 1, 3, 0, 2, x)
        f, f2 = _four_matchings_beside(best, beside, 2, 3, 0, 1, x)
        total[x] = a + b + c + d + e + f
        total_beside[x] = a2 + b2 + c2 + d2 + e2 + f2


@jit
def _two_matchings_beside(
    best: Any, beside: Any, i: int, j: int, k: int, x: int
) -> tuple[float, float]:
    """As `_two_matchings`; also the sum of what goes beside the best."""
    f, f2 = _larger_beside(best[0, 0, x], beside[0, 0, x], best[1, i, x], beside[1, i, x])
    b, b2 = _larger_beside(best[2, j, x], beside[2, j, x], best[3, k, x], beside[3, k, x])
    c, c2 = _larger_beside(best[2, k, x], beside[2, k, x], best[3, j, x], beside[3, j, x])
    fb, fb2 = _larger_beside(f, f2, b, b2)
    fc, fc2 = _larger_beside(f, f2, c, c2)
    return fb + fc, fb2 + fc2


@jit
def _sum_matchings_apart_beside(best: Any, beside: Any, total: Any, total_beside: Any) -> None:
    """As `_sum_matchings_apart`; also the sums of what goes beside the best."""
    for x in range(len(total)):
        a, a2 = _two_matchings_beside(best, beside, 1, 2, 3, x)
        b, b2 = _two_matchings_beside(best, beside, 2, 1, 3, x)
        c, c2 = _two_matchings_beside(best, beside, 3, 1, 2, x)
        total[x] = a + b + c
        total_beside[x] = a2 + b2 + c2


class Choices(NamedTuple):
    """Campaign positions, each with its kingdoms in the order of their classes.

    Attributes
    ----------
    kingdoms, classes
        int64 (positions, n): the unvisited kingdoms (0..7) and the class (0..3) of each one's suit.
    worth
        float64 (positions, n): the kingdom is chosen by chance times this.
    other_worth
        The same for the second value; None if it is not wanted.
    """

    kingdoms: Array
    classes: Array
    worth: Array
    other_worth: Array | None


@jit(nogil=True)
def _sum_block(
    chances: Any, weights: Any, choices: Choices, apart: bool, best: Any, main: Any, beside: Any,
    other: Any,
) -> None:  # fmt: skip
    """Write to `main` and `other` what each position is worth, summed over one block of hands.

    `other` sums chance times ``choices.other_worth`` of the kingdom chosen. `beside` and `other`
    are None if that is not wanted; `apart` says whether clubs are. `best` and `beside` are working
    space (4, 4, block): the best kingdom of each class with each mask.
    """
    classes = choices.classes
    total = np.empty(len(weights))
    total_beside = np.empty(len(weights))
    for p in range(len(classes)):
        end = 0
        for c in range(4):
            first = end
            while end < classes.shape[1] and classes[p, end] == c:
                end += 1
            mine, gains = choices.kingdoms[p, first:end], choices.worth[p, first:end]
            # Clubs apart go with the first mask, the others with the other three.
            low = 1 if apart and c > 0 else 0
            high = 1 if apart and c == 0 else 4
            _best_of_class(chances, mine, gains, low, high, best[c])
            if beside is not None:
                others = choices.other_worth[p, first:end]  # type: ignore[index]
                _beside_of_class(chances, mine, gains, others, low, high, beside[c])
        if beside is None:
            if apart:
                _sum_matchings_apart(best, total)
            else:
                _sum_matchings(best, total)
        else:
            if apart:
                _sum_matchings_apart_beside(best, beside, total, total_beside)
            else:
                _sum_matchings_beside(best, beside, total, total_beside)
            other[p] = _weighted(total_beside, weights)
        main[p] = _weighted(total, weights)


@jit
def _weighted(total: Any, weights: Any) -> float:
    value = 0.0
    for x in range(len(weights)):
        value += total[x] * weights[x]
    return value


def best_kingdoms(
    hands: Hands,
    kingdoms: Array,
    classes: Array,
    worth: Array,
    other_worth: Array | None,
    workers: int,
    progress: Callable[[int], None] = lambda blocks: None,
) -> tuple[Array, Array]:
    """Return the mean over all hands of the best kingdom's value, and of a second value of it.

    Parameters
    ----------
    kingdoms, classes
        int64 (positions, n): the unvisited kingdoms (0..7) and the class (0..3) of each one's suit.
        Without `other_worth` a kingdom may be there once for each suit that can be its trump.
    worth
        float64 (positions, n): what a hit of that kingdom is worth; the kingdom with the largest
        chance times `worth` is chosen.
    other_worth
        The same for the second value; None if it is not wanted.
    workers
        Threads; the sums do not depend on it.

    Returns
    -------
    Two float64 (positions,): means of chance times `worth`, and of chance times `other_worth`
    (zeros if that is None).
    """
    blocks = len(hands.weights)
    main = np.zeros((blocks, len(kingdoms)))
    other = np.zeros_like(main)
    wanted = other_worth is not None
    order = np.argsort(classes, axis=1, kind="stable")

    def in_order(rows: Array) -> Array:
        return np.take_along_axis(rows, order, axis=1)

    choices = Choices(
        in_order(kingdoms),
        in_order(classes),
        in_order(worth),
        None if other_worth is None else in_order(other_worth),
    )

    def work(block: int) -> None:
        best, beside = np.empty((2, 4, 4, BLOCK))
        chances, weights = hands.chances[block], hands.weights[block]
        apart = hands.clubs_apart
        if wanted:
            _sum_block(chances, weights, choices, apart, best, main[block], beside, other[block])
        else:
            _sum_block(chances, weights, choices, apart, best, main[block], None, None)

    with ThreadPoolExecutor(workers) as pool:
        for done, _ in enumerate(pool.map(work, range(blocks)), 1):
            progress(done)
    return main.sum(axis=0), other.sum(axis=0)
