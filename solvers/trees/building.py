"""Walking a game's whole tree into the arrays of :class:`intrigue.solvers.trees.arrays.GameTree`.

Any sequential OpenSpiel game goes through its API; `tree_kernel` does the same for compiled rules.
Before a walk the size is forecast (Knuth 1975, "Estimating the efficiency of backtrack programs"),
and a walk that grows beyond its limit stops with a clear message instead of filling the memory.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.types import Array
from intrigue.games.openspiel import KernelGame
from intrigue.solvers.trees.arrays import (
    BYTES_PER_NODE,
    CHANCE,
    TERMINAL,
    GameTree,
    Preorder,
    breadth_first,
    too_large,
)
from intrigue.solvers.trees.compiled_walk import dive, name_by_replay, walk_kernel

DEFAULT_MAX_NODES = 20_000_000


@dataclass(frozen=True)
class Forecast:
    """Expected size of a game's tree, by random dives from the root.

    Attributes
    ----------
    nodes, nodes_error : float
        Estimate of the number of nodes and its standard error (unbiased; heavy-tailed, so the
        error itself is only a guide).
    decisions : float
        Estimate of the number of decision nodes; there are at most as many information sets.
    infosets_seen : int
        Different information sets met on the dives; there are at least as many.
    max_depth : int
        Longest dive.
    bytes : float
        Estimate of what the arrays of the tree will take.
    dives : (dives,) float64
        Each dive's estimate of the number of nodes.
    """

    nodes: float
    nodes_error: float
    decisions: float
    infosets_seen: int
    max_depth: int
    bytes: float
    dives: Array = field(repr=False, compare=False)

    def exceeds(self, max_nodes: int) -> bool:
        """Return whether the tree is almost surely larger than `max_nodes`.

        Capped dives are never too large on average, and unlike the dives themselves, whose tails
        are heavy, they have a standard error that can be trusted.
        """
        return surely_more(self.dives, max_nodes)

    def __str__(self) -> str:
        if not math.isfinite(self.nodes):
            return "more than 1e300 nodes"
        return (
            f"about {_readable(self.nodes)} nodes (standard error {_readable(self.nodes_error)}), "
            f"{self.infosets_seen:,} to {_readable(self.decisions)} information sets, "
            f"{_readable(self.bytes / 2**20)} MiB"
        )


def surely_more(dives: Array, limit: float) -> bool:
    """Return whether the mean of estimates, (dives,), is almost surely above a limit."""
    capped = np.minimum(dives, 10.0 * limit)
    error = capped.std() / math.sqrt(len(capped))
    return bool(len(capped) > 1 and capped.mean() - 3 * error > limit)


def _readable(number: float) -> str:
    if not math.isfinite(number):
        return "unknown"  # the square of 1e200
    return f"{number:,.0f}" if number < 1e10 else f"{number:.1e}"


def summarize_dives(
    totals: Array,
    infosets_seen: int,
    max_depth: int,
    num_players: int,
) -> Forecast:
    """Turn each dive's estimates of nodes, decisions and ends, (3, dives), into a forecast."""
    nodes, decisions, terminals = totals
    with np.errstate(over="ignore", invalid="ignore"):  # games with 1e200 nodes, and their squares
        mean = float(nodes.mean())
        error = float(nodes.std(ddof=1) / math.sqrt(len(nodes))) if len(nodes) > 1 else math.inf
        size = mean * BYTES_PER_NODE + float(terminals.mean()) * (4 + 8 * num_players)
        asked = float(decisions.mean())
    return Forecast(mean, error, asked, infosets_seen, max_depth, size, nodes)


def forecast(game: pyspiel.Game, dives: int = 1000, seed: int = 0) -> Forecast:
    """Estimate the size of a game's tree without walking it.

    Parameters
    ----------
    game : pyspiel.Game
    dives : int
        Random dives, at least 1. Each takes a child uniformly at every node.
    seed : int
        Of the dives.

    Raises
    ------
    ValueError
        The game is not sequential, or `dives` is not positive.
    """
    check_sequential(game)
    if dives < 1:
        raise ValueError(f"a forecast needs at least 1 dive, got {dives}")
    if isinstance(game, KernelGame):
        definition = game.definition
        totals, met, max_depth = dive(definition.kernel, definition.encoded, dives, seed)
        return summarize_dives(totals, met, max_depth, game.num_players())
    rng = np.random.default_rng(seed)
    nodes, decisions, terminals = [0.0] * dives, [0.0] * dives, [0.0] * dives
    seen: set[tuple[int, str]] = set()
    max_depth = 0
    for i in range(dives):
        state = game.new_initial_state()
        width, depth = 1.0, 0
        while True:
            nodes[i] += width
            player = state.current_player()
            if player == TERMINAL:
                terminals[i] += width
                break
            if player >= 0:
                decisions[i] += width
                seen.add((player, state.information_state_string(player)))
            actions = state.legal_actions()
            width *= len(actions)
            state.apply_action(actions[int(rng.integers(len(actions)))])
            depth += 1
        max_depth = max(max_depth, depth)
    totals = np.array([nodes, decisions, terminals])
    return summarize_dives(totals, len(seen), max_depth, game.num_players())


def check_sequential(game: pyspiel.Game) -> None:
    """Raise ValueError unless every node has one player to move and information-state strings."""
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(
            f"{game} is not sequential; convert it first with pyspiel.convert_to_turn_based(game)"
        )
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(f"{game} samples its chance events; a tree needs their probabilities")
    if not kind.provides_information_state_string:
        raise ValueError(f"{game} provides no information-state strings, which a tree needs")


def build_tree(game: pyspiel.Game | str, max_nodes: int = DEFAULT_MAX_NODES) -> GameTree:
    """Walk the whole tree of a game into arrays.

    Parameters
    ----------
    game : pyspiel.Game or str
        A sequential game, or what `pyspiel.load_game` accepts. Games whose rules are compiled
        (those of `intrigue.games`) are walked as machine code.
    max_nodes : int
        Refuse trees with more nodes.

    Raises
    ------
    ValueError
        The game is not sequential, has no information-state strings, is too large, or offers
        different actions at nodes of one information set.
    """
    if isinstance(game, str):
        game = pyspiel.load_game(game)
    check_sequential(game)
    if isinstance(game, KernelGame):
        definition = game.definition
        expected = forecast(game)
        if expected.exceeds(max_nodes):
            raise too_large(str(game), max_nodes, str(expected))
        walk = walk_kernel(definition.kernel, definition.encoded, max_nodes, str(game))
        tree, _ = assemble(str(game), game.num_players(), walk)
        return replace(tree, name_infosets=name_by_replay(game))
    for dives in (10, 100):  # a few are enough for chess, and those of bridge take long
        expected = forecast(game, dives)
        if expected.exceeds(max_nodes):
            raise too_large(str(game), max_nodes, str(expected))
    return _Walk(game, max_nodes, str(expected)).tree()


class _Walk:
    """A depth-first walk through the OpenSpiel API, in plain Python."""

    def __init__(self, game: pyspiel.Game, max_nodes: int, expected: str) -> None:
        self.game = game
        self.num_players = game.num_players()
        self.player = array("b")
        self.infoset = array("i")
        self.parent = array("i")
        self.depth = array("i")
        self.action = array("i")
        self.chance = array("d")
        self.returns = array("d")
        self.index: dict[tuple[int, str], int] = {}
        self.legal: list[list[int]] = []
        self._visit(max_nodes, expected)

    def _visit(self, max_nodes: int, expected: str) -> None:
        # A stack entry is (parent state, action, parent node, depth, probability): children are
        # made when they are popped, so only the states of one path are alive.
        stack: list[tuple[Any, int, int, int, float]] = [(None, -1, -1, 0, 1.0)]
        while stack:
            above, action, parent, depth, probability = stack.pop()
            state = self.game.new_initial_state() if above is None else above.child(action)
            node = len(self.player)
            if node >= max_nodes:
                raise too_large(str(self.game), max_nodes, expected)
            player = int(state.current_player())
            self.player.append(player)
            self.parent.append(parent)
            self.depth.append(depth)
            self.action.append(action)
            self.chance.append(probability)
            if player == TERMINAL:
                self.infoset.append(-1)
                self.returns.extend(state.returns())
            elif player == CHANCE:
                self.infoset.append(-1)
                for outcome, chance in reversed(state.chance_outcomes()):
                    stack.append((state, outcome, node, depth + 1, chance))
            elif player >= 0:
                actions = state.legal_actions()
                self.infoset.append(self._infoset(state, player, actions))
                for choice in reversed(actions):
                    stack.append((state, choice, node, depth + 1, 1.0))
            else:
                raise ValueError(f"{self.game} has a node whose player is {player}, not one player")

    def _infoset(self, state: Any, player: int, actions: list[int]) -> int:
        name = state.information_state_string(player)
        found = self.index.get((player, name))
        if found is None:
            found = self.index[player, name] = len(self.legal)
            self.legal.append(actions)
        elif self.legal[found] != actions:
            raise ValueError(
                f"{self.game} offers different actions at nodes of one information set: "
                f"{actions} and {self.legal[found]} at {name!r}"
            )
        return found

    def tree(self) -> GameTree:
        walk = Preorder(
            player=np.frombuffer(self.player, np.int8),
            infoset=np.frombuffer(self.infoset, np.int32),
            parent=np.frombuffer(self.parent, np.int32),
            depth=np.frombuffer(self.depth, np.int32),
            action=np.frombuffer(self.action, np.int32),
            chance=np.frombuffer(self.chance, np.float64),
            returns=np.frombuffer(self.returns, np.float64).reshape(-1, self.num_players),
            legal_offset=np.cumsum([0, *map(len, self.legal)]),
            legal=np.concatenate([np.asarray(r) for r in self.legal])
            if self.legal
            else np.zeros(0),
        )
        tree, walked = assemble(str(self.game), self.num_players, walk)
        owners = [name for _, name in self.index]
        strings = [owners[old] for old in walked.tolist()]
        return replace(tree, name_infosets=lambda _tree: strings)


def assemble(name: str, num_players: int, walk: Preorder) -> tuple[GameTree, Array]:
    """Put a walk in preorder into breadth-first arrays, information sets by player.

    Returns
    -------
    tree : GameTree
        Without information-state strings.
    walked : (I,) int64
        The walk's number of each information set of the tree.
    """
    player, legal_offset = walk.player, walk.legal_offset
    order, parents, first_child, num_children = breadth_first(walk.depth, walk.parent)
    players = player[order]
    terminal = player == TERMINAL
    place = np.cumsum(terminal) - 1
    terminals = np.flatnonzero(players == TERMINAL).astype(np.int32)
    walked_sets = walk.infoset[order]
    decisions = np.flatnonzero(walked_sets >= 0)
    first_node = np.empty(len(legal_offset) - 1, dtype=np.int64)
    first_node[walked_sets[decisions[::-1]]] = decisions[::-1]  # the last assignment stays
    # By player, then by first node: an information set comes after those it follows from.
    by_player = np.lexsort((first_node, players[first_node]))
    walked = by_player.astype(np.int64)
    number = np.empty(len(legal_offset), dtype=np.int32)
    number[walked] = np.arange(len(walked), dtype=np.int32)
    number[-1] = -1  # what chance nodes and ends, numbered -1, look up
    counts = np.diff(legal_offset)[walked]
    offsets = np.zeros(len(walked) + 1, dtype=np.int32)
    np.cumsum(counts, out=offsets[1:])
    gather = np.arange(offsets[-1]) + np.repeat(legal_offset[walked] - offsets[:-1], counts)
    tree = GameTree(
        game=name,
        num_players=num_players,
        player=players.astype(np.int8),
        infoset=number[walked_sets],
        parent=parents,
        first_child=first_child,
        num_children=num_children,
        action=walk.action[order].astype(np.int32),
        chance_probability=walk.chance[order].astype(np.float64),
        terminals=terminals,
        returns=np.ascontiguousarray(walk.returns[place[order[terminals]]]),
        infoset_player=players[first_node[by_player]].astype(np.int8),
        action_offset=offsets,
        legal_actions=walk.legal[gather].astype(np.int32),
        infoset_node=first_node[by_player].astype(np.int32),
        name_infosets=_no_names,
    )
    return tree, walked


def _no_names(tree: GameTree) -> list[str]:
    raise ValueError(f"the tree of {tree.game} was built without information-state strings")
