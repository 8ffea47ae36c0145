"""Whole steps and whole games over a kernel, for callers in Python.

All functions take arrays of records (a state is an array of length 1): crossing from Python into
compiled code is cheap for arrays. They work for every registered game.
"""

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
    observe,
    resample,
    reset,
    returns,
)
from intrigue.games.core.rng import new_rng, random_below, random_index

MAX_CHOICES = 4096
"""Most actions or chance outcomes that any state of any game may have."""


@jit
def start(states: Any, parameters: Any) -> int:
    """Reset ``states[0]`` and return who is to move."""
    reset(states[0], parameters)
    return current_player(states[0])


@jit
def step(states: Any, action: int) -> int:
    """Apply an action to ``states[0]`` and return who is to move."""
    apply(states[0], action)
    return current_player(states[0])


@jit
def _copy(target: Any, source: Any) -> None:
    for i in range(len(source)):
        target[i] = source[i]


def duplicate(states: Any) -> Any:
    """Return a copy of an array of states: a memory copy, NumPy's own goes field by field."""
    copies = np.empty(len(states), states.dtype)
    _copy(copies, states)
    return copies


@jit
def is_choice(states: Any, action: int) -> bool:
    """Return whether `action` is a legal action or chance outcome of ``states[0]``.

    Compiled rules index arrays with it unchecked, so whatever comes from outside is asked first.
    """
    for choice in list_choices(states):
        if choice == action:
            return True
    return False


@jit
def list_choices(states: Any) -> Any:
    """Return the legal actions or chance outcomes of ``states[0]``, int64 ascending."""
    out = np.empty(MAX_CHOICES, np.int64)
    n = 0
    player = current_player(states[0])
    if player == CHANCE:
        n = chance_outcomes(states[0], out, np.empty(MAX_CHOICES, np.float64))
    elif player != TERMINAL:
        n = legal_actions(states[0], out)
    return out[:n].copy()


@jit
def list_outcomes(states: Any) -> Any:
    """Return the chance outcomes of ``states[0]`` (int64 ascending) and their probabilities."""
    out = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    n = chance_outcomes(states[0], out, probs)
    return out[:n].copy(), probs[:n].copy()


@jit
def list_returns(states: Any) -> Any:
    """Return the players' returns at ``states[0]``, float64 (players,)."""
    out = np.zeros(states[0].players, np.float64)
    returns(states[0], out)
    return out


@jit
def write_observation(states: Any, player: int, out: Any) -> None:
    """Fill the float32 vector `out` with what `player` knows now."""
    out[:] = 0.0
    observe(states[0], player, out)


@jit
def resample_history(states: Any, history: Any, player: int, seed: int) -> Any:
    """Return a random history (int64) in which `player` saw the same; see `kernel.resample`."""
    out = np.empty(2 * len(history) + 64, np.int64)
    n = resample(states[0], history, player, new_rng(seed), out)
    return out[:n].copy()


@jit
def replay(states: Any, parameters: Any, history: Any) -> Any:
    """Play `history` (int64) from the start in ``states[0]``, zeroed, and return all its events.

    Returns
    -------
    Packed events (int64) and the masks of the players who saw them (int32), in order.
    """
    state = states[0]
    reset(state, parameters)
    events = np.empty(64, np.int64)
    masks = np.empty(64, np.int32)
    n = 0
    for action in history:
        apply(state, action)
        count = min(state.n_events, len(state.events))
        while n + count > len(events):
            events = np.concatenate((events, np.empty_like(events)))
            masks = np.concatenate((masks, np.empty_like(masks)))
        for i in range(count):  # slices would bring in the words of an error about their shapes
            events[n + i] = state.events[i]
            masks[n + i] = state.event_masks[i]
        n += count
    return events[:n].copy(), masks[:n].copy()


@jit
def random_action(state: Any, rng: Any, actions: Any, probs: Any) -> int:
    """Return a random action: a chance outcome by its probability, a decision uniformly.

    `actions` (int64) and `probs` (float64) are working space of length `MAX_CHOICES`.
    """
    if current_player(state) == CHANCE:
        n = chance_outcomes(state, actions, probs)
        return actions[random_index(rng, probs, n)]  # type: ignore[no-any-return]
    return actions[random_below(rng, legal_actions(state, actions))]  # type: ignore[no-any-return]


@jit
def random_game(states: Any, parameters: Any, seed: int, stream: int) -> Any:
    """Play one random game in ``states[0]``, zeroed, and return its history (int64)."""
    state = states[0]
    reset(state, parameters)
    rng = new_rng(seed, stream)
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    history = np.empty(256, np.int64)
    n = 0
    while current_player(state) != TERMINAL:
        if n == len(history):
            history = np.concatenate((history, np.empty_like(history)))
        history[n] = random_action(state, rng, actions, probs)
        apply(state, history[n])
        n += 1
    return history[:n].copy()


@jit
def count_random_steps(states: Any, parameters: Any, games: int, seed: int) -> int:
    """Play random games and return how many steps (actions and chance outcomes) they took.

    ``states`` holds two zeroed records.
    """
    reset(states[1], parameters)
    rng = new_rng(seed)
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    steps = 0
    for _ in range(games):
        states[0] = states[1]
        state = states[0]
        while current_player(state) != TERMINAL:
            apply(state, random_action(state, rng, actions, probs))
            steps += 1
    return steps
