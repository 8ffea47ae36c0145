"""What a player knows now, as a vector: the table, then what is theirs alone."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import current_player
from intrigue.games.core.pieces import Piece
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.roles import ROLE_CARDS, ROLES
from intrigue.games.emperors_new_clothes.state import MAX_DICE, wide

STATUS = 10
"""Numbers of the piece "status", see `observe`."""


def pieces(players: int, cards: int) -> list[Piece]:
    """Return the parts of the vector for a game with that many players and cards (0: none)."""
    parts = [
        Piece("phase", (record.OVER + 1,), "public"),
        Piece("status", (STATUS,), "public"),
        Piece("to_move", (players,), "public"),
        Piece("actor", (players,), "public"),
        Piece("starting_player", (players,), "public"),
        Piece("points", (players,), "public"),
        Piece("cubes", (players, 3), "public"),
        Piece("dice", (MAX_DICE, record.FACES), "public"),
        Piece("revealed_roles", (players, ROLES), "public"),
        Piece("activation_order", (players, players), "public"),
        Piece("goals_attained", (players, record.GOAL_KINDS), "public"),
        Piece("hand_sizes", (players,), "public"),
    ]
    if cards:
        parts += [Piece("discard_pile", (cards,), "public"), Piece("pending", (cards,), "public")]
    parts += [
        Piece("role", (ROLES,), "private"),
        Piece("passed_roles", (ROLE_CARDS,), "private"),
        Piece("goals", (record.GOAL_KINDS,), "private"),
    ]
    if cards:
        parts.append(Piece("hand", (cards,), "private"))
    return parts


@jit
def _mark(out: Any, start: int, length: int, place: int) -> int:
    """Set one entry of a part of `length` and return where the next part starts."""
    if 0 <= place < length:
        out[start + place] = 1.0
    return start + length


@jit
def _mark_bits(out: Any, start: int, length: int, mask: int) -> int:
    for bit in range(length):
        if (mask >> bit) & 1:
            out[start + bit] = 1.0
    return start + length


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write what `player` knows now to the zeroed vector `out`; its parts are `pieces`."""
    n = wide(state.players)
    at = _mark(out, 0, record.OVER + 1, wide(state.phase))
    status = (
        wide(state.round_number),
        wide(state.rerolls_left),
        wide(state.unrolled),
        wide(state.gift),
        wide(state.window),
        wide(state.passes),
        wide(state.deck_size),
        wide(state.caught),
        wide(state.stopped),
        wide(state.turn),
    )
    for value in status:
        out[at] = value
        at += 1
    at = _mark(out, at, n, current_player(state))
    at = _mark(out, at, n, wide(state.actor))
    at = _mark(out, at, n, wide(state.starter))
    for p in range(n):
        out[at + p] = state.points[p]
        for resource in range(3):
            out[at + n + 3 * p + resource] = state.cubes[p, resource]
    at += 4 * n
    for die in range(MAX_DICE):
        face = wide(state.dice[die]) if die < state.die_count else -1
        if (state.unrolled >> die) & 1:
            face = -1
        at = _mark(out, at, record.FACES, face)
    for p in range(n):
        shown = (state.revealed >> p) & 1
        at = _mark(out, at, ROLES, wide(state.roles[p]) if shown else -1)
    for place in range(n):
        at = _mark(out, at, n, wide(state.order[place]) if state.revealing == 1 else -1)
    for p in range(n):
        at = _mark_bits(out, at, record.GOAL_KINDS, wide(state.attained[p]))
    for p in range(n):
        out[at + p] = state.hand_size[p]
    at += n
    if state.with_cards == 1:
        for card in range(state.cards):
            if state.where[card] == record.DISCARDED:
                out[at + card] = 1.0
        at += wide(state.cards)
        pending = wide(state.pending_card) if state.phase == record.RESPONSE else -1
        at = _mark(out, at, wide(state.cards), pending)
    at = _mark(out, at, ROLES, wide(state.roles[player]))
    at = _mark_bits(out, at, ROLE_CARDS, wide(state.passed[player]))
    at = _mark_bits(out, at, record.GOAL_KINDS, wide(state.goals[player]))
    if state.with_cards == 1:
        for i in range(state.hand_size[player]):
            out[at + state.hand[player, i]] = 1.0
