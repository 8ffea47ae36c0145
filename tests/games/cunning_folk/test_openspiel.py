"""OpenSpiel's own algorithms run on `python_cunning_folk` without a line of glue."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import intrigue.games  # noqa: F401  registers the games

SMALL = "python_cunning_folk(villagers=0,good_witches=0,evil_witches=0,max_turns=2,marks=1)"


@pytest.fixture(scope="module")
def game():
    return pyspiel.load_game(SMALL)


def test_cfr_approaches_an_equilibrium(game):
    solver = pyspiel.CFRSolver(game)
    gaps = []
    for _ in range(4):
        for _ in range(30):
            solver.evaluate_and_update_policy()
        gaps.append(pyspiel.nash_conv(game, solver.average_policy()))
    assert gaps[-1] < gaps[0] < 0.2
    assert gaps[-1] < 0.02


def test_external_and_outcome_sampling_mccfr_approach_an_equilibrium(game):
    start = pyspiel.nash_conv(game, pyspiel.UniformRandomPolicy(game))
    external = pyspiel.ExternalSamplingMCCFRSolver(game, seed=1)
    outcome = pyspiel.OutcomeSamplingMCCFRSolver(game, seed=1)
    for _ in range(500):
        external.run_iteration()
    for _ in range(4000):
        outcome.run_iteration()
    assert pyspiel.nash_conv(game, external.average_policy(), True) < start / 5
    assert pyspiel.nash_conv(game, outcome.average_policy(), True) < start / 2


def test_best_response_to_one_who_never_doubts_wins(game):
    infosets = {}

    def collect(state):
        if not state.is_terminal() and not state.is_chance_node():
            first, *rest = state.legal_actions()  # to pass comes before to challenge
            policy = [(first, 1.0), *((action, 0.0) for action in rest)]
            infosets[state.information_state_string()] = policy
        for action in state.legal_actions():
            collect(state.child(action))

    collect(game.new_initial_state())
    policy = pyspiel.TabularPolicy(infosets)
    response = pyspiel.TabularBestResponse(game, 0, policy)
    # Two cards: who has looked at one knows the other, and acts as either Elder undisturbed.
    assert response.value_from_state(game.new_initial_state()) == pytest.approx(1.0)


def test_python_ismcts_plays(game):
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=2.0,
        max_simulations=100,
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


def test_rl_environment_steps(game):
    environment = rl_environment.Environment(game)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert any(step.observations["info_state"][player])
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0
