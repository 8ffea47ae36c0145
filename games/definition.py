"""What a game declares about itself, beside its kernel: parameters, sizes, words.

Whoever lets people play, or counts what happened, asks the definition: outside a game's folder
nothing knows its places, roles or cards.
"""

import re
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

Event = tuple[int, int, int, int, int]
"""What happened: a code of the game and four payloads, as ``kernel.unpack_event`` returns it."""


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
    with one clear line for values out of range) and give words to actions, events and states. The
    methods that are not abstract have answers that do for a plain game.

    Attributes
    ----------
    short_name, long_name
        The game's name in OpenSpiel (``python_...``) and on its box.
    nicknames
        Shorter names for the command line, beside :meth:`command_name`.
    defaults
        Every parameter with its default; the type of the default is the parameter's.
    usual
        Parameters of the usual game where the defaults leave something out.
    lists
        Parameters that are several words joined by ``+``; a dictionary may join them by commas,
        which OpenSpiel's game strings cannot.
    sizes, pieces, encoded, zero_sum
        What follows from the parameters: bounds, the parts of an observation, the vector that the
        kernel's ``reset`` reads, and whether the returns always sum to zero.
    """

    kernel: ClassVar[Kernel]
    short_name: ClassVar[str]
    long_name: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    perfect_information: ClassVar[bool]
    always_zero_sum: ClassVar[bool]
    defaults: ClassVar[dict[str, bool | int | str]]
    nicknames: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[Mapping[str, bool | int | str]] = {}
    lists: ClassVar[tuple[str, ...]] = ()

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
        for name in self.lists:
            self.parameters[name] = str(self.parameters[name]).replace(",", "+")
        self._lines: dict[tuple[int, int], str] = {}

    def __deepcopy__(self, memo: object) -> "Definition":
        """Definitions never change, so copies of a state share one."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.parameters,)

    @classmethod
    def command_name(cls) -> str:
        """Return the game's name on the command line, for example ``cunning-folk``."""
        return cls.short_name.removeprefix("python_").replace("_", "-")

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

    def action_name(self, player: int, action: int) -> str | None:
        """Return the words of :meth:`action_text` if they are the same in every state, else None.

        `action` is a number below ``sizes.num_actions``.
        """
        return None

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

    def rules_of_play(self) -> str:
        """Return the rules in short, for somebody at the table; empty where nobody wrote them."""
        return ""

    def explanations(self) -> Mapping[str, str]:
        """Return what each role or card does, by its name at the table."""
        return {}

    def explain(self, word: str) -> str | None:
        """Return what the role or card that `word` names does, None if there is no such name.

        Capitals do not matter, nor hyphens, nor the number of a card's copy.
        """
        for name, words in self.explanations().items():
            if _plain(name) == _plain(word):
                return f"{name}: {words}"
        return None

    def place_name(self, path: str) -> str | None:
        """Return what a path in :meth:`describe` is called at the table, None for idle matters.

        A path has the keys and indices joined by dots, for example ``hands.0.2``. It is idle to say
        what may be at a place whose cards have no order that matters.
        """
        return path.replace(".", " ").replace("_", " ")

    @property
    def is_about_winning(self) -> bool:
        """Whether a return says no more than who won: 1 to the winner, -1 shared by the others."""
        return self.zero_sum and self.sizes.num_players > 1 and self.sizes.max_utility == 1.0

    def chance_to_win(self, value: float) -> float:
        """Return a mean return as a chance to win, in games that are about winning.

        With n players, v becomes ``(1 + (n - 1) v) / n``: 1 for a win, 0 for a loss, and 1 / n for
        a game that nobody won. Where several may win together it is about their share: who loses
        alone to several loses more than this knows, so it is kept from 0 to 1.
        """
        players = self.sizes.num_players
        return min(1.0, max(0.0, (1.0 + (players - 1) * value) / players))

    def set_name(self, path: str) -> str | None:
        """Return what a list in :meth:`describe` is called that is a set, None for other lists.

        Of a set of cards it counts what it holds, not which card comes first in the list.
        """
        return None

    def hidden_values(
        self, records: np.ndarray[Any, np.dtype[Any]]
    ) -> "Mapping[str, tuple[np.ndarray[Any, np.dtype[Any]], Sequence[str]]] | None":
        """Return all that :meth:`describe` says of hidden things, for many states at once, or None.

        By path: an index of words for each of the `records`, and the words. It saves the time of
        describing every one; the states differ in nothing else that is described. None where the
        game leaves it to `describe`.
        """
        return None

    def in_the_right(
        self, records: np.ndarray[Any, np.dtype[Any]], action: int
    ) -> np.ndarray[Any, np.dtype[Any]] | None:
        """Return in which of many states, where `action` is legal, it says what is so.

        A claim is in the right where it is true, a challenge where the claim is false, and to let
        a claim pass where it is true. None for an action that says nothing of hidden things.
        """
        return None

    def canonical(self, words: str, story: Sequence[str]) -> str:
        """Return words for an action or a place that are the same for all that are alike.

        Two actions of one state have the same canonical words only if a symmetry of the rules that
        leaves all that the player has seen (`story`, the lines of their transcript) as it is turns
        one into the other, so that they are worth the same; two places likewise.
        """
        return words

    def ending(self, state: Any, events: Sequence[Event]) -> str:
        """Return how a finished game ended, in words that a table of endings counts.

        `state` is its last state, `events` are all of its events.
        """
        return self.event_text(EVERYTHING, *events[-1])

    def uses(self, events: Sequence[Event]) -> set[tuple[int, str]]:
        """Return who (a seat) used what: a role claimed or acted as, a card played or revealed."""
        return set()

    def points_by_role(self, events: Sequence[Event]) -> dict[str, list[int]]:
        """Return for every role the points of each time it acted; empty where roles score none."""
        return {}


def _plain(name: str) -> str:
    return " ".join(re.sub(r"\(\d+\)$", "", name.casefold()).replace("-", " ").split())
