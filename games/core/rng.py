"""Seeded random numbers inside compiled code: the same on every machine and worker.

A generator is an array of one uint64, advanced in place (SplitMix64, Steele, Lea and Flood 2014).
Streams for parallel work are derived from (seed, index), never shared.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import mix


@jit
def new_rng(seed: int, stream: int = 0) -> Any:
    """Return a generator for a seed and a stream number (any int64 each)."""
    rng = np.empty(1, np.uint64)
    rng[0] = mix(mix(np.uint64(0x1F2E3D4C5B6A7988), np.uint64(seed)), np.uint64(stream))
    return rng


@jit
def random_bits(rng: Any) -> np.uint64:
    """Return 64 random bits."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@jit
def random_unit(rng: Any) -> float:
    """Return a float64 uniform in [0, 1)."""
    return float(random_bits(rng) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@jit
def random_below(rng: Any, n: int) -> int:
    """Return an integer uniform in 0..n-1, for 1 <= n <= 2**31 (bias below n / 2**53)."""
    return int(random_unit(rng) * n)


@jit
def random_index(rng: Any, weights: Any, n: int) -> int:
    """Return an index in 0..n-1 with chance proportional to ``weights[:n]`` (not all zero)."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    point = random_unit(rng) * total
    chosen = 0
    for i in range(n):
        if weights[i] > 0.0:
            chosen = i
            point -= weights[i]
            if point < 0.0:
                break
    return chosen


@jit
def shuffle(rng: Any, values: Any, n: int) -> None:
    """Shuffle ``values[:n]`` in place (Fisher and Yates)."""
    for i in range(n - 1, 0, -1):
        j = random_below(rng, i + 1)
        values[i], values[j] = values[j], values[i]
