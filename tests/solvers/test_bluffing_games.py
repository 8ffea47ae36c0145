"""The solvers on our own bluffing games: compiled walks against the API, solved small sets."""

import numpy as np
import pyspiel
import pytest

from intrigue.experiments import equilibria
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.exact.linear_program import nash_equilibrium
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.policy_files import load_policy
from intrigue.solvers.sampled.mccfr import MCCFRSolver
from intrigue.solvers.trees.building import _Walk, build_tree

FOLK, ROY = equilibria.QUICK_GAMES


@pytest.fixture(scope="module")
def trees():
    return {name: build_tree(name) for name in (FOLK, ROY)}


@pytest.mark.parametrize("name", [FOLK, ROY])
def test_compiled_walk_equals_the_api(trees, name):
    """Machine code with hashes and Python with strings find the same tree."""
    compiled = trees[name]
    plain = _Walk(pyspiel.load_game(name), 10**6, "").tree()
    for field, value in vars(plain).items():
        if isinstance(value, np.ndarray) and field not in ("levels", "last_sequence"):
            assert np.allclose(getattr(compiled, field), value, rtol=0, atol=1e-15), field
    assert compiled.infostate_strings == plain.infostate_strings
    _ = compiled.last_sequence  # perfect recall


@pytest.mark.parametrize("name", [FOLK, ROY])
def test_small_sets_solved(trees, name):
    """CFR, the linear program and OpenSpiel's best responses agree."""
    game = pyspiel.load_game(name)
    solver = CFRSolver(trees[name], "predictive+")
    last = solver.solve(10_000, target=1e-4)
    assert last.exploitability <= 1e-4
    exact = nash_equilibrium(trees[name])
    assert exact.exploitability < 1e-9
    assert solver.values()[0] == pytest.approx(exact.value, abs=2e-4)
    table = TabularPolicy.from_behavior(trees[name], solver.average_strategy()).to_pyspiel()
    assert pyspiel.exploitability(game, table) == pytest.approx(last.exploitability, abs=1e-9)


def test_equilibria_experiment():
    """Tallies are frequencies: one end a game, turns between one and the limit."""
    settings = equilibria.EXPERIMENT.quick
    outcomes = [equilibria.work(item) for item in equilibria.items(settings, 0)]
    folk, roy = (outcome["tally"] for outcome in outcomes)
    assert sum(v for k, v in roy.items() if k.startswith("end|")) == pytest.approx(1)
    turns = sum(v for k, v in roy.items() if k.startswith("turn|"))
    assert 1 <= turns <= 2
    made = sum(v for k, v in folk.items() if k.endswith("made"))
    met = sum(v for k, v in folk.items() if k.endswith("challenged"))
    assert 1 <= made + folk.get("silent", 0) <= 3
    assert met <= made
    games, claims, uses = equilibria.tables(settings, outcomes)
    assert [len(row) for row in games.rows] == [len(games.columns)] * 2
    assert all(len(row) == len(claims.columns) for row in claims.rows)
    assert uses.rows[0][1:4] == pytest.approx(
        [roy[f"turn|{use}"] / turns for use in ("reveal", "up", "down")]
    )
    # The tree knows what a beginner gets by starting; so does the mean over both seats: nothing.
    assert abs(games.rows[1][-1]) > 0.1


def test_mccfr_policy_of_a_game_by_name(trees, tmp_path):
    solver = MCCFRSolver(FOLK, seed=1)
    solver.run(2000)
    policy = solver.policy()
    policy.save(tmp_path / "folk.npz")
    again = load_policy(tmp_path / "folk.npz", trees[FOLK].game)
    behavior = again.behavior(trees[FOLK])
    assert np.array_equal(behavior, policy.behavior(trees[FOLK]))
    form = CFRSolver(trees[FOLK]).game
    form.check_behavior(behavior)
    game = pyspiel.load_game(FOLK)
    state = game.new_initial_state()
    bots = [again.bot(player, seed=player) for player in range(2)]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        else:
            player = state.current_player()
            assert again.probabilities(state).keys() == set(state.legal_actions())
            state.apply_action(bots[player].step(state))
