"""Monte Carlo CFR over compiled rules and on trees: against each other and against exact play."""

import os
import subprocess
import sys

import leduc
import numpy as np
import pytest
from leduc import GAME

from intrigue.games.core.hash_table import find_slot
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.policy import POLICY_KIND, POLICY_VERSION
from intrigue.solvers.sampled.hash_policy import HashPolicy, unpack_hash_policy
from intrigue.solvers.sampled.mccfr import MCCFRSolver
from intrigue.solvers.sampled.mccfr_tree import TreeMCCFRSolver
from intrigue.solvers.sampled.regret_table import RegretTable, enter
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm


@pytest.fixture(scope="module")
def form():
    return SequenceForm.of(build_tree("leduc_poker"))


@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_rules_and_tree_walk_alike(form, sampling):
    """Two programs, one by rules and hashes, one by arrays, draw the same and learn the same."""
    by_rules = MCCFRSolver(GAME, sampling, seed=5)
    by_tree = TreeMCCFRSolver(form.tree, sampling, seed=5)
    by_rules.run(3000)
    by_tree.run(3000)
    ours = by_rules.policy().behavior(form.tree)
    assert np.allclose(ours, by_tree.average_strategy(), rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("sampling", "iterations", "bound"),
    [("external", 100_000, 0.1), ("outcome", 1_000_000, 0.2)],
)
def test_converges_on_leduc(form, sampling, iterations, bound):
    solver = TreeMCCFRSolver(form.tree, sampling, seed=1)
    solver.run(iterations // 100)
    early = exploitability(form, solver.average_strategy())
    solver.run(iterations - solver.iteration)
    late = exploitability(form, solver.average_strategy())
    assert late < bound
    assert late < early / 2


def test_three_players():
    tree = build_tree("kuhn_poker(players=3)")
    form = SequenceForm.of(tree)
    for sampling in ("external", "outcome"):
        solver = TreeMCCFRSolver(tree, sampling)
        solver.run(200_000)
        assert exploitability(form, solver.average_strategy()) < 0.05


@pytest.mark.parametrize("sampling", ["external", "outcome"])
def test_workers_change_nothing(form, sampling):
    """Same seed and streams, one thread or two: the same bits."""
    tables = []
    for workers in (1, 2):
        solver = MCCFRSolver(
            GAME, sampling, seed=3, streams=3, round_iterations=50, workers=workers
        )
        solver.run(600)
        assert solver.iteration == 600
        tables.append(solver.table)
    assert np.array_equal(tables[0].entries(), tables[1].entries())
    assert np.array_equal(tables[0].used_cells(), tables[1].used_cells())


def test_streams_learn_from_each_other(form):
    solver = MCCFRSolver(GAME, seed=3, streams=4, round_iterations=100, workers=2)
    solver.run(40_000)
    assert exploitability(form, solver.policy().behavior(form.tree)) < 0.2


@pytest.mark.parametrize("sampling", ["external", "outcome"])
@pytest.mark.parametrize("streams", [1, 3])
def test_resumes_to_the_same_bits(tmp_path, sampling, streams):
    options = {"seed": 9, "streams": streams, "round_iterations": 20}
    whole = MCCFRSolver(GAME, sampling, **options)
    whole.run(600)
    half = MCCFRSolver(GAME, sampling, **options)
    half.run(240)
    half.save(tmp_path / "half")
    resumed = MCCFRSolver.load(tmp_path / "half", GAME, workers=2)
    resumed.run(360)
    assert resumed.iteration == whole.iteration == 600
    assert np.array_equal(resumed.table.entries(), whole.table.entries())
    assert np.array_equal(resumed.table.used_cells(), whole.table.used_cells())


def test_tree_solver_resumes_to_the_same_bits(form, tmp_path):
    whole = TreeMCCFRSolver(form.tree, "outcome", seed=4)
    whole.run(500)
    half = TreeMCCFRSolver(form.tree, "outcome", seed=4)
    half.run(123)
    half.save(tmp_path / "half")
    resumed = TreeMCCFRSolver.load(tmp_path / "half", form.tree)
    resumed.run(377)
    assert np.array_equal(resumed.regrets, whole.regrets)
    assert np.array_equal(resumed.averages, whole.averages)
    with pytest.raises(ValueError, match="not for kuhn_poker"):
        TreeMCCFRSolver.load(tmp_path / "half", build_tree("kuhn_poker"))


def test_memory_bound():
    """A full table takes nothing in, counts what it refused, and play goes on."""
    solver = MCCFRSolver(GAME, max_bytes=100 * 320)
    assert solver.max_entries < 120
    solver.run(2000)
    assert solver.num_infosets == solver.max_entries
    assert solver.not_stored > 0
    assert solver.table.nbytes < 2**17
    streams = MCCFRSolver(GAME, max_bytes=100 * 320, streams=2, round_iterations=100)
    streams.run(400)
    assert streams.num_infosets == streams.max_entries


def test_abstraction_merges_what_looks_alike():
    """By what they know now, players tell fewer situations apart than by all they saw."""
    full, merged = MCCFRSolver(GAME, seed=1), MCCFRSolver(GAME, seed=1, abstraction="observation")
    full.run(20_000)
    merged.run(20_000)
    assert merged.num_infosets < full.num_infosets == 936
    assert merged.policy().abstraction == "observation"


def test_policy_files(form, tmp_path):
    solver = MCCFRSolver(GAME, seed=2, abstraction="observation")
    solver.run(2000)
    policy = solver.policy()
    assert 0 < policy.num_rows <= solver.num_infosets
    policy.save(tmp_path / "p")
    from intrigue.solvers.storage import load_arrays

    header, arrays = load_arrays(tmp_path / "p", POLICY_KIND, POLICY_VERSION)
    again = unpack_hash_policy(header, arrays, GAME)
    assert isinstance(again, HashPolicy)
    assert np.array_equal(again.behavior(form.tree), policy.behavior(form.tree))
    form.check_behavior(policy.behavior(form.tree))


def test_half_equal_keys_are_told_apart():
    """Keys that agree in their first half (and so in their place) are different entries."""
    table = RegretTable.empty(4)
    actions = np.arange(3)
    begins = {}
    for second in range(20):
        key = np.uint64(7), np.uint64(second)
        table.slots, table.cells, begins[second] = enter(*table.arrays, key, actions, 3, -1, 100)
    assert len(set(begins.values())) == 20 == table.num_entries
    for second, begin in begins.items():
        slot = find_slot(table.slots, np.uint64(7), np.uint64(second))
        assert table.slots[slot]["begin"] == begin
    slot = find_slot(table.slots, np.uint64(7), np.uint64(99))
    assert table.slots[slot]["count"] == 0


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sampling": "robust"}, "no sampling 'robust'; there are external, outcome"),
        ({"exploration": 0.0}, "exploration must be in"),
        ({"streams": 0}, "streams must be from 1 to 1,024, got 0"),
        ({"streams": 2**31}, "streams must be from 1 to 1,024, got 2,147,483,648"),
        ({"workers": 0}, "must be at least 1"),
        ({"abstraction": "cards"}, "no abstraction 'cards'; there are none, observation"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ValueError, match=message):
        MCCFRSolver(GAME, **options)


def test_bad_games_and_iterations(form):
    with pytest.raises(ValueError, match="has no compiled rules"):
        MCCFRSolver("kuhn_poker")
    with pytest.raises(ValueError, match="at least 0"):
        MCCFRSolver(GAME).run(-1)
    with pytest.raises(ValueError, match="no sampling"):
        TreeMCCFRSolver(form.tree, "all")


def test_without_compilation():
    """The same numbers in plain Python, with Numba switched off."""
    program = (
        "from leduc import GAME\n"
        "from intrigue.solvers.sampled.mccfr import MCCFRSolver\n"
        "for sampling in ('external', 'outcome'):\n"
        "    solver = MCCFRSolver(GAME, sampling, seed=8)\n"
        "    solver.run(3)\n"
        "    print(solver.table.used_cells()['regret'].round(9).tolist())\n"
    )
    plain = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.path.dirname(leduc.__file__)},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = []
    for sampling in ("external", "outcome"):
        solver = MCCFRSolver(GAME, sampling, seed=8)
        solver.run(3)
        lines.append(str(solver.table.used_cells()["regret"].round(9).tolist()))
    assert plain.stdout.splitlines() == lines
