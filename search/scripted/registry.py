"""Scripted players: simple fixed habits that a good bot must beat, a handful a game.

Each has a name, such as ``honest``, that names it as a bot too. A game's scripted players are one
compiled function ``weights(state, script, player, actions, n, out)`` that writes to ``out[:n]``
(float64) how the player with this number among the game's scripts draws among its legal
``actions[:n]``: weights are not negative, at least one is positive, and they follow from what
`player` knows alone. Most scripts give one action all the weight.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.dispatch import generic, specialise
from intrigue.games.core.kernel import Kernel, legal_actions
from intrigue.games.core.rng import random_index

Array = np.ndarray[Any, Any]


class Script(NamedTuple):
    """A scripted player: its name, and what it does, in a few words."""

    name: str
    habit: str


_SCRIPTS: dict[np.dtype[Any], tuple[Script, ...]] = {}
_SOURCES: dict[np.dtype[Any], Path] = {}


@generic(has_default=True)
def scripted_weights(state: Any, script: int, player: int, actions: Any, n: int, out: Any) -> None:
    """Write how script number `script` draws among the legal ``actions[:n]`` of `player`."""
    out[:n] = 1.0


@jit
def choose(state: Any, script: int, player: int, actions: Any, weights: Any, rng: Any) -> int:
    """Return the action that script number `script` takes for `player`, who is to move.

    `actions` (int64) and `weights` (float64), each with room for all legal actions, are written to.
    """
    n = legal_actions(state, actions)
    scripted_weights(state, script, player, actions, n, weights)
    return int(actions[random_index(rng, weights, n)])


def register(kernel: Kernel, scripts: tuple[Script, ...], weights: Callable[..., None]) -> None:
    """Make `weights`, compiled with ``compiler.jit``, the scripted players of a kernel's game."""
    _SCRIPTS[kernel.dtype] = scripts
    _SOURCES[kernel.dtype] = Path(inspect.getfile(inspect.unwrap(weights)))
    specialise(scripted_weights, kernel.dtype, weights)


def scripts_of(kernel: Kernel) -> tuple[Script, ...]:
    """Return the scripts of the kernel's game by number; none if it has none."""
    return _SCRIPTS.get(kernel.dtype, ())


def all_script_names() -> list[str]:
    """Return the names of the scripts of all games, each once, in alphabetical order."""
    return sorted({script.name for scripts in _SCRIPTS.values() for script in scripts})


def source_of_scripts(kernel: Kernel) -> Path:
    """Return the module of the scripts of the kernel's game, which has some."""
    return _SOURCES[kernel.dtype]
