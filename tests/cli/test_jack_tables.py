"""`intrigue hand` with the tables of all hands with their Jacks, and `intrigue tables`."""

import json

import numpy as np
import pytest

from intrigue.solvers.emissary import look_up_hand, solve_hand
from intrigue.solvers.emissary.tables import campaign
from intrigue.solvers.emissary.tables.jacks.layers import Shape, empty_layer
from intrigue.solvers.emissary.tables.jacks.suits import real_suits
from intrigue.solvers.emissary.tables.jacks.table import (
    WHOLE,
    open_table,
    save_table,
    table_path,
)

HAND = "7h as 4h 5c 6c 4d 2h 5h"


@pytest.fixture
def cache(tmp_path_factory, monkeypatch):
    """A cache folder with a made-up table: 40 % everywhere, 30 % to 50 % with many clubs."""
    solve_hand(HAND, "clubs", "c")  # what is compiled is not looked for in the new folder
    place = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("INTRIGUE_CACHE_DIR", str(place))
    layers = {}
    for role in ("trump", "side"):
        lower = empty_layer(real_suits(), 8, Shape(8, 24, 9, role == "side"))
        upper = empty_layer(real_suits(), 8, Shape(8, 24, 9, role == "side"))
        lower.values[:] = round(0.4 * 65535)
        upper.values[:] = round(0.5 * 65535)
        layers[role] = lower, upper
    save_table(table_path("c"), "c", 1, WHOLE, layers)
    return place


def test_a_hand_is_looked_up_with_the_digits_that_are_true(command, cache):
    code, out, _ = command("hand", "7h as 4h 5c 6d 4d 2h 5h", "--advisors", "c", "--json")
    answers = json.loads(out)
    assert code == 0
    assert [a["positions"] for a in answers] == [0] * 4
    assert answers[0]["probability"] == pytest.approx([0.4] * 9, abs=1e-4)
    assert answers[0]["error"] == 2e-4
    shown = command("hand", "7h as 4h 5c 6d 4d 2h 5h", "--advisors", "c")[1]
    assert "40.0 %" in shown
    assert "to 0.02 %" in shown


def test_with_many_clubs_there_are_bounds_and_the_way_to_exact_chances(command, cache):
    words = ["hand", HAND, "--advisors", "c", "--trump", "h", "--target", "4"]
    shown = command(*words)[1]
    assert "at least 39.9 %, at most 50.1 %" in shown
    assert "--search finds exact chances" in shown
    found = look_up_hand(HAND, "h", "c")
    assert found is not None
    assert not found.exact
    assert (found.lower < 0.4).all()
    assert (found.upper > 0.5).all()


def test_politics_counts_what_a_swap_at_once_brings(cache):
    alone = look_up_hand(HAND, "h", "cs")
    assert alone is not None
    assert alone.upper.max() < 1
    swapped = look_up_hand(HAND, "h", "cs", other_rulers="cd")
    assert swapped is not None
    assert (swapped.upper == 1).all()


def test_where_a_search_is_asked_for_it_is_made(command, cache):
    words = ["hand", HAND, "--advisors", "c", "--trump", "h", "--json"]
    exact = solve_hand(HAND, "h", "c").probability.tolist()
    assert json.loads(command(*words, "--search")[1])["probability"] == exact
    limited = command(*words, "--memory-limit", "4G", "--search")[1]
    assert json.loads(limited)["probability"] == exact
    # With a limit only what the table does not know is searched: here all has bounds.
    assert json.loads(command(*words, "--memory-limit", "4G")[1])["probability"] == exact
    other = command("hand", HAND, "--advisors", "hd", "--trump", "h", "--json")[1]
    assert json.loads(other)["positions"] > 0  # that table was not built


def test_without_a_table_the_command_that_builds_it_is_named(command, cache):
    words = ["hand", HAND, "--advisors", "hd", "--trump", "h", "--target", "4"]
    said = "`intrigue tables hd`, run once"
    assert command(*words)[1].splitlines()[-1].startswith(said)
    assert said not in command(*words, "--json")[1]
    assert "intrigue tables" not in command("hand", HAND, "--trump", "h", "--target", "4")[1]


def test_a_damaged_table_is_named_in_one_line(command, cache):
    content = bytearray(table_path("c").read_bytes())
    content[1_000_000] ^= 1
    table_path("c").write_bytes(content)
    code, out, err = command("hand", HAND, "--advisors", "c")
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert "delete the file" in err


def test_tables_that_are_there_are_named_and_others_are_not_known(command, cache, monkeypatch):
    asked = []
    monkeypatch.setattr(campaign, "campaign", lambda jacks, **options: asked.append(jacks))
    code, out, _ = command("tables", "c", "--json")
    assert code == 0
    assert json.loads(out) == {"c": str(table_path("c"))}
    assert asked == ["c"]  # what kingdoms will be ranked by
    assert np.unique(open_table("c").rows["side"].lower).tolist() == [26214]
    code, _, err = command("tables", "hs")
    assert code == 2
    assert "there are d, hd, c, ch, cd, chd" in err
