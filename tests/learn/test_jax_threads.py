"""The number of processors changes nothing of what is learnt."""

import os
import subprocess
import sys

import pytest

from intrigue.learn.jax_threads import VARIABLE, start_jax

TRAIN = """
import hashlib
import numpy as np
import pyspiel
import intrigue.games
from intrigue.learn.training import Settings, Training

game = pyspiel.load_game(
    "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"
)
training = Training(game, Settings(steps=1, tables=64, length=32, rounds=1, batch=1024, seed=5))
training.run_epoch()
arrays = [np.asarray(array).tobytes() for _, array in sorted(training.weights.items())]
print(hashlib.sha256(b"".join(arrays)).hexdigest())
"""


def test_weights_are_the_same_to_the_bit_with_any_number_of_processors():
    found = set()
    for processors in ("1", "3"):  # what JAX would take them for
        environment = {**os.environ, VARIABLE: processors}
        found.add(
            subprocess.run(
                [sys.executable, "-c", TRAIN], env=environment, text=True, capture_output=True,
                check=True,
            ).stdout
        )  # fmt: skip
    assert len(found) == 1


@pytest.mark.parametrize("value", [None, "5"])
def test_the_environment_stays_as_it_was(value, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(VARIABLE, value)
    start_jax()
    assert os.environ.get(VARIABLE) == value
