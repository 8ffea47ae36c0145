"""Sampled walks over compiled rules: external and outcome sampling.

Walks play on a table that may add to another, frozen one: the regrets of an information state are
those of both together, and only the first is written. So walks on several threads share what was
learnt before their round and nothing else.

Forced moves are made without storing anything. Sources: Lanctot, Waugh, Zinkevich and Bowling
2009, "Monte Carlo sampling for regret minimization in extensive games". The average strategy is
gathered where the player after the updating one moves, whom both methods sample on policy.
"""

from __future__ import annotations

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
    returns,
)
from intrigue.games.core.rng import random_index, random_unit
from intrigue.games.core.types import Array
from intrigue.solvers.sampled.abstraction import Keying, information_key
from intrigue.solvers.sampled.regret_table import NO_ROOM, TableArrays, enter

# Columns of a frame, which is a decision of the updating player on the path: where its cells are
# in the table, where its actions are kept, how many, and which is being tried.
_CELLS, _KEPT, _COUNT, _TRIED = 0, 1, 2, 3


class Room(NamedTuple):
    """The most choices (actions or outcomes) of a state, and the most entries of the table."""

    choices: int
    entries: int


@jit(nogil=True)
def _match_regrets(
    cells: Array, begin: int, frozen_cells: Array, base: int, count: int, sigma: Array
) -> None:
    """Write the strategy of an entry, by regret matching, to ``sigma[:count]``."""
    total = 0.0
    if begin != NO_ROOM:
        for k in range(count):
            regret = cells[begin + k].regret
            if base >= 0:
                regret += frozen_cells[base + k].regret
            sigma[k] = max(regret, 0.0)
            total += sigma[k]
    if total > 0.0:
        scale = 1.0 / total
        for k in range(count):
            sigma[k] *= scale
    else:
        for k in range(count):
            sigma[k] = 1.0 / count


@jit(nogil=True)
def _room(array: Array, length: int) -> Array:
    """Return `array`, or a longer copy that has at least `length` places."""
    if length <= len(array):
        return array
    longer = np.empty(2 * length, array.dtype)
    longer[: len(array)] = array
    return longer


@jit(nogil=True, error_model="numpy")
def external_walks(
    states: Array,
    iterations: int,
    keying: Keying,
    room: Room,
    table: TableArrays,
    frozen: TableArrays,
    rng: Array,
) -> TableArrays:
    """Do iterations of external sampling, one walk a player each.

    The walk tries every action of the updating player and samples everybody else.

    Parameters
    ----------
    states : (max_decisions + 2,) records
        The start of the game first; the others are working space.
    keying : Keying
        How information states are looked up.
    room : Room
    table : TableArrays
        What is learnt; changed in place.
    frozen : TableArrays
        The table it adds to; only read.
    rng : (1,) uint64
        Advanced in place.

    Returns
    -------
    table
        With longer arrays where they were full.
    """
    kept, observation = keying
    max_entries = room.entries
    slots, cells, counts = table
    frozen_slots, frozen_cells = frozen.slots, frozen.cells
    num_players = states[0].players
    actions = np.empty(room.choices, np.int64)
    sigma = np.empty(room.choices, np.float64)
    gains = np.zeros(num_players, np.float64)
    # Actions, strategies and values of all frames, one after the other.
    kept_action = np.empty(1024, np.int64)
    kept_sigma = np.empty(1024, np.float64)
    kept_value = np.empty(1024, np.float64)
    frame = np.empty((len(states), 4), np.int64)
    for walk in range(iterations * num_players):
        player = walk % num_players
        averaged = (player + 1) % num_players
        states[1] = states[0]
        state = states[1]
        top = 0
        used = 0
        while True:
            owner = current_player(state)
            action = 0
            if owner == CHANCE:
                count = chance_outcomes(state, actions, sigma)
                action = actions[random_index(rng, sigma, count)]
            elif owner != TERMINAL:
                count = legal_actions(state, actions)
                action = actions[0]
                if count > 1:
                    first, second = information_key(state, owner, actions, count, kept, observation)
                    slot = find_slot(slots, first, second)
                    base = np.int64(-1)
                    if slots[slot].count == count:
                        begin = slots[slot].begin
                        base = slots[slot].base_begin
                    elif slots[slot].count != 0:
                        # Not this information state, as a file may have it: nothing is known.
                        begin = np.int64(NO_ROOM)
                    else:
                        known = find_slot(frozen_slots, first, second)
                        if frozen_slots[known].count == count:
                            base = frozen_slots[known].begin
                        slots, cells, begin = enter(
                            slots, cells, counts, (first, second), actions, count, base, max_entries
                        )
                    _match_regrets(cells, begin, frozen_cells, base, count, sigma)
                    if owner != player:
                        if owner == averaged and begin != NO_ROOM:
                            for k in range(count):
                                cells[begin + k].average += sigma[k]
                        action = actions[random_index(rng, sigma, count)]
                    else:
                        kept_action = _room(kept_action, used + count)
                        kept_sigma = _room(kept_sigma, used + count)
                        kept_value = _room(kept_value, used + count)
                        kept_action[used : used + count] = actions[:count]
                        kept_sigma[used : used + count] = sigma[:count]
                        frame[top, _CELLS] = begin
                        frame[top, _KEPT] = used
                        frame[top, _COUNT] = count
                        frame[top, _TRIED] = 0
                        states[2 + top] = state
                        top += 1
                        used += count
            else:
                gains[:] = 0.0
                returns(state, gains)
                value = gains[player]
                # Back up to the last decision that has an untried action.
                while top > 0:
                    begin, first_kept = frame[top - 1, _CELLS], frame[top - 1, _KEPT]
                    count, tried = frame[top - 1, _COUNT], frame[top - 1, _TRIED]
                    kept_value[first_kept + tried] = value
                    tried += 1
                    if tried < count:
                        frame[top - 1, _TRIED] = tried
                        states[1] = states[1 + top]
                        action = kept_action[first_kept + tried]
                        break
                    value = 0.0
                    for k in range(first_kept, first_kept + count):
                        value += kept_sigma[k] * kept_value[k]
                    if begin != NO_ROOM:
                        for k in range(count):
                            cells[begin + k].regret += kept_value[first_kept + k] - value
                    top -= 1
                    used = first_kept
                if top == 0:
                    break
            # The only call: rules are long, and each call may be compiled into its place.
            apply(state, action)
    return TableArrays(slots, cells, counts)


@jit(nogil=True, error_model="numpy")
def outcome_walks(
    states: Array,
    iterations: int,
    exploration: float,
    keying: Keying,
    room: Room,
    table: TableArrays,
    frozen: TableArrays,
    rng: Array,
) -> TableArrays:
    """Do iterations of outcome sampling, one walk a player each.

    The walk plays one game; the updating player explores: with probability `exploration` (0..1)
    they choose uniformly. Other parameters and the result are those of :func:`external_walks`.
    """
    kept, observation = keying
    max_entries = room.entries
    slots, cells, counts = table
    frozen_slots, frozen_cells = frozen.slots, frozen.cells
    num_players = states[0].players
    actions = np.empty(room.choices, np.int64)
    sigma = np.empty(room.choices, np.float64)
    gains = np.zeros(num_players, np.float64)
    frame = np.empty((len(states), 4), np.int64)
    # For each frame: 1 / probability that the player's own sampling came here, probability with
    # which it chose on, and the strategy's probability of that choice.
    weight = np.empty((len(states), 3), np.float64)
    for walk in range(iterations * num_players):
        player = walk % num_players
        averaged = (player + 1) % num_players
        states[1] = states[0]
        state = states[1]
        top = 0
        inverse = 1.0
        while True:
            owner = current_player(state)
            if owner == TERMINAL:
                break
            if owner == CHANCE:
                count = chance_outcomes(state, actions, sigma)
                chosen = random_index(rng, sigma, count)
            else:
                count = legal_actions(state, actions)
                chosen = 0
                if count > 1:
                    first, second = information_key(state, owner, actions, count, kept, observation)
                    slot = find_slot(slots, first, second)
                    base = np.int64(-1)
                    if slots[slot].count == count:
                        begin = slots[slot].begin
                        base = slots[slot].base_begin
                    elif slots[slot].count != 0:
                        # Not this information state, as a file may have it: nothing is known.
                        begin = np.int64(NO_ROOM)
                    else:
                        known = find_slot(frozen_slots, first, second)
                        if frozen_slots[known].count == count:
                            base = frozen_slots[known].begin
                        slots, cells, begin = enter(
                            slots, cells, counts, (first, second), actions, count, base, max_entries
                        )
                    _match_regrets(cells, begin, frozen_cells, base, count, sigma)
                    if owner == averaged and begin != NO_ROOM:
                        for k in range(count):
                            cells[begin + k].average += inverse * sigma[k]
                    keep = 1.0 - exploration if owner == player else 1.0
                    mixed = exploration / count if owner == player else 0.0
                    chosen = count - 1
                    point = random_unit(rng)
                    for k in range(count):
                        point -= keep * sigma[k] + mixed
                        if point < 0.0:
                            chosen = k
                            break
                    if owner == player:
                        chance = keep * sigma[chosen] + mixed
                        frame[top, _CELLS] = begin
                        frame[top, _COUNT] = count
                        frame[top, _TRIED] = chosen
                        weight[top, 0] = inverse
                        weight[top, 1] = chance
                        weight[top, 2] = sigma[chosen]
                        inverse /= chance
                        top += 1
            apply(state, actions[chosen])
        gains[:] = 0.0
        returns(state, gains)
        value = gains[player]
        while top > 0:
            top -= 1
            begin, count, chosen = frame[top, _CELLS], frame[top, _COUNT], frame[top, _TRIED]
            sampled = value / weight[top, 1]
            value = weight[top, 2] * sampled
            if begin != NO_ROOM:
                for k in range(count):
                    cells[begin + k].regret -= weight[top, 0] * value
                cells[begin + chosen].regret += weight[top, 0] * sampled
    return TableArrays(slots, cells, counts)
