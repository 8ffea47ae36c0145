"""The values of all positions inside a kingdom in which no Jack was used yet, one file a set.

The rows of full hands follow from those of smaller ones (see `streams`), so a build has them all.
They are kept for the sets that a game with all Jacks is played by. Clubs play a part as in `table`,
and with many clubs in hand rows are bounds, too.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.cache import cache_folder
from intrigue.games.emissary.cards import CLUBS, NUM_RANKS, NUM_SUITS
from intrigue.solvers.emissary.tables.arrays import load_arrays, save_arrays
from intrigue.solvers.emissary.tables.jacks.layers import Layer, row_of
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.streams import Clubs, Family
from intrigue.solvers.emissary.tables.jacks.suits import kind_of, number_in_kind
from intrigue.solvers.emissary.tables.jacks.table import Deck, Rows, many_clubs

Array = np.ndarray[Any, Any]
Strings = tuple[tuple[int, ...], tuple[int, ...]]
"""Kind of each suit, the trump first, and the number of its string within the kind."""

KIND, VERSION = "emissary positions with Jacks", 1
INSIDE_SETS = ("hd", "chd", "hds", "chds")
"""Sets of Jacks whose positions inside a kingdom are kept."""


@dataclass(frozen=True)
class InsideTable:
    """The values of all positions with some Jacks left and fewer cards in hand than at the start.

    Attributes
    ----------
    jacks
        A set of `INSIDE_SETS`.
    exact_clubs
        With more clubs in hand than these a position has bounds.
    deck
        What it is for: the whole deck but in tests.
    layers
        Rows by what clubs are and the number of cards in hand.
    """

    jacks: str
    exact_clubs: int
    deck: Deck
    layers: dict[tuple[Clubs, int], Rows]

    def lookup(
        self, hand: Iterable[int], unseen: Iterable[int], trump: int
    ) -> tuple[Array, Array] | None:
        """Return chances to win exactly 0, 1, 2 ... more debates, at least and at most.

        Parameters
        ----------
        hand, unseen
            Cards in hand and in the deck.

        Returns
        -------
        None if the table has no such position, as its deck has another number of cards; else two
        arrays like those of `JacksTable.lookup`, with the same errors.
        """
        held, deck = _masks(hand), _masks(unseen)
        number = sum(mask.bit_count() for mask in held)
        role: Clubs = "alike" if "c" not in self.jacks else "trump" if trump == CLUBS else "side"
        rows = self.layers.get((role, number))
        if rows is None or sum(mask.bit_count() for mask in deck) != number + self.deck.gap:
            return None
        kinds, numbers = _strings(held, deck, trump)
        wins = Family(self.jacks, self.deck.gap, role).shape(number).wins
        apart = role == "side"
        lower = row_of(rows.starts, rows.lower, wins, apart, kinds, numbers) / ONE
        if "c" not in self.jacks or held[CLUBS].bit_count() <= self.exact_clubs:
            return lower, lower
        return lower, row_of(rows.upper_starts, rows.upper, wins, apart, kinds, numbers) / ONE


def strings_of(hand: Iterable[int], unseen: Iterable[int], trump: int) -> Strings:
    """Return the strings of a position's suits, the trump first."""
    return _strings(_masks(hand), _masks(unseen), trump)


def _strings(held: list[int], unseen: list[int], trump: int) -> Strings:
    order = [trump, *(suit for suit in range(NUM_SUITS) if suit != trump)]
    kinds, numbers = zip(*(_string(held[suit], unseen[suit]) for suit in order), strict=True)
    return kinds, numbers


def _masks(cards: Iterable[int]) -> list[int]:
    """Return which ranks of each suit are there, a bit each."""
    masks = [0] * NUM_SUITS
    for card in cards:
        masks[card // NUM_RANKS] |= 1 << card % NUM_RANKS
    return masks


@cache
def _string(held: int, unseen: int) -> tuple[int, int]:
    """Return the kind and the number of a suit with these ranks in hand and in the deck."""
    letters = [
        "H" if held >> rank & 1 else "D" for rank in range(NUM_RANKS) if (held | unseen) >> rank & 1
    ]
    return kind_of(letters.count("H"), letters.count("D")), number_in_kind()["".join(letters)]


def inside_path(jacks: str, folder: Path | None = None) -> Path:
    """Return where the positions of a set of `INSIDE_SETS` are kept."""
    return (folder or cache_folder() / "tables") / f"emissary-inside-{jacks}-v{VERSION}.jacks"


def save_inside(
    path: Path,
    jacks: str,
    exact_clubs: int,
    deck: Deck,
    layers: Mapping[tuple[Clubs, int], tuple[Layer, Layer | None]],
) -> None:
    """Write the layers by what clubs are and cards in hand, each with that of upper bounds."""
    arrays: dict[str, Array] = {}
    for (role, hand), (lower, upper) in layers.items():
        name = f"{role} {hand}"
        arrays[f"{name} starts"], arrays[f"{name} lower"] = lower.starts, lower.values
        if upper is not None:
            starts, values = many_clubs(upper, role, exact_clubs)
            arrays[f"{name} upper starts"], arrays[f"{name} upper"] = starts, values
    facts = {"jacks": jacks, "exact clubs": exact_clubs, "deck": list(deck)}
    save_arrays(path, KIND, VERSION, facts, arrays)


def opened_inside(jacks: str, folder: Path | None = None) -> InsideTable | None:
    """Return the positions of a set, read once a process; None if they are not there.

    Raises
    ------
    ValueError
        In one line that names the file, if it is damaged or of another version.
    """
    path = inside_path(jacks, folder)
    return _read_once(path, jacks) if path.exists() else None


@cache
def _read_once(path: Path, jacks: str) -> InsideTable:
    facts, arrays = load_arrays(path, KIND, VERSION)
    if facts.get("jacks") != jacks:
        raise ValueError(f"{path}: it is for other Jacks; delete the file to have it built again")
    deck = Deck(*facts["deck"])
    none = np.zeros(0, np.uint16)
    roles: tuple[Clubs, ...] = ("trump", "side") if "c" in jacks else ("alike",)
    layers = {
        (role, hand): Rows(
            arrays[f"{role} {hand} starts"],
            arrays[f"{role} {hand} lower"],
            arrays.get(f"{role} {hand} upper starts", none),
            arrays.get(f"{role} {hand} upper", none),
        )
        for role in roles
        for hand in range(1, deck.hand)
    }
    return InsideTable(jacks, facts["exact clubs"], deck, layers)
