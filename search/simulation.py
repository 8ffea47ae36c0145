"""Information-set Monte Carlo tree search, compiled, for every registered kernel.

A simulation takes a world (a full state that the searching player cannot tell from the true one),
descends the tree in it, adds one node, plays the rest by a rollout policy and adds the returns to
the edges it took. The variants differ in what a node stands for:

- ``MULTIPLE_OBSERVER``: the information state of the player to move (Cowling, Powley and Whitehouse
  2012, section V: one tree a player, searched together; here all in one table).
- ``SINGLE_OBSERVER``: the information state of the searching player, at all decisions (section IV,
  with opponents' moves that look alike leading to the same node). What is legal depends on the
  world, so edges count how often they were available.
- ``DETERMINIZED``: the full state, apart in each world: perfect-information Monte Carlo. With the
  true state as the only world this is the cheating player.
- ``FLAT``: only the root has a node.

Chance outcomes are sampled by their probabilities and have no nodes. The same goes for opponents
whose policy is known: then the search looks for a best response, and is one for a partially
observable decision process (POMCP, Silver and Veness 2010).
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES, random_action
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    Kernel,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
    mix,
    new_states,
    returns,
)
from intrigue.games.core.rng import random_index
from intrigue.search.known_policies import RANDOM, THUMB, UNKNOWN, policy_weights
from intrigue.search.selection import (
    EXP3,
    LEAST_TRIED,
    PUCT,
    UCB1,
    select_exp3,
    select_least_tried,
    select_puct,
    select_ucb1,
)
from intrigue.search.thumbs.registry import thumb_weights
from intrigue.search.tree import (
    EDGES,
    FULL,
    NODES,
    Tree,
    add_node,
    find_node,
    match_edges,
)

Array = np.ndarray[Any, Any]

MULTIPLE_OBSERVER, SINGLE_OBSERVER, DETERMINIZED, FLAT = 0, 1, 2, 3


class Settings(NamedTuple):
    """What a search does, as plain numbers.

    `variant`, `selection`, `rollout` (RANDOM or THUMB), `prior` (RANDOM: uniform, or THUMB);
    `others`: the policy of all others (see `known_policies`), UNKNOWN to search their moves, too;
    `player` who searches; `room`: edges that must be free before a simulation, else the arrays
    have to grow first, unless `bounded` (1: they must not grow any more); `exploration`: constant
    of UCB1 or PUCT; returns are scaled to 0..1 by ``(value - low) / span``.
    """

    variant: int
    selection: int
    rollout: int
    prior: int
    others: int
    player: int
    room: int
    bounded: int
    exploration: float
    low: float
    span: float


STEP = np.dtype((np.record, [("edge", np.int64), ("player", np.int64), ("prob", np.float64)]))
"""A step of a simulation through the tree: edge, who moved, chance it was chosen with (EXP3)."""


class Scratch(NamedTuple):
    """Working space of a search.

    One record, and vectors as long as a state has choices, a game has players, or a path through
    the tree may get.
    """

    states: Array
    actions: Array
    probs: Array
    choices: Array
    priors: Array
    returns: Array
    path: Array


def new_scratch(kernel: Kernel, players: int, longest_path: int) -> Scratch:
    """Return working space for a game; deeper than `longest_path` no nodes are used."""
    return Scratch(
        states=new_states(kernel),
        actions=np.empty(MAX_CHOICES, np.int64),
        probs=np.empty(MAX_CHOICES),
        choices=np.empty(MAX_CHOICES, np.int64),
        priors=np.empty(MAX_CHOICES),
        returns=np.zeros(players),
        path=np.zeros(longest_path, STEP),
    )


@jit
def node_key(state: Any, settings: Settings, player: int, world: int, hidden: int) -> Any:
    """Return the key (two uint64) of the node for `state`, where `player` is to move.

    `hidden` counts the decisions since the searching player last saw anything: without it, two
    decisions in a row that the searching player does not see would share a node.
    """
    if settings.variant == SINGLE_OBSERVER:
        word = np.uint64(hidden * 64 + player)
        first = state.info_hash[settings.player, 0]
        second = state.info_hash[settings.player, 1]
        return mix(first, word), mix(second, word)
    if settings.variant == DETERMINIZED:
        first = np.uint64(world)
        second = np.uint64(world)
        for p in range(state.players):
            first = mix(first, state.info_hash[p, 0])
            second = mix(second, state.info_hash[p, 1])
        return first, second
    return state.info_hash[player, 0], state.info_hash[player, 1]


@jit
def _list_choices(state: Any, settings: Settings, scratch: Scratch) -> int:
    """List the legal actions and their priors; return how many there are."""
    n = legal_actions(state, scratch.actions)
    if settings.prior == THUMB:
        thumb_weights(state, current_player(state), scratch.actions, n, scratch.priors)
    else:
        scratch.priors[:n] = 1.0
    return n  # type: ignore[no-any-return]


@jit
def _edges_at(tree: Tree, node: int, state: Any, settings: Settings, scratch: Scratch) -> int:
    """Write the edges available in this world to ``scratch.choices``; return how many, or -1."""
    if settings.variant == SINGLE_OBSERVER:
        n = _list_choices(state, settings, scratch)
        if not match_edges(tree, node, scratch.actions, scratch.priors, n, scratch.choices):
            return -1
        return n  # type: ignore[no-any-return]
    # Everywhere else the node determines what is legal.
    n = tree.nodes[node].count
    for i in range(n):
        scratch.choices[i] = tree.nodes[node].first + i
    return n  # type: ignore[no-any-return]


@jit
def _select(tree: Tree, settings: Settings, scratch: Scratch, n: int, rng: Array) -> int:
    """Return the position in ``scratch.choices`` of the edge to follow."""
    counted = settings.variant == SINGLE_OBSERVER
    choices = scratch.choices
    if settings.selection == UCB1:
        chosen = select_ucb1(tree, choices, n, counted, settings.exploration, rng)
    elif settings.selection == PUCT:
        chosen = select_puct(tree, choices, n, settings.exploration)
    elif settings.selection == EXP3:
        chosen = select_exp3(tree, choices, n, scratch.probs, rng)
    else:
        chosen = select_least_tried(tree, choices, n)
    if counted:
        for i in range(n):
            tree.edges[choices[i]].available += 1
    return chosen  # type: ignore[no-any-return]


@jit
def roll_out(
    state: Any, policy: int, others: int, player: int, scratch: Scratch, rng: Array
) -> None:
    """Play `state` to the end: `player` by `policy`, and `others` by theirs (see `Settings`)."""
    mover = current_player(state)
    while mover != TERMINAL:
        own = others == UNKNOWN or mover == player
        followed = policy if own else others
        if followed == RANDOM or mover == CHANCE:
            apply(state, random_action(state, rng, scratch.actions, scratch.probs))
        else:
            _follow(state, followed, mover, scratch, rng)
        mover = current_player(state)


@jit
def _follow(state: Any, policy: int, mover: int, scratch: Scratch, rng: Array) -> None:
    """Let `mover` take the next decision by a policy."""
    n = legal_actions(state, scratch.actions)
    policy_weights(state, policy, mover, scratch.actions, n, scratch.probs)
    apply(state, scratch.actions[random_index(rng, scratch.probs, n)])


@jit
def _descend(tree: Tree, scratch: Scratch, settings: Settings, world: int, rng: Array) -> int:
    """Follow the tree from ``scratch.states[0]``, add a node; return the number of edges taken."""
    state = scratch.states[0]
    depth = 0
    hidden = 0
    parent = -1
    player = current_player(state)
    while player != TERMINAL and depth < len(scratch.path):
        seen = state.info_hash[settings.player, 0]
        if player == CHANCE:
            n = chance_outcomes(state, scratch.actions, scratch.probs)
            apply(state, scratch.actions[random_index(rng, scratch.probs, n)])
        elif settings.others != UNKNOWN and player != settings.player:
            _follow(state, settings.others, player, scratch, rng)
            hidden += 1
        else:
            key0, key1 = node_key(state, settings, player, world, hidden)
            node = find_node(tree, key0, key1)
            if node < 0:
                n = _list_choices(state, settings, scratch)
                node = add_node(tree, key0, key1, parent, scratch.actions, scratch.priors, n)
                if node < 0:
                    tree.used[FULL] += 1
                if node < 0 or depth > 0:
                    break
            n = _edges_at(tree, node, state, settings, scratch)
            if n < 0:
                tree.used[FULL] += 1
                break
            chosen = _select(tree, settings, scratch, n, rng)
            edge = scratch.choices[chosen]
            scratch.path[depth].edge = edge
            scratch.path[depth].player = player
            scratch.path[depth].prob = scratch.probs[chosen]
            depth += 1
            apply(state, tree.edges[edge].action)
            parent = node
            hidden += 1
            if settings.variant == FLAT:
                break
        if state.info_hash[settings.player, 0] != seen:
            hidden = 0
        player = current_player(state)
    return depth


@jit
def _back_up(tree: Tree, scratch: Scratch, settings: Settings, depth: int) -> None:
    """Add the returns of the finished ``scratch.states[0]`` to the edges that led there."""
    scratch.returns[:] = 0.0
    returns(scratch.states[0], scratch.returns)
    for i in range(depth):
        edge = scratch.path[i].edge
        value = (scratch.returns[scratch.path[i].player] - settings.low) / settings.span
        tree.edges[edge].visits += 1
        tree.edges[edge].value += value
        if settings.selection == EXP3:
            tree.edges[edge].score += value / scratch.path[i].prob


@jit
def _has_room(tree: Tree, room: int) -> bool:
    """Return whether a simulation surely finds room."""
    return (  # type: ignore[no-any-return]
        tree.used[NODES] < len(tree.nodes) and tree.used[EDGES] + room <= len(tree.edges)
    )


@jit
def simulate(
    tree: Tree,
    scratch: Scratch,
    settings: Settings,
    worlds: Array,
    first: int,
    count: int,
    rng: Array,
) -> int:
    """Run simulations number `first` to ``first + count - 1``; number i is in world ``i % W``.

    Parameters
    ----------
    worlds
        Array (W,) of records, equally likely; every one has the searching player to move.
    rng
        Generator of `intrigue.games.core.rng`, advanced.

    Returns
    -------
    How many were run: fewer than `count` if the arrays have to grow first.
    """
    for done in range(count):
        if settings.bounded == 0 and not _has_room(tree, settings.room):
            return done
        world = (first + done) % len(worlds)
        scratch.states[0] = worlds[world]
        depth = _descend(tree, scratch, settings, world, rng)
        roll_out(
            scratch.states[0], settings.rollout, settings.others, settings.player, scratch, rng
        )
        _back_up(tree, scratch, settings, depth)
    return count


@jit
def root_node(tree: Tree, settings: Settings, worlds: Array, world: int) -> int:
    """Return the node of a world's root, -1 if it has none yet."""
    key0, key1 = node_key(worlds[world], settings, settings.player, world, 0)
    return find_node(tree, key0, key1)  # type: ignore[no-any-return]


@jit
def root_statistics(
    tree: Tree, settings: Settings, worlds: Array, actions: Array, out: Array
) -> None:
    """Write visits and sum of values of each of the root's `actions` to the zeroed `out` (n, 2).

    Determinized search has a root in each world; their statistics are added up.
    """
    roots = len(worlds) if settings.variant == DETERMINIZED else 1
    for world in range(roots):
        node = root_node(tree, settings, worlds, world)
        if node < 0:
            continue
        for edge in range(tree.nodes[node].first, tree.nodes[node].first + tree.nodes[node].count):
            for i in range(len(actions)):
                if actions[i] == tree.edges[edge].action:
                    out[i, 0] += tree.edges[edge].visits
                    out[i, 1] += tree.edges[edge].value


__all__ = ["EXP3", "LEAST_TRIED", "PUCT", "UCB1", "Scratch", "Settings", "simulate"]
