"""Best responses, NashConv and exploitability against OpenSpiel's."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import best_response as openspiel_best_response
from open_spiel.python.algorithms import expected_game_score

from intrigue.solvers.exact.best_response import best_response, exploitability, nash_conv
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

GAMES = [
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "leduc_poker",
    "liars_dice(dice_sides=3,numdice=1)",
    "tiny_hanabi",
    "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3,points_order=descending))",
]


def random_behavior(form, seed, zeros=0.3):
    """A random behavior strategy with a share of zero probabilities."""
    rng = np.random.default_rng(seed)
    weights = rng.random(form.num_actions) * (rng.random(form.num_actions) > zeros)
    plan = np.append(weights, np.ones(form.num_players))
    return form.behavior(plan)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [0, 1])
def test_nash_conv_and_exploitability_equal_openspiel(name, seed):
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    behavior = random_behavior(form, seed)
    table = TabularPolicy.from_behavior(form.tree, behavior).to_pyspiel()
    assert nash_conv(form, behavior) == pytest.approx(pyspiel.nash_conv(game, table), abs=1e-9)
    zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    if zero_sum and game.num_players() == 2:
        judged = pyspiel.exploitability(game, table)
        assert exploitability(form, behavior) == pytest.approx(judged, abs=1e-9)


@pytest.mark.parametrize("name", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker"])
def test_best_response_values_and_choices(name):
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    behavior = random_behavior(form, 3)
    policy = TabularPolicy.from_behavior(form.tree, behavior).to_openspiel(game)
    for player in range(form.num_players):
        response = best_response(form, behavior, player)
        theirs = openspiel_best_response.BestResponsePolicy(game, player, policy)
        assert response.value == pytest.approx(theirs.value(game.new_initial_state()), abs=1e-9)
        # Playing the choices earns the value.
        own = np.repeat(form.tree.infoset_player == player, np.diff(form.tree.action_offset))
        assert response.behavior[~own].sum() == 0
        mixed = np.where(own, response.behavior, behavior)
        assert form.values(form.plan(mixed))[player] == pytest.approx(response.value, abs=1e-9)


@pytest.mark.parametrize("name", GAMES)
def test_expected_values_equal_openspiel(name):
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    behavior = random_behavior(form, 5)
    policy = TabularPolicy.from_behavior(form.tree, behavior).to_openspiel(game)
    theirs = expected_game_score.policy_value(
        game.new_initial_state(), [policy] * game.num_players()
    )
    assert np.allclose(form.values(form.plan(behavior)), theirs, atol=1e-9)


def test_uniform_policies():
    form = SequenceForm.of(build_tree("leduc_poker"))
    game = pyspiel.load_game("leduc_poker")
    judged = pyspiel.exploitability(game, pyspiel.UniformRandomPolicy(game))
    assert exploitability(form, form.uniform()) == pytest.approx(judged, abs=1e-9)
    tabular = TabularPolicy.from_openspiel(openspiel_policy.TabularPolicy(game))
    assert np.array_equal(tabular.behavior(form.tree), form.uniform())


def test_plans_and_behaviors_are_inverse():
    form = SequenceForm.of(build_tree("leduc_poker"))
    behavior = random_behavior(form, 7, zeros=0.0)
    assert np.allclose(form.behavior(form.plan(behavior)), behavior, atol=1e-12)


def test_bad_input():
    form = SequenceForm.of(build_tree("kuhn_poker"))
    with pytest.raises(ValueError, match=r"player must be 0\.\.1, got 2"):
        best_response(form, form.uniform(), 2)
    with pytest.raises(ValueError, match=r"has shape \(24,\), got \(3,\)"):
        nash_conv(form, np.ones(3))
    with pytest.raises(ValueError, match="sum to 1"):
        nash_conv(form, np.ones(24))
