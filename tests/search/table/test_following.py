"""Worlds kept from decision to decision of a game: exact, and by what the seat saw alone."""

from collections import defaultdict

import numpy as np
import pytest
from enumeration import enumerated, hidden
from replaying import random_game

from intrigue.games.names import load_game
from intrigue.search.table.following import Follower

SMALL = [
    "cunning-folk(villagers=1,good_witches=0,evil_witches=1,max_turns=4,marks=2)",
    "roy(copies=2,court_size=2,hand_size=1,max_turns=4,kinds=roi+assassin+chevalier)",
    "emperor(players=2,dice=1,rerolls=0)",
]


def decisions(game, seed):
    """Return the states of a random game at which a player has to decide."""
    played = random_game(game, seed)
    state, found = played.get_game().new_initial_state(), []
    for action in played.history():
        if state.current_player() >= 0:
            found.append(state.clone())
        state.apply_action(action)
    return found


def weights(follower, state):
    worlds = follower.worlds_at(state.history())
    found = defaultdict(float)
    for record, weight in zip(worlds.records, worlds.weights, strict=True):
        found[hidden(state.definition, record)] += float(weight)
    return found


@pytest.mark.parametrize("model", ["uniform", "thumb"])
@pytest.mark.parametrize("game", SMALL)
def test_weights_equal_enumeration(game, model):
    """At every decision of two games, one after the other, without a word that the first ended."""
    definition = load_game(game).definition
    followers = [Follower(definition, seat, model) for seat in range(2)]
    compared = 0
    for seed in (3, 4):
        for state in decisions(game, seed):
            expected = enumerated(state, model)
            found = weights(followers[state.current_player()], state)
            assert found.keys() == expected.keys()
            assert all(abs(found[what] - expected[what]) < 1e-12 for what in expected)
            compared += 1
    assert compared > 6


@pytest.mark.parametrize("game", ["cunning-folk", "roy", "emperor(players=3,dice=1)"])
def test_only_what_the_seat_saw_matters(game):
    """Another way in which all that is hidden may have come about; asked for the first time."""
    states = [state for state in decisions(game, 5) if state.current_player() == 0]
    along = Follower(states[0].definition, 0, "thumb")
    for state in states[:6]:
        other = state.resample_from_infostate(0, 7)
        expected = along.worlds_at(state.history())
        found = Follower(state.definition, 0, "thumb").worlds_at(other.history())
        assert expected.counted
        assert found.records.tobytes() == expected.records.tobytes()
        np.testing.assert_array_equal(found.weights, expected.weights)


def test_too_many_worlds_are_not_kept_until_another_game_begins():
    game = "cunning-folk(villagers=2,good_witches=1)"
    state = decisions(game, 1)[0]
    follower = Follower(state.definition, state.current_player(), "thumb", most=100)
    assert follower.worlds_at(state.history()) is None
    enough = Follower(state.definition, state.current_player(), "thumb", most=2000)
    assert len(enough.worlds_at(state.history()).records) > 100
