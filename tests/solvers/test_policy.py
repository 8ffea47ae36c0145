"""Policies: files, OpenSpiel's tables, mixtures, bots."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as openspiel_policy
from open_spiel.python.algorithms import evaluate_bots, expected_game_score

from intrigue.solvers.exact.best_response import best_response, exploitability
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.policy import (
    FunctionPolicy,
    MixedPolicy,
    TabularPolicy,
    UniformPolicy,
    uniform,
)
from intrigue.solvers.policy_files import load_policy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm


@pytest.fixture(scope="module")
def leduc_form():
    return SequenceForm.of(build_tree("leduc_poker"))


@pytest.fixture(scope="module")
def solved(leduc_form):
    solver = CFRSolver(leduc_form)
    solver.run(100)
    return TabularPolicy.from_behavior(leduc_form.tree, solver.average_strategy())


def test_saved_and_loaded(solved, leduc_form, tmp_path):
    file = tmp_path / "leduc.policy"
    solved.save(file)
    assert load_policy(file, "leduc_poker").game == "leduc_poker()"
    again = load_policy(file, "leduc_poker()")
    assert isinstance(again, TabularPolicy)
    assert again.rows == solved.rows
    assert again.game == "leduc_poker()"
    assert np.array_equal(again.behavior(leduc_form.tree), solved.behavior(leduc_form.tree))
    assert file.stat().st_size < 40_000
    with pytest.raises(ValueError, match=r"for the game leduc_poker\(\), not for kuhn_poker\(\)"):
        load_policy(file, "kuhn_poker()")


def test_broken_file(solved, tmp_path):
    file = tmp_path / "leduc.policy"
    solved.save(file)
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(ValueError, match="damaged"):
        load_policy(file)


def test_to_and_from_openspiel(solved, leduc_form):
    game = pyspiel.load_game("leduc_poker")
    table = solved.to_openspiel(game)
    assert TabularPolicy.from_openspiel(table).rows == solved.rows
    judged = pyspiel.exploitability(game, solved.to_pyspiel())
    assert exploitability(leduc_form, solved.behavior(leduc_form.tree)) == pytest.approx(judged)
    with pytest.raises(ValueError, match="for the game leduc_poker"):
        solved.to_openspiel(pyspiel.load_game("kuhn_poker"))


def test_queries(solved):
    game = pyspiel.load_game("leduc_poker")
    state = game.new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    name = state.information_state_string(0)
    assert solved.at(0, name) == solved.probabilities(state)
    assert sorted(solved.at(0, name)) == state.legal_actions()
    with pytest.raises(ValueError, match="no row for player 1"):
        solved.at(1, name)
    nothing = TabularPolicy("leduc_poker()", {})
    assert nothing.probabilities(state) == uniform(state.legal_actions())
    with pytest.raises(ValueError, match="sum to 1"):
        TabularPolicy("x", {(0, "s"): {0: 0.7}})


@pytest.mark.parametrize(
    "row", [{0: float("nan")}, {0: 0.5, 1: float("nan")}, {0: 2.0, 1: -1.0}, {0: float("inf")}, {}]
)
def test_rows_that_are_no_distribution_are_refused_at_once(row):
    with pytest.raises(ValueError, match="of player 1 at 'the set' must be >= 0 and sum to 1"):
        TabularPolicy("kuhn_poker()", {(1, "the set"): row})


def test_rows_need_a_player_and_a_string():
    with pytest.raises(ValueError, match="rows belong to"):
        TabularPolicy("kuhn_poker()", {"0": {0: 1.0}})


def test_illegal_actions_are_refused_where_the_row_is_used():
    game = pyspiel.load_game("kuhn_poker")
    tree = build_tree(game)
    policy = TabularPolicy(str(game), {(0, "0"): {2: 1.0}})
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(1)
    uses = [
        lambda: policy.probabilities(state),
        lambda: policy.bot(0).step(state),
        lambda: policy.behavior(tree),
        lambda: policy.to_openspiel(game),
        lambda: FunctionPolicy(str(game), lambda state: {2: 1.0}).behavior(tree),
    ]
    for use in uses:
        with pytest.raises(ValueError, match=r"player 0 at '0' .* not legal there: 2 .legal: 0, 1"):
            use()
    with pytest.raises(ValueError, match="must be >= 0 and sum to 1"):
        FunctionPolicy(str(game), lambda state: {0: float("nan")}).bot(0).step(state)


def test_behavior_by_replay_is_behavior_by_name(solved, leduc_form):
    function = FunctionPolicy("leduc_poker()", solved.probabilities)
    tree = leduc_form.tree
    assert np.array_equal(function.behavior(tree), solved.behavior(tree))
    with pytest.raises(ValueError, match="FunctionPolicy cannot be saved"):
        function.save("nowhere")


def test_a_mixture_plays_like_a_draw_of_its_components(leduc_form, tmp_path):
    """Expected values are the weighted means of the components' (Kuhn 1953)."""
    tree = leduc_form.tree
    base = leduc_form.uniform()
    pure = best_response(leduc_form, base, 0).behavior
    aggressive = np.where(tree.legal_actions == 2, 1.0, 0.0)
    aggressive = leduc_form.behavior(np.append(aggressive, [1, 1]))
    own = np.repeat(tree.infoset_player == 0, np.diff(tree.action_offset))
    parts = [TabularPolicy.from_behavior(tree, np.where(own, p, base)) for p in (pure, aggressive)]
    parts.append(UniformPolicy("leduc_poker()"))
    mixture = MixedPolicy(parts, [1, 2, 1])
    values = [leduc_form.values(leduc_form.plan(p.behavior(tree)))[0] for p in parts]
    mixed = leduc_form.values(leduc_form.plan(mixture.behavior(tree)))[0]
    assert mixed == pytest.approx(np.dot([0.25, 0.5, 0.25], values), abs=1e-12)
    mixture.save(tmp_path / "mixed")
    again = load_policy(tmp_path / "mixed")
    assert again.weights == mixture.weights
    assert np.array_equal(again.behavior(tree), mixture.behavior(tree))


def test_bad_mixtures():
    leduc, kuhn = UniformPolicy("leduc_poker()"), UniformPolicy("kuhn_poker()")
    with pytest.raises(ValueError, match="policies of one game"):
        MixedPolicy([leduc, kuhn], [1, 1])
    with pytest.raises(ValueError, match="a weight >= 0 a component"):
        MixedPolicy([leduc], [-1])


def test_bots_are_seeded_and_follow_the_policy(solved):
    game = pyspiel.load_game("leduc_poker")

    def play(seed):
        bots = [solved.bot(player, seed + player) for player in range(2)]
        rng = np.random.RandomState(seed)
        return list(evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng))

    games = [play(seed) for seed in range(30)]
    assert games == [play(seed) for seed in range(30)]
    assert len(set(map(tuple, games))) > 1
    state = game.new_initial_state()
    for action in (0, 3):
        state.apply_action(action)
    bot = solved.bot(0, 5)
    assert bot.provides_policy()
    assert bot.player_id() == 0
    assert dict(bot.get_policy(state)) == solved.probabilities(state)
    drawn = [bot.step(state) for _ in range(4000)]
    for action, chance in bot.get_policy(state):
        assert drawn.count(action) / 4000 == pytest.approx(chance, abs=0.04)


def test_uniform_policy_is_openspiels(leduc_form):
    game = pyspiel.load_game("leduc_poker")
    state = game.new_initial_state()
    ours = UniformPolicy("leduc_poker()")
    theirs = openspiel_policy.UniformRandomPolicy(game)
    values = expected_game_score.policy_value(state, [theirs, theirs])
    mine = leduc_form.values(leduc_form.plan(ours.behavior(leduc_form.tree)))
    assert np.allclose(values, mine, atol=1e-12)
