"""Whose turn it is, marks, cards turned face up, and the end of the game."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, everyone
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.knowledge import learn


@jit
def begin_turn(state: Any, player: int) -> None:
    """Let `player` investigate."""
    state.phase = s.LOOK
    state.active = player
    state.mover = player
    state.finger = s.NONE
    state.claim = s.NONE


@jit
def end_turn(state: Any) -> None:
    """Go on to the next player still in, or end the game after its last turn."""
    next_turn(state, next_player(state, state.active))


@jit
def next_turn(state: Any, player: int) -> None:
    """Go on with a turn of `player`, or end the game after its last turn."""
    state.turns += 1
    if state.turns >= state.max_turns:
        finish(state, s.NONE)
    else:
        begin_turn(state, player)


@jit
def next_player(state: Any, player: int) -> int:
    """Return the next player to the left of `player` who is not ostracized."""
    other = (player + 1) % int(state.players)
    while is_out(state, other):
        other = (other + 1) % int(state.players)
    return other


@jit
def is_out(state: Any, player: int) -> bool:
    """Whether a player is ostracized."""
    return state.marks[player] >= state.marks_to_leave  # type: ignore[no-any-return]


@jit
def finish(state: Any, winner: int) -> None:
    """End the game; `winner` is NONE for a draw."""
    state.phase = s.OVER
    state.winner = winner
    if winner == s.NONE:
        emit(state, everyone(state), s.EV_DRAW)
    else:
        emit(state, everyone(state), s.EV_WIN, winner)


@jit
def give_mark(state: Any, player: int) -> None:
    """Mark a player; the last one left wins at once."""
    state.marks[player] += 1
    out = 1 if is_out(state, player) else 0
    emit(state, everyone(state), s.EV_MARK, player, int(state.marks[player]), out)
    if out == 1:
        survivor = next_player(state, player)
        if next_player(state, survivor) == survivor:
            finish(state, survivor)


@jit
def turn_up(state: Any, place: int) -> None:
    """Turn a card face up; it stays so."""
    if state.up[place] == 0:
        state.up[place] = 1
        role = int(state.card[place])
        emit(state, everyone(state), s.EV_TURNED_UP, place, role)
        for viewer in range(int(state.players) + 1):
            learn(state, viewer, place, role)
