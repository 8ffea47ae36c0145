"""Steps a second of every game: compiled random play, and random play through the Python API.

Run ``python benchmarks/kernels.py`` (``--json`` for machines). OpenSpiel's own games are timed the
same way in the same run, so that the ratios hold on a noisy machine.
"""

import argparse
import json
import random
import time

import numpy as np
import open_spiel.python.games  # noqa: F401  registers the peers written in Python
import pyspiel

import intrigue.games  # noqa: F401
from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states
from intrigue.games.openspiel import REGISTERED

SECONDS = 2.0
EXTRA = ["python_emperors_new_clothes(players=4,cards=True)"]
PEERS = ["python_kuhn_poker", "python_block_dominoes", "leduc_poker", "hearts"]


def compiled_rate(game) -> float:
    """Compiled steps (actions and chance outcomes) a second on one core."""
    definition = game.definition
    games = 100
    driver.count_random_steps(new_states(definition.kernel, 2), definition.encoded, 1, 0)
    while True:
        states = new_states(definition.kernel, 2)
        began = time.perf_counter()
        steps = driver.count_random_steps(states, definition.encoded, games, 0)
        took = time.perf_counter() - began
        if took > SECONDS / 4:
            return steps / took
        games *= 4


def api_rate(game) -> float:
    """Steps a second of random play through the Python API."""
    rng = random.Random(0)
    steps = 0
    began = None
    while began is None or time.perf_counter() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        if began is None:  # the first game warms everything up
            steps, began = 0, time.perf_counter()
    return steps / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in [*REGISTERED, *EXTRA]:
        game = pyspiel.load_game(name)
        rows.append((name, compiled_rate(game), api_rate(game)))
    rows += [(name, None, api_rate(pyspiel.load_game(name))) for name in PEERS]
    if options.json:
        print(json.dumps([dict(zip(("game", "compiled", "api"), r, strict=True)) for r in rows]))
        return
    print(f"{'game':52} {'compiled steps/s':>17} {'API steps/s':>12}")
    for name, compiled, api in rows:
        shown = "" if compiled is None else f"{compiled:,.0f}"
        print(f"{name:52} {shown:>17} {api:>12,.0f}")
    assert np.isfinite([r[2] for r in rows]).all()


if __name__ == "__main__":
    main()
