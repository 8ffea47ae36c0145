"""Hands with random chances, a block or a few: as good as the real ones, and there at once."""

import numpy as np

from intrigue.solvers.emissary.tables.best_kingdom import BLOCK, Hands


def random_hands(blocks, seed=0):
    rng = np.random.default_rng(seed)
    chances = rng.random((blocks, 4, 8, BLOCK))
    weights = rng.random((blocks, BLOCK))
    return Hands(chances, weights / weights.sum() / 24)
