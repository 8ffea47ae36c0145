"""A game as flat arrays: every node of its tree, in breadth-first order.

Children of a node are consecutive, every level of the tree is consecutive, and the information
sets of a player are numbered together, ancestors first. Everything that needs the whole game
(CFR, best responses, the sequence-form linear program) runs as linear sweeps over such arrays.

Trees come from :func:`intrigue.solvers.trees.building.build_tree`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.games.core.types import Array
from intrigue.solvers import storage
from intrigue.solvers.game_rules import require_rules, rules_of
from intrigue.solvers.layout import LARGEST, Column, Layout, Number, check_content, naming

CHANCE = -1
"""Player number of a chance node, as in OpenSpiel."""
TERMINAL = -4
"""Player number of a terminal node, as in OpenSpiel."""

TREE_KIND, TREE_VERSION = "intrigue game tree", 2
BYTES_PER_NODE = 1 + 4 + 4 + 4 + 4 + 4 + 8
"""Bytes of the arrays of :class:`GameTree` for one node, without its returns."""


@dataclass(frozen=True, eq=False)
class GameTree:
    """The whole tree of a sequential game, nodes in breadth-first order.

    With N nodes, T terminals, I information sets and A actions summed over information sets:

    Attributes
    ----------
    game : str
        The game with its parameters, as OpenSpiel writes it, e.g. ``leduc_poker()``.
    num_players : int
    player : (N,) int8
        Whose turn it is: 0 .. num_players - 1, :data:`CHANCE`, or :data:`TERMINAL`.
    infoset : (N,) int32
        Information set of a decision node, otherwise -1.
    parent : (N,) int32
        -1 at the root.
    first_child : (N,) int32
        Children are ``first_child .. first_child + num_children - 1``; -1 at a terminal.
    num_children : (N,) int32
    action : (N,) int32
        The action (or chance outcome) that led here; -1 at the root.
    chance_probability : (N,) float64
        Of the edge into the node: the outcome's probability below a chance node, otherwise 1.
    terminals : (T,) int32
        The terminal nodes, ascending.
    returns : (T, num_players) float64
        What each player gets at each terminal.
    infoset_player : (I,) int8
        Ascending: the information sets of player 0 come first.
    action_offset : (I + 1,) int32
        Actions of information set i are ``action_offset[i] .. action_offset[i + 1] - 1``.
    legal_actions : (A,) int32
        OpenSpiel's number of each action, ascending within an information set.
    infoset_node : (I,) int32
        The first node of each information set.
    """

    game: str
    num_players: int
    player: NDArray[np.int8]
    infoset: NDArray[np.int32]
    parent: NDArray[np.int32]
    first_child: NDArray[np.int32]
    num_children: NDArray[np.int32]
    action: NDArray[np.int32]
    chance_probability: NDArray[np.float64]
    terminals: NDArray[np.int32]
    returns: NDArray[np.float64]
    infoset_player: NDArray[np.int8]
    action_offset: NDArray[np.int32]
    legal_actions: NDArray[np.int32]
    infoset_node: NDArray[np.int32]
    name_infosets: Callable[[GameTree], list[str]] = field(repr=False)

    @property
    def num_nodes(self) -> int:
        """How many nodes the tree has, terminals included."""
        return len(self.player)

    @property
    def num_infosets(self) -> int:
        """How many information sets there are, all players together."""
        return len(self.infoset_player)

    @property
    def num_actions(self) -> int:
        """How many actions there are, summed over the information sets."""
        return len(self.legal_actions)

    @property
    def nbytes(self) -> int:
        """Bytes that the arrays take (information-state strings not counted)."""
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))

    @cached_property
    def infostate_strings(self) -> list[str]:
        """The information-state string of every information set (made when first asked for)."""
        return self.name_infosets(self)

    @cached_property
    def infoset_index(self) -> dict[tuple[int, str], int]:
        """(player, information-state string) -> information set."""
        owners = self.infoset_player.tolist()
        return {
            (owner, name): index
            for index, (owner, name) in enumerate(zip(owners, self.infostate_strings, strict=True))
        }

    @cached_property
    def levels(self) -> NDArray[np.int32]:
        """Where each depth begins, and N at the end: (depths + 1,) int32."""
        starts = [0]
        begin, end = 0, 1
        while begin < end:
            starts.append(end)
            below = int(self.num_children[begin:end].sum())
            begin, end = end, end + below
        return np.asarray(starts, dtype=np.int32)

    @cached_property
    def is_constant_sum(self) -> bool:
        """Whether every end of the game shares out the same total."""
        totals = self.returns.sum(axis=1)
        return bool(np.all(np.abs(totals - totals[0]) <= 1e-9 * (1 + np.abs(totals[0]))))

    def path(self, node: int) -> list[int]:
        """Actions and chance outcomes from the root to `node`."""
        actions: list[int] = []
        while self.parent[node] >= 0:
            actions.append(int(self.action[node]))
            node = int(self.parent[node])
        return actions[::-1]

    @cached_property
    def last_sequence(self) -> NDArray[np.int32]:
        """Each player's last action on the way to each node: (N, num_players) int32.

        An action is its index into ``legal_actions``; ``A + p`` says that player p has not acted.

        Raises
        ------
        ValueError
            A player does not always remember what they did (perfect recall fails): two nodes of
            one information set are reached by different last actions of its player.
        """
        sequence, bad = _last_sequences(
            self.player,
            self.infoset,
            self.first_child,
            self.num_children,
            self.action_offset,
            self.infoset_node,
            self.num_players,
        )
        if bad >= 0:
            infoset = int(self.infoset[bad])
            raise ValueError(
                f"{self.game} is not a game of perfect recall: player "
                f"{self.infoset_player[infoset]} reaches information set {infoset} by different "
                "own actions; algorithms on the tree need perfect recall"
            )
        return sequence  # type: ignore[no-any-return]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the tree with its information-state strings to a checked, compressed file."""
        packed, offsets = storage.pack_strings(self.infostate_strings)
        arrays = {
            name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)
        }
        for derived in ("levels", "last_sequence"):
            arrays.pop(derived, None)
        arrays |= {"string_bytes": packed, "string_offsets": offsets}
        header = {
            "game": self.game,
            "rules": rules_of(self.game),
            "num_players": self.num_players,
        }
        storage.save_arrays(path, TREE_KIND, TREE_VERSION, header, arrays)


class Preorder(NamedTuple):
    """A game's tree as a walk meets it: N nodes in preorder, children in the order of actions.

    ==============  ==================  ==========================================================
    `player`        (N,)                as in :class:`GameTree`
    `infoset`       (N,)                information set, numbered in any order; -1 for none
    `parent`        (N,)                -1 at the root
    `depth`         (N,)                0 at the root
    `action`        (N,)                what led here; -1 at the root
    `chance`        (N,)                probability of the edge into the node; 1 but below chance
    `returns`       (T, num_players)    of the terminals in preorder
    `legal_offset`  (I + 1,)            where each information set's actions begin in `legal`
    `legal`         (A,)                its actions, ascending
    ==============  ==================  ==========================================================
    """

    player: Array
    infoset: Array
    parent: Array
    depth: Array
    action: Array
    chance: Array
    returns: Array
    legal_offset: Array
    legal: Array


def _tree_problem(
    header: Mapping[str, Any], arrays: Mapping[str, Array], sizes: Mapping[str, int]
) -> str:
    """Return how the arrays of a tree's file contradict each other, or nothing."""
    player, infoset, children = arrays["player"], arrays["infoset"], arrays["num_children"]
    nodes, num_players = sizes["N"], header["num_players"]
    if sizes["P"] != num_players:
        return "its returns are of another number of players"
    inner, decision, chance = children > 0, player >= 0, player == CHANCE
    first_child = np.where(inner, 1 + np.cumsum(children) - children, -1)
    if (
        children.sum() != nodes - 1
        or not np.array_equal(arrays["first_child"], first_child)
        or np.any(first_child[inner] <= np.flatnonzero(inner))
        or not np.array_equal(arrays["parent"][1:], np.repeat(np.arange(nodes), children))
        or not np.array_equal(arrays["parent"][:1], [-1])
    ):
        return "its nodes are no tree in breadth-first order"
    if (
        np.any((player == TERMINAL) == inner)
        or np.any(~decision & ~chance & inner)
        or np.any(player >= num_players)
        or not np.array_equal(arrays["terminals"], np.flatnonzero(player == TERMINAL))
    ):
        return "its ends or players are not those of its nodes"
    owner, offset = arrays["infoset_player"], arrays["action_offset"]
    if np.any(decision != (infoset >= 0)) or np.any(infoset >= sizes["I"]):
        return "its decisions are in no information set"
    chosen = infoset[decision]
    first_node = np.full(sizes["I"], nodes)
    np.minimum.at(first_node, chosen, np.flatnonzero(decision))
    together = owner[1:] == owner[:-1]
    if (
        np.any(owner[chosen] != player[decision])
        or np.any(np.diff(offset)[chosen] != children[decision])
        or not np.array_equal(arrays["infoset_node"], first_node)
        or np.any(owner[1:] < owner[:-1])
        or np.any((first_node[1:] <= first_node[:-1]) & together)
    ):
        return "its information sets are not those of its nodes"
    above = arrays["parent"][1:]
    below = np.flatnonzero(decision[above]) + 1
    place = offset[infoset[arrays["parent"][below]]] + below - first_child[arrays["parent"][below]]
    if np.any(arrays["action"][below] != arrays["legal_actions"][place]):
        return "its actions are not those of its information sets"
    probability = arrays["chance_probability"]
    totals = np.bincount(above, probability[1:], minlength=nodes)[chance]
    if np.any(np.abs(totals - 1) > 1e-6) or np.any(probability[1:][~chance[above]] != 1):
        return "its chances do not sum to one"
    return ""


TREE = Layout(
    header={"game": str, "num_players": Number(1, 127)},
    columns={
        "player": Column("int8", ("N",), low=TERMINAL),
        "infoset": Column("int32", ("N",), low=-1),
        "parent": Column("int32", ("N",), low=-1),
        "first_child": Column("int32", ("N",), low=-1),
        "num_children": Column("int32", ("N",), low=0),
        "action": Column("int32", ("N",), low=-1),
        "chance_probability": Column("float64", ("N",), low=0, high=1 + 1e-9),
        "terminals": Column("int32", ("T",), low=0, ascends=True),
        "returns": Column("float64", ("T", "P"), low=-LARGEST, high=LARGEST),
        "infoset_player": Column("int8", ("I",), low=0),
        "action_offset": Column("int32", ("I+1",), rises_to="A", step=1),
        "legal_actions": Column("int32", ("A",), low=0, ascends_within="action_offset"),
        "infoset_node": Column("int32", ("I",), low=0),
        "string_bytes": Column("uint8", ("B",)),
        "string_offsets": Column("int64", ("I+1",), rises_to="B"),
    },
    more=_tree_problem,
)
"""What a tree's file holds: the arrays of :class:`GameTree`, and the information-state strings."""


def load_tree(path: str | os.PathLike[str], game: str | None = None) -> GameTree:
    """Read a tree that :meth:`GameTree.save` wrote.

    Raises
    ------
    ValueError
        The file is damaged, makes no sense, is of another kind or version, is for another game than
        `game`, or was made by other rules of it.
    """
    header, arrays = storage.load_arrays(path, TREE_KIND, TREE_VERSION)
    with naming(path):
        check_content(TREE, header, arrays)
        strings = storage.unpack_strings(arrays.pop("string_bytes"), arrays.pop("string_offsets"))
    require_rules(path, header, game)
    fields: dict[str, Any] = dict(arrays)
    return GameTree(
        game=header["game"],
        num_players=header["num_players"],
        name_infosets=lambda _tree: strings,
        **fields,
    )


def too_large(game: str, max_nodes: int, expected: str = "") -> ValueError:
    """Return the error that a tree is beyond its limit, with the forecast where there is one."""
    size = f"; forecast: {expected}" if expected else ""
    return ValueError(
        f"the tree of {game} is too large: more than max_nodes={max_nodes:,}{size}. "
        "Use smaller parameters, a larger max_nodes, or sampling (--algorithm mccfr-outcome)"
    )


def breadth_first(
    depth: NDArray[np.int32],
    parent: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Turn depth-first preorder into breadth-first order.

    Parameters
    ----------
    depth, parent : (N,) int32
        Of the nodes in preorder, children of a node in the order of their actions.

    Returns
    -------
    order : (N,) int64
        ``order[i]`` is the preorder number of breadth-first node i.
    parent, first_child, num_children : (N,) int32
        In breadth-first numbers.
    """
    num_nodes = len(depth)
    # A stable sort by depth keeps preorder within a level, and that is breadth-first order.
    # (Sixteen bits are sorted by radix, which is several times faster.)
    narrow = depth.astype(np.int16) if int(depth.max()) < 2**15 else depth
    order = np.argsort(narrow, kind="stable")
    rank = np.empty(num_nodes, dtype=np.int32)
    rank[order] = np.arange(num_nodes, dtype=np.int32)
    parents = np.full(num_nodes, -1, dtype=np.int32)
    parents[1:] = rank[parent[order[1:]]]
    num_children = np.bincount(parents[1:], minlength=num_nodes).astype(np.int32)
    first_child = np.full(num_nodes, -1, dtype=np.int32)
    inner = num_children > 0
    # Nodes are consecutive children of consecutive parents, so positions accumulate.
    first_child[inner] = 1 + np.cumsum(num_children[inner]) - num_children[inner]
    return order, parents, first_child, num_children


@jit
def _last_sequences(
    player: NDArray[np.int8],
    infoset: NDArray[np.int32],
    first_child: NDArray[np.int32],
    num_children: NDArray[np.int32],
    action_offset: NDArray[np.int32],
    infoset_node: NDArray[np.int32],
    num_players: int,
) -> tuple[NDArray[np.int32], int]:
    """Last own action at each node, and a node where perfect recall fails (or -1)."""
    num_nodes = len(player)
    num_actions = action_offset[-1]
    sequence = np.empty((num_nodes, num_players), dtype=np.int32)
    for p in range(num_players):
        sequence[0, p] = num_actions + p
    bad = -1
    for node in range(num_nodes):
        owner = player[node]
        if owner >= 0 and sequence[node, owner] != sequence[infoset_node[infoset[node]], owner]:
            bad = node
            break
        for c in range(num_children[node]):
            child = first_child[node] + c
            for p in range(num_players):
                sequence[child, p] = sequence[node, p]
            if owner >= 0:
                sequence[child, owner] = action_offset[infoset[node]] + c
    return sequence, bad
