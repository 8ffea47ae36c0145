"""Coin claim, a complete game in one file: one hidden coin, one claim, one answer.

A coin falls where only the first player sees it. They claim heads or tails. The second player
believes the claim or doubts it. A doubted lie costs the liar 2, a doubted truth costs the doubter
2. A believed claim of heads wins the claimer 1, a believed claim of tails is worth nothing.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    Kernel,
    emit,
    everyone,
    only,
    register,
    state_dtype,
)
from intrigue.games.core.pieces import Piece
from intrigue.games.core.rng import random_below
from intrigue.games.definition import EVERYTHING, Definition, Parameters, Sizes
from intrigue.games.openspiel import register as register_with_openspiel

# --- The record -----------------------------------------------------------------------------------

COIN, CLAIM, BELIEVE, OVER = range(4)  # what happens next
HEADS, TAILS = range(2)
TRUST, DOUBT = range(2)
SIDES = ("heads", "tails")

# Events, each with one number as payload.
SAW_COIN, CLAIMED, ANSWERED, SHOWN = range(4)

STATE = state_dtype(
    "coin_claim",
    [("phase", np.int8), ("coin", np.int8), ("claim", np.int8), ("answer", np.int8)],
    max_players=2,
    max_events=2,
    rules=__file__,
)

# --- The rules ------------------------------------------------------------------------------------


@jit
def reset(state: Any, parameters: Any) -> None:
    """Start a game; there are no parameters."""
    state.players = 2


@jit
def current_player(state: Any) -> int:
    """The coin falls, player 0 claims, player 1 answers."""
    if state.phase == COIN:
        return CHANCE
    if state.phase == OVER:
        return TERMINAL
    return 0 if state.phase == CLAIM else 1


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Heads or tails; trust or doubt."""
    out[0] = 0
    out[1] = 1
    return 2


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """A fair coin."""
    out[0] = HEADS
    out[1] = TAILS
    probs[:2] = 0.5
    return 2


@jit
def apply(state: Any, action: int) -> None:
    """Perform an action and tell who sees what."""
    if state.phase == COIN:
        state.coin = action
        emit(state, only(0), SAW_COIN, action)
    elif state.phase == CLAIM:
        state.claim = action
        emit(state, everyone(state), CLAIMED, action)
    else:
        state.answer = action
        emit(state, everyone(state), ANSWERED, action)
        if action == DOUBT:
            emit(state, everyone(state), SHOWN, state.coin)
    state.phase += 1


@jit
def returns(state: Any, out: Any) -> None:
    """Write what each player wins."""
    won = 0.0
    if state.phase == OVER:
        if state.answer == DOUBT:
            won = 2.0 if state.claim == state.coin else -2.0
        elif state.claim == HEADS:
            won = 1.0
    out[0] = won
    out[1] = -won


@jit
def observe(state: Any, player: int, out: Any) -> None:
    """Write what a player knows now: coin, claim, answer, each as one of two."""
    doubted = state.phase == OVER and state.answer == DOUBT
    if state.phase > COIN and (player == 0 or doubted):
        out[state.coin] = 1.0
    if state.phase > CLAIM:
        out[2 + state.claim] = 1.0
    if state.phase > BELIEVE:
        out[4 + state.answer] = 1.0


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Return a history in which the player saw the same: player 1 does not know the coin."""
    out[: len(history)] = history
    shown = state.phase == OVER and state.answer == DOUBT
    if player == 1 and len(history) > 0 and not shown:
        out[0] = random_below(rng, 2)
    return len(history)


KERNEL = register(
    Kernel(
        name="coin_claim",
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

# --- Sizes and words ------------------------------------------------------------------------------


class CoinClaim(Definition):
    """Declaration of the game for OpenSpiel and for people."""

    kernel = KERNEL
    short_name = "python_coin_claim"
    long_name = "Coin claim"
    min_players = 2
    max_players = 2
    perfect_information = False
    always_zero_sum = True
    defaults = {}

    def __init__(self, parameters: Parameters) -> None:
        """Raise ``ValueError`` for any parameter."""
        super().__init__(parameters)
        self.zero_sum = True
        self.encoded = np.zeros(0, np.int64)
        self.sizes = Sizes(
            num_players=2,
            num_actions=2,
            max_chance_outcomes=2,
            max_game_length=2,
            max_chance_nodes=1,
            max_events=4,
            min_utility=-2.0,
            max_utility=2.0,
        )
        self.pieces = [
            Piece("coin", (2,), "private"),
            Piece("claim", (2,), "public"),
            Piece("answer", (2,), "public"),
        ]

    def action_text(self, state: Any, player: int, action: int) -> str:
        """Words for an action, for example ``claim heads``."""
        if player == CHANCE:
            return f"the coin shows {SIDES[action]}"
        if player == 0:
            return f"claim {SIDES[action]}"
        return ("believe", "doubt")[action]

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Words for an event."""
        if code == SAW_COIN:
            return f"the coin fell on {SIDES[a]}"
        if code == CLAIMED:
            return f"player 0 claimed {SIDES[a]}"
        if code == ANSWERED:
            return f"player 1 {('believed', 'doubted')[a]} it"
        return f"the coin was shown: {SIDES[a]}"

    def view(self, state: Any, viewer: int) -> str:
        """Draw the state as a viewer sees it."""
        return "\n".join(f"{name}: {value}" for name, value in self.describe(state, viewer).items())

    def private_text(self, state: Any, player: int) -> str:
        """What a player knows beyond what everybody knows."""
        coin = self.describe(state, player)["coin"]
        return f"coin: {coin}" if player == 0 else ""

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """Return the state as plain data."""
        over = state.phase == OVER
        seen = viewer in (0, EVERYTHING) or (over and state.answer == DOUBT)
        return {
            "coin": SIDES[state.coin] if state.phase > COIN and seen else "hidden",
            "claim": SIDES[state.claim] if state.phase > CLAIM else None,
            "answer": ("believed", "doubted")[state.answer] if over else None,
        }


GAME = register_with_openspiel(CoinClaim)
