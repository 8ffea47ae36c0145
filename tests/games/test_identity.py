"""A game's identity changes with its rules and what they are told, and with nothing else."""

import numba
import numpy as np
import pyspiel
import pytest

from intrigue.games import identity
from intrigue.games.identity import game_identity
from intrigue.games.names import definitions

NAMES = [definition.short_name for definition in definitions()]


def test_games_and_parameters_differ():
    names = [*NAMES, "python_cunning_folk(max_turns=7)", "python_emissary(ranks=2,hand_size=3)"]
    assert len({game_identity(pyspiel.load_game(name)) for name in names}) == len(names)


def test_other_games_go_by_openspiels_version():
    assert game_identity(pyspiel.load_game("kuhn_poker")).startswith("OpenSpiel ")


@pytest.mark.parametrize("name", NAMES)
def test_a_new_version_of_a_library_is_no_other_rule(name, monkeypatch):
    game = pyspiel.load_game(name)
    expected = game_identity(game)
    identity._rules_digest.cache_clear()
    monkeypatch.setattr(np, "__version__", "99")
    monkeypatch.setattr(numba, "__version__", "99")
    assert game_identity(game) == expected


def test_an_edited_rule_is_noticed_and_an_edited_word_is_not(tmp_path):
    for name, source in (("rules", "import state"), ("state", ""), ("text", "import rules")):
        (tmp_path / f"{name}.py").write_text(source)
    digests = []
    for edited in (None, "text", "state", "rules"):
        if edited is not None:
            with (tmp_path / f"{edited}.py").open("a") as file:
                file.write("\n# edited")
        identity._rules_digest.cache_clear()
        digests.append(identity._rules_digest(tmp_path / "rules.py"))
    assert digests[0] == digests[1]
    assert len(set(digests)) == 3
