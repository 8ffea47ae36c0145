"""Trees and information sets as graphs."""

import networkx as nx
import pytest

from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.trees.arrays import CHANCE
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.graphs import infoset_graph, tree_graph, write_dot, write_graphml


def words(player, action):
    return f"deal {action}" if player == CHANCE else ("pass", "bet")[action]


@pytest.fixture(scope="module")
def kuhn():
    return build_tree("kuhn_poker")


def test_tree_graph(kuhn):
    graph = tree_graph(kuhn, words)
    assert nx.is_arborescence(graph)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (58, 57)
    kinds = [kind for _, kind in graph.nodes(data="kind")]
    assert (kinds.count("chance"), kinds.count("end")) == (4, 30)
    assert {label for *_, label in graph.edges(data="label")} >= {"pass", "bet", "deal 0"}
    assert sum(p for *_, p in graph.out_edges(0, data="probability")) == pytest.approx(1)
    infosets = {i for _, i in graph.nodes(data="infoset") if i is not None}
    assert len(infosets) == kuhn.num_infosets


def test_infoset_graph(kuhn):
    solver = CFRSolver(kuhn)
    solver.run(10)
    graph = infoset_graph(kuhn, solver.average_strategy(), words)
    assert graph.number_of_nodes() == 2 + 12
    # The first player's three sets after pass-bet follow their own pass.
    assert sorted(label for *_, label in graph.edges(data="label")) == [""] * 9 + ["pass"] * 3
    assert all("bet" in graph.nodes[i]["strategy"] for i in range(12))


def test_files(kuhn, tmp_path):
    graph = tree_graph(kuhn, words)
    write_graphml(graph, tmp_path / "kuhn.graphml")
    again = nx.read_graphml(tmp_path / "kuhn.graphml", node_type=int)
    assert nx.utils.graphs_equal(nx.DiGraph(again.edges), nx.DiGraph(graph.edges))
    assert again.nodes[57]["kind"] == graph.nodes[57]["kind"]
    write_graphml(infoset_graph(kuhn), tmp_path / "sets.graphml")
    write_dot(graph, tmp_path / "kuhn.dot")
    text = (tmp_path / "kuhn.dot").read_text()
    assert text.startswith('digraph "kuhn_poker()" {')
    assert text.count("->") == 57
    assert '"0" -> "1" [label="deal 0", probability=' in text


def test_quoting(kuhn, tmp_path):
    write_dot(tree_graph(kuhn, lambda p, a: 'say "a\\b"\nagain'), tmp_path / "x.dot")
    assert r'label="say \"a\\b\"\nagain"' in (tmp_path / "x.dot").read_text()


def test_large_graphs_are_refused(kuhn):
    with pytest.raises(ValueError, match="would have 58 nodes, more than max_nodes=57"):
        tree_graph(kuhn, max_nodes=57)
    with pytest.raises(ValueError, match="12 information sets"):
        infoset_graph(kuhn, max_nodes=5)
