"""The search-based responder: below the exact best response, above nothing, and reproducible."""

import numpy as np
import pyspiel
import pytest
from scipy.stats import binom, binomtest

from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.policy import Policy, TabularPolicy, UniformPolicy
from intrigue.solvers.sampled.compiled_game import CompiledGame
from intrigue.solvers.sampled.mccfr import MCCFRSolver
from intrigue.solvers.sampled.mean_interval import mean_interval, spread_interval
from intrigue.solvers.sampled.responder import SearchResponder, lower_bound, responder_games
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

SMALL = "python_cunning_folk(villagers=2,good_witches=0,evil_witches=0,marks=1,max_turns=3)"
GAME = CompiledGame.of(SMALL)


@pytest.fixture(scope="module")
def kuhn():
    return SequenceForm.of(build_tree("kuhn_poker"))


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_a_lower_bound_of_uniform_play(name):
    """What the responder wins is below the exact exploitability, and clearly above zero."""
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    exact = exploitability(form, form.uniform())
    gains = responder_games(game, UniformPolicy(form.tree.game), 900, seed=1, worlds=16)
    bound = lower_bound(gains, game)
    assert 0 < bound.low < bound.mean < bound.high
    assert bound.low < exact
    assert bound.games == 900
    assert str(bound).startswith("exploitability at least")


def test_nothing_to_gain_from_an_equilibrium(kuhn):
    solver = CFRSolver(kuhn, "predictive+")
    solver.run(2000)
    policy = TabularPolicy.from_behavior(kuhn.tree, solver.average_strategy())
    game = pyspiel.load_game("kuhn_poker")
    bound = lower_bound(responder_games(game, policy, 400, worlds=8), game)
    assert bound.low < 0.01


def test_games_may_be_played_in_pieces(kuhn):
    game = pyspiel.load_game("kuhn_poker")
    policy = UniformPolicy("kuhn_poker()")
    whole = responder_games(game, policy, 20, seed=3, worlds=4)
    parts = [responder_games(game, policy, 10, seed=3, worlds=4, first=k) for k in (0, 10)]
    assert np.array_equal(whole, np.concatenate(parts))


def test_worlds_count_by_likelihood():
    """Against one who bets with the king alone, a bet means the king: fold the queen."""
    always = {0: 1.0, 1: 0.0}
    bets = {0: 0.0, 1: 1.0}
    rows = {(0, card): (bets if card == "2" else always) for card in "012"}
    policy = TabularPolicy("kuhn_poker()", rows)
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for action in (2, 1, 1):  # the king and the queen are dealt, and the first player bets
        state.apply_action(action)
    values = SearchResponder(policy, worlds=20, seed=0).values(state)
    assert values == {0: -1.0, 1: -2.0}
    blind = SearchResponder(policy, worlds=200, seed=0, weigh=False).values(state)
    assert blind[1] == pytest.approx(0, abs=0.6)
    assert SearchResponder(policy, worlds=20).step(state) == 0


def test_three_players_subtract_what_the_seat_is_worth():
    game = pyspiel.load_game("kuhn_poker(players=3)")
    policy = UniformPolicy("kuhn_poker(players=3)")
    form = SequenceForm.of(build_tree(game))
    bound = lower_bound(responder_games(game, policy, 300, seed=2, worlds=8), game)
    assert bound.low < exploitability(form, form.uniform())
    assert bound.high > 0
    assert str(bound).startswith("NashConv / 3 at least")


def test_games_all_won_do_not_make_an_interval_without_width():
    """Twenty games won: the interval is that of Clopper and Pearson, on the scale of returns."""
    bound = lower_bound(np.ones(20), pyspiel.load_game(SMALL))
    exact = binomtest(20, 20).proportion_ci(0.95, method="exact")
    assert (bound.mean, bound.high) == (1.0, 1.0)
    assert bound.low == pytest.approx(2 * exact.low - 1)
    lost = lower_bound(-np.ones(20), pyspiel.load_game(SMALL))
    assert (lost.low, lost.high) == (-1.0, pytest.approx(-bound.low))


@pytest.mark.parametrize("chance", [0.02, 0.5, 0.9])
@pytest.mark.parametrize("count", [1, 5, 40])
def test_intervals_hold_as_often_as_they_say(count, chance):
    """Summed exactly over how many of some games are won."""
    held = 0.0
    for won in range(count + 1):
        low, high = mean_interval(np.repeat([1.0, 0.0], [won, count - won]), 0, 1, 0.9)
        if low <= chance <= high:
            held += binom.pmf(won, count, chance)
        assert low <= won / count <= high
    assert held >= 0.9


def hashed(solver_seed):
    solver = MCCFRSolver(GAME, seed=solver_seed, abstraction="observation")
    solver.run(300)
    return solver.policy()


class Slow(Policy):
    """A policy by hash, asked through OpenSpiel's interface only."""

    def __init__(self, policy):
        self.game = policy.game
        self.policy = policy

    def probabilities(self, state):
        return self.policy.probabilities(state)


@pytest.mark.parametrize("weigh", [True, False])
def test_compiled_values_agree_with_slow_ones(weigh):
    """The compiled responder estimates the same numbers, on other random numbers."""
    policy = hashed(3)
    game = pyspiel.load_game(SMALL)
    state = game.new_initial_state()
    rng = np.random.default_rng(5)
    compared = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.current_player() >= 0 and len(actions) > 1 and compared < 4:
            fast = SearchResponder(policy, 20_000, seed=1, weigh=weigh).values(state)
            slow = SearchResponder(Slow(policy), 400, seed=2, weigh=weigh).values(state)
            assert list(fast) == list(slow) == actions
            for action in actions:
                assert fast[action] == pytest.approx(slow[action], abs=0.3)
            compared += 1
        state.apply_action(int(rng.choice(actions)))
    assert compared >= 2


def test_compiled_responder_is_below_the_exact_best_response():
    policy = hashed(4)
    game = pyspiel.load_game(SMALL)
    tree = build_tree(game)
    form = SequenceForm.of(tree)
    bound = lower_bound(responder_games(game, policy, 1000, seed=1), game)
    assert bound.mean > 0
    assert bound.low < exploitability(form, policy.behavior(tree, game))


def test_bad_input():
    game = pyspiel.load_game("kuhn_poker")
    with pytest.raises(ValueError, match="too few"):
        lower_bound(np.zeros(1), game)
    with pytest.raises(ValueError, match="confidence"):
        lower_bound(np.zeros(30), game, confidence=1)
    with pytest.raises(ValueError, match="from -2 to 2"):
        lower_bound(np.full(30, 5.0), game)
    with pytest.raises(ValueError, match="worlds"):
        SearchResponder(UniformPolicy("kuhn_poker()"), worlds=0)


@pytest.mark.parametrize("chance", [0.02, 0.5, 0.9])
@pytest.mark.parametrize("count", [2, 40, 400])
def test_intervals_by_spread_hold_as_often_as_they_say(count, chance):
    """Summed exactly over how many of some games are won; they never leave the range."""
    held = 0.0
    for won in range(count + 1):
        low, high = spread_interval(np.repeat([1.0, 0.0], [won, count - won]), 0, 1, 0.9)
        if low <= chance <= high:
            held += binom.pmf(won, count, chance)
        assert 0.0 <= low <= won / count <= high <= 1.0
    assert held >= 0.9


def test_an_interval_by_spread_is_narrow_where_outcomes_are_alike():
    scores = np.repeat([0.0, 2.0], [9000, 1000])
    by_spread, by_range = spread_interval(scores, 0.0, 16.0), mean_interval(scores, 0.0, 16.0)
    assert by_range[0] < by_spread[0] < 0.2 < by_spread[1] < by_range[1]
    assert spread_interval(np.array([3.0]), 0.0, 16.0) == (0.0, 16.0)
    with pytest.raises(ValueError, match="outcomes must be at least one, from 0 to 16"):
        spread_interval(np.array([17.0]), 0.0, 16.0)
