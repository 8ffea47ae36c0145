"""Rules of thumb: proper weights, nothing hidden seen, better than nothing."""

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401
from intrigue.games.bots import RandomBot
from intrigue.search.bots import ThumbBot, list_thumb_weights
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.search.tournament.one_game import play_one_game, sample_chance

GAMES = [
    "python_cunning_folk",
    "python_cunning_folk(players=3,scoundrels=True)",
    "python_cunning_folk(players=4,bonus=liar+pirate+vagrant)",
    "python_roy_des_ribauds",
    "python_roy_des_ribauds(exchange=True)",
    "python_emperors_new_clothes",
    "python_emperors_new_clothes(players=4,cards=True,give_gullibility=True)",
    "python_emissary",
    "python_emissary(variant=2019)",
]


@pytest.mark.parametrize("name", GAMES)
def test_weights_follow_from_what_the_player_sees(name: str) -> None:
    game = pyspiel.load_game(name)
    assert has_rule_of_thumb(game.definition.kernel)
    source = np.random.default_rng(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            actions, weights = list_thumb_weights(state.record)
            assert actions.tolist() == state.legal_actions()
            assert (weights >= 0).all()
            assert 0 < weights.sum() < np.inf
            if len(actions) > 1 and source.random() < 0.3:
                other = state.resample_from_infostate(state.current_player(), source)
                np.testing.assert_array_equal(list_thumb_weights(other.record)[1], weights)
            state.apply_action(int(source.choice(actions)))


@pytest.mark.parametrize("name", [name for name in GAMES if "emissary" not in name])
def test_beats_random_play(name: str) -> None:
    """100 games from the first seat and as many from the last: better than one's share."""
    game = pyspiel.load_game(name)
    players = game.num_players()
    total = 0.0
    for seat in (0, players - 1):
        for deal in range(100):
            bots = [RandomBot(p, 1000 * deal + p) for p in range(players)]
            bots[seat] = ThumbBot(seat, deal)
            total += play_one_game(game, bots, 7, deal).returns[seat]
    assert total > 20


@pytest.mark.parametrize("variant", [2021, 2019])
def test_the_emissary_by_its_tips_scores_more_than_random_play(variant: int) -> None:
    game = pyspiel.load_game(f"python_emissary(objective=score,variant={variant})")
    scores = [
        sum(play_one_game(game, [kind(0, deal)], 5, deal).returns[0] for deal in range(150))
        for kind in (ThumbBot, RandomBot)
    ]
    assert scores[0] > 2 * scores[1] > 0
