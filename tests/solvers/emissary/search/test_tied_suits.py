"""Suits with tied ranks: never worth less than the game."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_tables import exact_values, tables

from intrigue.solvers.emissary.search.encoding import encode_strings, letters_of
from intrigue.solvers.emissary.search.solve import solve_positions
from intrigue.solvers.emissary.search.tied_suits import (
    TiedSuits,
    TooManyStrings,
    classes_of,
    joined,
)


def tied_values(position, cuts):
    """Values of the game in which the ranks of each suit are tied except across `cuts`."""
    suits = TiedSuits(position.deck_may_run_out)
    strings = [suits.number(classes_of(letters_of(position, suit), cuts)) for suit in range(4)]
    found = suits.tables()
    root = encode_strings(position, strings, position.deck_may_run_out, found.table)
    values, _ = solve_positions(
        [root], position.deck_may_run_out, position.ruler_mask, 1, tables=found
    )
    return values[0]


@settings(deadline=None, max_examples=100)
@given(tables(), st.sets(st.integers(1, 7), max_size=3))
def test_tied_ranks_are_worth_no_less_than_the_game(position, cuts):
    exact, _ = exact_values(position)
    tied = tied_values(position, cuts)
    assert (tied >= exact * (1 - 1e-12)).all()
    # Nothing that is certain may be lost, and what no tie makes possible is impossible.
    assert (tied[exact == 1] == 1).all()
    assert (exact[tied == 0] == 0).all()


@settings(deadline=None, max_examples=60)
@given(tables(ranks=4))
def test_classes_of_one_rank_each_are_the_game_itself(position):
    """Where nothing is drawn and the deck lasts; else joining classes makes it easier."""
    drawless = replace(position, to_draw=0, abilities=(0, 0, *position.abilities[2:]))
    for place in (position, drawless):
        exact, _ = exact_values(place)
        tied = tied_values(place, {1, 2, 3})
        assert (tied >= exact * (1 - 1e-12)).all()
        if place == drawless and not place.deck_may_run_out:
            np.testing.assert_allclose(tied, exact, rtol=0, atol=1e-12)


def test_joined_neighbours():
    assert joined(((1, 0, 0), (2, 0, 0), (0, 0, 0), (0, 1, 0))) == ((3, 0, 0), (0, 1, 0))
    assert joined(((0, 1, 0), (0, 2, 1), (1, 0, 0), (0, 1, 0))) == (
        (0, 3, 1), (1, 0, 0), (0, 1, 0)
    )  # fmt: skip
    assert joined(((1, 1, 0), (1, 0, 0))) == ((1, 1, 0), (1, 0, 0))


def test_more_strings_than_keys_can_tell_apart_are_refused():
    suits = TiedSuits(run_out=False)
    parts = [(held, unseen, 0) for held in range(1, 4) for unseen in range(1, 4)]
    strings = list(product(parts, repeat=3))
    assert len(strings) > 511
    with pytest.raises(TooManyStrings):
        [suits.number(string) for string in strings]
