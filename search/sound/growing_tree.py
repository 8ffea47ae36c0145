"""The part of a game's tree that a sound search has looked at, from the game's start.

Nodes are histories, merged into information sets by their strings, so that no player in the tree
knows what they cannot know. A history that is not looked into yet is a leaf, worth an estimate. The
rules are asked through the OpenSpiel API alone: this is the readable reference.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pyspiel

from intrigue.solvers.trees.arrays import GameTree, Preorder
from intrigue.solvers.trees.building import assemble, check_sequential

CHANCE, END = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

LeafValue = Callable[[Any, random.Random], Sequence[float]]
"""What each player may expect from a state on, estimated; the generator is all the chance in it."""

Chosen = Callable[[int, int], Sequence[float]]
"""Probability of each action of an information set (by its number), for its player."""


def random_playout(state: Any, source: random.Random) -> list[float]:
    """Return the returns of one game played on at random: moves that need no knowledge at all."""
    state = state.clone()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, chances)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return list(state.returns())


class Node:
    """A history: `player` to move (END also while a leaf), its children by action, and its worth.

    `infoset` is the tree's number of its information set, -1 for none; `chances` the probability of
    each child of a chance node, 1 elsewhere; `returns` what a leaf or an end is worth to each
    player. `state` is there while the node is a leaf.
    """

    __slots__ = ("actions", "chances", "children", "infoset", "player", "returns", "state")

    def __init__(self, state: Any, returns: Sequence[float]) -> None:
        self.state = state
        self.returns = returns
        self.player = END
        self.infoset = -1
        self.actions: list[int] = []
        self.chances: list[float] = []
        self.children: list[Node] = []

    @property
    def is_leaf(self) -> bool:
        """Whether the game goes on here and the tree does not."""
        return self.state is not None


class GrowingTree:
    """A game's tree from its start, as far as it has grown.

    Parameters
    ----------
    game : pyspiel.Game
        Sequential, with information-state strings and probabilities of chance.
    source : random.Random
        All the chance in the tree's growth.
    leaf_value : callable
        Estimates leaves.

    Attributes
    ----------
    root : Node
    infosets : dict of (player, string) to int
        Number of each information set, in order of appearance.
    legal : list of list of int
        Its actions, ascending.
    expanded : int
        How many leaves have been looked into.

    Raises
    ------
    ValueError
        The game is not of that kind.
    """

    def __init__(
        self, game: pyspiel.Game, source: random.Random, leaf_value: LeafValue = random_playout
    ) -> None:
        check_sequential(game)
        self.game = game
        self.infosets: dict[tuple[int, str], int] = {}
        self.legal: list[list[int]] = []
        self.expanded = 0
        self._source = source
        self._leaf_value = leaf_value
        self.root = self._node(game.new_initial_state())

    def _node(self, state: Any) -> Node:
        if state.is_terminal():
            return Node(None, list(state.returns()))
        return Node(state, self._leaf_value(state, self._source))

    def expand(self, leaf: Node) -> None:
        """Look into a leaf: it gets all its children, leaves themselves or ends."""
        state = leaf.state
        leaf.player = int(state.current_player())
        if leaf.player == CHANCE:
            for action, chance in state.chance_outcomes():
                leaf.actions.append(action)
                leaf.chances.append(chance)
        else:
            leaf.actions = state.legal_actions()
            leaf.chances = [1.0] * len(leaf.actions)
            name = state.information_state_string(leaf.player)
            leaf.infoset = self.infosets.setdefault((leaf.player, name), len(self.legal))
            if leaf.infoset == len(self.legal):
                self.legal.append(leaf.actions)
        leaf.children = [self._node(state.child(action)) for action in leaf.actions]
        leaf.state = None
        self.expanded += 1

    def expand_all(self) -> None:
        """Look into every leaf, until the whole game is in the tree."""
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.is_leaf:
                self.expand(node)
            waiting.extend(node.children)

    def follow(self, history: Sequence[int]) -> Node:
        """Return the node of a history, looking into what lies on the way."""
        node = self.root
        for action in history:
            if node.is_leaf:
                self.expand(node)
            node = node.children[node.actions.index(action)]
        return node

    def grow_below(self, node: Node, chosen: Chosen) -> bool:
        """Walk down by chance and by `chosen`, look into the leaf met; False if the game ended."""
        while node.children:
            chances: Sequence[float] = node.chances
            if node.player >= 0:
                chances = chosen(node.player, node.infoset)
            node = self._source.choices(node.children, chances)[0]
        if not node.is_leaf:
            return False
        self.expand(node)
        return True

    def flat(self) -> tuple[GameTree, Any]:
        """Return the tree in arrays, a leaf being an end, and its information sets' numbers here.

        The second is `walked` of :func:`intrigue.solvers.trees.building.assemble`.
        """
        player: list[int] = []
        infoset: list[int] = []
        parent: list[int] = []
        depth: list[int] = []
        action_in: list[int] = []
        chance_in: list[float] = []
        returns: list[Sequence[float]] = []
        waiting = [(self.root, -1, 0, -1, 1.0)]
        while waiting:
            node, above, level, action, chance = waiting.pop()
            number = len(player)
            player.append(node.player)
            infoset.append(node.infoset)
            parent.append(above)
            depth.append(level)
            action_in.append(action)
            chance_in.append(chance)
            if not node.children:
                returns.append(node.returns)
            ways = zip(node.children, node.actions, node.chances, strict=True)
            waiting += [(child, number, level + 1, a, c) for child, a, c in reversed(list(ways))]
        walk = Preorder(
            player=np.array(player, np.int8),
            infoset=np.array(infoset, np.int32),
            parent=np.array(parent, np.int32),
            depth=np.array(depth, np.int32),
            action=np.array(action_in, np.int32),
            chance=np.array(chance_in, np.float64),
            returns=np.array(returns, np.float64),
            legal_offset=np.cumsum([0, *map(len, self.legal)]),
            legal=np.array([action for row in self.legal for action in row], np.int64),
        )
        return assemble(str(self.game), self.game.num_players(), walk)
