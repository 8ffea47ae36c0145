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
    fields = np.zeros(keys.NUM_FIELDS, np.int64)
    fields[[keys.CLUBS_LEFT, keys.DIAMONDS_LEFT, keys.HEARTS_LEFT, keys.SPADES_LEFT]] = (
        position.abilities
    )
    fields[keys.TRUMP] = position.trump
    fields[keys.TO_DRAW] = position.to_draw
    fields[keys.TO_DISCARD] = position.to_discard
    fields[keys.SUIT : keys.SUIT + NUM_SUITS] = (
        strings if run_out else table[list(strings), WITHOUT_DISCARD]
    )
    fields[keys.IN_HANDS] = len(position.hand)
    fields[keys.IN_DECKS] = len(position.deck)
    fields[keys.IN_DISCARDS] = len(position.discard)
    fields[keys.KEEP] = fields[keys.RUN_OUT] = run_out
    fields[keys.RULERS] = position.ruler_mask
    key, level = keys.encode_fields(fields, table)
    return int(key), int(level)
