"""Sums over all hands of what the best kingdom is worth, for many campaign positions at once.

Hands are taken up to renaming of suits: four masks (which ranks are in hand) x1 <= x2 <= x3 <= x4,
with a weight. A campaign position has up to four suits, called classes 0..3 in the order of the
kingdoms; a hand meets it in 24 ways, one for each way to match classes with masks.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.compiler import jit
from intrigue.solvers.emissary.tablebase import HANDS, HandTable

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
        for; the sum over hands times 24 matchings is 1. Zero in the padding of the last block.
    """

    chances: Array
    weights: Array


def gather_hands(table: HandTable) -> Hands:
    """Collect the chances of all hands from a table."""
    masks = sorted_masks()
    weights = orbit_sizes(masks) / (24.0 * HANDS)
    count = len(masks)
    blocks = -(-count // BLOCK)
    chances = np.zeros((blocks * BLOCK, 4, 8))
    rows = table.rows(masks)
    for j in range(4):
        chances[:count, j] = table.values[rows[:, j], 1:]
    padded = np.zeros(blocks * BLOCK)
    padded[:count] = weights
    shaped = chances.reshape(blocks, BLOCK, 4, 8).transpose(0, 2, 3, 1)
    return Hands(np.ascontiguousarray(shaped), padded.reshape(blocks, BLOCK))


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
def _keep_better_kingdom(
    chances: Any, worth: float, other: float, best: Any, best_beside: Any
) -> None:
    """Raise `best` to chance times `worth`, chance times `other` going with it (or None)."""
    if best_beside is None:
        for x in range(len(chances)):
            value = chances[x] * worth
            best[x] = value if value > best[x] else best[x]
    else:
        for x in range(len(chances)):
            value = chances[x] * worth
            better = value > best[x]
            best[x] = value if better else best[x]
            best_beside[x] = chances[x] * other if better else best_beside[x]


@jit
def _larger(a: float, b: float) -> float:
    return a if a > b else b


@jit
def _two_ways(a: float, b: float, c: float, d: float, e: float, f: float) -> float:
    """Sum of the best of (a, b, c, d) and the best of (a, b, e, f)."""
    first = _larger(a, b)
    return _larger(first, _larger(c, d)) + _larger(first, _larger(e, f))


@jit
def _sum_matchings(best: Any, total: Any) -> None:
    """Write the sum over all 24 matchings of the best of the four classes, for every hand.

    `best` is (4 classes, 4 masks, hands). One line for each mask of class 0 and class 1; the other
    two masks go to classes 2 and 3 in two ways. All in one loop, so that it becomes vector code.
    """
    m00, m01, m02, m03 = best[0, 0], best[0, 1], best[0, 2], best[0, 3]
    m10, m11, m12, m13 = best[1, 0], best[1, 1], best[1, 2], best[1, 3]
    m20, m21, m22, m23 = best[2, 0], best[2, 1], best[2, 2], best[2, 3]
    m30, m31, m32, m33 = best[3, 0], best[3, 1], best[3, 2], best[3, 3]
    for x in range(len(total)):
        total[x] = (
            _two_ways(m00[x], m11[x], m22[x], m33[x], m23[x], m32[x])
            + _two_ways(m00[x], m12[x], m21[x], m33[x], m23[x], m31[x])
            + _two_ways(m00[x], m13[x], m21[x], m32[x], m22[x], m31[x])
            + _two_ways(m01[x], m10[x], m22[x], m33[x], m23[x], m32[x])
            + _two_ways(m01[x], m12[x], m20[x], m33[x], m23[x], m30[x])
            + _two_ways(m01[x], m13[x], m20[x], m32[x], m22[x], m30[x])
            + _two_ways(m02[x], m10[x], m21[x], m33[x], m23[x], m31[x])
            + _two_ways(m02[x], m11[x], m20[x], m33[x], m23[x], m30[x])
            + _two_ways(m02[x], m13[x], m20[x], m31[x], m21[x], m30[x])
            + _two_ways(m03[x], m10[x], m21[x], m32[x], m22[x], m31[x])
            + _two_ways(m03[x], m11[x], m20[x], m32[x], m22[x], m30[x])
            + _two_ways(m03[x], m12[x], m20[x], m31[x], m21[x], m30[x])
        )


@jit
def _two_ways_beside(
    a: float, a2: float, b: float, b2: float, c: float, c2: float,
    d: float, d2: float, e: float, e2: float, f: float, f2: float,
) -> float:  # fmt: skip
    """Sum of what goes beside the best of (a, b, c, d) and the best of (a, b, e, f)."""
    ab = _larger(a, b)
    ab2 = a2 if a > b else b2
    cd2 = c2 if c > d else d2
    ef2 = e2 if e > f else f2
    return (ab2 if ab > _larger(c, d) else cd2) + (ab2 if ab > _larger(e, f) else ef2)


@jit
def _sum_matchings_beside(best: Any, beside: Any, total: Any) -> None:
    """Write the sum over all 24 matchings of what goes beside the best class, for every hand.

    As `_sum_matchings`, with `beside` of the same shape as `best`.
    """
    m00, m01, m02, m03 = best[0, 0], best[0, 1], best[0, 2], best[0, 3]
    m10, m11, m12, m13 = best[1, 0], best[1, 1], best[1, 2], best[1, 3]
    m20, m21, m22, m23 = best[2, 0], best[2, 1], best[2, 2], best[2, 3]
    m30, m31, m32, m33 = best[3, 0], best[3, 1], best[3, 2], best[3, 3]
    n00, n01, n02, n03 = beside[0, 0], beside[0, 1], beside[0, 2], beside[0, 3]
    n10, n11, n12, n13 = beside[1, 0], beside[1, 1], beside[1, 2], beside[1, 3]
    n20, n21, n22, n23 = beside[2, 0], beside[2, 1], beside[2, 2], beside[2, 3]
    n30, n31, n32, n33 = beside[3, 0], beside[3, 1], beside[3, 2], beside[3, 3]
    for x in range(len(total)):
        total[x] = (
            _two_ways_beside(
                m00[x],
                n00[x],
                m11[x],
                n11[x],
                m22[x],
                n22[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m32[x],
                n32[x],
            )
            + _two_ways_beside(
                m00[x],
                n00[x],
                m12[x],
                n12[x],
                m21[x],
                n21[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m31[x],
                n31[x],
            )
            + _two_ways_beside(
                m00[x],
                n00[x],
                m13[x],
                n13[x],
                m21[x],
                n21[x],
                m32[x],
                n32[x],
                m22[x],
                n22[x],
                m31[x],
                n31[x],
            )
            + _two_ways_beside(
                m01[x],
                n01[x],
                m10[x],
                n10[x],
                m22[x],
                n22[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m32[x],
                n32[x],
            )
            + _two_ways_beside(
                m01[x],
                n01[x],
                m12[x],
                n12[x],
                m20[x],
                n20[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m30[x],
                n30[x],
            )
            + _two_ways_beside(
                m01[x],
                n01[x],
                m13[x],
                n13[x],
                m20[x],
                n20[x],
                m32[x],
                n32[x],
                m22[x],
                n22[x],
                m30[x],
                n30[x],
            )
            + _two_ways_beside(
                m02[x],
                n02[x],
                m10[x],
                n10[x],
                m21[x],
                n21[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m31[x],
                n31[x],
            )
            + _two_ways_beside(
                m02[x],
                n02[x],
                m11[x],
                n11[x],
                m20[x],
                n20[x],
                m33[x],
                n33[x],
                m23[x],
                n23[x],
                m30[x],
                n30[x],
            )
            + _two_ways_beside(
                m02[x],
                n02[x],
                m13[x],
                n13[x],
                m20[x],
                n20[x],
                m31[x],
                n31[x],
                m21[x],
                n21[x],
                m30[x],
                n30[x],
            )
            + _two_ways_beside(
                m03[x],
                n03[x],
                m10[x],
                n10[x],
                m21[x],
                n21[x],
                m32[x],
                n32[x],
                m22[x],
                n22[x],
                m31[x],
                n31[x],
            )
            + _two_ways_beside(
                m03[x],
                n03[x],
                m11[x],
                n11[x],
                m20[x],
                n20[x],
                m32[x],
                n32[x],
                m22[x],
                n22[x],
                m30[x],
                n30[x],
            )
            + _two_ways_beside(
                m03[x],
                n03[x],
                m12[x],
                n12[x],
                m20[x],
                n20[x],
                m31[x],
                n31[x],
                m21[x],
                n21[x],
                m30[x],
                n30[x],
            )
        )


@jit(nogil=True)
def _sum_block(
    chances: Any,
    weights: Any,
    kingdoms: Any,
    classes: Any,
    worth: Any,
    other_worth: Any,
    best: Any,
    beside: Any,
    main: Any,
    other: Any,
) -> None:
    """Write to `main` and `other` what each position is worth, summed over one block of hands.

    The kingdom is chosen by chance times `worth`; `other` sums chance times `other_worth` of the
    same choice. `other_worth`, `beside` and `other` are None if that is not wanted. `best` and
    `beside` are working space (4, 4, block): the best kingdom of each class with each mask.
    """
    total = np.empty(len(weights))
    for p in range(len(kingdoms)):
        best[:] = 0.0
        if beside is not None:
            beside[:] = 0.0
        for i in range(kingdoms.shape[1]):
            c = classes[p, i]
            for j in range(4):
                hand_chances = chances[j, kingdoms[p, i]]
                if beside is None:
                    _keep_better_kingdom(hand_chances, worth[p, i], 0.0, best[c, j], None)
                else:
                    _keep_better_kingdom(
                        hand_chances, worth[p, i], other_worth[p, i], best[c, j], beside[c, j]
                    )
        _sum_matchings(best, total)
        main[p] = _weighted(total, weights)
        if beside is not None:
            _sum_matchings_beside(best, beside, total)
            other[p] = _weighted(total, weights)


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

    def work(block: int) -> None:
        space = np.empty((2, 4, 4, BLOCK))
        _sum_block(
            hands.chances[block], hands.weights[block], kingdoms, classes, worth, other_worth,
            space[0], space[1] if wanted else None, main[block], other[block] if wanted else None,
        )  # fmt: skip

    with ThreadPoolExecutor(workers) as pool:
        for done, _ in enumerate(pool.map(work, range(blocks)), 1):
            progress(done)
    return main.sum(axis=0), other.sum(axis=0)
