"""Bots in OpenSpiel's own loops: evaluate_bots, rl_environment."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots
from small_games import KUHN  # noqa: F401  registers the games

from intrigue.search.agent import BotAgent
from intrigue.search.bot_words import make_bot

BOTS = ["random", "thumb", "ismcts:20", "ismcts:20,reuse=yes", "pimc:20", "flat:20", "cheat:20"]


@pytest.mark.parametrize("bot", BOTS)
def test_evaluate_bots(bot: str) -> None:
    game = pyspiel.load_game("python_small_kuhn")
    totals = []
    for _ in range(2):
        bots = [make_bot(bot, game, 0, 1), make_bot("random", game, 1, 2)]
        rng = np.random.RandomState(3)
        returns = [
            evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng) for _ in range(20)
        ]
        totals.append(np.sum(returns, axis=0).tolist())
    assert totals[0] == totals[1]
    assert sum(totals[0]) == 0


def test_random_bots_play_every_game_anew() -> None:
    """The same information state in two games: the draws differ, the policy does not."""
    game = pyspiel.load_game("python_small_kuhn")
    state = game.new_initial_state()
    for action in (1, 0):
        state.apply_action(action)
    bot = make_bot("random", game, 0, 1)
    drawn = set()
    for _ in range(20):
        bot.restart_at(state)
        assert bot.step(state) == bot.step(state)
        drawn.add(bot.step(state))
    assert drawn == {0, 1}


@pytest.mark.parametrize("bot", BOTS)
def test_policies_are_distributions_over_the_legal_actions(bot: str) -> None:
    game = pyspiel.load_game("python_small_kuhn")
    state = game.new_initial_state()
    for action in (1, 0, 1):
        state.apply_action(action)
    made = make_bot(bot, game, 1, 1)
    assert made.provides_policy()
    policy = made.get_policy(state)
    assert [action for action, _ in policy] == state.legal_actions()
    assert sum(probability for _, probability in policy) == pytest.approx(1)
    assert made.step(state) in dict(policy)


def test_rl_environment() -> None:
    environment = rl_environment.Environment(
        pyspiel.load_game("python_small_kuhn"),
        include_full_state=True,
        chance_event_sampler=rl_environment.ChanceEventSampler(seed=1),
    )
    game = environment.game
    agents = [
        BotAgent(make_bot(bot, game, seat, 1), seat, game.num_distinct_actions())
        for seat, bot in enumerate(("ismcts:50", "random"))
    ]
    total = 0.0
    for _ in range(200):
        time_step = environment.reset()
        while not time_step.last():
            output = agents[time_step.current_player()].step(time_step)
            assert output.probs.sum() == pytest.approx(1)
            time_step = environment.step([output.action])
        for agent in agents:
            assert agent.step(time_step) is None
        total += time_step.rewards[0]
    assert total > 0


def test_rl_environment_without_states_is_refused() -> None:
    environment = rl_environment.Environment(pyspiel.load_game("python_small_kuhn"))
    agent = BotAgent(make_bot("random", environment.game, 0), 0, 2)
    with pytest.raises(ValueError, match="include_full_state=True"):
        agent.step(environment.reset())
