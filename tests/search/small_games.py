"""Two small games as kernels: Kuhn poker (known best play) and tic-tac-toe (nothing hidden)."""

from typing import Any

import numpy as np
import pyspiel

from intrigue.games import openspiel
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
from intrigue.games.definition import Definition, Parameters, Sizes
from intrigue.search.thumbs import registry

_DEALT, _BET, _MARK = 1, 2, 3
PASS, BET = 0, 1
JACK, QUEEN, KING = 0, 1, 2


# --- Kuhn poker -----------------------------------------------------------------------------------

KUHN_DTYPE = state_dtype(
    "kuhn",
    [("cards", np.int8, (2,)), ("bets", np.int8, (3,)), ("moves", np.int8)],
    max_players=2,
    max_events=1,
    rules=__file__,
)


@jit
def _kuhn_reset(state: Any, parameters: Any) -> None:
    state.players = 2
    state.cards[:] = -1


@jit
def _kuhn_current_player(state: Any) -> int:
    if state.cards[1] < 0:
        return CHANCE
    bets = state.bets
    if state.moves == 3 or (state.moves == 2 and not (bets[0] == PASS and bets[1] == BET)):
        return TERMINAL
    return state.moves % 2


@jit
def _kuhn_legal_actions(state: Any, out: Any) -> int:
    out[0], out[1] = PASS, BET
    return 2


@jit
def _kuhn_chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    n = 0
    for card in range(3):
        if card != state.cards[0]:
            out[n] = card
            n += 1
    probs[:n] = 1.0 / n
    return n


@jit
def _kuhn_apply(state: Any, action: int) -> None:
    if state.cards[1] < 0:
        player = 0 if state.cards[0] < 0 else 1
        state.cards[player] = action
        emit(state, only(player), _DEALT, action)
        return
    emit(state, everyone(state), _BET, state.moves % 2, action)
    state.bets[state.moves] = action
    state.moves += 1


@jit
def _kuhn_returns(state: Any, out: Any) -> None:
    out[:2] = 0.0
    if _kuhn_current_player(state) != TERMINAL:
        return
    bets, last = state.bets, state.bets[state.moves - 1]
    previous = bets[state.moves - 2]
    if last == PASS and previous == BET:
        winner, stake = state.moves % 2, 1.0
    else:
        winner = 0 if state.cards[0] > state.cards[1] else 1
        stake = 2.0 if last == BET else 1.0
    out[winner] = stake
    out[1 - winner] = -stake


@jit
def _kuhn_observe(state: Any, player: int, out: Any) -> None:
    if state.cards[player] >= 0:
        out[state.cards[player]] = 1.0
    for i in range(state.moves):
        out[3 + i] = 1.0 + state.bets[i]


@jit
def _kuhn_resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    out[: len(history)] = history
    if len(history) == 0 or (player == 1 and len(history) == 1):
        if len(history) == 1:
            out[0] = random_below(rng, 3)
        return len(history)
    if len(history) > 1:
        other = random_below(rng, 2)
        out[1 - player] = other + 1 if other >= state.cards[player] else other
    return len(history)


KUHN = register(
    Kernel(
        "kuhn",
        KUHN_DTYPE,
        _kuhn_reset,
        _kuhn_current_player,
        _kuhn_legal_actions,
        _kuhn_chance_outcomes,
        _kuhn_apply,
        _kuhn_returns,
        _kuhn_observe,
        _kuhn_resample,
    )
)


class _Small(Definition):
    """What both games share: plain words for everything."""

    always_zero_sum = True
    zero_sum = True
    min_players = max_players = 2
    defaults = {}

    def action_text(self, state: Any, player: int, action: int) -> str:
        return f"action {action}"

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        return f"{code} {a} {b}"

    def private_text(self, state: Any, player: int) -> str:
        return self.view(state, player)


class Kuhn(_Small):
    """Declaration of Kuhn poker."""

    kernel = KUHN
    short_name = "python_small_kuhn"
    long_name = "Small Kuhn Poker"
    perfect_information = False

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.encoded = np.zeros(1, np.int64)
        self.sizes = Sizes(2, 2, 3, 3, 2, 5, -2.0, 2.0)
        self.pieces = [Piece("card", (3,), "private"), Piece("bets", (3,), "public")]

    def view(self, state: Any, viewer: int) -> str:
        return str(self.describe(state, viewer))

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        shown = {p: int(state.cards[p]) for p in (0, 1) if viewer in (p, -1)}
        return {"cards": shown, "bets": state.bets[: state.moves].tolist()}


@jit
def kuhn_thumb(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """A King always bets or calls, a Queen never, a Jack one time in four."""
    card = state.cards[player]
    out[PASS] = 0.0 if card == KING else (1.0 if card == QUEEN else 0.75)
    out[BET] = 1.0 - out[PASS]


registry.register(KUHN, kuhn_thumb)


# --- Tic-tac-toe ----------------------------------------------------------------------------------

TIC_DTYPE = state_dtype(
    "tic",
    [("board", np.int8, (9,)), ("moves", np.int8), ("winner", np.int8)],
    max_players=2,
    max_events=1,
    rules=__file__,
)
_LINES = np.array(
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]
)


@jit
def _tic_reset(state: Any, parameters: Any) -> None:
    state.players = 2
    state.winner = -1


@jit
def _tic_current_player(state: Any) -> int:
    if state.winner >= 0 or state.moves == 9:
        return TERMINAL
    return state.moves % 2


@jit
def _tic_legal_actions(state: Any, out: Any) -> int:
    n = 0
    for place in range(9):
        if state.board[place] == 0:
            out[n] = place
            n += 1
    return n


@jit
def _tic_chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    return 0


@jit
def _tic_apply(state: Any, action: int) -> None:
    player = state.moves % 2
    emit(state, everyone(state), _MARK, player, action)
    state.board[action] = player + 1
    state.moves += 1
    for i in range(8):
        a, b, c = _LINES[i, 0], _LINES[i, 1], _LINES[i, 2]
        if state.board[a] == player + 1 == state.board[b] == state.board[c]:
            state.winner = player


@jit
def _tic_returns(state: Any, out: Any) -> None:
    out[:2] = 0.0
    if state.winner >= 0:
        out[state.winner] = 1.0
        out[1 - state.winner] = -1.0


@jit
def _tic_observe(state: Any, player: int, out: Any) -> None:
    for place in range(9):
        out[place] = state.board[place]


@jit
def _tic_resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    out[: len(history)] = history
    return len(history)


TIC = register(
    Kernel(
        "tic",
        TIC_DTYPE,
        _tic_reset,
        _tic_current_player,
        _tic_legal_actions,
        _tic_chance_outcomes,
        _tic_apply,
        _tic_returns,
        _tic_observe,
        _tic_resample,
    )
)


class TicTacToe(_Small):
    """Declaration of tic-tac-toe."""

    kernel = TIC
    short_name = "python_small_tic"
    long_name = "Small Tic-Tac-Toe"
    perfect_information = True

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self.encoded = np.zeros(1, np.int64)
        self.sizes = Sizes(2, 9, 1, 9, 0, 9, -1.0, 1.0)
        self.pieces = [Piece("board", (9,), "public")]

    def view(self, state: Any, viewer: int) -> str:
        marks = "".join(".XO"[mark] for mark in state.board)
        return f"{marks[:3]}\n{marks[3:6]}\n{marks[6:]}"

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        return {"board": state.board.tolist()}


if "python_small_kuhn" not in pyspiel.registered_names():
    openspiel.register(Kuhn)
    openspiel.register(TicTacToe)


def position(game: pyspiel.Game, *history: int) -> pyspiel.State:
    """Return the state of `game` after `history`."""
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    return state
