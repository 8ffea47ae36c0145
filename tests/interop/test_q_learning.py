"""OpenSpiel's tabular Q-learning finds good play of small games, and values are exact."""

from functools import cache

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_tools
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.algorithms.expected_game_score import policy_value
from open_spiel.python.algorithms.random_agent import RandomAgent
from open_spiel.python.algorithms.tabular_qlearner import QLearner
from open_spiel.python.policy import UniformRandomPolicy
from open_spiel.python.rl_agent_policy import RLAgentPolicy
from open_spiel.python.rl_environment import ChanceEventSampler, Environment, ObservationType

import intrigue.games  # noqa: F401  registers the games

EMISSARY = "python_emissary(ranks=1,hand_size=2,kingdoms=1,advisors=h)"
FOLK = "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"


@pytest.fixture(autouse=True)
def _seeded(monkeypatch):
    """OpenSpiel's agents draw from NumPy's global generator; give them one of their own."""
    monkeypatch.setattr(np.random, "choice", np.random.RandomState(1).choice)


def learn(game, kind, episodes, epsilon):
    """Train player 0 by Q-learning, others at random; return the greedy policy."""
    environment = Environment(
        game, chance_event_sampler=ChanceEventSampler(1), observation_type=kind
    )
    actions = game.num_distinct_actions()
    learner = QLearner(0, actions, epsilon_schedule=rl_tools.ConstantSchedule(epsilon))
    agents = [learner, *(RandomAgent(p, actions) for p in range(1, game.num_players()))]
    for _ in range(episodes):
        step = environment.reset()
        while not step.last():
            step = environment.step([agents[step.current_player()].step(step).action])
        learner.step(step)
    return RLAgentPolicy(game, learner, 0, kind is ObservationType.OBSERVATION)


def best_chance(game):
    """The value of best play in a game for one, by the definition: maximum and expectation."""

    @cache
    def value(history):
        state = game.new_initial_state({"history": list(history)})
        if state.is_terminal():
            return state.returns()[0]
        if state.is_chance_node():
            return sum(p * value((*history, a)) for a, p in state.chance_outcomes())
        return max(value((*history, action)) for action in state.legal_actions())

    return value(())


def test_the_emissary_is_learnt_to_its_exact_value():
    game = pyspiel.load_game(EMISSARY)
    start = game.new_initial_state()
    exact = best_chance(game)
    assert exact == pytest.approx(0.5)
    assert policy_value(start, [UniformRandomPolicy(game)])[0] < 0.2
    learnt = learn(game, ObservationType.OBSERVATION, 2000, epsilon=0.5)
    assert exact - 0.02 <= policy_value(start, [learnt])[0] <= exact + 1e-12


def test_cunning_folk_is_learnt_against_random_play():
    game = pyspiel.load_game(FOLK)
    start, random = game.new_initial_state(), UniformRandomPolicy(game)
    best = BestResponsePolicy(game, 0, random).value(start)
    learnt = learn(game, ObservationType.INFORMATION_STATE, 1000, epsilon=0.3)
    value = policy_value(start, [learnt, random])[0]
    assert policy_value(start, [random, random])[0] < 0
    assert best - 0.05 <= value <= best + 1e-12
