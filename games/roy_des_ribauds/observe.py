"""What a player knows now, as a vector: the table, then what is theirs alone."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.pieces import Piece
from intrigue.games.roy_des_ribauds.cards import ROLES
from intrigue.games.roy_des_ribauds.state import BOTH, MAIN, OVER

PHASES = OVER - MAIN + 1
"""Phases told apart in the vector: those from MAIN on."""

PLACE_FLOATS = ROLES + 3
"""Floats of a place in public: its card if both know it, face up, known to player 0, to player 1"""


def pieces(places: int) -> list[Piece]:
    """Return the parts of the vector for a Court of so many places."""
    return [
        Piece("court", (places, PLACE_FLOATS), "public"),
        Piece("discard", (ROLES,), "public"),
        Piece("pile", (3,), "public"),
        Piece("players", (2, 2), "public"),
        Piece("phase", (PHASES + 2,), "public"),
        Piece("known_court", (places, ROLES), "private"),
        Piece("hands", (3, ROLES), "private"),
    ]


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write what `player` knows; see `intrigue.games.core.kernel`.

    Numbers of cards are divided by four. What a player knows of the other hand is what they saw
    there and cannot have left it since (see the field ``seen``).
    """
    n = 0
    for place in range(state.court_size):
        if place < state.dealt:
            if state.known[place] == BOTH:
                out[n + state.role[state.court[place]]] = 1.0
            out[n + ROLES] = state.face_up[place]
            out[n + ROLES + 1] = state.known[place] & 1
            out[n + ROLES + 2] = (state.known[place] >> 1) & 1
        n += PLACE_FLOATS
    for card in range(state.kinds):
        out[n + state.role[card]] = state.discard[card] / 4.0
    n += ROLES
    out[n] = (state.pile_size + state.under) / 4.0
    out[n + 1] = state.under / 4.0
    out[n + 2] = state.turn / state.max_turns
    n += 3
    for owner in range(2):
        out[n + owner] = state.held[owner] / 4.0
        out[n + 2 + owner] = state.active == owner
    n += 4
    if state.phase >= MAIN:
        out[n + state.phase - MAIN] = 1.0
    n += PHASES
    out[n] = state.to_draw / 4.0
    out[n + 1] = state.from_hand
    n += 2
    # Private parts.
    for place in range(state.court_size):
        if place < state.dealt and (state.known[place] >> player) & 1:
            out[n + state.role[state.court[place]]] = 1.0
        n += ROLES
    for card in range(state.kinds):
        role = state.role[card]
        out[n + role] = state.hand[player, card] / 4.0
        out[n + ROLES + role] = state.seen[1 - player, card] / 4.0
        out[n + 2 * ROLES + role] = state.seen[player, card] / 4.0
