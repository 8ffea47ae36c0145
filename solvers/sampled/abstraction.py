"""The key under which what a player knows is stored: all they ever saw, or what they know now."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import mix, observe
from intrigue.games.core.types import Array, State

ABSTRACTIONS = ("none", "observation")
"""What a key covers. ``none``: all that the player ever saw (perfect recall). ``observation``: what
the rules' `observe` says they know now, but for what the game's definition says may be forgotten
(its ``abstraction_forgets``), and what they may do. The second forgets how things came about, so
fewer keys cover more play; convergence to an equilibrium is then not promised."""


class Keying(NamedTuple):
    """How keys are made.

    =============  =======================  ======================================================
    `kept`         (observation_size,) or   1 for the places of an observation that count; empty to
                   (0,) uint8               key by the whole memory
    `observation`  (observation_size,)      working space of :func:`information_key`
                   float32
    =============  =======================  ======================================================
    """

    kept: Array
    observation: Array


def keying(abstraction: str, kept: Array) -> Keying:
    """Return how keys are made under an abstraction.

    Parameters
    ----------
    abstraction : str
        One of :data:`ABSTRACTIONS`.
    kept : (observation_size,) uint8
        The places of an observation that the game's abstraction keeps.

    Raises
    ------
    ValueError
        There is no abstraction of this name.
    """
    if abstraction not in ABSTRACTIONS:
        raise ValueError(f"no abstraction {abstraction!r}; there are {', '.join(ABSTRACTIONS)}")
    places = kept if abstraction == "observation" else np.zeros(0, np.uint8)
    return Keying(places, np.zeros(len(kept), np.float32))


@jit
def information_key(
    state: State, player: int, actions: Array, count: int, kept: Array, observation: Array
) -> tuple[Any, Any]:
    """Return the two halves of the key of what `player` knows.

    `actions` holds the `count` legal actions; `kept` and `observation` are those of a
    :class:`Keying`, one by one because this is called at every decision of every walk.
    """
    if len(kept) == 0:
        return state.info_hash[player, 0], state.info_hash[player, 1]
    observation[:] = 0.0
    observe(state, player, observation)
    bits = observation.view(np.uint32)
    first = np.uint64(player + 1)
    second = np.uint64(player + 101)
    for i in range(len(bits)):
        if kept[i] and bits[i] != 0:
            word = (np.uint64(i) << np.uint64(32)) | np.uint64(bits[i])
            second = mix(second, word ^ first)
            first = mix(first, word)
    for i in range(count):
        second = mix(second, np.uint64(actions[i]) ^ first)
        first = mix(first, np.uint64(actions[i]))
    return first, second
