"""The rules of Le Roy des Ribauds, gathered as a kernel.

The record is in `state`, actions in `actions`, the deal and all chance in `deal`, turns and effects
in `turn`, what a player knows in `observe`, and what may be hidden from them in `resample`.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL, Kernel, register
from intrigue.games.roy_des_ribauds.actions import legal_actions
from intrigue.games.roy_des_ribauds.deal import chance_outcomes, reset
from intrigue.games.roy_des_ribauds.observe import observe
from intrigue.games.roy_des_ribauds.resample import resample
from intrigue.games.roy_des_ribauds.state import (
    DEAL_HAND,
    INSPECT,
    NOBODY,
    OVER,
    STATE,
)
from intrigue.games.roy_des_ribauds.turn import apply


@jit
def current_player(state: Any) -> int:
    """Return who has to choose; see `intrigue.games.core.kernel`."""
    phase = state.phase
    if phase == OVER:
        return TERMINAL
    if phase <= DEAL_HAND or phase >= INSPECT:
        return CHANCE
    return int(state.active)


@jit
def returns(state: Any, out: Any) -> None:
    """Write +1 for the winner and -1 for the loser, zeros for a draw or an unfinished game."""
    out[0] = 0.0
    out[1] = 0.0
    if state.winner != NOBODY:
        out[state.winner] = 1.0
        out[1 - state.winner] = -1.0


KERNEL = register(
    Kernel(
        name="roy_des_ribauds",
        dtype=STATE,
        reset=reset,
        current_player=current_player,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        apply=apply,
        returns=returns,
        observe=observe,
        resample=resample,
    )
)
