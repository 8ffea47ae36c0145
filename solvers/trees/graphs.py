"""Trees and information sets as graphs for people: networkx, GraphML and DOT.

Meant for small games: drawings of more than a few hundred nodes help nobody, so larger graphs are
refused unless a larger limit is asked for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import networkx as nx

from intrigue.solvers.trees.arrays import CHANCE, TERMINAL, GameTree
from intrigue.solvers.trees.sequence_form import Floats

DEFAULT_MAX_GRAPH_NODES = 5000
ActionNames = Callable[[int, int], str]
"""(player or CHANCE, action) -> words."""


def _number(player: int, action: int) -> str:
    return str(action)


def tree_graph(
    tree: GameTree,
    action_name: ActionNames = _number,
    max_nodes: int = DEFAULT_MAX_GRAPH_NODES,
) -> nx.DiGraph:
    """Return the game tree as a directed graph.

    Nodes are the tree's numbers, with attributes ``kind`` (``player p``, ``chance``, ``end``),
    ``label``, and ``infoset`` (number) or ``returns`` (text). Edges have ``label`` and, below
    chance, ``probability``.

    Raises
    ------
    ValueError
        The tree has more than `max_nodes` nodes.
    """
    _check(tree, tree.num_nodes, max_nodes, "nodes")
    graph = nx.DiGraph(name=tree.game)
    gains = {int(node): row for node, row in zip(tree.terminals, tree.returns, strict=True)}
    for node in range(tree.num_nodes):
        player = int(tree.player[node])
        if player == TERMINAL:
            text = ", ".join(f"{gain:g}" for gain in gains[node])
            graph.add_node(node, kind="end", label=text, returns=text)
        elif player == CHANCE:
            graph.add_node(node, kind="chance", label="chance")
        else:
            infoset = int(tree.infoset[node])
            label = tree.infostate_strings[infoset]
            graph.add_node(node, kind=f"player {player}", label=label, infoset=infoset)
        above = int(tree.parent[node])
        if above >= 0:
            mover = int(tree.player[above])
            facts = {"label": action_name(mover, int(tree.action[node]))}
            if mover == CHANCE:
                graph.add_edge(
                    above, node, **facts, probability=float(tree.chance_probability[node])
                )
            else:
                graph.add_edge(above, node, **facts)
    return graph


def infoset_graph(
    tree: GameTree,
    behavior: Floats | None = None,
    action_name: ActionNames = _number,
    max_nodes: int = DEFAULT_MAX_GRAPH_NODES,
) -> nx.MultiDiGraph:
    """Return each player's information sets, joined by the own actions that lead to the next ones.

    Nodes ``root p`` stand for the players' empty sequences, numbers for information sets, with
    ``player``, ``label`` (the information-state string) and, given a behavior strategy (A,),
    ``strategy``. Edges have ``label``, the own action (none from a root).

    Raises
    ------
    ValueError
        There are more than `max_nodes` information sets, or the game has no perfect recall.
    """
    _check(tree, tree.num_infosets, max_nodes, "information sets")
    graph = nx.MultiDiGraph(name=tree.game)
    owner_of = [i for i in range(tree.num_infosets) for _ in range(*tree.action_offset[i : i + 2])]
    for player in range(tree.num_players):
        graph.add_node(f"root {player}", player=player, label=f"player {player}")
    for infoset, name in enumerate(tree.infostate_strings):
        player = int(tree.infoset_player[infoset])
        graph.add_node(infoset, player=player, label=name)
        begin, end = tree.action_offset[infoset : infoset + 2].tolist()
        if behavior is not None:
            graph.nodes[infoset]["strategy"] = ", ".join(
                f"{action_name(player, int(tree.legal_actions[k]))} {behavior[k]:.3f}"
                for k in range(begin, end)
            )
        sequence = int(tree.last_sequence[tree.infoset_node[infoset], player])
        if sequence >= tree.num_actions:
            graph.add_edge(f"root {player}", infoset, label="")
        else:
            label = action_name(player, int(tree.legal_actions[sequence]))
            graph.add_edge(owner_of[sequence], infoset, label=label)
    return graph


def write_graphml(graph: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph as GraphML."""
    nx.write_graphml(graph, path)


def write_dot(graph: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Write a graph in Graphviz's DOT language."""
    lines = [f"digraph {_quote(graph.name)} {{"]
    for node, facts in graph.nodes(data=True):
        lines.append(f"  {_quote(node)} {_attributes(facts)};")
    for begin, end, facts in graph.edges(data=True):
        lines.append(f"  {_quote(begin)} -> {_quote(end)} {_attributes(facts)};")
    Path(path).write_text("\n".join([*lines, "}"]) + "\n", encoding="utf-8")


def _attributes(facts: dict[str, object]) -> str:
    return "[" + ", ".join(f"{name}={_quote(value)}" for name, value in facts.items()) + "]"


def _quote(value: object) -> str:
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'


def _check(tree: GameTree, size: int, limit: int, things: str) -> None:
    if size > limit:
        raise ValueError(
            f"a graph of {tree.game} would have {size:,} {things}, more than max_nodes={limit:,}"
        )
