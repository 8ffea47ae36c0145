"""What the player knows now, as numbers: the vector behind observation tensors.

The pieces, in this order, are named by :func:`pieces`. Nothing drawn is hidden.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.pieces import Piece
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import NUM_RULERS, NUM_SUITS


def pieces(ranks: int, kingdoms: int) -> list[Piece]:
    """Return the pieces of the vector for a game of this size."""
    return [
        Piece("places", (s.NUM_PLACES, NUM_SUITS, ranks), "public"),
        Piece("topic", (NUM_SUITS, ranks), "public"),
        Piece("rulers", (kingdoms, NUM_RULERS), "public"),
        Piece("kingdom_states", (kingdoms, 3), "public"),
        Piece("kingdom", (kingdoms,), "public"),
        Piece("trump", (NUM_SUITS,), "public"),
        Piece("face_up_jacks", (NUM_SUITS,), "public"),
        Piece("face_up_supporters", (NUM_RULERS,), "public"),
        Piece("phase", (s.NUM_PHASES,), "public"),
        Piece("settled", (3,), "public"),
        Piece("wins", (1,), "public"),
        Piece("pending", (4,), "public"),  # draws, discards, last discard + 1, costs
    ]


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write the pieces one after the other to the zeroed `out`."""
    cards = NUM_SUITS * state.ranks
    for card in range(cards):
        out[state.place[card] * cards + card] = 1.0
    at = s.NUM_PLACES * cards
    if state.topic >= 0:
        out[at + state.topic] = 1.0
    at += cards
    for kingdom in range(state.kingdoms):
        if state.ruler[kingdom] >= 0:
            out[at + kingdom * NUM_RULERS + state.ruler[kingdom]] = 1.0
    at += state.kingdoms * NUM_RULERS
    for kingdom in range(state.kingdoms):
        out[at + kingdom * 3 + state.kingdom_state[kingdom]] = 1.0
    at += state.kingdoms * 3
    if state.kingdom >= 0:
        out[at + state.kingdom] = 1.0
        out[at + state.kingdoms + state.trump] = 1.0
    at += state.kingdoms + NUM_SUITS
    for suit in range(NUM_SUITS):
        out[at + suit] = state.jack_up[suit]
    at += NUM_SUITS
    for ruler in range(NUM_RULERS):
        out[at + ruler] = state.supporter_state[ruler] == s.FACE_UP
    at += NUM_RULERS
    out[at + state.phase] = 1.0
    at += s.NUM_PHASES
    out[at + state.settled] = 1.0
    at += 3
    out[at] = state.wins
    out[at + 1] = state.pending_draws
    out[at + 2] = state.pending_discards
    out[at + 3] = state.last_discard + 1
    out[at + 4] = state.pending_costs
