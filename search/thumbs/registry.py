"""Rules of thumb: a cheap compiled policy a game, and calling it for whatever game a state is of.

A rule of thumb is a function ``weights(state, player, actions, n, out)`` that writes to ``out[:n]``
(float64) how much it favours each of the legal ``actions[:n]`` of the player to move: weights are
not negative and at least one is positive. It reads only what `player` knows, so its weights are the
same in every world that the player cannot tell apart. The same function serves as a bot, as a
rollout policy, as a prior of PUCT and as the model of the opponents in a particle belief.

A game without one is played uniformly at random.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.dispatch import generic, is_specialised, specialise
from intrigue.games.core.kernel import Kernel

_PARTICLES: dict[np.dtype[Any], int] = {}
_SOURCES: dict[np.dtype[Any], Path] = {}


@generic(has_default=True)
def thumb_weights(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weight of each of the legal ``actions[:n]`` of `player` to ``out[:n]``."""
    out[:n] = 1.0


def register(kernel: Kernel, weights: Callable[..., None], particles: int = 0) -> None:
    """Make `weights`, compiled with ``compiler.jit``, the rule of thumb of a kernel's game.

    `particles` is how many worlds, weighed by this rule, searches of the game use if not told
    otherwise; 0 where that was not measured to play better than the uniform belief.
    """
    _PARTICLES[kernel.dtype] = particles
    _SOURCES[kernel.dtype] = Path(inspect.getfile(inspect.unwrap(weights)))
    specialise(thumb_weights, kernel.dtype, weights)


def has_rule_of_thumb(kernel: Kernel) -> bool:
    """Return whether the kernel's game has a rule of thumb of its own."""
    return is_specialised(thumb_weights, kernel.dtype)


def usual_particles(kernel: Kernel) -> int:
    """Return the particles of ``belief=auto`` in the kernel's game, 0 for the uniform belief."""
    return _PARTICLES.get(kernel.dtype, 0)


def source_of_thumb(kernel: Kernel) -> Path | None:
    """Return the module of the rule of thumb of the kernel's game, None if there is none."""
    return _SOURCES.get(kernel.dtype)
