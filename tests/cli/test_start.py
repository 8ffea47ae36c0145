"""What a command imports before it answers, counted in modules: times depend on the machine."""

import inspect
import subprocess
import sys
from importlib import import_module

import pytest

from intrigue.cli import compiling
from intrigue.cli.commands import COMMANDS

HEAVY = {"numba", "llvmlite", "numpy", "scipy", "networkx", "pyspiel", "open_spiel", "joblib"}

PROGRAM = """
import sys
from intrigue.cli.main import main
sys.argv = ["intrigue", *sys.argv[1:]]
try:
    main()
finally:
    print(*{name.partition(".")[0] for name in sys.modules}, file=sys.stderr)
    print(*(name for name in sys.modules if name.startswith("intrigue.")), file=sys.stderr)
"""


def loaded(*words):
    """Top-level packages, and modules of `intrigue`, that a call of the command imports."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *words], capture_output=True, text=True, check=False
    )
    *_, packages, own = done.stderr.splitlines()
    return set(packages.split()), set(own.split()) - {"intrigue.cli"}


@pytest.mark.parametrize(
    "words", [["--version"], ["--help"], [], ["--nonsense"], ["nonsense"], ["hnd", "x"]]
)
def test_what_needs_no_game_imports_none(words):
    packages, own = loaded(*words)
    assert packages & HEAVY == set()
    assert own == {"intrigue.cli.main", "intrigue.cli.commands", "intrigue.cli.plain"}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_says_of_a_command_what_it_says_itself(name):
    function = getattr(import_module(f"intrigue.cli.{name}"), name)
    assert inspect.getdoc(function).partition("\n\n")[0] == COMMANDS[name]


def test_a_hand_knows_no_other_game_and_no_openspiel():
    hand = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
    packages, own = loaded("hand", hand, "--trump", "clubs", "--target", "4")
    assert not {"pyspiel", "open_spiel"} & packages
    games = {name.split(".")[2] for name in own if name.startswith("intrigue.games.")}
    assert games & {"cunning_folk", "roy_des_ribauds", "emperors_new_clothes"} == set()
    assert "openspiel" not in games


def test_a_terminal_is_told_once_that_something_is_compiled(monkeypatch, capsys):
    clock = iter([10.0, 10.5, 11.5, 12.0])
    listeners = []
    monkeypatch.setattr(compiling, "tell_of_compiling", listeners.append)
    monkeypatch.setattr(compiling.time, "monotonic", lambda: next(clock))
    compiling.say_when_compiling()
    assert listeners == []  # no terminal
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    compiling.say_when_compiling()
    for said in ("", "", compiling.LINE + "\n", ""):
        listeners[0]("apply")
        assert capsys.readouterr().err == said


def test_bad_input_of_a_command_costs_no_compiler():
    packages, _ = loaded("hand", "no cards", "--trump", "clubs")
    assert not {"pyspiel", "open_spiel", "numba", "numpy"} & packages
