"""Sums over all hands of the best kingdom, against a slow account of the same."""

from itertools import permutations

import numpy as np
import pytest
from made_up_hands import random_hands

from intrigue.solvers.emissary.tables.best_kingdom import (
    BLOCK,
    best_kingdoms,
    orbit_sizes,
    sorted_masks,
)
from intrigue.solvers.emissary.tables.hands import HANDS
from intrigue.solvers.emissary.tables.layouts import classes_of, layouts_by_size, unvisited


def test_hands_up_to_renaming_of_suits_are_all_hands():
    masks = sorted_masks()
    sizes = [len(set(permutations(row))) for row in masks[::997].tolist()]
    assert orbit_sizes(masks).sum() == HANDS
    assert orbit_sizes(masks)[::997].tolist() == sizes


@pytest.mark.parametrize("clubs_apart", [False, True])
@pytest.mark.parametrize("size", [1, 2, 5, 8])
def test_sums_agree_with_a_slow_account(size, clubs_apart):
    hands = random_hands(2, clubs_apart=clubs_apart)
    rng = np.random.default_rng(size)
    layouts = layouts_by_size(clubs_apart)[size]
    layouts = layouts[:: 1 + len(layouts) // 3]
    kingdoms = np.array([unvisited(x) for x in layouts])
    classes = np.array([classes_of(x, clubs_apart) for x in layouts])
    worth = rng.random(kingdoms.shape)
    other = rng.random(kingdoms.shape)
    main, beside = best_kingdoms(hands, kingdoms, classes, worth, other, workers=2)
    alone, nothing = best_kingdoms(hands, kingdoms, classes, worth, None, workers=1)
    assert (alone == main).all()
    assert not nothing.any()
    for p in range(len(layouts)):
        slow = slow_beside = 0.0
        for block in range(2):
            for x in range(BLOCK):
                for match in permutations(range(4)):
                    if clubs_apart and match[0] != 0:
                        continue
                    values = [
                        (hands.chances[block, match[classes[p, i]], kingdoms[p, i], x], i)
                        for i in range(size)
                    ]
                    chance, i = max(values, key=lambda pair: pair[0] * worth[p, pair[1]])
                    slow += chance * worth[p, i] * hands.weights[block, x]
                    slow_beside += chance * other[p, i] * hands.weights[block, x]
        assert main[p] == pytest.approx(slow, abs=1e-12)
        assert beside[p] == pytest.approx(slow_beside, abs=1e-12)
