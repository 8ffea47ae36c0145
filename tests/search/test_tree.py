"""The flat tree: lookups, single-observer edges that appear later, growing and pruning."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from intrigue.search import tree as trees


def _keys(values: list[int]) -> list[tuple[np.uint64, np.uint64]]:
    return [(np.uint64(value * 64), np.uint64(value)) for value in values]  # slots collide


@settings(deadline=None, max_examples=25)
@given(st.lists(st.integers(0, 40), unique=True, min_size=1, max_size=30))
def test_nodes_are_found_by_key(values: list[int]) -> None:
    tree = trees.new_tree(len(values), 2 * len(values))
    actions, priors = np.array([3, 5]), np.ones(2)
    for node, (key0, key1) in enumerate(_keys(values)):
        assert trees.find_node(tree, key0, key1) == -1
        assert trees.add_node(tree, key0, key1, -1, actions, priors, 2) == node
    larger = trees.grown(tree, 64, 200)
    for node, (key0, key1) in enumerate(_keys(values)):
        assert trees.find_node(tree, key0, key1) == node
        assert trees.find_node(larger, key0, key1) == node
    assert trees.add_node(tree, *_keys([99])[0], -1, actions, priors, 2) == -1  # full


action_sets = st.lists(
    st.lists(st.integers(0, 12), unique=True, min_size=1, max_size=6).map(sorted), min_size=1
)


@settings(deadline=None, max_examples=40)
@given(action_sets)
def test_edges_of_a_world_are_matched_or_added(sets: list[list[int]]) -> None:
    """Against a dict from action to visits."""
    tree = trees.new_tree(1, 500)
    choices, priors = np.zeros(16, np.int64), np.ones(16)
    trees.add_node(tree, *_keys([1])[0], -1, np.array(sets[0]), priors, len(sets[0]))
    expected: dict[int, int] = {}
    for actions in sets:
        expected.update({action: expected.get(action, 0) for action in actions})
        if not trees.match_edges(tree, 0, np.array(actions), priors, len(actions), choices):
            assert tree.used[trees.EDGES] + len(expected) > 500 - 13
            return
        edges = choices[: len(actions)].tolist()
        assert [int(tree.edges[edge].action) for edge in edges] == actions
        tree.edges[edges[-1]].visits += 1
        expected[actions[-1]] += 1
    first, count = int(tree.nodes[0].first), int(tree.nodes[0].count)
    block = tree.edges[first : first + count]
    found = dict(zip(block["action"].tolist(), block["visits"].tolist(), strict=True))
    assert found == expected
    assert block["action"].tolist() == sorted(expected)


def test_pruning_keeps_what_was_reached_below_a_node() -> None:
    tree = trees.new_tree(6, 12)
    actions, priors = np.array([0, 1]), np.ones(2)
    for node, parent in enumerate((-1, 0, 0, 1, 3, 2)):
        trees.add_node(tree, *_keys([node])[0], parent, actions, priors, 2)
        tree.edges[2 * node].visits = 10 + node
    kept = trees.new_tree(6, 12)
    trees.copy_nodes(tree, kept, 1)
    assert kept.used[trees.NODES] == 3
    for node in range(6):
        found = trees.find_node(kept, *_keys([node])[0])
        assert (found >= 0) == (node in (1, 3, 4))
        if found >= 0:
            assert kept.edges[kept.nodes[found].first].visits == 10 + node
