"""How a game ends: conspiracies that the Court shows, and the end for any reason."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, emit
from intrigue.games.roy_des_ribauds.cards import ASSASSIN, ROI
from intrigue.games.roy_des_ribauds.state import (
    BOTH,
    CORONATION,
    EV_END,
    MURDER,
    NOBODY,
    OVER,
)


@jit
def finish(state: Any, ending: int, winner: int) -> None:
    """End the game."""
    state.phase = OVER
    state.ending = ending
    state.winner = winner
    emit(state, BOTH, EV_END, ending, NOTHING if winner == NOBODY else winner)


@jit
def conspiracy(state: Any) -> bool:
    """End the game if there is a Coronation or a Murder in the Court; return whether there is."""
    rois = 0
    places = state.court_size
    for place in range(places):
        if state.face_up[place]:
            role = state.role[state.court[place]]
            if role == ROI:
                rois += 1
            elif (
                role == ASSASSIN
                and place + 2 < places
                and state.face_up[place + 1]
                and state.face_up[place + 2]
                and state.role[state.court[place + 2]] == ASSASSIN
            ):
                finish(state, MURDER, state.active)
                return True
    if rois >= state.wanted:
        finish(state, CORONATION, state.active)
        return True
    return False
