"""A search tree in flat arrays: nodes found by a 128-bit key, each with a sorted block of edges.

There are no links from a node to its children: what follows an action depends on chance and on what
is hidden, so the next node is looked up by its key in an open-addressing table. A node keeps the
node from which it was first reached, which is what pruning to a subtree needs.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit

Array = np.ndarray[Any, Any]

NODES, EDGES, FULL = 0, 1, 2
"""Indices into `Tree.used`."""


NODE = np.dtype(
    (
        np.record,
        [
            ("key", np.uint64, (2,)),
            ("first", np.int64),
            ("count", np.int64),
            ("parent", np.int64),
        ],
    )
)
"""A node: what it stands for (`simulation.node_key`), its first edge and number of edges, and the
node it was first reached from (always a smaller index), -1 for none.
"""

EDGE = np.dtype(
    (
        np.record,
        [
            ("action", np.int64),
            ("visits", np.int64),
            ("available", np.int64),
            ("value", np.float64),
            ("score", np.float64),
            ("prior", np.float64),
        ],
    )
)
"""An edge: its action (ascending within a node); how often it was chosen, and could have been
(counted in single-observer search only); the sum of the mover's returns, each scaled to 0..1; the
same sum with each term divided by the chance to be chosen (EXP3 only); how much a policy favours
the action, not normalised.
"""


class Tree(NamedTuple):
    """A search tree with room for N nodes and E edges.

    Few arrays on purpose: compiled code counts references to each of them at every call.

    =========  ==============  ===================================================================
    ``nodes``  (N,) `NODE`
    ``edges``  (E,) `EDGE`
    ``table``  (2**k,) int64   node + 1 at a slot found by its key, 0 where empty
    ``used``   (3,) int64      nodes in use, edges in use, simulations that found no room
    =========  ==============  ===================================================================
    """

    nodes: Array
    edges: Array
    table: Array
    used: Array


def new_tree(nodes: int, edges: int) -> Tree:
    """Return an empty tree with room for so many nodes and edges (60 and 48 bytes each)."""
    slots = 1 << max(4, (2 * nodes - 1).bit_length())
    return Tree(
        nodes=np.zeros(nodes, NODE),
        edges=np.zeros(edges, EDGE),
        table=np.zeros(slots, np.int64),
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
    slot = np.int64(key0 >> np.uint64(1)) & mask  # shifted: signed from here on
    while tree.table[slot] != 0:
        node = tree.table[slot] - 1
        if tree.nodes[node].key[0] == key0 and tree.nodes[node].key[1] == key1:
            break
        slot = (slot + 1) & mask
    return slot  # type: ignore[return-value]


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
    """Add a node with edges for ``actions[:n]``, ascending; return it, or -1 without room."""
    node, edge = tree.used[NODES], tree.used[EDGES]
    if node == len(tree.nodes) or edge + n > len(tree.edges):
        return -1
    tree.table[_slot(tree, key0, key1)] = node + 1
    tree.nodes[node].key[0] = key0
    tree.nodes[node].key[1] = key1
    tree.nodes[node].first = edge
    tree.nodes[node].count = n
    tree.nodes[node].parent = parent
    for i in range(n):
        _set_edge(tree, edge + i, actions[i], priors[i])
    tree.used[NODES] = node + 1
    tree.used[EDGES] = edge + n
    return node  # type: ignore[no-any-return]


@jit
def _set_edge(tree: Tree, edge: int, action: int, prior: float) -> None:
    tree.edges[edge].action = action
    tree.edges[edge].prior = prior
    tree.edges[edge].visits = 0
    tree.edges[edge].available = 0
    tree.edges[edge].value = 0.0
    tree.edges[edge].score = 0.0


@jit
def match_edges(
    tree: Tree, node: int, actions: Array, priors: Array, n: int, choices: Array
) -> bool:
    """Write the edges of `node` for the legal ``actions[:n]`` to ``choices[:n]``.

    In single-observer search the legal actions depend on the world. Actions that the node has no
    edge for yet are added, which moves its edges to a new block. Returns False, and changes
    nothing, if there is no room for that.
    """
    first, count = tree.nodes[node].first, tree.nodes[node].count
    i = 0
    missing = 0
    for j in range(n):
        while i < count and tree.edges[first + i].action < actions[j]:
            i += 1
        if i < count and tree.edges[first + i].action == actions[j]:
            choices[j] = first + i
        else:
            choices[j] = -1
            missing += 1
    if missing == 0:
        return True
    edge = tree.used[EDGES]
    if edge + count + missing > len(tree.edges):
        return False
    tree.nodes[node].first = edge
    i = 0
    j = 0
    while i < count or j < n:
        if j < n and choices[j] < 0 and (i == count or actions[j] < tree.edges[first + i].action):
            _set_edge(tree, edge, actions[j], priors[j])
            choices[j] = edge
            j += 1
        else:
            if j < n and choices[j] == first + i:
                choices[j] = edge
                j += 1
            tree.edges[edge] = tree.edges[first + i]
            i += 1
        edge += 1
    tree.nodes[node].count = count + missing
    tree.used[EDGES] = edge
    return True


@jit
def copy_nodes(source: Tree, target: Tree, root: int) -> None:
    """Copy to the empty `target`, which has room, the nodes first reached below `root`.

    With ``root == -1`` all nodes are copied.
    """
    moved = np.full(source.used[NODES] + 1, -1, np.int64)  # the last entry stands for "no parent"
    for node in range(source.used[NODES]):
        parent = moved[source.nodes[node].parent]
        if root >= 0 and node != root and parent < 0:
            continue
        new, edge = target.used[NODES], target.used[EDGES]
        moved[node] = new
        target.nodes[new] = source.nodes[node]
        target.nodes[new].first = edge
        target.nodes[new].parent = parent
        for i in range(source.nodes[node].count):
            target.edges[edge + i] = source.edges[source.nodes[node].first + i]
        key = source.nodes[node].key
        target.table[_slot(target, key[0], key[1])] = new + 1
        target.used[NODES] = new + 1
        target.used[EDGES] = edge + source.nodes[node].count
