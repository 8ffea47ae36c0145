"""The game of the page "Adding a game" goes through the suite that the four games go through."""

import inspect
import os
import subprocess
import sys

import pyspiel
import pytest
import test_conformance
from documents import DOCS

CHECKS = {
    name: check
    for name, check in vars(test_conformance).items()
    if name.startswith("test_") and "game" in inspect.signature(check).parameters
}
COIN = "python_coin_claim"


@pytest.fixture
def game(monkeypatch):
    monkeypatch.syspath_prepend(DOCS / "examples")
    import coin_claim  # noqa: F401  registers the game

    return pyspiel.load_game(COIN)


@pytest.mark.parametrize("name", CHECKS)
def test_the_example_game_passes_the_conformance_suite(name, game, capfd):
    offered = {"game": game, "capfd": capfd, "bad": "nonsense"}
    wanted = inspect.signature(CHECKS[name]).parameters
    CHECKS[name](**{parameter: offered[parameter] for parameter in wanted})


WORDS = {
    "play": ["coin-claim", "--seats", "random,ismcts:5"],
    "arena": ["coin-claim", "--bots", "random,ismcts:5", "--games", "2"],
    "solve": ["coin-claim", "--iterations", "5"],
    "experiment": ["list"],
}


@pytest.mark.parametrize("command", WORDS)
def test_the_command_knows_whatever_is_registered(command):
    code = "import coin_claim\nfrom intrigue.cli.main import main\nmain()"
    done = subprocess.run(
        [sys.executable, "-c", code, command, *WORDS[command]],
        env={**os.environ, "PYTHONPATH": str(DOCS / "examples")},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    if command == "experiment":
        assert "balance-coin-claim" in done.stdout
        assert "strength-coin-claim" in done.stdout


def test_its_value_is_two_thirds(game):
    """By hand: heads is always claimed, a third of tails too, a third of heads is doubted."""
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(f"cached_tree(game={COIN}())"))
    for _ in range(1000):
        solver.evaluate_and_update_policy()
    cached = pyspiel.load_game(f"cached_tree(game={COIN}())")
    policy = solver.tabular_average_policy()
    assert pyspiel.exploitability(cached, policy) < 1e-3
    value = pyspiel.expected_returns(cached.new_initial_state(), [policy, policy], -1, True)[0]
    assert value == pytest.approx(2 / 3, abs=1e-3)


def test_it_runs_as_plain_python():
    code = (
        "import coin_claim, pyspiel\n"
        f"state = pyspiel.load_game('{COIN}').new_initial_state()\n"
        "for action in (1, 0, 1): state.apply_action(action)\n"
        "print(state.returns())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(DOCS / "examples")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[-2.0, 2.0]\n"
