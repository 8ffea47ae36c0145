"""The plain recursion, the solver and brute force over the game all say the same."""

from dataclasses import replace

import numpy as np
import pytest
from game_oracle import Oracle, position_of, random_table
from hypothesis import given, settings
from small_tables import exact_values, tables

from intrigue.solvers.emissary import Position, solve_hand, values_by_recursion

SEED = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


@pytest.mark.parametrize("advisors", ["", "h"])
def test_a_full_hand(advisors):
    found = values_by_recursion(Position.start(SEED, "clubs", advisors))
    exact = solve_hand(SEED, "clubs", advisors).probability
    np.testing.assert_allclose(found, exact, rtol=0, atol=1e-12)


@settings(deadline=None, max_examples=60)
@given(tables(ranks=3))
def test_small_tables_with_jacks_supporters_swaps_and_run_out(position):
    position = replace(position, hand=position.hand[:3], deck=position.deck[:5])
    exact, _ = exact_values(position)
    np.testing.assert_allclose(values_by_recursion(position), exact, rtol=0, atol=1e-12)


def test_the_game_itself():
    rng = np.random.default_rng(11)
    oracle = Oracle()
    checked = 0
    while checked < 60:
        state = random_table(rng)
        if state.is_terminal() or state.record[0].kingdom < 0:
            continue
        position = position_of(state)
        expected = oracle.values(state)[0, position.wins :]
        found = values_by_recursion(position)[: len(expected)]
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12, err_msg=str(position))
        checked += 1
    for suit in "cdhs":
        assert oracle.seen[f"jack {suit}"] > 0
