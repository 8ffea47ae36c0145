"""A game whose rules are compiled, with its parameters and sizes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyspiel

from intrigue.games.core.kernel import Kernel
from intrigue.games.core.types import Array
from intrigue.games.definition import Definition
from intrigue.games.openspiel import KernelGame

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
    parameters: Array
    num_players: int
    observation_size: int
    max_choices: int
    max_decisions: int
    kept: Array

    @classmethod
    def of(cls, game: pyspiel.Game | str) -> CompiledGame:
        """Return the compiled game behind an OpenSpiel game of `intrigue.games`.

        Raises
        ------
        ValueError
            In one line: there is no such game, or it has no compiled rules.
        """
        if isinstance(game, str):
            try:
                game = pyspiel.load_game(game)
            except pyspiel.SpielError as error:
                reason = str(error).partition("\n")[0]
                raise ValueError(f"no game {game[:60]!r}: {reason}") from None
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


def _kept(definition: Definition) -> Array:
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
