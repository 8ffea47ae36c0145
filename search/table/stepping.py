"""Steps of many worlds at once: what may happen next in each, and how likely, compiled."""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
)
from intrigue.search.thumbs.registry import thumb_weights
from intrigue.search.weighing import MISTAKES

Array = np.ndarray[Any, Any]

STEP = np.dtype(
    (
        np.record,
        [
            ("world", np.int64),
            ("action", np.int64),
            ("chance", np.float64),
            ("seen", np.uint64),
            ("silent", np.int64),
        ],
    )
)
"""A step: from which world, by which action or outcome, its probability under the model of the
opponents, a hash of all that the seat has seen after it, and 1 if the seat saw nothing of it."""


@jit
def _choices(
    state: Any, mover: int, player: int, by_thumb: bool, actions: Array, probs: Array
) -> int:
    """Write what `mover` may do, and how likely it is; the probability of an own move is one."""
    if mover == CHANCE:
        return chance_outcomes(state, actions, probs)
    n = legal_actions(state, actions)
    if mover == player:
        probs[:n] = 1.0
    elif by_thumb:
        thumb_weights(state, mover, actions, n, probs)
        total = probs[:n].sum()
        for k in range(n):
            probs[k] = (1.0 - MISTAKES) * probs[k] / total + MISTAKES / n
    else:
        probs[:n] = 1.0 / n
    return n


@jit
def list_steps(
    worlds: Array, player: int, by_thumb: bool, scratch: Array, first: int, steps: Array
) -> Any:
    """Write every step that may follow in ``worlds[first:]``, as far as `steps` has room.

    Parameters
    ----------
    worlds
        Array (W,) of records.
    player
        The seat that looks on.
    by_thumb
        Whether opponents follow the rule of thumb (with mistakes), else they act uniformly.
    scratch
        One record to work in.
    steps
        Array of `STEP` to fill.

    Returns
    -------
    The first world that found no room (W if all did), and how many steps were written.
    """
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES)
    count = 0
    for i in range(first, len(worlds)):
        mover = current_player(worlds[i])
        if mover == TERMINAL:
            continue
        n = _choices(worlds[i], mover, player, by_thumb, actions, probs)
        if count + n > len(steps):
            return i, count
        before = worlds[i].info_hash[player, 0]
        for k in range(n):
            if probs[k] <= 0.0:
                continue
            scratch[0] = worlds[i]
            apply(scratch[0], actions[k])
            after = scratch[0].info_hash[player, 0]
            steps[count].world = i
            steps[count].action = actions[k]
            steps[count].chance = probs[k]
            steps[count].seen = after
            steps[count].silent = 1 if after == before else 0
            count += 1
    return len(worlds), count


@jit
def take_steps(worlds: Array, steps: Array, chosen: Array, out: Array) -> None:
    """Set ``out[i]`` to the world after ``steps[chosen[i]]``."""
    for i in range(len(chosen)):
        step = steps[chosen[i]]
        out[i] = worlds[step.world]
        apply(out[i], step.action)


@jit
def gather(worlds: Array, chosen: Array, out: Array) -> None:
    """Set `out` to ``worlds[chosen]`` (NumPy would copy field by field)."""
    for i in range(len(chosen)):
        out[i] = worlds[chosen[i]]


@jit
def follow(start: Array, history: Array, player: int, by_thumb: bool, world: Array) -> float:
    """Play `history` (int64) from ``start[0]`` to ``world[0]``.

    Returns
    -------
    The logarithm of the likelihood of the others' decisions under the model, relative to acting
    uniformly at random.
    """
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES)
    world[0] = start[0]
    total = 0.0
    for action in history:
        mover = current_player(world[0])
        if by_thumb and mover != CHANCE and mover != player:
            n = _choices(world[0], mover, player, by_thumb, actions, probs)
            for k in range(n):
                if actions[k] == action:
                    total += np.log(probs[k] * n)
        apply(world[0], action)
    return total


@jit
def whose_turns(worlds: Array, out: Array) -> None:
    """Write who is to move in each world."""
    for i in range(len(worlds)):
        out[i] = current_player(worlds[i])
