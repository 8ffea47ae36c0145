"""Parameters: what is accepted, errors in one line, sizes that follow from them."""

import pyspiel
import pytest
from clothes import load

from intrigue.games.emperors_new_clothes.game import EmperorsNewClothes

BAD = [
    ({"players": 1}, "players=1 is not in 2..11"),
    ({"players": 12}, "players=12 is not in 2..11"),
    ({"expansion": "castle"}, "expansion=castle is not one of auto, none, family, court"),
    ({"players": 9, "expansion": "court"}, "serves at most 8 players"),
    ({"objective": "fame"}, "objective=fame is not one of win, points"),
    ({"dice": 0}, "dice=0 is not in 1..5"),
    ({"rerolls": 3}, "rerolls=3 is not in 0..2"),
    ({"rounds": 12}, "rounds=12 is not in 0..11"),
    ({"goals": True, "objective": "points"}, "needs objective=win"),
    ({"cards": True, "deck": "no such file"}, "deck 'no such file' cannot be read"),
    ({"cards": 1}, "cards=1 is not of type bool"),
    ({"crowns": 1}, "no parameter 'crowns'"),
]


@pytest.mark.parametrize(("parameters", "reason"), BAD)
def test_bad_parameters_are_refused_in_one_line(parameters, reason):
    with pytest.raises(ValueError, match=r"^[^\n]+$") as raised:
        EmperorsNewClothes(parameters)
    assert reason in str(raised.value)


def test_a_game_without_choices_in_its_roles_has_no_actions_for_them():
    small = load(rounds=1, dice=1, rerolls=0)
    assert small.num_distinct_actions() == 1 + 3
    assert load(rounds=1, dice=2, rerolls=1).num_distinct_actions() == 1 + 3 + 3
    assert load(rounds=1, dice=1, rerolls=0, give_gullibility="true").num_distinct_actions() == 6


def test_the_deck_makes_the_actions_of_cards():
    tiny = load(rounds=1, dice=1, rerolls=0, cards="true", deck="tiny")
    assert tiny.num_distinct_actions() == 1 + 3 + 2 + 2 + 1  # discards, praise on two, cancel


def test_objectives_and_utilities():
    assert load().get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    game = load(objective="points")
    assert game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert game.min_utility() == 0
    assert game.max_utility() > 20
