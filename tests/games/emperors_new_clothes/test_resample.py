"""Worlds drawn at random: exactly those that a player cannot tell apart, with the right chances."""

import numpy as np
import pytest
from clothes import CHANCE, deck_file, histories, load, record
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states

DRAWS = 1000


def hash_of(states, player):
    return tuple(states[0].info_hash[player].tolist())


def replayed(definition, history):
    states = new_states(definition.kernel)
    driver.start(states, definition.encoded)
    for action in history:
        driver.step(states, action)
    return states


def worlds(definition, history, viewer):
    """All histories that `viewer` cannot tell from this one, with their weights.

    A slow walk that knows nothing of the sampler: chance counts by its probability, what others
    choose in secret (roles) by one over the number of legal actions.
    """
    wanted = []
    states = new_states(definition.kernel)
    driver.start(states, definition.encoded)
    for action in history:
        driver.step(states, action)
        wanted.append(hash_of(states, viewer))
    found = {}

    def walk(states, player, past, weight):
        depth = len(past)
        if depth == len(history):
            found[past] = found.get(past, 0) + weight
            return
        if player == CHANCE:
            actions, chances = (part.tolist() for part in driver.list_outcomes(states))
        else:
            actions = driver.list_choices(states).tolist()
            hidden = player != viewer and states[0].phase == record.DRAFT
            chances = [1 / len(actions) if hidden else 1] * len(actions)
        for action, chance in zip(actions, chances, strict=True):
            child = driver.duplicate(states)
            next_player = driver.step(child, action)
            if hash_of(child, viewer) == wanted[depth]:
                walk(child, next_player, (*past, action), weight * chance)

    states = new_states(definition.kernel)
    walk(states, driver.start(states, definition.encoded), (), 1.0)
    return found


OWN = """
Costume | 2 | selection | swap role with unused
Coin    | 1 | reveal    | gain 1 gold
"""
RESHUFFLED = """
Coin   | 3 | selection | gain 1 gold
Crown  | 2 | selection | gain 1 dignity
"""
SMALL = [
    ({"players": 2}, None),
    ({"players": 3}, None),
    ({"players": 4}, None),
    ({"players": 3, "troll": "true"}, None),
    ({"players": 5, "expansion": "court"}, None),
    ({"players": 6}, None),
    ({"players": 2, "goals": "true"}, None),
    ({"players": 2, "cards": "true"}, OWN),
    ({"players": 3, "cards": "true"}, OWN),
    ({"players": 2, "cards": "true", "rounds": 2}, RESHUFFLED),
]


@pytest.mark.parametrize(("parameters", "deck"), SMALL)
def test_worlds_are_drawn_with_the_right_chances(tmp_path, parameters, deck):
    """Chi-square against full enumeration, after every few steps of a game, for every player."""
    if deck:
        parameters = {**parameters, "deck": deck_file(tmp_path, deck)}
    game = load(**{"rounds": 1, "dice": 1, "rerolls": 0, **parameters})
    definition = game.definition
    compared = 0
    step = 2 if game.num_players() < 5 else 9
    for seed, history in enumerate(histories(game, 2)):
        for cut in range(2 + seed, len(history) + 1, step):
            for viewer in range(game.num_players()):
                expected = worlds(definition, history[:cut].tolist(), viewer)
                assert tuple(history[:cut].tolist()) in expected
                if not 1 < len(expected) <= 120:
                    continue
                states = replayed(definition, history[:cut])
                counts = dict.fromkeys(expected, 0)
                for draw in range(DRAWS):
                    world = driver.resample_history(states, history[:cut], viewer, draw)
                    counts[tuple(world.tolist())] += 1  # an impossible world is a KeyError
                weights = np.array(list(expected.values()))
                expected_counts = DRAWS * weights / weights.sum()
                assert chisquare(list(counts.values()), expected_counts).pvalue > 1e-6
                compared += 1
    assert compared >= 2


LARGE = [
    {"players": 4, "cards": "true", "troll": "true"},
    {"players": 5, "cards": "true", "goals": "true"},
    {"players": 11, "cards": "true", "rounds": 3},
    {"players": 8, "expansion": "townsfolk", "rounds": 3},
]
GAMES = [load(**parameters) for parameters in LARGE]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(LARGE) - 1), st.integers(0, 10**6), st.floats(0, 1), st.integers(0, 10))
def test_a_drawn_world_is_legal_and_looks_the_same(which, seed, where, viewer):
    game = GAMES[which]
    definition = game.definition
    viewer %= game.num_players()
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    history = history[: round(where * len(history))]
    before = replayed(definition, history)
    world = driver.resample_history(before, history, viewer, seed)
    assert len(world) == len(history)
    states = new_states(definition.kernel)
    player = driver.start(states, definition.encoded)
    for action in world:
        options = (
            driver.list_outcomes(states)[0] if player == CHANCE else driver.list_choices(states)
        )
        assert action in options
        player = driver.step(states, action)
    assert hash_of(states, viewer) == hash_of(before, viewer)


def test_what_was_passed_to_me_and_what_i_passed_on_is_honoured():
    """The second of four players knows which two roles the first and the pile have taken."""
    game = load(players=4, rounds=1, dice=1, rerolls=0)
    state = game.new_initial_state()
    for words in ("set Mother aside", "take Child", "take Emperor", "take Swindler"):
        player = state.current_player()
        state.apply_action(state.string_to_action(player, words))
    firsts, aside = set(), set()
    for seed in range(60):
        told = state.resample_from_infostate(1, seed).transcript()
        firsts |= {line for line in told if line.startswith("player 0 takes the")}
        aside |= {line for line in told if line.endswith("is set aside")}
    assert firsts == {"player 0 takes the Mother", "player 0 takes the Child"}
    assert aside == {"Mother is set aside", "Child is set aside"}
