"""The search-based responder over compiled rules, against a policy kept by information-state hash.

What `intrigue.solvers.sampled.responder` does through OpenSpiel's interface, thousands of times a
second: worlds, their weights and rollouts never leave compiled code.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
    resample,
    returns,
)
from intrigue.games.core.rng import random_index
from intrigue.solvers.compiled_game import information_key
from intrigue.solvers.sampled.regret_table import SLOT, find


def index_rows(keys: Any, offset: Any) -> Any:
    """Return a hash table (see `regret_table`) of the rows with keys (I, 2) and offsets (I + 1,).

    An entry's `begin` is where its probabilities begin, its `count` how many there are.
    """
    slots = np.zeros(1 << max(4, (2 * len(keys)).bit_length()), SLOT)
    _enter_rows(slots, keys, offset)
    return slots


@jit(nogil=True)
def _enter_rows(slots: Any, keys: Any, offset: Any) -> None:
    for i in range(len(keys)):
        slot = find(slots, keys[i, 0], keys[i, 1])
        slots[slot].first = keys[i, 0]
        slots[slot].second = keys[i, 1]
        slots[slot].begin = offset[i]
        slots[slot].count = offset[i + 1] - offset[i]


@jit(nogil=True)
def list_policy(
    state: Any,
    slots: Any,
    row_probabilities: Any,
    kept: Any,
    observation: Any,
    actions: Any,
    probabilities: Any,
) -> int:
    """Write what the policy does where a player is to move; uniform where it has no row.

    Parameters
    ----------
    state : record
    slots, row_probabilities
        The policy: see :func:`index_rows`; (A,) float64.
    kept, observation
        See :func:`intrigue.solvers.compiled_game.information_key`.
    actions, probabilities
        Written: the legal actions, ascending (int64), and their probabilities (float64).

    Returns
    -------
    How many legal actions there are.
    """
    player = current_player(state)
    count = legal_actions(state, actions)
    first, second = information_key(state, player, actions, count, observation, kept)
    slot = find(slots, first, second)
    if slots[slot].count == count:
        begin = slots[slot].begin
        for k in range(count):
            probabilities[k] = row_probabilities[begin + k]
    else:
        for k in range(count):
            probabilities[k] = 1.0 / count
    return count  # type: ignore[no-any-return]


@jit(nogil=True)
def play_on(
    state: Any,
    slots: Any,
    row_probabilities: Any,
    kept: Any,
    observation: Any,
    actions: Any,
    probabilities: Any,
    rng: Any,
) -> None:
    """Play `state` to its end, everybody by the policy; parameters as for `list_policy`."""
    player = current_player(state)
    while player != TERMINAL:
        if player == CHANCE:
            count = chance_outcomes(state, actions, probabilities)
        else:
            count = list_policy(
                state, slots, row_probabilities, kept, observation, actions, probabilities
            )
        apply(state, actions[random_index(rng, probabilities, count)])
        player = current_player(state)


@jit(nogil=True)
def weigh_and_roll_out(
    states: Any,
    start: Any,
    history: Any,
    player: int,
    worlds: int,
    weigh: bool,
    slots: Any,
    row_probabilities: Any,
    kept: Any,
    observation: Any,
    max_choices: int,
    rng: Any,
) -> Any:
    """Return what `player` gets by each legal action of ``states[0]``, float64 (n,).

    Means over sampled worlds, weighed by how likely the policy would have made the others' choices
    in them (if `weigh`), of one rollout each by the policy. All zero if no world has any weight.

    Parameters
    ----------
    states, start : (1,) records
        Where `player` is to move, and the start of the game.
    history : int64
        What led from the one to the other.
    rng : (1,) uint64
        Advanced in place.
    """
    choices = np.empty(max_choices, np.int64)
    actions = np.empty(max_choices, np.int64)
    probabilities = np.empty(max_choices, np.float64)
    gains = np.zeros(states[0].players, np.float64)
    world = np.zeros_like(start)
    work = np.zeros_like(start)
    count = legal_actions(states[0], choices)
    totals = np.zeros((worlds, count), np.float64)
    log_weights = np.zeros(worlds, np.float64)
    sampled = np.empty(2 * len(history) + 64, np.int64)
    for w in range(worlds):
        length = resample(states[0], history, player, rng, sampled)
        world[0] = start[0]
        for j in range(length):
            mover = current_player(world[0])
            if weigh and mover != CHANCE and mover != player:
                n = list_policy(
                    world[0], slots, row_probabilities, kept, observation, actions, probabilities
                )
                for k in range(n):
                    if actions[k] == sampled[j]:
                        likely = probabilities[k]
                        log_weights[w] += math.log(likely) if likely > 0.0 else -np.inf
            apply(world[0], sampled[j])
        if log_weights[w] == -np.inf:
            continue
        for k in range(count):
            work[0] = world[0]
            apply(work[0], choices[k])
            play_on(
                work[0], slots, row_probabilities, kept, observation, actions, probabilities, rng
            )
            gains[:] = 0.0
            returns(work[0], gains)
            totals[w, k] = gains[player]
    out = np.zeros(count, np.float64)
    # Relative to the largest weight: products of many small probabilities would vanish.
    largest = log_weights.max()
    if largest == -np.inf:
        return out
    sum_of_weights = 0.0
    for w in range(worlds):
        weight = math.exp(log_weights[w] - largest)
        sum_of_weights += weight
        for k in range(count):
            out[k] += weight * totals[w, k]
    return out / sum_of_weights
