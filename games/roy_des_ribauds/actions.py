"""Numbers of the actions.

The numbers follow one another without gaps: reveal a place; play a kind on a place face up, then
face down; switch two places; turn a place over; draw with a Roi; discard two cards; look at two
places; pass. Blocks that a deck cannot use are empty. Inside a block, pairs are in lexicographic
order.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds.cards import (
    ASSASSIN,
    CHEVALIER,
    ROI,
)
from intrigue.games.roy_des_ribauds.state import STATE

B_REVEAL, B_UP, B_DOWN, B_SWITCH, B_FLIP, B_ROI_DRAW, B_DISCARD, B_LOOK, B_PASS, B_END = range(10)
assert STATE["starts"].shape == (B_END + 1,), "the field starts needs a number for each block"


@jit
def block_starts(state: Any, starts: Any) -> None:
    """Write to `starts` (B_END + 1 ints) the first action of each block, and how many there are."""
    places = state.court_size
    kinds = state.kinds
    pairs = places * (places - 1) // 2
    chevalier = state.card[CHEVALIER] >= 0
    roi = state.card[ROI] >= 0
    starts[B_REVEAL] = 0
    starts[B_UP] = places
    starts[B_DOWN] = starts[B_UP] + kinds * places
    starts[B_SWITCH] = starts[B_DOWN] + kinds * places
    starts[B_FLIP] = starts[B_SWITCH] + (pairs if chevalier and places > 2 else 0)
    starts[B_ROI_DRAW] = starts[B_FLIP] + (places if chevalier or roi else 0)
    starts[B_DISCARD] = starts[B_ROI_DRAW] + (1 if roi else 0)
    starts[B_LOOK] = starts[B_DISCARD] + (kinds * (kinds + 1) // 2 if roi else 0)
    looks = state.card[ASSASSIN] >= 0 and places > 2
    starts[B_PASS] = starts[B_LOOK] + (pairs if looks else 0)
    starts[B_END] = starts[B_PASS] + 1


@jit
def pair_number(places: int, first: int, second: int) -> int:
    """Return the position of the pair (first < second) among all pairs of places."""
    return first * places - first * (first + 1) // 2 + second - first - 1


@jit
def pair_places(places: int, number: int) -> tuple[int, int]:
    """Return the pair of places with this number."""
    first = 0
    while number >= places - 1 - first:
        number -= places - 1 - first
        first += 1
    return first, first + 1 + number
