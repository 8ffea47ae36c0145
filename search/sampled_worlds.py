"""Sampling worlds: full states that a player cannot tell from the true one.

Chance counts by its probability, hidden choices of the opponents are uniform. What the opponents
did in the open counts for nothing here; see `weighed_worlds`.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import apply, resample
from intrigue.search.search_result import SampledWorlds

Array = np.ndarray[Any, Any]


class SearchRoot(NamedTuple):
    """Where a search starts.

    The true state and the start of the game (arrays of one record), the history that leads from one
    to the other (int64), and the player who searches.

    Of the state and history only what the player saw matters.
    """

    states: Array
    start: Array
    history: Array
    player: int


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


def uniform_worlds(root: SearchRoot, count: int, rng: Array) -> SampledWorlds:
    """Return `count` worlds that the player cannot tell from the true one."""
    worlds = np.zeros(count, root.states.dtype)
    states, start, history, player = root
    sample_worlds(states, start, history, player, worlds, rng)
    return SampledWorlds(worlds, count, float(count))
