"""The CFR family against OpenSpiel's own solvers, known values, and itself after interruptions."""

import math

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from open_spiel.python.algorithms import cfr as openspiel_cfr
from open_spiel.python.algorithms import discounted_cfr, exploitability

from intrigue.solvers.exact import cfr
from intrigue.solvers.exact.cfr import CFRSolver, ConvergencePoint
from intrigue.solvers.exact.variants import CFR_VARIANTS, MATCHINGS, CFRVariant
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

KUHN_VALUE = -1 / 18
LEDUC_VALUE = -0.0856064


@pytest.fixture(scope="module")
def forms():
    names = ("kuhn_poker", "kuhn_poker(players=3)", "leduc_poker")
    return {name: SequenceForm.of(build_tree(name)) for name in names}


def openspiel_tables(form, solver):
    """Regrets and normalised cumulative policies of an OpenSpiel solver, on our arrays."""
    tree = form.tree
    regrets, averages = np.zeros(tree.num_actions), np.zeros(tree.num_actions)
    for infoset, name in enumerate(tree.infostate_strings):
        node = solver._info_state_nodes[name]
        begin, end = tree.action_offset[infoset : infoset + 2]
        actions = tree.legal_actions[begin:end].tolist()
        regrets[begin:end] = [node.cumulative_regret[a] for a in actions]
        weights = np.array([node.cumulative_policy[a] for a in actions])
        total = weights.sum()
        averages[begin:end] = weights / total if total > 0 else 1 / len(actions)
    return regrets, averages


TWINS = [
    ("cfr", lambda game: openspiel_cfr.CFRSolver(game)),
    ("cfr+", lambda game: openspiel_cfr.CFRPlusSolver(game)),
    ("discounted", lambda game: discounted_cfr.DCFRSolver(game)),
    ("linear", lambda game: discounted_cfr.LCFRSolver(game)),
]


@pytest.mark.parametrize(("name", "twin"), TWINS, ids=[name for name, _ in TWINS])
@pytest.mark.parametrize(
    ("game", "iterations"), [("kuhn_poker", 30), ("kuhn_poker(players=3)", 10), ("leduc_poker", 3)]
)
def test_equals_openspiel_iteration_by_iteration(forms, game, iterations, name, twin):
    """Regrets and average strategies are OpenSpiel's after every single iteration."""
    form = forms[game]
    ours, theirs = CFRSolver(form, name), twin(pyspiel.load_game(game))
    for _ in range(iterations):
        ours.run(1)
        theirs.evaluate_and_update_policy()
        regrets, averages = openspiel_tables(form, theirs)
        assert np.allclose(ours.regrets, regrets, rtol=0, atol=1e-11)
        assert np.allclose(ours.average_strategy(), averages, rtol=0, atol=1e-11)


def test_simultaneous_updates_equal_openspiel(forms):
    form = forms["kuhn_poker"]
    ours = CFRSolver(form, CFRVariant(alternating=False))
    theirs = openspiel_cfr._CFRSolver(
        pyspiel.load_game("kuhn_poker"),
        alternating_updates=False,
        linear_averaging=False,
        regret_matching_plus=False,
    )
    for _ in range(20):
        ours.run(1)
        theirs.evaluate_and_update_policy()
        regrets, averages = openspiel_tables(form, theirs)
        assert np.allclose(ours.regrets, regrets, rtol=0, atol=1e-12)
        assert np.allclose(ours.average_strategy(), averages, rtol=0, atol=1e-12)


def slow_predictive(form, iterations):
    """Predictive CFR+ written again, information set by information set, in plain Python."""
    regrets = np.zeros(form.num_actions)
    strategy = form.uniform()
    weights = np.zeros(form.num_actions)
    bounds = form.action_offset.astype(int)
    for t in range(1, iterations + 1):
        for player in range(form.num_players):
            plan = form.plan(strategy)
            own = range(*form.first_infoset[player : player + 2].astype(int))
            for i in own:
                k = slice(bounds[i], bounds[i + 1])
                weights[k] += t**2 * plan[k]
            values = form.gradient(plan)
            for i in reversed(own):
                k = slice(bounds[i], bounds[i + 1])
                expected = strategy[k] @ values[k]
                values[form.parent[i]] += expected
                instant = values[k] - expected
                regrets[k] = np.maximum(regrets[k] + instant, 0)
                predicted = np.maximum(regrets[k] + instant, 0)
                count = bounds[i + 1] - bounds[i]
                total = predicted.sum()
                strategy[k] = predicted / total if total > 0 else 1 / count
    return regrets, form.behavior(np.append(weights, np.ones(form.num_players)))


@pytest.mark.parametrize("game", ["kuhn_poker", "kuhn_poker(players=3)", "leduc_poker"])
def test_predictive_equals_a_slow_version(forms, game):
    form = forms[game]
    solver = CFRSolver(form, "predictive+")
    solver.run(12)
    regrets, average = slow_predictive(form, 12)
    assert np.allclose(solver.regrets, regrets, rtol=0, atol=1e-11)
    assert np.allclose(solver.average_strategy(), average, rtol=0, atol=1e-11)


@pytest.mark.parametrize("name", CFR_VARIANTS)
def test_kuhn_value(forms, name):
    """Kuhn 1950: the first player loses 1/18 a game."""
    solver = CFRSolver(forms["kuhn_poker"], name)
    last = solver.solve(30_000)
    assert last.exploitability < 3e-4
    assert solver.values()[0] == pytest.approx(KUHN_VALUE, abs=2e-4)


def test_leduc_to_one_millionth(forms):
    """Predictive CFR+ brings Leduc to exploitability 1e-6; the value is the published one."""
    solver = CFRSolver(forms["leduc_poker"], "predictive+")
    last = solver.solve(100_000, target=1e-6)
    assert last.exploitability <= 1e-6
    assert solver.values()[0] == pytest.approx(LEDUC_VALUE, abs=1e-6)
    policy = TabularPolicy.from_behavior(solver.game.tree, solver.average_strategy())
    game = pyspiel.load_game("leduc_poker")
    judged = exploitability.exploitability(game, policy.to_openspiel(game))
    assert judged == pytest.approx(last.exploitability, abs=1e-9)


def test_three_players(forms):
    """Three-player Kuhn: CFR comes near an equilibrium there (Szafron et al. 2013)."""
    solver = CFRSolver(forms["kuhn_poker(players=3)"], "cfr")
    last = solver.solve(20_000)
    assert last.exploitability < 0.003
    assert solver.values().sum() == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("name", CFR_VARIANTS)
@pytest.mark.parametrize("alternating", [True, False])
def test_resumes_to_the_same_bits(forms, tmp_path, name, alternating):
    method = CFRVariant(**{**vars(CFR_VARIANTS[name]), "alternating": alternating})
    form = forms["leduc_poker"]
    whole = CFRSolver(form, method)
    whole.solve(60)
    halves = CFRSolver(form, method)
    halves.solve(27)
    halves.save(tmp_path / "half.npz")
    resumed = CFRSolver.load(tmp_path / "half.npz", form.tree)
    resumed.solve(60)
    assert resumed.iteration == 60
    assert resumed.method == method
    assert np.array_equal(resumed.regrets, whole.regrets)
    assert np.array_equal(resumed.strategy, whole.strategy)
    assert np.array_equal(resumed.weights, whole.weights)
    assert resumed.history[-1] == whole.history[-1]
    assert [p for p in resumed.history if p.iteration != 27] == whole.history


def test_pieces_are_the_whole(forms):
    form = forms["kuhn_poker"]
    whole, pieces = CFRSolver(form, "discounted"), CFRSolver(form, "discounted")
    whole.run(100)
    for count in (1, 0, 9, 50, 40):
        pieces.run(count)
    assert np.array_equal(whole.weights, pieces.weights)


def test_delay_leaves_out_the_first_iterations(forms):
    form = forms["kuhn_poker"]
    delayed = CFRSolver(form, CFRVariant(delay=5))
    delayed.run(5)
    assert not delayed.weights.any()
    assert np.array_equal(delayed.average_strategy(), form.behavior(form.plan(delayed.strategy)))
    strategy = delayed.strategy.copy()
    delayed.run(1)
    assert np.allclose(form.plan(strategy)[: form.num_actions], delayed.weights)


@given(
    alpha=st.floats(0, 3),
    beta=st.one_of(st.floats(-3, 3), st.just(-math.inf), st.just(math.inf)),
    gamma=st.floats(0, 3),
    delay=st.integers(0, 5),
    matching=st.sampled_from(MATCHINGS),
    alternating=st.booleans(),
)
@settings(max_examples=30, deadline=None)
def test_averages_are_strategies(alpha, beta, gamma, delay, matching, alternating):
    """Whatever the weights, strategies stay strategies and the average's flow adds up."""
    form = SequenceForm.of(build_tree("kuhn_poker"))
    solver = CFRSolver(form, CFRVariant(alpha, beta, gamma, delay, matching, alternating))
    solver.run(delay + 7)
    form.check_behavior(solver.strategy)
    form.check_behavior(solver.average_strategy())
    mixed = form.plan(solver.average_strategy())[: form.num_actions]
    total = cfr.averaging_weight(solver.iteration, solver.method)
    assert np.allclose(mixed, solver.weights / total, atol=1e-9)


def test_convergence_is_recorded_on_a_logarithmic_schedule(forms):
    seen = []
    solver = CFRSolver(forms["kuhn_poker"])
    solver.solve(100, on_progress=seen.append)
    expected = [1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20, 25, 32, 40, 50, 63, 79, 100]
    assert [p.iteration for p in seen] == expected
    assert solver.history == seen
    assert solver.solve(100) == ConvergencePoint(100, seen[-1].exploitability)
    assert len(solver.history) == len(seen)


def test_memory_stays_small():
    solver = CFRSolver(SequenceForm.of(build_tree("leduc_poker")))
    assert solver.nbytes + solver.game.tree.nbytes < 1_000_000


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (lambda f: CFRSolver(f, "cfr++"), "no algorithm 'cfr\\+\\+'; there are cfr, cfr\\+"),
        (lambda f: CFRSolver(f).run(-1), "at least 0"),
        (lambda f: CFRVariant(gamma=-1), "gamma must be"),
        (lambda f: CFRVariant(alpha=-math.inf), "alpha must be"),
        (lambda f: CFRVariant(delay=-1), "delay must be"),
        (lambda f: CFRVariant(matching="hedge"), "no matching 'hedge'; there are regret, predict"),
    ],
)
def test_bad_input(forms, bad, message):
    with pytest.raises(ValueError, match=message):
        bad(forms["kuhn_poker"])


def test_checkpoint_of_another_game(forms, tmp_path):
    CFRSolver(forms["kuhn_poker"]).save(tmp_path / "kuhn.npz")
    with pytest.raises(ValueError, match=r"for the game kuhn_poker\(\), not for leduc_poker\(\)"):
        CFRSolver.load(tmp_path / "kuhn.npz", forms["leduc_poker"])
