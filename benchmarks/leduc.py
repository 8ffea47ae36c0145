"""Leduc poker as compiled rules: a small game of known values to measure and test solvers with.

Six cards of two suits and three ranks, two betting rounds, at most two raises a round (Southey et
al. 2005, "Bayes' bluff"). Node for node and information set for information set it is OpenSpiel's
``leduc_poker``: actions fold 0, call 1, raise 2; a fold is only offered to who faces a raise.
"""

from __future__ import annotations

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
from intrigue.games.core.rng import random_below
from intrigue.solvers.sampled.compiled_game import CompiledGame

_FOLD, _CALL, _RAISE = 0, 1, 2
_NO_CARD = -1
_DEALT, _BOARD, _BET = 1, 2, 3
_CARDS = 6

DTYPE = state_dtype(
    "leduc",
    [
        ("private", np.int8, (2,)),
        ("board", np.int8),
        ("second_round", np.int8),
        ("turn", np.int8),
        ("raises", np.int8),
        ("calls", np.int8),
        ("folded", np.int8),
        ("over", np.int8),
        ("paid", np.int16, (2,)),
    ],
    max_players=2,
    max_events=1,
    rules=__file__,
)


@jit
def _reset(state: Any, parameters: Any) -> None:
    state.players = 2
    state.private[:] = _NO_CARD
    state.board = _NO_CARD
    state.folded = _NO_CARD
    state.paid[:] = 1


@jit
def _current_player(state: Any) -> int:
    if state.over:
        return TERMINAL
    if state.private[1] == _NO_CARD or (state.second_round == 1 and state.board == _NO_CARD):
        return CHANCE
    return int(state.turn)


@jit
def _legal_actions(state: Any, out: Any) -> int:
    count = 0
    if state.paid[state.turn] < state.paid[1 - state.turn]:
        out[count] = _FOLD
        count += 1
    out[count] = _CALL
    count += 1
    if state.raises < 2:
        out[count] = _RAISE
        count += 1
    return count


@jit
def _chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    count = 0
    for card in range(_CARDS):
        if card not in (state.private[0], state.private[1]):
            out[count] = card
            count += 1
    probs[:count] = 1.0 / count
    return count


@jit
def _apply(state: Any, action: int) -> None:
    if state.private[1] == _NO_CARD:
        player = 0 if state.private[0] == _NO_CARD else 1
        state.private[player] = action
        emit(state, only(player), _DEALT, action)
        return
    if state.second_round == 1 and state.board == _NO_CARD:
        state.board = action
        emit(state, everyone(state), _BOARD, action)
        return
    player = state.turn
    emit(state, everyone(state), _BET, player, action)
    if action == _FOLD:
        state.folded = player
        state.over = 1
        return
    most = max(state.paid[0], state.paid[1])
    if action == _RAISE:
        state.paid[player] = most + (2 if state.second_round == 0 else 4)
        state.raises += 1
        state.calls = 0
    else:
        state.paid[player] = most
        state.calls += 1
    state.turn = 1 - player
    # A round ends when the other player answered the last raise, or both passed.
    if action == _CALL and (state.raises > 0 or state.calls == 2):
        if state.second_round == 1:
            state.over = 1
        else:
            state.second_round = 1
            state.raises = 0
            state.calls = 0
            state.turn = 0


@jit
def _strength(card: int, board: int) -> int:
    rank = card // 2
    return 10 + rank if rank == board // 2 else rank


@jit
def _returns(state: Any, out: Any) -> None:
    out[0] = 0.0
    out[1] = 0.0
    if not state.over:
        return
    if state.folded >= 0:
        winner = 1 - state.folded
    else:
        first = _strength(state.private[0], state.board)
        second = _strength(state.private[1], state.board)
        if first == second:
            return
        winner = 0 if first > second else 1
    out[winner] = state.paid[1 - winner]
    out[1 - winner] = -state.paid[1 - winner]


@jit
def _observe(state: Any, player: int, out: Any) -> None:
    """Own card, board, round, own and other's chips, raises: all that matters of the past."""
    out[0] = state.private[player] + 1
    out[1] = state.board + 1
    out[2] = state.second_round
    out[3] = state.paid[player]
    out[4] = state.paid[1 - player]
    out[5] = state.raises


@jit
def _resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Deal the other player another card that the board and the own card leave."""
    out[: len(history)] = history
    if state.private[1 - player] == _NO_CARD:
        return len(history)
    choices = np.empty(_CARDS, np.int64)
    count = 0
    for card in range(_CARDS):
        if card not in (state.private[player], state.board):
            choices[count] = card
            count += 1
    out[1 - player] = choices[random_below(rng, count)]
    return len(history)


KERNEL = register(
    Kernel(
        name="leduc",
        dtype=DTYPE,
        reset=_reset,
        current_player=_current_player,
        legal_actions=_legal_actions,
        chance_outcomes=_chance_outcomes,
        apply=_apply,
        returns=_returns,
        observe=_observe,
        resample=_resample,
    )
)
"""The registered rules."""

GAME = CompiledGame(
    name="leduc_poker()",
    kernel=KERNEL,
    parameters=np.zeros(0, np.int64),
    num_players=2,
    observation_size=6,
    max_choices=6,
    max_decisions=8,
    kept=np.ones(6, np.uint8),
)
"""The rules with their sizes, under the name of OpenSpiel's game that they match."""
