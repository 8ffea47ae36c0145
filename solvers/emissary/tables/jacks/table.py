"""The chances of every full hand with its Jacks, in one file a set of Jacks.

The file has a layer (see `layers`) of all full hands for each part that clubs may play: as long as
military may be used they are not like the other suits. Chances are in units of 1 / 65535. With many
clubs in hand the rows are lower bounds (see `military`), and upper bounds are there beside them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.cache import cache_folder
from intrigue.games.emissary.cards import HAND_SIZE, NUM_RANKS
from intrigue.games.emissary.notation import (
    check_hand,
    format_advisors,
    format_card,
    parse_advisors,
    parse_hand,
    parse_trump,
)
from intrigue.solvers.emissary.tables.arrays import load_arrays, save_arrays
from intrigue.solvers.emissary.tables.jacks.layers import Layer, row_of
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.streams import Clubs
from intrigue.solvers.emissary.tables.jacks.suits import (
    kind_of,
    number_in_kind,
    real_suits,
)

Array = np.ndarray[Any, Any]

KIND, VERSION = "emissary hands with Jacks", 1
JACK_SETS = ("d", "hd", "c", "ch", "cd", "chd")
"""Sets of Jacks that there are tables for, each in the order ``chds``."""
SWAP_SETS = ("ds", "hds", "cs", "chs", "cds", "chds")
"""Sets with the Jack of spades, where a swap may make any suit trump; built on request."""

ERROR = 2e-4
"""A chance is no farther from the exact one: a few units, for each of 20 passes at most rounds."""


def less(row: Array) -> Array:
    """Return true lower bounds for chances of a table: 0 and 1 are exact, and above 0 is above."""
    return np.where(row == 1.0, 1.0, np.maximum(row - ERROR, np.minimum(row, ERROR**2)))


def more(row: Array) -> Array:
    """Return true upper bounds for chances of a table."""
    return np.where(row == 0.0, 0.0, np.minimum(row + ERROR, 1.0))


class Deck(NamedTuple):
    """Which deck and hands: smaller ones are for tests."""

    ranks: int = NUM_RANKS
    hand: int = HAND_SIZE

    @property
    def gap(self) -> int:
        """Cards in the deck less cards in hand, on entering a kingdom."""
        return 4 * self.ranks - 2 * self.hand


WHOLE = Deck()


@dataclass(frozen=True)
class Rows:
    """The rows of one part that clubs may play.

    Attributes
    ----------
    starts
        As in `Layer`: where the rows of three side kinds begin.
    lower
        uint16: all rows.
    upper_starts, upper
        The same for the rows that are bounds; `upper` is empty if none are.
    """

    starts: Array
    lower: Array
    upper_starts: Array
    upper: Array


@dataclass(frozen=True)
class JacksTable:
    """The chances of every full hand with some Jacks.

    Attributes
    ----------
    jacks
        A set of `JACK_SETS` or `SWAP_SETS`.
    exact_clubs
        With more clubs in hand than these a hand has bounds.
    deck
        What it is for: the whole deck but in tests.
    wins
        Chances a row: 9 of the whole deck.
    rows
        By what clubs are: alike, trump or side.
    """

    jacks: str
    exact_clubs: int
    deck: Deck
    wins: int
    rows: dict[Clubs, Rows]

    def lookup(self, hand: str | Iterable[int], trump: str | int) -> tuple[Array, Array]:
        """Return chances to win exactly 0..8 debates, at least and at most: float64 (9,) each.

        Where both are the same, they are within `ERROR` of the exact chance, and 0 or 1 only if
        that is.

        Raises
        ------
        ValueError
            As `parse_hand` and `parse_trump`, or if it is no hand of this deck.
        """
        count = self.deck.hand
        held = parse_hand(hand, count) if isinstance(hand, str) else check_hand(hand, count)
        masks = [0, 0, 0, 0]
        for card in held:
            if card % NUM_RANKS >= self.deck.ranks:
                raise ValueError(f"{format_card(card)} is not in this deck")
            masks[card // NUM_RANKS] |= 1 << card % NUM_RANKS
        suit = parse_trump(trump)
        order = [suit, *(other for other in range(4) if other != suit)]
        ranks = self.deck.ranks
        counts = [masks[other].bit_count() for other in order]
        kinds = [kind_of(count, ranks - count) for count in counts]
        numbers = [
            number_in_kind()["".join("DH"[masks[other] >> rank & 1] for rank in range(ranks))]
            for other in order
        ]
        role: Clubs = "alike" if "c" not in self.jacks else "trump" if suit == 0 else "side"
        rows = self.rows[role]
        apart = role == "side"
        lower = row_of(rows.starts, rows.lower, self.wins, apart, kinds, numbers) / ONE
        if "c" not in self.jacks or masks[0].bit_count() <= self.exact_clubs:
            return lower, lower
        upper = row_of(rows.upper_starts, rows.upper, self.wins, apart, kinds, numbers) / ONE
        return lower, upper

    def at_least(self, hand: list[int], trump: int) -> Array:
        """Return the nine chances of one hand, at least; see `lookup`."""
        return self.lookup(hand, trump)[0]


def read_jack_sets(words: Iterable[str] | None) -> tuple[str, ...]:
    """Return the sets of Jacks that words such as ``hdc`` name, each once; `JACK_SETS` if none.

    Raises
    ------
    ValueError
        In one line, for what names no set that there is a table for.
    """
    found = dict.fromkeys(format_advisors(parse_advisors(word)) for word in words or JACK_SETS)
    for jacks in found:
        if jacks not in (*JACK_SETS, *SWAP_SETS):
            known = ", ".join((*JACK_SETS, *SWAP_SETS))
            raise ValueError(f"no table for the Jacks '{jacks or 'none'}'; there are {known}")
    return tuple(found)


def table_path(jacks: str, folder: Path | None = None) -> Path:
    """Return where the table of a set of `JACK_SETS` is kept."""
    return (folder or cache_folder() / "tables") / f"emissary-hands-{jacks}-v{VERSION}.jacks"


def save_table(
    path: Path,
    jacks: str,
    exact_clubs: int,
    deck: Deck,
    layers: dict[Clubs, tuple[Layer, Layer | None]],
) -> None:
    """Write a table: for each part that clubs may play the layer, and that of upper bounds."""
    arrays: dict[str, Array] = {}
    for role, (lower, upper) in layers.items():
        arrays[f"{role} starts"], arrays[f"{role} lower"] = lower.starts, lower.values
        starts, values = np.full_like(lower.starts, -1), np.zeros(0, np.uint16)
        if upper is not None:
            starts, values = many_clubs(upper, role, exact_clubs)
        arrays[f"{role} upper starts"], arrays[f"{role} upper"] = starts, values
        wins = lower.shape.wins
    facts = {"jacks": jacks, "exact clubs": exact_clubs, "deck": list(deck), "wins": wins}
    save_arrays(path, KIND, VERSION, facts, arrays)


def many_clubs(layer: Layer, role: Clubs, exact_clubs: int) -> tuple[Array, Array]:
    """Return starts and values of the groups with more clubs than `exact_clubs`."""
    held = real_suits().held
    starts = np.full_like(layer.starts, -1)
    pieces: list[Array] = []
    size = 0
    for kinds, end in zip(layer.groups, layer.ends, strict=True):
        if held[kinds[0 if role == "trump" else 1]] > exact_clubs:
            pieces.append(layer.values[kinds[4] : end])
            starts[kinds[1], kinds[2], kinds[3]] = size
            size += len(pieces[-1])
    return starts, np.concatenate([np.zeros(0, np.uint16), *pieces])


def open_table(jacks: str, folder: Path | None = None) -> JacksTable:
    """Read a table.

    Raises
    ------
    FileNotFoundError
        If it was not built.
    ValueError
        In one line that names the file, if it is damaged or of another version.
    """
    return _read(table_path(jacks, folder), jacks)


def _read(path: Path, jacks: str) -> JacksTable:
    facts, arrays = load_arrays(path, KIND, VERSION)
    if facts.get("jacks") != jacks:
        raise ValueError(f"{path}: it is for other Jacks; delete the file to have it built again")
    roles: tuple[Clubs, ...] = ("trump", "side") if "c" in jacks else ("alike",)
    rows = {
        role: Rows(
            arrays[f"{role} starts"],
            arrays[f"{role} lower"],
            arrays[f"{role} upper starts"],
            arrays[f"{role} upper"],
        )
        for role in roles
    }
    return JacksTable(jacks, facts["exact clubs"], Deck(*facts["deck"]), facts["wins"], rows)


def opened_table(jacks: str, folder: Path | None = None) -> JacksTable | None:
    """Return a table, read once a process; None if it was not built. Raises as `open_table`."""
    path = table_path(jacks, folder)
    return _read_once(path, jacks) if path.exists() else None


_read_once = cache(_read)
