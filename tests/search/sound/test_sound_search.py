"""A tree solved while it grows: CFR with all in it, less exploitable the more it grows."""

import random

import numpy as np
import pyspiel
import pytest

from intrigue import games  # noqa: F401  (registers the games)
from intrigue.search.sound.growing_tree import GrowingTree
from intrigue.search.sound.search import Budget, SoundSearch
from intrigue.solvers import CFRSolver, FunctionPolicy, build_tree, exploitability
from intrigue.solvers.trees.sequence_form import SequenceForm

LIARS_DICE = "liars_dice(players=2,numdice=1,dice_sides=3)"


def behavior(search, tree, game):
    return FunctionPolicy(tree.game, search.answer).behavior(tree, game)


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker", LIARS_DICE])
def test_with_the_whole_game_it_is_cfr_iteration_by_iteration(name):
    game = pyspiel.load_game(name)
    tree = build_tree(game)
    search, solver = SoundSearch(game), CFRSolver(tree, "predictive+")
    search.tree.expand_all()
    for _ in range(12):
        search.solve(1)
        solver.run(1)
        np.testing.assert_allclose(
            behavior(search, tree, game), solver.average_strategy(), rtol=0, atol=1e-12
        )


@pytest.mark.parametrize(
    ("name", "ladder", "last"),
    [
        ("kuhn_poker", (10, 100, 1000), 0.001),
        (LIARS_DICE, (10, 1000, 10_000), 0.001),
        ("leduc_poker", (1000, 10_000, 100_000), 0.05),
    ],
)
def test_more_growth_is_less_exploitable(name, ladder, last):
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    found = []
    for walks in ladder:
        search = SoundSearch(game, Budget(walks, rounds=10, iterations=100), seed=1)
        search.search()
        found.append(exploitability(form, behavior(search, form.tree, game)))
    assert found[0] > found[1] > found[2]
    assert found[2] < last


def test_a_flat_tree_that_is_whole_is_the_game():
    game = pyspiel.load_game("kuhn_poker")
    growing = GrowingTree(game, random.Random(0))
    growing.expand_all()
    tree, _ = growing.flat()
    whole = build_tree(game)
    np.testing.assert_array_equal(tree.player, whole.player)
    np.testing.assert_array_equal(tree.returns, whole.returns)


def won_at_once():
    """Tic-tac-toe where the player to move completes a row by 2, and may lose otherwise."""
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    return state


def test_with_perfect_information_it_prefers_the_winning_move():
    state = won_at_once()
    search = SoundSearch(state.get_game(), Budget(walks=300, rounds=5, iterations=200), seed=3)
    assert search.probabilities(state)[2] > 0.8


def cunning_folk():
    """A deal of the whole game, at its first decision."""
    state = pyspiel.load_game("python_cunning_folk").new_initial_state()
    source = random.Random(5)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(source.choices(outcomes, chances)[0])
    return state


def test_only_what_the_player_sees_matters():
    state = cunning_folk()
    player = state.current_player()
    other = state.resample_from_infostate(player, random.Random(8).random)
    assert other.history() != state.history()
    budget = Budget(walks=40, rounds=2, iterations=5)
    one, two = (SoundSearch(state.get_game(), budget, seed=4) for _ in range(2))
    assert one.probabilities(state) == two.probabilities(other)


def test_it_goes_on_from_its_last_solution():
    state = cunning_folk()
    search = SoundSearch(state.get_game(), Budget(walks=20, rounds=2, iterations=5), seed=4)
    search.probabilities(state)
    before = search.tree.expanded
    mixture = search.probabilities(state)
    assert search.iteration == 20
    assert search.tree.expanded > before
    assert sum(mixture.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", ["walks", "rounds", "iterations"])
def test_a_budget_of_nothing_is_refused(name):
    with pytest.raises(ValueError, match=f"{name} must be at least 1, got 0"):
        Budget(**{name: 0})
