"""What is said about a position after several searches: together, and how far they differ."""

import math

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401  registers the games
from intrigue.search.analysis import analyse
from intrigue.search.options import parse_options


def start(name: str = "python_cunning_folk"):
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_one_search_knows_nothing_about_its_noise() -> None:
    found = analyse(start(), parse_options("60"))
    assert found.searches == 1
    assert all(math.isnan(move.error) for move in found.moves)
    with pytest.raises(ValueError, match="searches=0"):
        analyse(start(), searches=0)


def test_searches_together_are_sums_and_means_over_all_visits() -> None:
    """Against single searches put together by hand, and errors by the textbook's formula."""
    options = parse_options("40")
    state, seed = start(), 5
    found = analyse(state, options, seed, searches=4)
    single = [analyse(state, options, seed ^ (k << 40)) for k in range(4)]
    assert (found.searches, found.simulations, found.worlds) == (4, 160, 160)
    assert sum(move.visits for move in found.moves) == 160
    assert sum(move.probability for move in found.moves) == pytest.approx(1)
    for move in found.moves:
        each = [next(m for m in one.moves if m.action == move.action) for one in single]
        looked = [m for m in each if m.visits]
        n = sum(m.visits for m in looked)
        mean = sum(m.visits * m.value for m in looked) / n
        assert (move.visits, move.value) == (n, pytest.approx(mean))
        squares = sum((m.visits * (m.value - mean)) ** 2 for m in looked)
        k = len(looked)
        assert move.error == pytest.approx(math.sqrt(squares / n**2 * k / (k - 1)))


def test_a_move_that_one_search_alone_tried_has_no_error() -> None:
    found = analyse(start("python_roy_des_ribauds"), parse_options("10"), searches=2)
    assert any(move.visits == 0 and math.isnan(move.value) for move in found.moves)
    assert any(move.visits == 1 and math.isnan(move.error) for move in found.moves)
    assert all(move.visits >= 2 for move in found.moves if not math.isnan(move.error))


def test_the_standard_error_is_how_far_the_mean_strays() -> None:
    """Over 60 seeds: the spread of the pooled mean beside the mean of the errors claimed for it."""
    state = start()
    action = state.legal_actions()[0]
    found = [
        next(m for m in analyse(state, parse_options("90"), seed, 8).moves if m.action == action)
        for seed in range(60)
    ]
    spread = np.std([move.value for move in found], ddof=1)
    claimed = np.sqrt(np.mean([move.error**2 for move in found]))
    assert 0.7 < claimed / spread < 1.4
