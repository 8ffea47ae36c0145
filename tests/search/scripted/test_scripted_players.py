"""Scripted players: proper weights, nothing hidden seen, the habits that their names say."""

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401
from intrigue.games.cunning_folk import state as cunning
from intrigue.search.bot_words import make_bot, scripted_players
from intrigue.search.bots import list_scripted_weights
from intrigue.search.tournament.one_game import play_one_game, sample_chance

GAMES = [
    "python_cunning_folk",
    "python_cunning_folk(players=3,scoundrels=True)",
    "python_cunning_folk(players=4,bonus=liar+pirate+vagrant)",
]


@pytest.mark.parametrize("name", GAMES)
def test_weights_follow_from_what_the_player_sees(name: str) -> None:
    game = pyspiel.load_game(name)
    source = np.random.default_rng(1)
    names = scripted_players(game)
    assert len(names) > 4
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            other = state.resample_from_infostate(state.current_player(), source)
            for script in range(len(names)):
                actions, weights = list_scripted_weights(state.record, script)
                assert actions.tolist() == state.legal_actions()
                assert (weights >= 0).all()
                assert 0 < weights.sum() < np.inf
                same = list_scripted_weights(other.record, script)[1]
                np.testing.assert_array_equal(same, weights)
            state.apply_action(int(source.choice(actions)))


def test_a_script_of_another_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="not a scripted player of kuhn_poker: it has none"):
        make_bot("honest", pyspiel.load_game("kuhn_poker"), 0)


def play(name: str, words: list[str], games: int) -> float:
    """Return the sum of the first bot's returns."""
    game = pyspiel.load_game(name)
    total = 0.0
    for deal in range(games):
        bots = [make_bot(word, game, seat, deal) for seat, word in enumerate(words)]
        total += play_one_game(game, bots, 3, deal).returns[0]
    return total


def test_cunning_folk_the_honest_player_beats_the_rule_of_thumb() -> None:
    assert play("python_cunning_folk", ["honest", "thumb"], 60) > 6


def test_cunning_folk_habits() -> None:
    """Who claims what, and who challenges, in games of scripted players."""
    game = pyspiel.load_game("python_cunning_folk")
    names = scripted_players(game)
    source = np.random.default_rng(2)
    false_claims, claims, challenges, passes = (dict.fromkeys(names, 0) for _ in range(4))
    for deal in range(60):
        state = game.new_initial_state()
        seats = [deal % len(names), (deal + 1 + deal // len(names)) % len(names)]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            script = seats[state.current_player()]
            actions, weights = list_scripted_weights(state.record, script)
            action = int(source.choice(actions, p=weights / weights.sum()))
            record, name = state.record[0], names[script]
            if record.phase == cunning.CLAIM and action != record.silent:
                claims[name] += 1
                role = record.roles[action - record.first_claim]
                false_claims[name] += int(role != record.card[record.finger])
            elif record.phase == cunning.CHALLENGE:
                (challenges if action == record.challenge else passes)[name] += 1
            state.apply_action(action)
    assert {name for name in names if false_claims[name]} == {"boaster", "opportunist"}
    assert {name for name in names if not claims[name]} == {"silent"}
    assert challenges["trusting"] == passes["challenger"] == 0
    assert passes["trusting"] > 0
    # A lie that the others can know is rare: who challenges nothing else seldom has one to meet.
    assert min(challenges[name] for name in ("honest", "sceptic", "opportunist", "challenger")) > 0
