"""A compiled game with its parameters, and the keys under which what a player knows is stored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import Kernel, mix, observe
from intrigue.games.definition import Definition
from intrigue.games.openspiel import KernelGame

ABSTRACTIONS = ("none", "observation")
"""What a key covers. ``none``: all that the player ever saw (perfect recall). ``observation``: what
the rules' `observe` says they know now, but for what the game's definition says may be forgotten
(its ``abstraction_forgets``), and what they may do. The second forgets how things came about, so
fewer keys cover more play; convergence to an equilibrium is then not promised."""

Forgotten = tuple[str | tuple[str, int, int], ...]
"""Pieces of an observation, whole by name, or from a place (included) to another (excluded)."""


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
    kept : (observation_size,) uint8
        1 for the places of that vector that abstraction keeps, 0 for those that it forgets.
    """

    name: str
    kernel: Kernel
    parameters: np.ndarray[Any, Any]
    num_players: int
    observation_size: int
    max_choices: int
    max_decisions: int
    kept: np.ndarray[Any, Any]

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
            kept=_kept(definition),
        )


def _kept(definition: Definition) -> np.ndarray[Any, Any]:
    """Return which places of an observation a definition's ``abstraction_forgets`` leaves."""
    forgotten: Forgotten = getattr(definition, "abstraction_forgets", ())
    begins = dict(
        zip(
            (piece.name for piece in definition.pieces),
            np.cumsum([0, *(piece.size for piece in definition.pieces)]).tolist(),
            strict=False,
        )
    )
    sizes = {piece.name: piece.size for piece in definition.pieces}
    kept = np.ones(sum(sizes.values()), np.uint8)
    for what in forgotten:
        name, first, last = (what, 0, sizes[what]) if isinstance(what, str) else what
        kept[begins[name] + first : begins[name] + last] = 0
    return kept


def kept_places(abstraction: str, game: CompiledGame) -> np.ndarray[Any, Any]:
    """Return what :func:`information_key` takes for an abstraction.

    Raises
    ------
    ValueError
        There is no abstraction of this name.
    """
    if abstraction not in ABSTRACTIONS:
        raise ValueError(f"no abstraction {abstraction!r}; there are {', '.join(ABSTRACTIONS)}")
    return game.kept if abstraction == "observation" else np.zeros(0, np.uint8)


@jit
def information_key(
    state: Any, player: int, actions: Any, count: int, observation: Any, kept: Any
) -> Any:
    """Return the two halves of the key of what `player` knows.

    `actions` holds the `count` legal actions, `observation` (float32) is working space. `kept` is
    empty to key by the whole memory, or says which places of the observation count (uint8).
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
