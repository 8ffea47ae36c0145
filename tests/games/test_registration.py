"""Importing `intrigue.games` registers the games with OpenSpiel, in whatever order it is done."""

import subprocess
import sys

import pytest

GAMES = ["cunning_folk", "emissary", "emperors_new_clothes", "roy_des_ribauds"]
LOAD = "import pyspiel; pyspiel.load_game('python_emissary'); "
REGISTERED = (
    "from intrigue.games.openspiel import REGISTERED; "
    "print(*(name.removeprefix('python_') for name in REGISTERED))"
)


def run_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    "imports",
    [
        "import pyspiel, intrigue.games",
        "import intrigue.games, pyspiel",
        "import intrigue.games.emissary.cards, pyspiel",
        "import intrigue.games.openspiel",
        "import intrigue.games.roy_des_ribauds.game",
    ],
)
def test_the_games_are_registered(imports):
    found = run_python(f"{imports}; {LOAD} {REGISTERED}")
    assert sorted(found) == GAMES


def test_cards_import_neither_openspiel_nor_the_compiler():
    loaded = run_python(
        "import sys, intrigue.games.emissary.cards, intrigue.games.emissary.notation; "
        "print(*(name for name in sys.modules))"
    )
    assert not {"pyspiel", "numba", "numpy", "intrigue.games.openspiel"} & set(loaded)
