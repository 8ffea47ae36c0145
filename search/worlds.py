"""Sampling worlds: full states that a player cannot tell from the true one."""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import apply, resample

Array = np.ndarray[Any, Any]


@jit
def sample_worlds(
    states: Array, start: Array, history: Array, player: int, worlds: Array, rng: Array
) -> None:
    """Fill `worlds` with states in which `player` saw what they saw in ``states[0]``.

    Parameters
    ----------
    states, start
        Records: the true state (only what `player` saw matters) and the start of the game.
    history
        All actions and chance outcomes that led to ``states[0]``, int64.
    worlds
        Array of records to fill. Each is replayed from the start, so its hashes are right for
        every player.
    """
    out = np.empty(2 * len(history) + 64, np.int64)
    for i in range(len(worlds)):
        length = resample(states[0], history, player, rng, out)
        worlds[i] = start[0]
        for j in range(length):
            apply(worlds[i], out[j])
