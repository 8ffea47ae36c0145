"""The games in OpenSpiel's environment for reinforcement learning, with OpenSpiel's agents."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.random_agent import RandomAgent
from open_spiel.python.rl_environment import ChanceEventSampler, Environment, ObservationType

import intrigue.games  # noqa: F401  registers the games

GAMES = [
    "python_emissary",
    "python_emissary(objective=score,kingdoms=2,ranks=3,hand_size=3)",
    "python_cunning_folk",
    "python_cunning_folk(players=3)",
    "python_roy_des_ribauds",
    "python_emperors_new_clothes",
    "python_emperors_new_clothes(players=4,cards=True,rounds=1)",
]


def episode(game, kind, seed, monkeypatch):
    """Play OpenSpiel's random agents in its environment; return every time step."""
    monkeypatch.setattr(np.random, "choice", np.random.RandomState(seed).choice)
    environment = Environment(
        game,
        chance_event_sampler=ChanceEventSampler(seed),
        observation_type=kind,
        include_full_state=True,
        enable_legality_check=True,
    )
    actions = environment.action_spec()["num_actions"]
    agents = [RandomAgent(player, actions) for player in range(environment.num_players)]
    steps = [environment.reset()]
    while not steps[-1].last():
        agent = agents[steps[-1].current_player()]
        steps.append(environment.step([agent.step(steps[-1]).action]))
    return environment, steps


@pytest.mark.parametrize("kind", ObservationType)
@pytest.mark.parametrize("name", GAMES)
def test_time_steps_of_a_random_episode(name, kind, monkeypatch):
    game = pyspiel.load_game(name)
    environment, steps = episode(game, kind, 1, monkeypatch)
    first, *middle, last = steps
    assert first.first()
    assert first.rewards is None
    assert all(step.mid() for step in middle)
    (size,) = environment.observation_spec()["info_state"]
    for step in steps:
        seen = step.observations
        _, state = pyspiel.deserialize_game_and_state(seen["serialized_state"])
        assert state.current_player() == step.current_player()
        assert len(seen["info_state"]) == len(seen["legal_actions"]) == game.num_players()
        for player in range(game.num_players()):
            assert len(seen["info_state"][player]) == size
            assert np.isfinite(seen["info_state"][player]).all()
            assert bool(seen["legal_actions"][player]) == (player == step.current_player())
    for step in middle:
        assert step.rewards == [0.0] * game.num_players()
        assert step.discounts == [1.0] * game.num_players()
    assert last.rewards == state.returns()
    assert last.discounts == [0.0] * game.num_players()
    assert len(steps) - 1 <= game.max_game_length()
    assert environment.step([0]).first()


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_is_the_same_episode(name, monkeypatch):
    def told(seed):
        steps = episode(pyspiel.load_game(name), None, seed, monkeypatch)[1]
        return [step.observations["info_state"] for step in steps]

    assert told(3) == told(3)
    assert told(3) != told(4)
