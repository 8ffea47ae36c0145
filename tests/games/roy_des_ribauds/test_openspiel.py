"""OpenSpiel's own algorithms run on `python_roy_des_ribauds` without a line of glue."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import intrigue.games  # noqa: F401  registers the games

SMALL = "python_roy_des_ribauds(copies=1,court_size=2,hand_size=1,max_turns=2)"
MIDDLE = "python_roy_des_ribauds(copies=2,court_size=3,hand_size=1,max_turns=12)"


@pytest.fixture(scope="module")
def game():
    return pyspiel.load_game(SMALL)


def test_cfr_approaches_an_equilibrium(game):
    solver = pyspiel.CFRSolver(game)
    gaps = []
    for _ in range(4):
        for _ in range(15):
            solver.evaluate_and_update_policy()
        gaps.append(pyspiel.nash_conv(game, solver.average_policy()))
    assert gaps[-1] < gaps[0]
    assert gaps[-1] < 0.05


def test_external_and_outcome_sampling_mccfr_approach_an_equilibrium(game):
    start = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    external = pyspiel.ExternalSamplingMCCFRSolver(game, seed=1)
    outcome = pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1)
    for _ in range(1000):
        external.run_iteration()
    for _ in range(6000):
        outcome.run_iteration()
    assert pyspiel.nash_conv(game, external.average_policy(), True) < start / 4
    assert pyspiel.nash_conv(game, outcome.average_policy(), True) < start / 1.5


def test_best_response_beats_random_play(game):
    policy = pyspiel.UniformRandomPolicy(game)
    values = []
    for player in range(2):
        response = pyspiel.TabularBestResponse(game, player, policy)
        values.append(response.value_from_state(game.new_initial_state()))
    assert sum(values) == pytest.approx(pyspiel.nash_conv(game, policy))
    assert min(values) > 0.2


@pytest.mark.parametrize("name", [SMALL, MIDDLE])
def test_python_ismcts_plays(name):
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=60,
        random_state=np.random.RandomState(2),
    )
    rng = np.random.RandomState(3)
    other = uniform_random.UniformRandomBot(1, rng)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probs = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choice(actions, p=probs))
            else:
                state.apply_action((bot, other)[state.current_player()].step(state))
        assert sum(state.returns()) == 0


def test_rl_environment_plays():
    environment = rl_environment.Environment(pyspiel.load_game(MIDDLE))
    environment.seed(1)
    rng = np.random.RandomState(1)
    for _ in range(3):
        step = environment.reset()
        while not step.last():
            player = step.observations["current_player"]
            step = environment.step([rng.choice(step.observations["legal_actions"][player])])
        assert sum(step.rewards) == 0
