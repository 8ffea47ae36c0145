"""`import intrigue` alone: a version, the games by their names, and nothing loaded unasked."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import intrigue


def run_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_version_is_that_of_the_installed_package():
    assert intrigue.__version__ == version("intrigue")


def test_importing_it_loads_nothing_else():
    loaded = run_python("import sys, intrigue; print(*sys.modules)")
    assert not {"numpy", "numba", "pyspiel", "intrigue.games"} & set(loaded)


def test_games_are_loaded_by_their_names_at_once():
    code = "import intrigue; print(intrigue.load_game('{}').get_type().short_name)"
    assert run_python(code.format("cunning-folk(players=3)")) == ["python_cunning_folk"]
    assert run_python(code.format("kuhn_poker")) == ["kuhn_poker"]


def test_its_packages_are_there_and_the_games_register_themselves():
    code = (
        "import intrigue, pyspiel; intrigue.games; print(pyspiel.load_game('python_emissary'), "
        "intrigue.solvers.__name__, intrigue.search.__name__)"
    )
    game, *packages = run_python(code)
    assert game.startswith("python_emissary(")
    assert packages == ["intrigue.solvers", "intrigue.search"]


def test_what_is_not_there_is_named():
    with pytest.raises(AttributeError, match="module 'intrigue' has no attribute 'nonsense'"):
        intrigue.nonsense  # noqa: B018
    assert set(intrigue.__all__) <= set(dir(intrigue))
