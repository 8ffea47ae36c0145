"""Steps a second of every game: compiled, through the Python API; and clones a second.

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

from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states
from intrigue.games.names import definitions

SECONDS = 2.0
COLUMNS = ("game", "compiled", "api", "clones")
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


def clone_rate(game) -> float:
    """Clones a second of a state in the middle of a random game, through the Python API."""
    rng = random.Random(0)
    state = game.new_initial_state()
    past = []
    while not state.is_terminal():
        past.append(state.clone())
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
    middle = past[len(past) // 2]
    count = 0
    began = time.perf_counter()
    while time.perf_counter() - began < SECONDS / 2:
        for _ in range(100):
            middle.clone()
        count += 100
    return count / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in [*(game.short_name for game in definitions()), *EXTRA]:
        game = pyspiel.load_game(name)
        rows.append((name, compiled_rate(game), api_rate(game), clone_rate(game)))
    for name in PEERS:
        game = pyspiel.load_game(name)
        rows.append((name, None, api_rate(game), clone_rate(game)))
    if options.json:
        print(json.dumps([dict(zip(COLUMNS, row, strict=True)) for row in rows]))
        return
    print(f"{'game':52} {'compiled steps/s':>17} {'API steps/s':>12} {'clones/s':>10}")
    for name, compiled, api, clones in rows:
        shown = "" if compiled is None else f"{compiled:,.0f}"
        print(f"{name:52} {shown:>17} {api:>12,.0f} {clones:>10,.0f}")
    assert np.isfinite([r[2] for r in rows]).all()


if __name__ == "__main__":
    main()
