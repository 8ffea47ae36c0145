"""A compiled game with its parameters, and the keys under which what a player knows is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.compiler import jit
from intrigue.games.kernel import Kernel, mix, observe
from intrigue.games.openspiel import KernelGame

ABSTRACTIONS = ("none", "observation")
"""What a key covers. ``none``: all that the player ever saw (perfect recall). ``observation``: what
the rules' `observe` says they know now, and what they may do. The second forgets how things came
about, so far fewer keys cover far more play; convergence to an equilibrium is then not promised."""


@dataclass(frozen=True)
class CompiledGame:
    """Rules, parameters and sizes of a game whose rules are compiled.

    Attributes
    ----------
    name : str
        The game with its parameters, as OpenSpiel writes it.
    kernel : Kernel
    parameters : int64
        What the kernel's `reset` takes.
    num_players : int
    observation_size : int
        Length of the vector that the kernel's `observe` fills.
    max_choices : int
        Most actions or chance outcomes at a state.
    max_decisions : int
        Most decisions in a game.
    """

    name: str
    kernel: Kernel
    parameters: np.ndarray[Any, Any]
    num_players: int
    observation_size: int
    max_choices: int
    max_decisions: int

    @classmethod
    def of(cls, game: pyspiel.Game | str) -> CompiledGame:
        """Return the compiled game behind an OpenSpiel game of `intrigue.games`.

        Raises
        ------
        ValueError
            The game has no compiled rules.
        """
        if isinstance(game, str):
            game = pyspiel.load_game(game)
        if not isinstance(game, KernelGame):
            raise ValueError(f"{game} has no compiled rules; build its tree instead")
        definition = game.definition
        sizes = definition.sizes
        return cls(
            name=str(game),
            kernel=definition.kernel,
            parameters=definition.encoded,
            num_players=sizes.num_players,
            observation_size=sum(piece.size for piece in definition.pieces),
            max_choices=max(sizes.num_actions, sizes.max_chance_outcomes),
            max_decisions=sizes.max_game_length,
        )


def check_abstraction(name: str) -> bool:
    """Return whether to abstract.

    Raises
    ------
    ValueError
        There is no abstraction of this name.
    """
    if name not in ABSTRACTIONS:
        raise ValueError(f"no abstraction {name!r}; there are {', '.join(ABSTRACTIONS)}")
    return name == "observation"


@jit
def information_key(
    state: Any, player: int, actions: Any, count: int, observation: Any, abstract: bool
) -> Any:
    """Return the two halves of the key of what `player` knows.

    `actions` holds the `count` legal actions, `observation` (float32) is working space.
    """
    if not abstract:
        return state.info_hash[player, 0], state.info_hash[player, 1]
    observation[:] = 0.0
    observe(state, player, observation)
    bits = observation.view(np.uint32)
    first = np.uint64(player + 1)
    second = np.uint64(player + 101)
    for i in range(len(bits)):
        if bits[i] != 0:
            word = (np.uint64(i) << np.uint64(32)) | np.uint64(bits[i])
            second = mix(second, word ^ first)
            first = mix(first, word)
    for i in range(count):
        second = mix(second, np.uint64(actions[i]) ^ first)
        first = mix(first, np.uint64(actions[i]))
    return first, second
