"""Counts of small game trees against golden files (``tests/golden/*.txt``), and against a walk of
the OpenSpiel game that knows nothing of kernels and hashes.

A golden file holds tables as ``python -m intrigue.games.tree_counts GAME...`` prints them.
"""

from collections import Counter
from pathlib import Path

import pyspiel
import pytest

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.tree_counts import split_by_move, tree_counts

GOLDEN = Path(__file__).parents[1] / "golden"


def golden_tables():
    for path in sorted(GOLDEN.glob("*.txt")):
        lines = [
            line.strip()
            for line in path.read_text(encoding="utf-8").splitlines()
            if not line.startswith("#")
        ]
        for block in "\n".join(lines).strip().split("\n\n"):
            name, *table = block.split("\n")
            yield pytest.param(name, "\n".join(table), id=name)


@pytest.mark.parametrize(("name", "expected"), list(golden_tables()))
def test_tree_has_as_many_nodes_and_information_sets_as_ever(name, expected):
    game = pyspiel.load_game(name)
    counted = tree_counts(game).table()
    if counted != expected:
        split = "\n".join(f"{words}: {nodes}" for words, nodes in split_by_move(game))
        pytest.fail(f"{name}: counted\n{counted}\nexpected\n{expected}\nnodes by move\n{split}")


def walk(state, depth, counts, infosets):
    counts["nodes", depth] += 1
    if state.is_terminal():
        counts["terminals", depth] += 1
    elif not state.is_chance_node():
        counts["decisions", depth] += 1
        player = state.current_player()
        infosets.add((depth, player, state.information_state_string(player)))
    for action in state.legal_actions():
        walk(state.child(action), depth + 1, counts, infosets)


SMALL = "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"


def test_counts_agree_with_a_walk_through_openspiel():
    game = pyspiel.load_game(SMALL)
    counts, infosets = Counter(), set()
    walk(game.new_initial_state(), 0, counts, infosets)
    counted = tree_counts(game)
    for depth in range(len(counted.nodes)):
        assert counted.nodes[depth] == counts["nodes", depth]
        assert counted.terminals[depth] == counts["terminals", depth]
        assert counted.decisions[depth] == counts["decisions", depth]
        assert counted.infosets[depth] == sum(at == depth for at, _, _ in infosets)
    assert counts["nodes", len(counted.nodes)] == 0
    assert counted.distinct_infosets == len({key[1:] for key in infosets})


def test_split_by_move_adds_up():
    game = pyspiel.load_game(SMALL)
    history = [1, 3, 4]  # Good Elder, Evil Elder, Villager
    below = int(tree_counts(game, history).nodes.sum())
    split = dict(split_by_move(game, history))
    assert list(split) == ["look A1", "look A2", "look A3"]
    assert sum(split.values()) == below - 1


def test_too_large_a_tree_is_refused():
    with pytest.raises(ValueError, match="more than 1000 nodes"):
        tree_counts(pyspiel.load_game("python_cunning_folk()"), limit=1000)
