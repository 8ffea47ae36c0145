"""Walking the tree of a game whose rules are compiled, at machine speed.

Information sets are told apart by the 128-bit hash that the kernel keeps for each player: both
halves are compared, so two information sets are taken for one with a chance below 2**-64 for any
tree that fits into memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES
from intrigue.games.core.hash_table import find_slot, grow_table
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    Kernel,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
    new_states,
    reset,
    returns,
)
from intrigue.games.core.rng import new_rng, random_below
from intrigue.games.core.types import Array
from intrigue.solvers.trees.arrays import GameTree, Preorder, too_large

_OK, _TOO_LARGE, _DIFFERENT_ACTIONS = 0, 1, 2

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("chance", np.float64),
                ("infoset", np.int32),
                ("parent", np.int32),
                ("depth", np.int32),
                ("action", np.int32),
                ("player", np.int32),
            ],
            align=True,
        ),
    )
)
"""A node in preorder, as :class:`intrigue.solvers.trees.arrays.Preorder` describes it."""

SET = np.dtype(
    (
        np.record,
        [
            ("first", np.uint64),
            ("second", np.uint64),
            ("begin", np.int64),
            ("infoset", np.int32),
            ("count", np.int32),
        ],
    )
)
"""An information set in a hash table: its key, where its legal actions begin among all of them, its
number, and how many actions it has."""


def walk_kernel(kernel: Kernel, parameters: Array, max_nodes: int, name: str) -> Preorder:
    """Walk the whole tree of compiled rules, depth first.

    Parameters
    ----------
    kernel : Kernel
    parameters : int64
        What the kernel's `reset` takes.
    max_nodes : int
        Stop beyond so many nodes.
    name : str
        The game's name, for messages.

    Raises
    ------
    ValueError
        There are more nodes, or nodes of one information set offer different actions.
    """
    status, num_players, nodes, ends, legal_offset, legal = _walk(
        new_states(kernel, 2), parameters, min(max_nodes, np.iinfo(np.int32).max)
    )
    if status == _TOO_LARGE:
        raise too_large(name, max_nodes)
    if status == _DIFFERENT_ACTIONS:
        raise ValueError(f"{name} offers different actions at nodes of one information set")
    return Preorder(
        player=nodes["player"],
        infoset=nodes["infoset"],
        parent=nodes["parent"],
        depth=nodes["depth"],
        action=nodes["action"],
        chance=nodes["chance"],
        returns=ends.reshape(-1, num_players),
        legal_offset=legal_offset,
        legal=legal,
    )


def name_by_replay(game: pyspiel.Game) -> Callable[[GameTree], list[str]]:
    """Return a function that names a tree's information sets by replaying a way to each."""

    def names(tree: GameTree) -> list[str]:
        strings = []
        for node, player in zip(tree.infoset_node, tree.infoset_player.tolist(), strict=True):
            state = game.new_initial_state()
            for action in tree.path(int(node)):
                state.apply_action(action)
            strings.append(state.information_state_string(player))
        return strings

    return names


def dive(kernel: Kernel, parameters: Array, dives: int, seed: int) -> tuple[Array, int, int]:
    """Dive at random from the root; see :func:`intrigue.solvers.trees.building.forecast`.

    Returns
    -------
    totals : (3, dives) float64
        Estimates of the numbers of nodes, decision nodes and terminals by each dive.
    infosets_seen, max_depth : int
    """
    totals, seen, depth = _dive(new_states(kernel, 2), parameters, dives, seed)
    return totals, int(seen), int(depth)


@jit
def _dive(states: Array, parameters: Array, dives: int, seed: int) -> Any:
    reset(states[1], parameters)
    rng = new_rng(seed)
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    totals = np.zeros((3, dives))
    slots = np.zeros(1024, SET)
    seen = 0
    deepest = 0
    for i in range(dives):
        states[0] = states[1]
        state = states[0]
        width = 1.0
        depth = 0
        while True:
            totals[0, i] += width
            player = current_player(state)
            if player == TERMINAL:
                totals[2, i] += width
                break
            if player == CHANCE:
                count = chance_outcomes(state, actions, probs)
            else:
                count = legal_actions(state, actions)
                totals[1, i] += width
                first, second = state.info_hash[player, 0], state.info_hash[player, 1]
                slot = find_slot(slots, first, second)
                if slots[slot].count == 0:
                    slots[slot].first, slots[slot].second = first, second
                    slots[slot].count = count
                    seen += 1
                    if 2 * seen > len(slots):
                        slots = grow_table(slots)
            width *= count
            apply(state, actions[random_below(rng, count)])
            depth += 1
        deepest = max(deepest, depth)
    return totals, seen, deepest


@jit
def _longer(array: Array, length: int) -> Array:
    """Copy of `array` with its first axis grown to at least `length` (doubling)."""
    if length <= len(array):
        return array
    longer = np.empty(max(length, 2 * len(array)), array.dtype)
    longer[: len(array)] = array
    return longer


@jit
def _walk(states: Array, parameters: Array, max_nodes: int) -> Any:
    """Walk in preorder. `states` are two zeroed records, for their type."""
    reset(states[0], parameters)
    num_players = states[0].players
    path = np.empty(64, states.dtype)  # the states from the root to the node at hand
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    gains = np.zeros(num_players, np.float64)

    nodes = np.empty(1024, NODE)
    num_nodes = 0
    ends = np.empty(1024, np.float64)
    num_ends = 0

    slots = np.zeros(1024, SET)
    legal_offset = np.zeros(1024, np.int64)
    legal = np.empty(1024, np.int32)
    sets = 0

    # Children waiting for their turn, as the nodes that they will be.
    waiting = np.empty(1024, NODE)
    waiting[0].parent, waiting[0].depth, waiting[0].action = -1, 0, -1
    waiting[0].chance = 1.0
    num_waiting = 1
    status = _OK

    while num_waiting > 0 and status == _OK:
        num_waiting -= 1
        if num_nodes >= max_nodes:
            status = _TOO_LARGE
            break
        if num_nodes == len(nodes):
            nodes = _longer(nodes, num_nodes + 1)
        nodes[num_nodes] = waiting[num_waiting]
        node = nodes[num_nodes]
        d = node.depth
        if d >= len(path):
            deeper = np.empty(2 * len(path), states.dtype)
            for i in range(len(path)):
                deeper[i] = path[i]
            path = deeper
        if d == 0:
            path[0] = states[0]
        else:
            # Depth first: the state one level up still is the parent of this child.
            path[d] = path[d - 1]
            apply(path[d], node.action)
        state = path[d]
        owner = current_player(state)
        node.player = owner
        node.infoset = -1
        if owner == TERMINAL:
            gains[:] = 0.0
            returns(state, gains)
            ends = _longer(ends, num_ends + num_players)
            for p in range(num_players):
                ends[num_ends + p] = gains[p]
            num_ends += num_players
            num_nodes += 1
            continue
        if owner == CHANCE:
            count = chance_outcomes(state, actions, probs)
        else:
            count = legal_actions(state, actions)
            probs[:count] = 1.0
            first, second = state.info_hash[owner, 0], state.info_hash[owner, 1]
            slot = find_slot(slots, first, second)
            found = slots[slot]
            if found.count == 0:
                legal_offset = _longer(legal_offset, sets + 2)
                begin = legal_offset[sets]
                legal = _longer(legal, begin + count)
                for i in range(count):
                    legal[begin + i] = actions[i]
                legal_offset[sets + 1] = begin + count
                found.first, found.second, found.count = first, second, count
                found.begin, found.infoset = begin, sets
                node.infoset = sets
                sets += 1
                if 2 * sets > len(slots):
                    slots = grow_table(slots)
            else:
                node.infoset = found.infoset
                if found.count != count:
                    status = _DIFFERENT_ACTIONS
                else:
                    for i in range(count):
                        if legal[found.begin + i] != actions[i]:
                            status = _DIFFERENT_ACTIONS
        waiting = _longer(waiting, num_waiting + count)
        for i in range(count - 1, -1, -1):
            child = waiting[num_waiting]
            child.parent = num_nodes
            child.depth = d + 1
            child.action = actions[i]
            child.chance = probs[i]
            num_waiting += 1
        num_nodes += 1
    return (
        status,
        num_players,
        nodes[:num_nodes],
        ends[:num_ends],
        legal_offset[: sets + 1],
        legal[: legal_offset[sets]],
    )
