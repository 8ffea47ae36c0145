"""The sequence-form linear program: known values, and agreement with CFR+ and OpenSpiel."""

import pyspiel
import pytest

from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.exact.linear_program import nash_equilibrium
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn_poker", -1 / 18),
        ("leduc_poker", -0.0856064),
        ("liars_dice(dice_sides=3,numdice=1)", None),
        ("turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=3))", 0.0),
    ],
)
def test_exact_equilibria(name, value):
    """Three routes to one value: linear program, CFR+, and OpenSpiel's best responses."""
    game = pyspiel.load_game(name)
    form = SequenceForm.of(build_tree(game))
    exact = nash_equilibrium(form)
    assert exact.exploitability < 1e-9
    if value is not None:
        assert exact.value == pytest.approx(value, abs=5e-8)
    table = TabularPolicy.from_behavior(form.tree, exact.behavior).to_pyspiel()
    assert pyspiel.exploitability(game, table) < 1e-9
    solver = CFRSolver(form, "cfr+")
    solver.solve(2000)
    assert solver.values()[0] == pytest.approx(exact.value, abs=2 * solver.exploitability() + 1e-9)


def test_refusals():
    with pytest.raises(ValueError, match="needs 2 players"):
        nash_equilibrium(build_tree("kuhn_poker(players=3)"))
    with pytest.raises(ValueError, match="needs a zero-sum game"):
        nash_equilibrium(build_tree("tiny_hanabi"))


def test_time_limit():
    with pytest.raises(RuntimeError, match="no equilibrium of leduc_poker"):
        nash_equilibrium(build_tree("leduc_poker"), time_limit=0.0)
