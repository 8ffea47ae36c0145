"""Random games for the conformance suite, the same in every process."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, new_states
from intrigue.games.names import definitions

SETS = Path(__file__).parent / "sets"


def game_strings() -> list[str]:
    """All listed parameter sets, file by file, and the defaults of games without a file."""
    listed = [
        line.strip()
        for path in sorted(SETS.glob("*.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    names = {text.partition("(")[0] for text in listed}
    return listed + [d.short_name for d in definitions() if d.short_name not in names]


def random_history(game: Any, seed: int) -> np.ndarray:
    """A random game's actions, played by the compiled kernel."""
    definition = game.definition
    return driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)


def replay(game: Any, history: Any) -> Iterator[Any]:
    """Every state of a game from first to last; each is the same object, moved on."""
    state = game.new_initial_state()
    yield state
    for action in history:
        state.apply_action(int(action))
        yield state


@dataclass
class Step:
    """What the kernel says about one state, and what happened to reach it."""

    player: int
    choices: list[int]
    probs: list[float]
    record: bytes


def trace(game_string: str, seed: int) -> Iterator[Step]:
    """One random game step by step through the kernel's entry functions."""
    definition = pyspiel.load_game(game_string).definition
    states = new_states(definition.kernel)
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    player = driver.start(states, definition.encoded)
    for action in [*history, None]:
        choices, probs = [], []
        if player == CHANCE:
            found, chances = driver.list_outcomes(states)
            choices, probs = found.tolist(), chances.tolist()
        elif player != TERMINAL:
            choices = driver.list_choices(states).tolist()
        yield Step(player, choices, probs, states.tobytes())
        if action is not None:
            player = driver.step(states, action)


def digest(game_string: str, games: int) -> str:
    """A hash of everything that the kernel does in a few random games."""
    definition = pyspiel.load_game(game_string).definition
    size = sum(piece.size for piece in definition.pieces)
    total = hashlib.sha256()
    for seed in range(games):
        for step in trace(game_string, seed):
            total.update(repr((step.player, step.choices, step.probs)).encode() + step.record)
        history = random_history(pyspiel.load_game(game_string), seed)
        half = history[: len(history) // 2]
        states = new_states(definition.kernel)
        events, masks = driver.replay(states, definition.encoded, half)
        total.update(events.tobytes() + masks.tobytes())
        for player in range(definition.sizes.num_players):
            seen = np.zeros(size, np.float32)
            driver.write_observation(states, player, seen)
            sampled = driver.resample_history(states, half, player, seed)
            total.update(seen.tobytes() + sampled.astype(np.int64).tobytes())
        total.update(driver.list_returns(states).tobytes())
    return total.hexdigest()
