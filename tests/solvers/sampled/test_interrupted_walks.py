"""Ctrl-C while compiled code walks: an exception for Python, never the end of the interpreter."""

import subprocess
import sys

import pytest

STRUCK = """
import signal
import pyspiel
import intrigue.games
from intrigue.solvers import MCCFRSolver

def struck(number, frame):
    raise KeyboardInterrupt

sizes = "villagers=1,good_witches=0,evil_witches=0,max_turns=2"
game = pyspiel.load_game(f"python_cunning_folk({{sizes}})")
solver = MCCFRSolver(game, sampling={sampling!r}, seed=1)
solver.run(1)
signal.signal(signal.SIGALRM, struck)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    solver.run({iterations})
except KeyboardInterrupt:
    print("interrupted", solver.num_infosets == len(solver.table.entries()))
"""


@pytest.mark.parametrize(("sampling", "iterations"), [("external", 20_000), ("outcome", 200_000)])
def test_a_signal_while_compiled_code_walks(sampling, iterations):
    """What compiled code returns is put together for Python while the signal waits."""
    done = subprocess.run(
        [sys.executable, "-c", STRUCK.format(sampling=sampling, iterations=iterations)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "interrupted True\n"), done.stderr
