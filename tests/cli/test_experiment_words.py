"""`intrigue experiment`: what there is, what can be set, and settings that go together."""

import json

import pytest

from intrigue.cli.names import split_outside_brackets


def test_without_a_name_the_list_is_named(command):
    code, out, err = command("experiment")
    assert (code, out) == (2, "")
    assert "intrigue experiment list" in err


def test_the_settings_of_all_and_of_one(command):
    from intrigue.experiments.catalogue import EXPERIMENTS

    listed = json.loads(command("experiment", "list", "--json")[1])
    assert list(listed) == list(EXPERIMENTS)
    for name, found in listed.items():
        assert found["title"] == EXPERIMENTS[name].title
        assert list(found["settings"].values()) == list(EXPERIMENTS[name].full.values())
        assert found["settings"].keys() == found["quick"].keys()
    one = json.loads(command("experiment", "list", "emissary-jacks", "--json")[1])
    assert one == listed["emissary-jacks"]
    printed = command("experiment", "list", "balance-cunning-folk")[1]
    for words in ("players", "2,3,4", "random,thumb,ismcts:20 ", "--sweep SETTING=VALUE"):
        assert words in printed
    assert "p_players" not in printed


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["list", "magic"], "'magic'"),
        (["emissary-tips", "list"], "one experiment at a time"),
        (["balance-cunning-folk", "--quick", "--sweep", "games=5"],
         "settings bots and games go together, one for one: bots=random,thumb,ismcts:20 has 3, "
         "games=5 has 1"),
        (["balance-cunning-folk", "--quick", "--sweep", "max_turns=abc"],
         "expected a whole number"),
        (["emissary-players", "--quick", "--sweep", "players=random,thumb"],
         "settings players and games go together"),
        (["equilibria", "--quick", "--sweep", "games=nope"], "unknown game 'nope'"),
        (["equilibria", "--quick", "--sweep", "games=kuhn_poker"], "'kuhn_poker': only python_"),
        (["strength-cunning-folk", "--quick", "--sweep", "game=python_cunning_folk(x=1)"], "'x'"),
        (["exploit-cunning-folk", "--bot", "magic"], "'magic' is not a bot"),
        (["exploit-cunning-folk", "--bot", "greedy"], "not a scripted player of python_cunning"),
        (["equilibria", "--bot", "thumb"], "equilibria has no setting 'bots'"),
        (["exploit-cunning-folk", "--bot", "thumb", "--sweep", "bots=thumb"],
         "the bots are named twice"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(words, names, command, tmp_path):
    code, out, err = command("experiment", *words, "--output", str(tmp_path))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert names in err


def test_bots_to_look_at_are_named_one_by_one(command, tmp_path):
    words = ("exploit-cunning-folk", "--quick", "--sweep", "rivals=honest", "--json")
    bots = ("--bot", "ismcts:5,worlds=5", "--bot", "thumb", "--output", str(tmp_path))
    code, out, _ = command("experiment", *words, *bots)
    assert code == 0
    assert json.loads(out)["settings"]["bots"] == ["ismcts:5,worlds=5", "thumb"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("20,40", ["20", "40"]),
        ("kuhn_poker,roy(copies=1,hand_size=2)", ["kuhn_poker", "roy(copies=1,hand_size=2)"]),
        ("thumb,ismcts:50,variant=so,worlds=5,random",
         ["thumb", "ismcts:50,variant=so,worlds=5", "random"]),
    ],
)  # fmt: skip
def test_several_values_are_separated_by_commas_outside_brackets(text, parts):
    assert split_outside_brackets(text) == parts
