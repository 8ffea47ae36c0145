"""Words of The Emissary."""

import pyspiel
import pytest

import intrigue.games  # noqa: F401  registers the games


@pytest.mark.parametrize(
    ("variant", "named"),
    [
        (2021, ["debate", *(f"use {x}{suit}" for x in ("J", "supporter ") for suit in "♣♦♥♠")]),
        (2019, ["debate"]),  # there Jacks and supporters pay for misses, too
    ],
)
def test_actions_have_names_on_the_game_where_no_state_changes_them(variant, named):
    game = pyspiel.load_game("python_emissary", {"variant": variant})
    names = [game.action_to_string(0, action) for action in range(game.num_distinct_actions())]
    assert [name for name in names if not name.startswith("Action(")] == named
