"""A search tree in flat arrays: nodes found by a 128-bit key, each with a sorted block of edges.

There are no links from a node to its children: what follows an action depends on chance and on what
is hidden, so the next node is looked up by its key in an open-addressing table. A node keeps the
node from which it was first reached, which is what pruning to a subtree needs.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.compiler import jit

Array = np.ndarray[Any, Any]

NODES, EDGES, FULL = 0, 1, 2
"""Indices into `Tree.used`."""


class Tree(NamedTuple):
    """Arrays of a search tree with room for N nodes and E edges.

    =============  ===============  ============================================================
    ``keys``       (N, 2) uint64    what the node stands for, see `ismcts.node_key`
    ``first``      (N,) int64       its first edge
    ``count``      (N,) int64       its number of edges
    ``parent``     (N,) int64       the node it was first reached from, always a smaller index, or -1
    ``table``      (2**k,) int64    node + 1 at a slot found by its key, 0 where empty
    ``action``     (E,) int64       action of the edge; ascending within a node
    ``visits``     (E,) int64       how often the edge was chosen
    ``available``  (E,) int64       how often it could have been (single-observer search only)
    ``value``      (E,) float64     sum of the mover's returns, each scaled to 0..1
    ``score``      (E,) float64     the same, each divided by its chance to be chosen (EXP3 only)
    ``prior``      (E,) float64     how much a policy favours the action, not normalised
    ``used``       (3,) int64       nodes in use, edges in use, simulations that found no room
    =============  ===============  ============================================================
    """

    keys: Array
    first: Array
    count: Array
    parent: Array
    table: Array
    action: Array
    visits: Array
    available: Array
    value: Array
    score: Array
    prior: Array
    used: Array


def new_tree(nodes: int, edges: int) -> Tree:
    """Return an empty tree with room for so many nodes and edges (about 60 and 56 bytes each)."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    return Tree(
        keys=np.zeros((nodes, 2), np.uint64),
        first=np.zeros(nodes, np.int64),
        count=np.zeros(nodes, np.int64),
        parent=np.zeros(nodes, np.int64),
        table=np.zeros(slots, np.int64),
        action=np.zeros(edges, np.int64),
        visits=np.zeros(edges, np.int64),
        available=np.zeros(edges, np.int64),
        value=np.zeros(edges),
        score=np.zeros(edges),
        prior=np.zeros(edges),
        used=np.zeros(3, np.int64),
    )


def grown(tree: Tree, nodes: int, edges: int) -> Tree:
    """Return a copy of `tree` with more room."""
    larger = new_tree(nodes, edges)
    copy_nodes(tree, larger, -1)
    return larger


def clear(tree: Tree) -> None:
    """Forget all nodes."""
    tree.table[:] = 0
    tree.used[:] = 0


@jit
def _slot(tree: Tree, key0: np.uint64, key1: np.uint64) -> int:
    """Return the slot that holds a key, or the empty one where it belongs."""
    mask = len(tree.table) - 1
    slot = int(key0 & np.uint64(mask))
    while tree.table[slot] != 0:
        node = tree.table[slot] - 1
        if tree.keys[node, 0] == key0 and tree.keys[node, 1] == key1:
            break
        slot = (slot + 1) & mask
    return slot


@jit
def find_node(tree: Tree, key0: np.uint64, key1: np.uint64) -> int:
    """Return the node with a key, or -1."""
    return tree.table[_slot(tree, key0, key1)] - 1  # type: ignore[no-any-return]


@jit
def add_node(
    tree: Tree,
    key0: np.uint64,
    key1: np.uint64,
    parent: int,
    actions: Array,
    priors: Array,
    n: int,
) -> int:
    """Add a node with edges for ``actions[:n]`` (ascending); return it, or -1 if there is no room."""
    node, edge = tree.used[NODES], tree.used[EDGES]
    if node == len(tree.keys) or edge + n > len(tree.action):
        return -1
    tree.table[_slot(tree, key0, key1)] = node + 1
    tree.keys[node, 0] = key0
    tree.keys[node, 1] = key1
    tree.first[node] = edge
    tree.count[node] = n
    tree.parent[node] = parent
    for i in range(n):
        _set_edge(tree, edge + i, actions[i], priors[i])
    tree.used[NODES] = node + 1
    tree.used[EDGES] = edge + n
    return node  # type: ignore[no-any-return]


@jit
def _set_edge(tree: Tree, edge: int, action: int, prior: float) -> None:
    tree.action[edge] = action
    tree.prior[edge] = prior
    tree.visits[edge] = 0
    tree.available[edge] = 0
    tree.value[edge] = 0.0
    tree.score[edge] = 0.0


@jit
def copy_edge(source: Tree, edge: int, target: Tree, new: int) -> None:
    """Copy an edge with its statistics."""
    target.action[new] = source.action[edge]
    target.prior[new] = source.prior[edge]
    target.visits[new] = source.visits[edge]
    target.available[new] = source.available[edge]
    target.value[new] = source.value[edge]
    target.score[new] = source.score[edge]


@jit
def match_edges(
    tree: Tree, node: int, actions: Array, priors: Array, n: int, choices: Array
) -> bool:
    """Write the edges of `node` for the legal ``actions[:n]`` to ``choices[:n]``.

    In single-observer search the legal actions depend on the world. Actions that the node has no
    edge for yet are added, which moves its edges to a new block. Returns False, and changes
    nothing, if there is no room for that.
    """
    first, count = tree.first[node], tree.count[node]
    i = 0
    missing = 0
    for j in range(n):
        while i < count and tree.action[first + i] < actions[j]:
            i += 1
        if i < count and tree.action[first + i] == actions[j]:
            choices[j] = first + i
        else:
            choices[j] = -1
            missing += 1
    if missing == 0:
        return True
    edge = tree.used[EDGES]
    if edge + count + missing > len(tree.action):
        return False
    tree.first[node] = edge
    i = 0
    j = 0
    while i < count or j < n:
        if j < n and choices[j] < 0 and (i == count or actions[j] < tree.action[first + i]):
            _set_edge(tree, edge, actions[j], priors[j])
            choices[j] = edge
            j += 1
        else:
            if j < n and choices[j] == first + i:
                choices[j] = edge
                j += 1
            copy_edge(tree, first + i, tree, edge)
            i += 1
        edge += 1
    tree.count[node] = count + missing
    tree.used[EDGES] = edge
    return True


@jit
def copy_nodes(source: Tree, target: Tree, root: int) -> None:
    """Copy to the empty `target`, which has room, the nodes first reached below `root`.

    With ``root == -1`` all nodes are copied.
    """
    moved = np.full(source.used[NODES] + 1, -1, np.int64)  # the last entry stands for "no parent"
    for node in range(source.used[NODES]):
        parent = moved[source.parent[node]]
        if root >= 0 and node != root and parent < 0:
            continue
        new, edge = target.used[NODES], target.used[EDGES]
        moved[node] = new
        target.keys[new] = source.keys[node]
        target.first[new] = edge
        target.count[new] = source.count[node]
        target.parent[new] = parent
        for i in range(source.count[node]):
            copy_edge(source, source.first[node] + i, target, edge + i)
        target.table[_slot(target, source.keys[node, 0], source.keys[node, 1])] = new + 1
        target.used[NODES] = new + 1
        target.used[EDGES] = edge + source.count[node]
