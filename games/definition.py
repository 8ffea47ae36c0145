"""What a game declares about itself, beside its kernel: parameters, sizes, words."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from intrigue.games.core.kernel import Kernel, unpack_event
from intrigue.games.core.pieces import Piece

PUBLIC = -2
"""Viewer who sees only what every player sees."""

EVERYTHING = -1
"""Viewer who sees every hidden thing."""

Parameters = Mapping[str, Any]


@dataclass(frozen=True)
class Sizes:
    """Declared bounds of a game with given parameters; the conformance suite holds them.

    `max_game_length` counts decisions, `max_chance_nodes` chance outcomes, `max_events` the events
    of a whole game. Utilities are returns of one player.
    """

    num_players: int
    num_actions: int
    max_chance_outcomes: int
    max_game_length: int
    max_chance_nodes: int
    max_events: int
    min_utility: float
    max_utility: float


class Definition(ABC):
    """A game with its parameters. One instance serves all states of an OpenSpiel game.

    Subclasses set the class attributes, read their parameters in `__init__` (raising ``ValueError``
    with one clear line for values out of range) and give words to actions, events and states.
    """

    kernel: ClassVar[Kernel]
    short_name: ClassVar[str]
    long_name: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    perfect_information: ClassVar[bool]
    always_zero_sum: ClassVar[bool]
    defaults: ClassVar[dict[str, bool | int | str]]

    sizes: Sizes
    pieces: Sequence[Piece]
    encoded: np.ndarray[Any, np.dtype[np.int64]]
    zero_sum: bool

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = {**self.defaults, **parameters}
        for name, value in parameters.items():
            if name not in self.defaults:
                accepted = ", ".join(self.defaults) or "none"
                raise ValueError(
                    f"{self.short_name} has no parameter '{name}'; parameters: {accepted}"
                )
            expected = type(self.defaults[name])
            if type(value) is not expected:
                raise ValueError(
                    f"{self.short_name}: {name}={value!r} is not of type {expected.__name__}"
                )
        self._lines: dict[tuple[int, int], str] = {}

    def __deepcopy__(self, memo: object) -> "Definition":
        """Definitions never change, so copies of a state share one."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.parameters,)

    def in_range(self, name: str, low: int, high: int) -> int:
        """Return an integer parameter, or raise ``ValueError`` if it is not in low..high."""
        value = int(self.parameters[name])
        if not low <= value <= high:
            raise ValueError(f"{self.short_name}: {name}={value} is not in {low}..{high}")
        return value

    def one_of(self, name: str, accepted: Sequence[Any]) -> int:
        """Return the index of a parameter's value among `accepted`, or raise ``ValueError``."""
        value = self.parameters[name]
        if value not in accepted:
            words = ", ".join(str(choice) for choice in accepted)
            raise ValueError(f"{self.short_name}: {name}={value} is not one of {words}")
        return accepted.index(value)

    def event_line(self, viewer: int, word: int) -> str:
        """Return the words for a packed event as `viewer` (a player or EVERYTHING) sees it."""
        line = self._lines.get((viewer, word))
        if line is None:
            line = self.event_text(viewer, *unpack_event(word))
            self._lines[viewer, word] = line
        return line

    @abstractmethod
    def action_text(self, state: Any, player: int, action: int) -> str:
        """Return the words for a legal action (or chance outcome, ``player == CHANCE``).

        Different legal actions of one state have different words.
        """

    @abstractmethod
    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Return the words for an event. Different events must have different words."""

    @abstractmethod
    def view(self, state: Any, viewer: int) -> str:
        """Draw the state as a player sees it; also for the viewers PUBLIC and EVERYTHING."""

    @abstractmethod
    def private_text(self, state: Any, player: int) -> str:
        """Return what `player` knows now beyond what everybody knows; empty if nothing."""

    @abstractmethod
    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """Return the same as :meth:`view` as plain data for JSON."""
