"""Beliefs: weights by Bayes' rule, effective sample size, never empty."""

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import BET, JACK, KING, PASS, QUEEN, position

from intrigue.search.bots import SearchBot
from intrigue.search.options import parse_options
from intrigue.search.weighing import (
    MISTAKES,
    effective_sample_size,
    systematic,
    tempered,
)

GAME = pyspiel.load_game("python_small_kuhn")

log_weights = st.lists(st.floats(-50, 5), min_size=1, max_size=60).map(np.array)


@settings(deadline=None)
@given(log_weights, st.floats(0.01, 1.0))
def test_tempering_never_empties_a_belief(logs: np.ndarray, share: float) -> None:
    weights, effective = tempered(logs, share * len(logs))
    assert weights.sum() == pytest.approx(1)
    assert effective == pytest.approx(effective_sample_size(weights))
    assert effective >= share * len(logs) - 1e-6
    if effective_sample_size(np.exp(logs)) >= share * len(logs):
        np.testing.assert_allclose(weights, np.exp(logs) / np.exp(logs).sum())


@given(log_weights, st.integers(1, 100), st.floats(0, 1, exclude_max=True))
def test_systematic_resampling_is_proportional(logs: np.ndarray, count: int, offset: float) -> None:
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    drawn = np.bincount(systematic(weights, count, offset), minlength=len(weights))
    assert drawn.sum() == count
    assert (np.abs(drawn - count * weights) < 1 + 1e-6).all()


def _share_of_kings(options: str, history: tuple[int, ...]) -> tuple[float, float]:
    bot = SearchBot(GAME, 1, parse_options(options), seed=3)
    belief = bot.search(position(GAME, *history)).sampled
    return float((belief.worlds["cards"][:, 0] == KING).mean()), belief.effective


def test_uniform_belief_is_chance_alone() -> None:
    kings, effective = _share_of_kings("2000,worlds=2000", (KING, QUEEN, BET))
    assert kings == pytest.approx(0.5, abs=0.05)
    assert effective == 2000


def test_the_uniform_model_changes_nothing() -> None:
    particles = _share_of_kings(
        "2000,worlds=2000,belief=particles,model=uniform", (KING, QUEEN, BET)
    )
    assert particles[0] == pytest.approx(0.5, abs=0.05)
    assert particles[1] == pytest.approx(2000)


@pytest.mark.parametrize(("action", "king", "jack"), [(BET, 1.0, 0.25), (PASS, 0.0, 0.75)])
def test_particles_follow_bayes_rule(action: int, king: float, jack: float) -> None:
    """The rule of thumb bets every King and one Jack in four, and errs with MISTAKES."""
    kings, effective = _share_of_kings(
        "4000,worlds=4000,belief=particles,model=thumb", (JACK, QUEEN, action)
    )
    likelihoods = [(1 - MISTAKES) * prob + MISTAKES / 2 for prob in (king, jack)]
    expected = likelihoods[0] / sum(likelihoods)
    assert kings == pytest.approx(expected, abs=0.03)
    assert 0 < effective < 4000


def test_the_rollout_model_takes_random_play_at_its_word() -> None:
    """Against random play a bet gains as much with a Jack as with a King: nothing is learnt."""
    options = "1000,worlds=1000,belief=particles,model=rollouts"
    for action in (BET, PASS):
        kings, effective = _share_of_kings(options, (JACK, QUEEN, action))
        assert kings == pytest.approx(0.5, abs=0.1)
        assert 500 < effective < 1000


def _after(text: str, moves: int) -> pyspiel.State:
    """Return a state that `moves` random moves, and what chance does next, lead to."""
    state = pyspiel.load_game(text).new_initial_state()
    rng = np.random.default_rng(5)
    while moves > 0 or state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
        moves -= 1
    return state


def _bot(state: pyspiel.State, options: str) -> SearchBot:
    return SearchBot(state.get_game(), state.current_player(), parse_options(options))


@pytest.mark.parametrize(
    ("text", "moves", "usual"),
    [
        ("python_cunning_folk", 14, "particles"),
        ("python_roy_des_ribauds", 30, "uniform"),
        ("python_emperors_new_clothes", 24, "uniform"),
    ],
)
def test_the_usual_belief_of_a_game_is_one_of_the_two(text: str, moves: int, usual: str) -> None:
    state = _after(text, moves)
    beliefs = {
        "auto": "belief=auto",
        "uniform": "belief=uniform",
        "particles": "belief=particles,particles=200,worlds=80",
    }
    found = {name: _bot(state, f"80,{told}").search(state) for name, told in beliefs.items()}
    for name in ("uniform", "particles"):
        same = np.array_equal(found["auto"].values, found[name].values, equal_nan=True)
        assert same == (name == usual)
    assert found["auto"].sampled.particles == (200 if usual == "particles" else 80)


def test_determinized_search_draws_its_few_worlds_from_all_particles() -> None:
    state = _after("python_cunning_folk", 14)
    found = _bot(state, "200,variant=pimc").search(state)
    assert (len(found.sampled.worlds), found.sampled.particles) == (20, 200)
