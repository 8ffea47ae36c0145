"""Windows for cards: players are asked in turn order until all have passed in a row."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import tell


@jit
def open_window(state: Any, window: int, first: int) -> None:
    """Ask the players, from `first` on, for cards; skip a window that no card belongs to."""
    state.window = window
    state.asked = first
    state.passes = 0
    if state.with_cards == 1 and (state.windows >> window) & 1:
        state.phase = record.WINDOW_GOES_ON
    else:
        state.phase = record.AFTER_WINDOW[window]


@jit
def ask_on(state: Any) -> None:
    """Ask the next player who holds a card, unless all have passed in a row."""
    while state.passes < state.players and state.hand_size[state.asked] == 0:
        state.passes += 1
        state.asked = (state.asked + 1) % state.players
    if state.passes >= state.players:
        state.phase = record.AFTER_WINDOW[state.window]
    else:
        state.phase = record.WINDOW


@jit
def pass_window(state: Any) -> None:
    """Let player `asked` play nothing."""
    tell(state, record.EV_PASSES, state.asked, 0, 0, 0)
    state.passes += 1
    state.asked = (state.asked + 1) % state.players
    state.phase = record.WINDOW_GOES_ON
