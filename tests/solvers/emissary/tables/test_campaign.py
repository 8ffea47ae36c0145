"""The campaign: positions against slow accounts of the same."""

from itertools import permutations

import numpy as np
import pytest
from made_up_hands import random_hands

from intrigue.solvers.emissary.tables import campaign as c
from intrigue.solvers.emissary.tables.best_kingdom import (
    BLOCK,
)
from intrigue.solvers.emissary.tables.layouts import after, full_layouts, unvisited


@pytest.fixture(scope="module")
def solved():
    """The campaign over made-up hands: the same recursion, in a second."""

    return c.solve_campaign("", random_hands(1), workers=2)


def test_values_follow_from_those_of_smaller_sets(solved):
    hands = random_hands(1)
    assert len(solved.values) == 5014
    for layout in ("A.......", "AB......", "A.B.A..C"):
        total = points = 0.0
        kingdoms = unvisited(layout)
        for x in range(BLOCK):
            for match in permutations(range(4)):
                found = []
                for k in kingdoms:
                    chance = hands.chances[0, match["ABCD".index(layout[k])], k, x]
                    rest = solved.values[after(layout, k)]
                    found.append((chance * rest.win, chance * (2 + rest.score)))
                total += max(f[0] for f in found) * hands.weights[0, x]
                points += max(f[1] for f in found) * hands.weights[0, x]
        assert solved.values[layout].win == pytest.approx(total, abs=1e-12)
        assert solved.values[layout].score == pytest.approx(points, abs=1e-12)


def test_playing_for_the_win_wins_more_and_for_points_scores_more(solved):
    for values in solved.values.values():
        assert values.score >= values.win_score - 1e-12
        assert 0 <= values.win <= 1
    mean = np.mean([solved.values[x].win for x in full_layouts()])
    assert solved.random_layout.win == pytest.approx(mean)


def test_the_graph_of_the_campaign(solved, tmp_path):
    import networkx as nx

    graph = solved.graph()
    assert graph.number_of_nodes() == 5014
    assert graph.number_of_edges() == sum(8 - x.count(".") for x in solved.values)
    assert nx.is_directed_acyclic_graph(graph)
    assert nx.dag_longest_path_length(graph) == 8
    nx.write_graphml(graph, tmp_path / "campaign.graphml")
    assert len(nx.read_graphml(tmp_path / "campaign.graphml")) == 5014


def test_kept_on_disk_and_checked(solved, tmp_path, monkeypatch):
    monkeypatch.setattr(c, "_hands", lambda *arguments: None)
    monkeypatch.setattr(c, "solve_campaign", lambda *arguments: solved)
    assert c.campaign(folder=tmp_path).values == solved.values
    monkeypatch.setattr(c, "solve_campaign", None)
    assert c.campaign(folder=tmp_path).values == solved.values
    (path,) = tmp_path.glob("*.json")
    path.write_text(path.read_text().replace("0.", "1.", 1))
    with pytest.raises(ValueError, match="damaged"):
        c.campaign(folder=tmp_path)


def test_with_clubs_apart_values_follow_from_those_of_smaller_sets():
    hands = random_hands(1, clubs_apart=True)
    solved = c.solve_campaign("chd", hands, workers=2)
    assert len(solved.values) == 19_575
    assert solved.clubs_apart
    assert solved.at(["h", None, "c", None, None, None, None, None]) == solved.values["A.c....."]
    for layout in ("c.......", "A.......", "A.c.A..B"):
        total = 0.0
        for x in range(BLOCK):
            for match in permutations((1, 2, 3)):
                masks = (0, *match)
                total += hands.weights[0, x] * max(
                    hands.chances[0, masks["cABC".index(layout[k])], k, x]
                    * solved.values[after(layout, k)].win
                    for k in unvisited(layout)
                )
        assert solved.values[layout].win == pytest.approx(total, abs=1e-12)


def test_a_table_that_is_missing_is_named(tmp_path):
    with pytest.raises(ValueError, match="intrigue tables chd builds it"):
        c.campaign("chd", tmp_path)
