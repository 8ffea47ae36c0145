"""Parameters: what is accepted, what is refused, and the sizes that follow from them."""

import numpy as np
import pyspiel
import pytest

from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states


def load(**parameters):
    return pyspiel.load_game("python_cunning_folk", parameters)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 5}, "players=5 is not in 2..4"),
        ({"bonus": "dragon"}, "bonus 'dragon' is not one of liar, cat, pirate, vagrant"),
        ({"bonus": "cat+cat"}, "not up to three different ones"),
        ({"bonus": "liar,cat,pirate,vagrant"}, "not up to three different ones"),
        ({"bonus": "liar+cat", "villagers": 1}, "2 bonus characters, but only 1 Villagers"),
        ({"bonus": "cat", "scoundrels": True}, "bonus goes without scoundrels"),
        ({"players": 4, "scoundrels": True, "villagers": 2}, "two cards a player"),
        ({"max_turns": -1}, "max_turns=-1 is not in 0..10000"),
        ({"marks": 0}, "marks=0 is not in 1..3"),
        ({"good_witches": 3}, "good_witches=3 is not in 0..2"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(parameters, message):
    definition = load().definition
    with pytest.raises(ValueError, match=message.replace("+", r"\+")) as raised:
        type(definition)(parameters)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("bonus", ["liar+good_witch", "good_witch+liar", "liar,good_witch"])
def test_bonus_characters_replace_villagers_in_any_order_and_with_either_sign(bonus):
    assert load(bonus=bonus).definition.encoded[4:13].tolist() == [3, 1, 2, 1, 1, 1, 0, 0, 0]


def test_number_of_actions_follows_from_the_parameters():
    # Look, silent, 5 claims, pass and challenge, 36 pairs kept or exchanged, turn up.
    assert load().num_distinct_actions() == 9 + 1 + 5 + 2 + 72 + 9
    assert load(bonus="vagrant").num_distinct_actions() == 9 + 1 + 6 + 2 + 72 + 9 + 9
    smallest = load(villagers=0, good_witches=0, evil_witches=0)
    assert smallest.num_distinct_actions() == 2 + 1 + 2 + 2 + 2
    # Places 6 + 2; all nine roles; trades; done, and six roles to give.
    assert load(scoundrels=True).num_distinct_actions() == 8 + 1 + 9 + 2 + 56 + 8 + 8 + 1 + 6


@pytest.mark.parametrize(
    "parameters",
    [
        {"villagers": 0, "good_witches": 0, "max_turns": 3, "marks": 3},
        {"players": 3, "villagers": 1, "bonus": "vagrant", "max_turns": 4},
        {"players": 2, "scoundrels": True, "villagers": 0, "good_witches": 1, "max_turns": 2},
    ],
)
def test_games_keep_within_the_declared_bounds_and_come_near_them(parameters):
    game = load(**parameters)
    definition = game.definition
    longest = 0
    for seed in range(300):
        history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
        events, _ = driver.replay(new_states(definition.kernel), definition.encoded, history)
        assert len(events) <= definition.sizes.max_events
        assert history.max() < game.num_distinct_actions() or game.max_chance_outcomes() > 9
        longest = max(longest, len(history))
    bound = game.max_game_length() + game.max_chance_nodes_in_history()
    assert bound / 3 < longest <= bound


def test_every_action_number_is_used():
    """Numbers are compact: random play of a game with everything in it meets all of them."""
    game = load(players=2, scoundrels=True, villagers=1)
    definition = game.definition
    used = np.zeros(game.num_distinct_actions(), bool)
    for seed in range(400):
        state = game.new_initial_state()
        for action in driver.random_game(
            new_states(definition.kernel), definition.encoded, seed, 0
        ):
            if state.current_player() >= 0:
                used[state.legal_actions()] = True
            state.apply_action(int(action))
        if used.all():
            break
    assert used.all()
