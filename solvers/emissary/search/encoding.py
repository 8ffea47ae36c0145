"""From a position to the solver's key and level, see `keys`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import NUM_RANKS, NUM_SUITS
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search import keys
from intrigue.solvers.emissary.suit_strings import string_number
from intrigue.solvers.emissary.suit_tables import (
    WITHOUT_DISCARD,
    suit_tables,
)


def letters_of(position: Position, suit: int) -> list[str]:
    """Return a letter of `suit_strings` for each rank, the ace first; ``""``: the card is gone."""
    letters = {
        **dict.fromkeys(position.deck, "D"),
        **dict.fromkeys(position.hand, "H"),
        **dict.fromkeys(position.discard, "X"),
    }
    return [letters.get(card, "") for card in range(suit * NUM_RANKS, (suit + 1) * NUM_RANKS)]


def encode(position: Position, run_out: bool) -> tuple[int, int]:
    """Return key and level of a position without a topic to answer.

    `run_out` says how the solve orders its levels; it must be True if `deck_may_run_out`.
    """
    strings = [string_number("".join(letters_of(position, suit))) for suit in range(NUM_SUITS)]
    return encode_strings(position, strings, run_out, suit_tables().table)


def encode_strings(
    position: Position, strings: Sequence[int], run_out: bool, table: NDArray[np.int32]
) -> tuple[int, int]:
    """Return key and level, given the numbers of the four suits' strings in `table`."""
    assert position.topic is None
    suits = np.array(strings, np.int64)
    p = np.zeros(keys.NUM_FIELDS, np.int64)
    p[keys.KEEP] = p[keys.RUN_OUT] = run_out
    p[keys.RULERS] = position.ruler_mask
    found = np.zeros(1, np.uint64)
    level = np.zeros(1, np.int64)
    if not run_out:
        for suit in range(NUM_SUITS):
            suits[suit] = table[suits[suit], WITHOUT_DISCARD]
    keys.emit(
        0,
        p,
        suits,
        len(position.hand),
        len(position.deck),
        len(position.discard),
        *position.abilities,
        position.trump,
        position.to_draw,
        position.to_discard,
        table,
        found,
        level,
    )
    return int(found[0]), int(level[0])
