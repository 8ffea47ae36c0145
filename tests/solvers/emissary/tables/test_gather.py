"""All hands of a table with Jacks at once, against one hand after the other."""

from itertools import permutations

import numpy as np
import pytest

from intrigue.solvers.emissary.tables.best_kingdom import sorted_masks
from intrigue.solvers.emissary.tables.hands import HANDS
from intrigue.solvers.emissary.tables.jacks import gather
from intrigue.solvers.emissary.tables.jacks.layers import Shape, empty_layer
from intrigue.solvers.emissary.tables.jacks.suits import real_suits
from intrigue.solvers.emissary.tables.jacks.table import WHOLE, open_table, save_table, table_path


def made_up_table(jacks, folder):
    """A table of random numbers, those of upper bounds the larger ones."""
    rng = np.random.default_rng(2)
    layers = {}
    for role in ("trump", "side") if "c" in jacks else ("alike",):
        lower, upper = (
            empty_layer(real_suits(), 8, Shape(8, 24, 9, role == "side")) for _ in range(2)
        )
        lower.values[:] = rng.integers(1, 30_000, len(lower.values))
        upper.values[:] = rng.integers(30_000, 60_000, len(upper.values))
        layers[role] = lower, upper if "c" in jacks else None
    save_table(table_path(jacks, folder), jacks, 2, WHOLE, layers)
    return open_table(jacks, folder)


def test_hands_up_to_renaming_of_suits_but_clubs_are_all_hands():
    masks = gather.masks_with_clubs()
    sizes = [len(set(permutations(row[1:]))) for row in masks[::997].tolist()]
    assert gather._ways_of_three(masks).sum() == HANDS
    assert gather._ways_of_three(masks)[::997].tolist() == sizes


@pytest.mark.parametrize("jacks", ["hd", "c"])
def test_chances_of_all_hands_are_those_of_each(jacks, tmp_path):
    table = made_up_table(jacks, tmp_path)
    masks = (gather.masks_with_clubs() if jacks == "c" else sorted_masks())[::40_009]
    for upper in (False, True):
        for trump, chances in enumerate(gather._chances(table, masks, upper)):
            for row, found in zip(masks.tolist(), chances, strict=True):
                hand = [8 * s + r for s in range(4) for r in range(8) if row[s] >> r & 1]
                assert (found == table.lookup(hand, trump)[int(upper)][1:]).all()
