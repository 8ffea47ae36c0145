"""The search-based responder over compiled rules, against a policy kept by information-state hash.

What `intrigue.solvers.sampled.responder` does through OpenSpiel's interface, thousands of times a
second: worlds, their weights and rollouts never leave compiled code.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.hash_table import find_slot
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
from intrigue.games.core.types import Array, State
from intrigue.solvers.sampled.abstraction import Keying, information_key

ROW = np.dtype(
    (
        np.record,
        [
            ("first", np.uint64),
            ("second", np.uint64),
            ("begin", np.int64),
            ("count", np.int64),
        ],
    )
)
"""A row of a policy in a hash table (:mod:`intrigue.games.core.hash_table`): its key, where its
probabilities begin, and how many there are."""


class Lookup(NamedTuple):
    """A policy kept by information-state hash, as compiled code takes it.

    ===============  ===============  ============================================
    `rows`           (2**k,) `ROW`    hash table of the rows
    `probabilities`  (A,) float64     of all rows, one after the other
    `keying`                          how information states are looked up
    ===============  ===============  ============================================
    """

    rows: Array
    probabilities: Array
    keying: Keying


def index_rows(keys: Array, offset: Array) -> Array:
    """Return the hash table of the rows with keys (I, 2) and offsets (I + 1,): (2**k,) `ROW`."""
    rows = np.zeros(1 << max(4, (2 * len(keys)).bit_length()), ROW)
    _enter_rows(rows, keys, offset)
    return rows


@jit(nogil=True)
def _enter_rows(rows: Array, keys: Array, offset: Array) -> None:
    for i in range(len(keys)):
        slot = find_slot(rows, keys[i, 0], keys[i, 1])
        rows[slot].first = keys[i, 0]
        rows[slot].second = keys[i, 1]
        rows[slot].begin = offset[i]
        rows[slot].count = offset[i + 1] - offset[i]


@jit(nogil=True)
def list_policy(state: State, lookup: Lookup, actions: Array, probabilities: Array) -> int:
    """Write what the policy does where a player is to move; uniform where it has no row.

    Parameters
    ----------
    state : record
    lookup : Lookup
        The policy.
    actions, probabilities
        Written: the legal actions, ascending (int64), and their probabilities (float64).

    Returns
    -------
    How many legal actions there are.
    """
    player = current_player(state)
    count = legal_actions(state, actions)
    first, second = information_key(
        state, player, actions, count, lookup.keying.kept, lookup.keying.observation
    )
    slot = find_slot(lookup.rows, first, second)
    if lookup.rows[slot].count == count:
        begin = lookup.rows[slot].begin
        for k in range(count):
            probabilities[k] = lookup.probabilities[begin + k]
    else:
        for k in range(count):
            probabilities[k] = 1.0 / count
    return count


@jit(nogil=True)
def has_row(state: State, lookup: Lookup, actions: Array) -> bool:
    """Return whether there is a row for the player to move; `actions` is working space."""
    player = current_player(state)
    count = legal_actions(state, actions)
    first, second = information_key(
        state, player, actions, count, lookup.keying.kept, lookup.keying.observation
    )
    return lookup.rows[find_slot(lookup.rows, first, second)].count == count  # type: ignore[no-any-return]


@jit(nogil=True)
def play_on(state: State, lookup: Lookup, actions: Array, probabilities: Array, rng: Array) -> None:
    """Play `state` to its end, everybody by the policy; parameters as for `list_policy`."""
    player = current_player(state)
    while player != TERMINAL:
        if player == CHANCE:
            count = chance_outcomes(state, actions, probabilities)
        else:
            count = list_policy(state, lookup, actions, probabilities)
        apply(state, actions[random_index(rng, probabilities, count)])
        player = current_player(state)


@jit(nogil=True)
def weigh_and_roll_out(
    states: Array,
    start: Array,
    history: Array,
    worlds: int,
    weigh: bool,
    lookup: Lookup,
    max_choices: int,
    rng: Array,
) -> Array:
    """Return what the player to move gets by each legal action of ``states[0]``, float64 (n,).

    Means over sampled worlds, weighed by how likely the policy would have made the others' choices
    in them (if `weigh`), of one rollout each by the policy. All zero if no world has any weight.

    Parameters
    ----------
    states, start : (1,) records
        Where the player is to move, and the start of the game.
    history : int64
        What led from the one to the other.
    rng : (1,) uint64
        Advanced in place.
    """
    player = current_player(states[0])
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
                n = list_policy(world[0], lookup, actions, probabilities)
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
            play_on(work[0], lookup, actions, probabilities, rng)
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
