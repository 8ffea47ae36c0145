"""OpenSpiel's own algorithms on a small two-player game, without a line of glue."""

import random

import numpy as np
import pyspiel
import pytest
from clothes import load
from open_spiel.python.algorithms import ismcts, mcts

from intrigue.games.tree_counts import tree_counts

SMALL = load(rounds=1, dice=1, rerolls=0, give_gullibility="true")


def test_cfr_lowers_exploitability_measured_by_best_responses():
    solver = pyspiel.CFRSolver(SMALL)
    uniform = pyspiel.exploitability(SMALL, pyspiel.UniformRandomPolicy(SMALL))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    reached = pyspiel.exploitability(SMALL, solver.average_policy())
    assert 0 <= reached < uniform / 2


def test_external_sampling_mccfr_runs():
    solver = pyspiel.ExternalSamplingMCCFRSolver(SMALL, seed=1)
    for _ in range(200):
        solver.run_iteration()
    uniform = pyspiel.exploitability(SMALL, pyspiel.UniformRandomPolicy(SMALL))
    assert pyspiel.exploitability(SMALL, solver.average_policy()) < uniform


def test_best_responses_make_up_the_nash_conv():
    policy = pyspiel.UniformRandomPolicy(SMALL)
    values = []
    for player in range(2):
        response = pyspiel.TabularBestResponse(SMALL, player, policy)
        values.append(response.value_from_state(SMALL.new_initial_state()))
    assert sum(values) > 0
    assert pyspiel.nash_conv(SMALL, policy) == pytest.approx(sum(values))


def test_python_ismcts_plays_a_game():
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        SMALL,
        uct_c=2.0,
        evaluator=mcts.RandomRolloutEvaluator(random_state=rng),
        max_simulations=20,
        random_state=rng,
    )
    state = SMALL.new_initial_state()
    dice = random.Random(1)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(dice.choice(state.legal_actions()))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
    assert sum(state.returns()) == 0


def walk(state, totals, infosets):
    totals[0] += 1
    if state.is_terminal():
        totals[1] += 1
    elif not state.is_chance_node():
        totals[2] += 1
        player = state.current_player()
        infosets.add((player, state.information_state_string(player)))
    for action in state.legal_actions():
        walk(state.child(action), totals, infosets)


def test_counts_agree_with_a_walk_through_openspiel():
    totals, infosets = [0, 0, 0], set()
    walk(SMALL.new_initial_state(), totals, infosets)
    counted = tree_counts(SMALL)
    assert [sum(counted.nodes), sum(counted.terminals), sum(counted.decisions)] == totals
    assert str(len(infosets)) == counted.table().split()[-1]
