"""Wilson intervals and Bradley-Terry ratings against known values."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from intrigue.search.tournament.ratings import ELO_PER_LOGIT, bradley_terry, wilson_interval


@given(st.integers(1, 3000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(case: tuple[int, int]) -> None:
    score, games = case
    expected = binomtest(score, games).proportion_ci(method="wilson")
    assert wilson_interval(score, games) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_wilson_at_the_edges() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    low, high = wilson_interval(2.5, 5)
    assert low + high == pytest.approx(1)
    with pytest.raises(ValueError, match=r"score 6 is not in 0\.\.5"):
        wilson_interval(6, 5)


def test_two_players_have_the_closed_form() -> None:
    """With the drawn game added, the logit of the rate is the difference of the strengths."""
    scores, games = np.array([[0, 75.0], [25.0, 0]]), np.array([[0, 100], [100, 0]])
    found = bradley_terry(scores, games)
    difference = np.log(75.5 / 25.5) * ELO_PER_LOGIT
    assert found.elo == pytest.approx([difference / 2, -difference / 2], abs=1e-3)
    rate = 75.5 / 101
    sigma = ELO_PER_LOGIT / np.sqrt(101 * rate * (1 - rate))
    assert found.half_width[0] == pytest.approx(1.959964 * sigma / 2, rel=1e-4)


def test_a_player_who_wins_all_has_a_finite_rating() -> None:
    scores, games = np.array([[0, 50.0], [0, 0]]), np.array([[0, 50], [50, 0]])
    found = bradley_terry(scores, games)
    assert np.isfinite(found.elo).all()
    assert np.isfinite(found.half_width).all()
    assert found.elo[0] > 400


@settings(deadline=None, max_examples=10)
@given(st.lists(st.floats(-2, 2), min_size=3, max_size=6))
def test_ratings_are_recovered_from_expected_scores(strengths: list[float]) -> None:
    s = np.array(strengths) - np.mean(strengths)
    games = np.full((len(s), len(s)), 1e7)
    np.fill_diagonal(games, 0)
    scores = games / (1 + np.exp(-(s[:, None] - s[None, :])))
    found = bradley_terry(scores, games)
    np.testing.assert_allclose(found.elo, s * ELO_PER_LOGIT, atol=0.1)
