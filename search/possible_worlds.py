"""All worlds that a player cannot tell from the true one, with their probabilities, one by one.

Every way that the game could have gone is followed from its start, and left where the player would
have seen something else than they did. Others are taken to act at random, as in `sampled_worlds`:
what they did on purpose does not count.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, mix, new_states
from intrigue.games.openspiel import KernelState

Array = np.ndarray[Any, Any]

MOST_VISITS = 40_000
"""Most positions that are looked at before the worlds are too many to count."""


class PossibleWorlds(NamedTuple):
    """Worlds (records) and the probability of each; the probabilities sum to one."""

    worlds: list[Any]
    probabilities: list[float]


def possible_worlds(state: KernelState, most: int) -> PossibleWorlds | None:
    """Return all worlds that the player to move thinks possible, None if they are too many.

    Parameters
    ----------
    state
        A position where a player is to move; only what that player has seen matters.
    most
        Most worlds.
    """
    player = state.current_player()
    hashes = _hashes_so_far(state, player)
    known, now = set(hashes), hashes[-1]
    start = new_states(state.definition.kernel)
    waiting = [(start, driver.start(start, state.definition.encoded), 1.0)]
    worlds: list[Any] = []
    weights: list[float] = []
    visits = 0
    while waiting:
        states, mover, weight = waiting.pop()
        visits += 1
        if visits > MOST_VISITS:
            return None
        if mover == player and _hash(states, player) == now:
            worlds.append(states[0])
            weights.append(weight)
            if len(worlds) > most:
                return None
            continue
        if mover == TERMINAL:
            continue
        if mover == CHANCE:
            outcomes = zip(*(part.tolist() for part in driver.list_outcomes(states)), strict=True)
        else:
            actions = driver.list_choices(states).tolist()
            share = 1.0 if mover == player else 1.0 / len(actions)
            outcomes = zip(actions, [share] * len(actions), strict=True)
        for action, share in outcomes:
            after = driver.duplicate(states)
            then = driver.step(after, action)
            if _hash(after, player) in known:
                waiting.append((after, then, weight * share))
    total = sum(weights)
    return PossibleWorlds(worlds, [weight / total for weight in weights])


def _hash(states: Array, player: int) -> tuple[int, int]:
    first, second = states[0].info_hash[player].tolist()
    return first, second


def _hashes_so_far(state: KernelState, player: int) -> list[tuple[int, int]]:
    """Return the hash of what the player had seen after each event they saw, as `emit` makes it."""
    start = new_states(state.definition.kernel)
    driver.start(start, state.definition.encoded)
    hashes = [_hash(start, player)]
    events, masks = state.events()
    for word, mask in zip(events.tolist(), masks.tolist(), strict=True):
        if (mask >> player) & 1:
            first, second = (np.uint64(half) for half in hashes[-1])
            seen = np.uint64(word)
            hashes.append((int(mix(first, seen)), int(mix(second, seen ^ first))))
    return hashes
