"""Judging decisions and improving weights: against slow accounts of the same."""

import jax
import numpy as np
import pyspiel
import pytest
from test_features import decisions, random_weights, seen

import intrigue.games  # noqa: F401
from intrigue.learn import learning
from intrigue.learn import network as jax_network
from intrigue.learn.learning import DISCOUNT, LAMBDA, Batch, judge
from intrigue.search.learned import network
from intrigue.search.learned.features import features_of

GAMES = ["python_cunning_folk", "python_roy_des_ribauds"]


@pytest.mark.parametrize("name", GAMES)
def test_jax_and_numpy_answer_the_same(name):
    features = features_of(pyspiel.load_game(name))
    rng = np.random.default_rng(2)
    items = rng.random((5, features.items, features.item_size), np.float32)
    whole = rng.random((5, features.whole_size), np.float32)
    weights, terms = random_weights(features), network.summing(features)
    ours = network.answer(weights, terms, items, whole)
    theirs = jax_network.answer(weights, terms, items, whole)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_policy_is_nearly_uniform_and_expects_nothing(name):
    features = features_of(pyspiel.load_game(name))
    weights = jax_network.begin(features, 1)
    assert {name: array.shape for name, array in weights.items()} == network.shapes(features)
    states = [seen(state, features) for state in decisions(name, 2, 20)]
    items, whole = map(np.stack, zip(*states, strict=True))
    logits, value = network.answer(weights, network.summing(features), items, whole)
    assert np.ptp(logits, axis=1).max() < 1
    assert np.abs(value).max() < 0.5


def slow_judgement(mover, value, ended, final):
    """Generalised advantages of one table, each player's decisions a sequence of its own."""
    steps, players = len(mover), final.shape[1]
    advantage, judged = np.zeros(steps), np.zeros(steps, bool)
    for player in range(players):
        own = [t for t in range(steps) if mover[t] == player]
        ends = [t for t in range(steps) if ended[t]]
        gained = 0.0
        for k in reversed(range(len(own))):
            t = own[k]
            end = next((e for e in ends if e >= t), None)
            last = k + 1 == len(own) or (end is not None and own[k + 1] > end)
            if last and end is None:
                gained = 0.0
                continue
            judged[t] = True
            if last:
                gained = final[end, player] - value[t]
            else:
                following = value[own[k + 1]]
                gained = DISCOUNT * following - value[t] + DISCOUNT * LAMBDA * gained
            advantage[t] = gained
    return advantage, judged


def test_decisions_are_judged_as_slowly():
    rng = np.random.default_rng(3)
    steps, tables, players = 40, 6, 3
    mover = rng.integers(0, players, (steps, tables))
    value = rng.standard_normal((steps, tables)).astype(np.float32)
    ended = rng.random((steps, tables)) < 0.1
    final = rng.standard_normal((steps, tables, players)).astype(np.float32)
    advantage, target = np.zeros((2, steps, tables), np.float32)
    judged = np.zeros((steps, tables), np.bool_)
    judge(mover, value, ended, final, advantage, target, judged)
    for b in range(tables):
        expected, known = slow_judgement(mover[:, b], value[:, b], ended[:, b], final[:, b])
        np.testing.assert_array_equal(judged[:, b], known)
        np.testing.assert_allclose(advantage[known, b], expected[known], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(target, value + advantage, rtol=1e-4, atol=1e-5)


def one_batch(features, **changed):
    rng = np.random.default_rng(4)
    n, actions = 64, len(features.terms)
    legal = rng.random((n, actions)) < 0.3
    taken = rng.integers(0, actions, n)
    legal[np.arange(n), taken] = True
    batch = Batch(
        rng.random((n, features.items, features.item_size), np.float32),
        rng.random((n, features.whole_size), np.float32),
        legal,
        taken,
        (1.0 / legal.sum(axis=1)).astype(np.float32),
        np.ones(n, np.float32),
        np.zeros(n, np.float32),
        np.ones(n, np.float32),
    )
    return batch._replace(**changed)


def improved(features, batch, temperature=0.0, steps=20):
    weights, terms = jax_network.begin(features, 1), network.summing(features)
    transform = learning.optimiser(1e-3, 1000)
    state = transform.init(weights)
    for _ in range(steps):
        weights, state = learning.improve(
            transform, weights, state, terms, batch, np.float32(temperature)
        )
    return {name: np.asarray(array) for name, array in weights.items()}


def chances(features, weights, batch):
    logits, _ = network.answer(weights, network.summing(features), batch.items, batch.whole)
    return np.asarray(jax.nn.softmax(np.where(batch.legal, logits, -1e9)))


FEATURES = features_of(pyspiel.load_game("python_cunning_folk"))


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_what_went_well_becomes_likelier_what_went_badly_less_likely(sign):
    batch = one_batch(FEATURES, advantage=np.full(64, sign, np.float32))
    rows = np.arange(64)
    before = chances(FEATURES, jax_network.begin(FEATURES, 1), batch)[rows, batch.taken]
    after = chances(FEATURES, improved(FEATURES, batch), batch)[rows, batch.taken]
    assert sign * (after - before).mean() > 0.01


def test_values_go_to_their_targets():
    batch = one_batch(FEATURES, target=np.full(64, 0.5, np.float32), advantage=np.zeros(64, "f4"))
    weights = improved(FEATURES, batch, steps=100)
    _, value = network.answer(weights, network.summing(FEATURES), batch.items, batch.whole)
    assert np.abs(value - 0.5).mean() < 0.2


def test_moves_made_at_random_and_decisions_that_do_not_count_teach_the_policy_nothing():
    batch = one_batch(FEATURES)
    first, terms = jax_network.begin(FEATURES, 1), network.summing(FEATURES)
    expected = np.asarray(jax_network.answer(first, terms, batch.items, batch.whole)[1])
    at_random = batch._replace(chance=np.zeros(64, np.float32), target=expected)
    uncounted = batch._replace(weight=np.zeros(64, np.float32))
    for nothing in (at_random, uncounted):
        gradient = jax.grad(learning.loss)(first, terms, nothing, np.float32(0.0))
        assert max(float(np.abs(part).max()) for part in gradient.values()) < 1e-6
    gradient = jax.grad(learning.loss)(first, terms, batch, np.float32(0.0))
    assert max(float(np.abs(part).max()) for part in gradient.values()) > 1e-3


def test_temperature_keeps_the_policy_mixed():
    batch = one_batch(FEATURES)

    def entropy(weights):
        found = chances(FEATURES, weights, batch)
        return -(found * np.log(np.maximum(found, 1e-12))).sum(axis=1).mean()

    cold = entropy(improved(FEATURES, batch, steps=60))
    warm = entropy(improved(FEATURES, batch, temperature=2.0, steps=60))
    assert warm > cold + 0.05
