"""Files of solvers carry the rules that they were made by, and serve no others."""

import leduc
import pytest

from intrigue.games.names import load_game
from intrigue.solvers import game_rules
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.policy import UniformPolicy
from intrigue.solvers.policy_files import load_policy
from intrigue.solvers.sampled.mccfr import MCCFRSolver
from intrigue.solvers.sampled.mccfr_tree import TreeMCCFRSolver
from intrigue.solvers.trees.arrays import load_tree
from intrigue.solvers.trees.building import build_tree

ANSWER = "Nothing to See | 1 | response | cancel\n"


@pytest.fixture(scope="module")
def tree():
    return build_tree("kuhn_poker")


def save_and_reader(kind, tree, path):
    """Write a file of this kind; return what reads it."""
    if kind == "tree":
        tree.save(path)
        return lambda: load_tree(path)
    if kind == "policy":
        UniformPolicy(tree.game).save(path)
        return lambda: load_policy(path)
    if kind == "CFR":
        CFRSolver(tree).save(path)
        return lambda: CFRSolver.load(path, tree)
    if kind == "MCCFR on a tree":
        TreeMCCFRSolver(tree).save(path)
        return lambda: TreeMCCFRSolver.load(path, tree)
    MCCFRSolver(leduc.GAME).save(path)
    return lambda: MCCFRSolver.load(path, leduc.GAME)


@pytest.mark.parametrize("kind", ["tree", "policy", "CFR", "MCCFR on a tree", "MCCFR"])
def test_no_file_of_edited_rules_is_read(kind, tree, tmp_path, monkeypatch):
    read = save_and_reader(kind, tree, tmp_path / "file.npz")
    read()
    monkeypatch.setattr(game_rules, "game_identity", lambda game: "rules of tomorrow")
    with pytest.raises(ValueError, match=r"file\.npz was made by other rules of ") as error:
        read()
    assert "\n" not in str(error.value)


def test_an_edited_deck_is_other_rules(tmp_path):
    """The game's name holds the deck's path, which stays."""
    deck, path = tmp_path / "our.deck", tmp_path / "policy.npz"
    deck.write_text(ANSWER)
    game = load_game(f"emperors-new-clothes(cards=true,deck={deck})")
    UniformPolicy(str(game)).save(path)
    assert load_policy(path, str(game)).game == str(game)
    deck.write_text(ANSWER + "Whispered Praise | 1 | reveal | player gains 1 gullibility\n")
    with pytest.raises(ValueError, match="made by other rules"):
        load_policy(path, str(game))
    deck.write_text(ANSWER)
    load_policy(path, str(game))


def test_a_tree_made_by_hand_has_no_rules_but_its_arrays():
    assert game_rules.rules_of("made by hand") == "unknown"
