"""The games as PettingZoo environments, through Shimmy's wrapper of OpenSpiel."""

import sys
from importlib.metadata import version

import numpy as np
import pyspiel
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo_game import PettingZooGame
from shimmy import OpenSpielCompatibilityV0

import intrigue.games  # noqa: F401  registers the games

GAMES = [
    ("python_emissary", {}),
    ("python_emissary", {"objective": "score", "kingdoms": 2, "ranks": 3, "hand_size": 3}),
    ("python_cunning_folk", {}),
    ("python_cunning_folk", {"players": 3}),
    ("python_roy_des_ribauds", {}),
    ("python_emperors_new_clothes", {}),
    ("python_emperors_new_clothes", {"players": 4, "cards": True, "rounds": 1}),
]
EPISODES = 5

# PettingZoo dislikes observations without bounds, which is what Shimmy declares for every game.
pytestmark = pytest.mark.filterwarnings("ignore:Agent's (min|max)imum observation space value")


def names(value):
    return value if isinstance(value, str) else ",".join(map(str, value.values())) or "default"


def play(env, seed):
    """Play an episode at random; return the sum of each agent's rewards, and how it ended."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards, truncated = dict.fromkeys(env.agents, 0.0), False
    for agent in env.agent_iter():
        observation, reward, terminated, cut, info = env.last()
        rewards[agent] += reward
        truncated |= cut
        if terminated or cut:
            env.step(None)
            continue
        assert observation in env.observation_space(agent)
        legal = np.flatnonzero(info["action_mask"])
        assert legal.tolist() == env.game_state.legal_actions()
        env.step(int(rng.choice(legal)))
    return list(rewards.values()), truncated


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=names)
def test_pettingzoo_accepts_the_game(name, parameters, capfd):
    api_test(PettingZooGame(game_name=name, config=parameters), num_cycles=200)
    seed_test(lambda: PettingZooGame(game_name=name, config=parameters), num_cycles=100)


@pytest.mark.parametrize(("name", "parameters"), GAMES, ids=names)
def test_every_episode_ends_with_the_returns_of_the_game(name, parameters):
    env = PettingZooGame(game_name=name, config=parameters)
    game = pyspiel.load_game(name, parameters)
    for seed in range(EPISODES):
        rewards, truncated = play(env, seed)
        assert not truncated
        assert env.game_state.is_terminal()
        assert str(env.game_state.get_game()) == str(game)
        assert rewards == env.game_state.returns()


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_same_for_openspiels_own_games(name):
    env = PettingZooGame(game_name=name)
    for seed in range(EPISODES):
        rewards, truncated = play(env, seed)
        assert (rewards, truncated) == (env.game_state.returns(), False)


def test_what_the_guide_says_of_the_wrapper_alone():
    """With the version that the example names; a later one may be right."""
    text = sys.modules[PettingZooGame.__module__].__doc__
    if f"Shimmy {version('shimmy')}," not in text:
        return
    env = OpenSpielCompatibilityV0(game_name="kuhn_poker")
    for seed in range(EPISODES):
        assert play(env, seed) == ([0.0, 0.0], True)
        assert len(env.game_state.history()) == 3  # two cards, one action
    env = OpenSpielCompatibilityV0(game_name="python_cunning_folk")
    (first, second), truncated = play(env, 0)
    assert not truncated
    assert [first, second] == [env.game_state.returns()[0], 2 * env.game_state.returns()[1]]
    space = env.action_space("player_0")
    env.reset(seed=1)
    assert env.action_space("player_0") is not space
    env = OpenSpielCompatibilityV0(env=pyspiel.load_game("python_cunning_folk(max_turns=3)"))
    env.reset(seed=1)
    assert str(env.game_state.get_game()) == str(pyspiel.load_game("python_cunning_folk"))
