"""Hands with random chances, a block or a few: as good as the real ones, and there at once."""

import numpy as np

from intrigue.solvers.emissary.tables.best_kingdom import BLOCK, Hands


def random_hands(blocks, seed=0, clubs_apart=False):
    rng = np.random.default_rng(seed)
    chances = rng.random((blocks, 4, 8, BLOCK))
    weights = rng.random((blocks, BLOCK))
    matchings = 6 if clubs_apart else 24
    return Hands(chances, weights / weights.sum() / matchings, clubs_apart)
