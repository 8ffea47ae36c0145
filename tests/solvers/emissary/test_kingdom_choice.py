"""Kingdoms are ranked by the tables that there are."""

import re

import numpy as np
import pytest
from game_oracle import deal

from intrigue.cli import emissary_hints
from intrigue.solvers.emissary import kingdom_choice
from intrigue.solvers.emissary.tables.campaign import Campaign, Values, campaign_path
from intrigue.solvers.emissary.tables.jacks.table import table_path
from intrigue.solvers.emissary.tables.layouts import layouts_by_size


def before_the_first_kingdom(**parameters):
    """The record of a game in which the first kingdom is to be chosen."""
    import pyspiel

    rng = np.random.default_rng(1)
    state = pyspiel.load_game("python_emissary", parameters).new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    return state.record[0]


@pytest.mark.parametrize(
    ("built", "counted"),
    [
        ((), "h"),
        (("d",), "d"),
        (("hd", "ch"), "hd"),
        (("cd", "hd"), "hd"),
        (("c", "chd"), "chd"),
        (("cd", "c"), "cd"),
    ],
)
def test_the_richest_table_counts(built, counted, tmp_path):
    for jacks in built:
        table_path(jacks, tmp_path).touch()
        campaign_path(jacks, tmp_path).touch()
    table_path("chd", tmp_path).touch()  # without its campaign it does not count
    everything = before_the_first_kingdom()
    assert kingdom_choice.jacks_counted(everything, tmp_path) == counted
    assert kingdom_choice.jacks_counted(before_the_first_kingdom(advisors="none"), tmp_path) == ""
    assert "c" not in kingdom_choice.jacks_counted(
        before_the_first_kingdom(advisors="hds"), tmp_path
    )


class Table:
    """Kingdom k is hit with a chance of k tenths, whatever the hand."""

    def at_least(self, hand, trump):
        return np.arange(9) / 10


def test_a_hint_says_what_it_counts_and_what_a_worse_choice_costs(monkeypatch):
    values = {layout: Values(1e-4, 1.0, 1.0) for size in layouts_by_size(True) for layout in size}
    solved = Table(), Campaign("chd", values)
    monkeypatch.setattr(kingdom_choice, "solved", lambda *arguments: solved)
    for module in (kingdom_choice, emissary_hints):
        monkeypatch.setattr(module, "jacks_counted", lambda *arguments: "chd")
    monkeypatch.setattr(emissary_hints, "campaign", lambda *arguments, **options: None)
    lines = emissary_hints.kingdoms_in_words(before_the_first_kingdom()).splitlines()
    assert "with the Jacks of clubs, hearts and diamonds and no other help" in lines[0]
    assert "the order may be another one" in lines[1]
    assert lines[3].split()[0] == "8"
    # 80 % here, and half a kingdom more on average.
    assert re.split("  +", lines[3].strip())[2:] == [
        "80.00 %",
        "1 in 10,000",
        "1 in 12,500",
        "1.20",
    ]
    assert lines[4].endswith("12.50 %")


def test_a_small_game_has_no_tables():
    with pytest.raises(ValueError, match="full game"):
        kingdom_choice.rank_kingdoms(deal(np.random.default_rng(1), ranks=2, hand_size=2).record[0])
