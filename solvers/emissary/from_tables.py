"""What the tables of all hands with their Jacks know about a position, at any depth of a kingdom.

They hold positions in which no Jack was used yet. Nobody has to use an ability, so a table with
fewer Jacks gives true lower bounds; and so does a swap of rulers at once, which is a position
without the Jack of spades again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.emissary.cards import NUM_CARDS, NUM_SUITS, SPADES, SUIT_LETTERS
from intrigue.games.emissary.notation import format_advisors
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.tables.jacks.inside import INSIDE_SETS, inside_path, opened_inside
from intrigue.solvers.emissary.tables.jacks.table import (
    JACK_SETS,
    SWAP_SETS,
    WHOLE,
    less,
    more,
    opened_table,
    table_path,
)

Array = np.ndarray[Any, Any]

NUM_VALUES = 9


@dataclass(frozen=True)
class Known:
    """What tables know about the chances to win exactly 0..8 more debates.

    Attributes
    ----------
    lower, upper
        float64 (9,), true bounds.
    exact
        bool (9,): where both are the same number, within `ERROR` of the chance, and 0 or 1 only if
        that is.
    counted
        The richest set of Jacks with which the position's chances are known, ``""`` if none is:
        `lower` counts all of them.
    """

    lower: Array
    upper: Array
    exact: Array
    counted: str = ""


class StoredTables:
    """The tables that are in a folder, by default in the user's cache folder.

    Each is opened when a position needs it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        sets = sorted((*JACK_SETS, *SWAP_SETS), key=len, reverse=True)
        self._full = [jacks for jacks in sets if table_path(jacks, folder).exists()]
        self._inside = [jacks for jacks in INSIDE_SETS if inside_path(jacks, folder).exists()]
        # Many Jacks first: their bounds are the better ones.
        self._inside.sort(key=len, reverse=True)

    def known(self, position: Position) -> Known | None:
        """Return what is known about a position, None if it is nothing.

        Raises
        ------
        ValueError
            In one line, if a table is damaged.
        """
        if position.topic is not None or position.to_draw or position.to_discard:
            return None
        swaps = set(position.other_rulers) - {position.trump}
        counts = {
            letter: count
            for letter, count in zip(SUIT_LETTERS, position.abilities, strict=True)
            if count and (letter != SUIT_LETTERS[SPADES] or swaps)
        }
        once = all(count == 1 for count in counts.values())
        every_swap = len(swaps) == NUM_SUITS - 1
        lower, upper = np.zeros(NUM_VALUES), np.ones(NUM_VALUES)
        exact = np.zeros(NUM_VALUES, np.bool_)
        values = np.zeros(NUM_VALUES)
        covered: list[str] = []
        full = len(position.hand) == WHOLE.hand
        for jacks in self._full if full else self._inside:
            if not set(counts).issuperset(jacks) or any(set(x) >= set(jacks) for x in covered):
                continue
            row = self._row(jacks, position, position.trump)
            if row is None:
                continue
            swapping = SUIT_LETTERS[SPADES] in jacks
            same = once and len(counts) == len(jacks)
            if every_swap or not swapping:
                lower = np.maximum(lower, less(row[0]))
                if (row[0] == row[1]).all():
                    covered.append(jacks)
                if same:
                    exact = row[0] == row[1]
                    values = row[0]
            if SUIT_LETTERS[SPADES] in counts and not swapping:
                for trump in swaps:
                    swapped = self._row(jacks, position, trump)
                    assert swapped is not None
                    lower = np.maximum(lower, less(swapped[0]))
            if same:
                upper = more(row[1])
                if exact.all():
                    break
        if not lower.any() and (upper == 1.0).all():
            return None
        low, high = np.where(exact, values, lower), np.where(exact, values, upper)
        return Known(low, high, exact, covered[0] if covered else "")

    def settle(self, position: Position) -> bool:
        """Whether the chances of a position are known, to `ERROR`."""
        known = self.known(position)
        return known is not None and bool(known.exact.all())

    def _row(self, jacks: str, position: Position, trump: int) -> tuple[Array, Array] | None:
        """Return nine chances at least and at most with these Jacks left, None if there are none.

        The Jacks and the trump of the position do not matter.
        """
        hand, deck = position.hand, position.deck
        if len(hand) == WHOLE.hand:
            table = opened_table(jacks, self._folder)
            whole = len(hand) + len(deck) == NUM_CARDS
            return None if table is None or not whole else table.lookup(hand, trump)
        inside = opened_inside(jacks, self._folder)
        found = None if inside is None else inside.lookup(hand, deck, trump)
        if found is None:
            return None
        lower, upper = np.zeros(NUM_VALUES), np.zeros(NUM_VALUES)
        lower[: len(found[0])], upper[: len(found[1])] = found
        return lower, upper


def table_to_build(abilities: Sequence[int], folder: Path | None = None) -> str | None:
    """Return the set of Jacks whose table would help with such abilities; None if it is there.

    Without the Jacks of clubs and diamonds a search is as quick.
    """
    jacks = format_advisors([int(count > 0) for count in abilities[:SPADES]] + [0])
    return jacks if jacks in JACK_SETS and not table_path(jacks, folder).exists() else None
