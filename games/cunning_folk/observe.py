"""What a player knows now, as numbers: the vector behind observation tensors.

The pieces, in this order, are named by :func:`pieces`.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.pieces import Piece
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.cards import N_ROLES


def pieces(players: int, places: int) -> list[Piece]:
    """Return the pieces of the vector for a game of this size."""
    return [
        Piece("phase", (s.N_PHASES,), "public"),
        Piece("active", (players,), "public"),
        Piece("mover", (players,), "public"),
        Piece("marks", (players,), "public"),  # share of the marks that ostracize
        Piece("turns", (1,), "public"),  # share of the most turns
        Piece("winner", (players,), "public"),
        Piece("finger", (places,), "public"),
        Piece("claim", (N_ROLES + 1,), "public"),  # last entry: silent
        Piece("face_up", (places,), "public"),
        Piece("public_possible", (places, N_ROLES), "public"),
        Piece("said", (players, places, N_ROLES + 1), "public"),
        Piece("possible", (places, N_ROLES), "private"),
        Piece("same_pair", (places, places), "private"),
        Piece("hand", (2, N_ROLES), "private"),
        Piece("given", (N_ROLES,), "private"),
    ]


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write the pieces one after the other to the zeroed `out`."""
    players, places = int(state.players), int(state.places)
    out[state.phase] = 1.0
    i = s.N_PHASES
    # During the deal nobody moves; scoundrels give in order.
    if s.LOOK <= state.phase < s.OVER:
        out[i + state.active] = 1.0
    i += players
    if s.LOOK <= state.phase < s.OVER or state.phase == s.GIVE:
        out[i + state.mover] = 1.0
    i += players
    for other in range(players):
        out[i + other] = state.marks[other] / state.marks_to_leave
    i += players
    out[i] = state.turns / state.max_turns
    i += 1
    if state.winner != s.NONE:
        out[i + state.winner] = 1.0
    i += players
    if state.finger != s.NONE:
        out[i + state.finger] = 1.0
    i += places
    if state.claim != s.NONE:
        out[i + state.claim] = 1.0
    i += N_ROLES + 1
    for place in range(places):
        out[i + place] = state.up[place]
    i += places
    i = _write_possible(state, players, out, i)
    for other in range(players):
        for place in range(places):
            if state.said[other, place] != s.NONE:
                out[i + state.said[other, place]] = 1.0
            i += N_ROLES + 1
    i = _write_possible(state, player, out, i)
    for place in range(places):
        if state.partner[player, place] != s.NONE:
            out[i + state.partner[player, place]] = 1.0
        i += places
    for k in range(2):
        if state.hand[player, k] != s.NONE:
            out[i + state.hand[player, k]] = 1.0
        i += N_ROLES
    if state.given[player] != s.NONE:
        out[i + state.given[player]] = 1.0


@jit
def _write_possible(state: Any, viewer: int, out: Any, start: int) -> int:
    i = start
    for place in range(state.places):
        for role in range(N_ROLES):
            if (state.possible[viewer, place] >> role) & 1:
                out[i] = 1.0
            i += 1
    return i
