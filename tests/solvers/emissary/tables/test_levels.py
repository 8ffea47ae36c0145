"""Levels of positions without draws, against the solver."""

import numpy as np
import pytest

from intrigue.solvers.emissary import Position
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.suit_strings import string_number
from intrigue.solvers.emissary.tables.levels import solve_levels
from intrigue.solvers.emissary.tables.numbering import rank_triple, ranking


def silent(done, total):
    assert done <= total


@pytest.mark.parametrize("advisors", ["", "h"])
def test_levels_agree_with_the_solver(advisors):
    """Hands of three cards in the middle of a kingdom, five debates gone, every target."""
    offsets, counts = solve_levels(bool(advisors), 2, silent, largest=3)
    tables, orderings = ranking(), 19 * 18 * 17
    rng = np.random.default_rng(5)
    for _ in range(40):
        cards = rng.permutation(32)
        hand, deck = sorted(cards[:3].tolist()), sorted(cards[3:22].tolist())
        place = Position(hand=tuple(hand), deck=tuple(deck), trump=int(rng.integers(4)),
                         abilities=(0, 0, int(advisors == "h"), 0))  # fmt: skip
        strings = []
        for suit in range(4):
            left = [c for c in range(8 * suit, 8 * suit + 8) if c in hand or c in deck]
            strings.append(string_number("".join("DH"[c in hand] for c in left)))
        trump = strings.pop(place.trump)
        row = offsets[trump] + rank_triple(tables, *strings)
        expected = solve_all_targets(place).probability[:4]
        assert counts[row] / orderings == pytest.approx(expected, abs=1e-12)


def test_any_number_of_workers_makes_the_same_counts():
    one = solve_levels(False, 1, silent, largest=4)[1]
    assert (one == solve_levels(False, 2, silent, largest=4)[1]).all()
