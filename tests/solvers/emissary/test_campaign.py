"""The campaign: positions and sums against slow accounts of the same."""

from itertools import permutations

import numpy as np
import pytest

from intrigue.solvers.emissary.tables import campaign as c
from intrigue.solvers.emissary.tables.campaign_sums import (
    BLOCK,
    Hands,
    best_kingdoms,
    orbit_sizes,
    sorted_masks,
)
from intrigue.solvers.emissary.tables.hands import HANDS


def random_hands(blocks, seed=0):
    rng = np.random.default_rng(seed)
    chances = rng.random((blocks, 4, 8, BLOCK))
    weights = rng.random((blocks, BLOCK))
    return Hands(chances, weights / weights.sum() / 24)


def test_hands_up_to_renaming_of_suits_are_all_hands():
    masks = sorted_masks()
    sizes = [len(set(permutations(row))) for row in masks[::997].tolist()]
    assert orbit_sizes(masks).sum() == HANDS
    assert orbit_sizes(masks)[::997].tolist() == sizes


@pytest.mark.parametrize("size", [1, 2, 5, 8])
def test_sums_agree_with_a_slow_account(size):
    hands = random_hands(2)
    rng = np.random.default_rng(size)
    layouts = c.layouts_by_size()[size][:: 1 + len(c.layouts_by_size()[size]) // 3]
    kingdoms = np.array([c.unvisited(x) for x in layouts])
    classes = np.array([["ABCD".index(y) for y in x if y != "."] for x in layouts])
    worth = rng.random(kingdoms.shape)
    other = rng.random(kingdoms.shape)
    main, beside = best_kingdoms(hands, kingdoms, classes, worth, other, workers=2)
    alone, nothing = best_kingdoms(hands, kingdoms, classes, worth, None, workers=1)
    assert (alone == main).all()
    assert not nothing.any()
    for p in range(len(layouts)):
        slow = slow_beside = 0.0
        for block in range(2):
            for x in range(BLOCK):
                for match in permutations(range(4)):
                    values = [
                        (hands.chances[block, match[classes[p, i]], kingdoms[p, i], x], i)
                        for i in range(size)
                    ]
                    chance, i = max(values, key=lambda pair: pair[0] * worth[p, pair[1]])
                    slow += chance * worth[p, i] * hands.weights[block, x]
                    slow_beside += chance * other[p, i] * hands.weights[block, x]
        assert main[p] == pytest.approx(slow, abs=1e-12)
        assert beside[p] == pytest.approx(slow_beside, abs=1e-12)


def test_layouts_up_to_renaming():
    assert len(c.full_layouts()) == 105
    assert [len(x) for x in c.layouts_by_size()] == [1, 8, 56, 224, 700, 1400, 1680, 840, 105]
    assert c.layout_of("chdshdsc") == "ABCDBCDA"
    assert c.layout_of(["hearts", None, 2, None, "♠", None, None, None]) == "A.A.B..."
    assert c.after("ABCDBCDA", 0) == ".ABCABCD"
    assert c.after("AABB....", 0) == ".ABB...."


@pytest.mark.parametrize("suits", ["chds", "cccdhsdh"])
def test_impossible_layouts_are_refused(suits):
    with pytest.raises(ValueError, match=r"kingdoms|only two"):
        c.layout_of(suits)


@pytest.fixture(scope="module")
def solved():
    """The campaign over made-up hands: the same recursion, in a second."""

    class Table:
        advisors = ""

    real = c.gather_hands
    c.gather_hands = lambda table: random_hands(1)
    try:
        return c.solve_campaign(Table(), workers=2)
    finally:
        c.gather_hands = real


def test_values_follow_from_those_of_smaller_sets(solved):
    hands = random_hands(1)
    assert len(solved.values) == 5014
    for layout in ("A.......", "AB......", "A.B.A..C"):
        total = points = 0.0
        kingdoms = c.unvisited(layout)
        for x in range(BLOCK):
            for match in permutations(range(4)):
                found = []
                for k in kingdoms:
                    chance = hands.chances[0, match["ABCD".index(layout[k])], k, x]
                    rest = solved.values[c.after(layout, k)]
                    found.append((chance * rest.win, chance * (2 + rest.score)))
                total += max(f[0] for f in found) * hands.weights[0, x]
                points += max(f[1] for f in found) * hands.weights[0, x]
        assert solved.values[layout].win == pytest.approx(total, abs=1e-12)
        assert solved.values[layout].score == pytest.approx(points, abs=1e-12)


def test_playing_for_the_win_wins_more_and_for_points_scores_more(solved):
    for values in solved.values.values():
        assert values.score >= values.win_score - 1e-12
        assert 0 <= values.win <= 1
    mean = np.mean([solved.values[x].win for x in c.full_layouts()])
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
    monkeypatch.setattr(c, "hand_table", lambda *arguments: None)
    monkeypatch.setattr(c, "solve_campaign", lambda *arguments: solved)
    assert c.campaign(folder=tmp_path).values == solved.values
    monkeypatch.setattr(c, "solve_campaign", None)
    assert c.campaign(folder=tmp_path).values == solved.values
    (path,) = tmp_path.glob("*.json")
    path.write_text(path.read_text().replace("0.", "1.", 1))
    with pytest.raises(ValueError, match="damaged"):
        c.campaign(folder=tmp_path)
