"""Training: the same by seed, after a kill too; tables as they are meant; it learns."""

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401
from intrigue.learn import self_play
from intrigue.learn.self_play import LEARNER, OLDER, SCRIPTED, look_around, new_seen, new_tables
from intrigue.learn.training import KIND, VERSION, Settings, Training
from intrigue.search.learned.features import features_of
from intrigue.search.learned.files import LearnedPolicy
from intrigue.search.scripted.registry import scripts_of
from intrigue.solvers import storage
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.policy import UniformPolicy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

SMALL = "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"
GAME = pyspiel.load_game(SMALL)
SHORT = Settings(steps=1, tables=32, length=8, rounds=2, batch=64, seed=3)


def trained(epochs, settings, game=GAME):
    training = Training(game, settings)
    for _ in range(epochs):
        training.run_epoch()
    return training


def assert_same(ours, others):
    for name, array in ours.items():
        np.testing.assert_array_equal(array, others[name])


@pytest.fixture(scope="module")
def three():
    return trained(3, Settings(steps=3 * SHORT.steps_an_epoch, **_without_steps()))


def _without_steps():
    return {k: getattr(SHORT, k) for k in ("tables", "length", "rounds", "batch", "seed")}


def settings(**changed):
    return Settings(**{"steps": 3 * SHORT.steps_an_epoch, **_without_steps(), **changed})


def test_steps_are_rounded_up_to_whole_epochs(three):
    assert SHORT.steps_an_epoch == 32 * 8 * 2
    assert Settings(steps=1).epochs == 1
    assert three.settings.epochs == 3
    assert three.is_over


def test_the_seed_decides(three):
    assert_same(trained(3, settings()).weights, three.weights)
    other = trained(3, settings(seed=4)).weights
    assert any((other[name] != array).any() for name, array in three.weights.items())


def test_killed_training_goes_on_to_the_same_weights(three, tmp_path):
    path = tmp_path / "work"
    trained(1, settings()).save(path)
    going_on = Training.load(path, GAME)
    going_on.run_epoch()
    going_on.save(path)
    path.write_bytes(path.read_bytes()[:1000])  # killed while it wrote, without our care
    with pytest.warns(UserWarning, match="going on from .*previous"):
        again = Training.load(path, GAME)
    assert again.epoch == 1
    while not again.is_over:
        told = again.run_epoch()
    assert_same(again.weights, three.weights)
    assert told.keys() == {"length", "older", "scripted"}
    assert -1 <= told["scripted"] <= 1


def test_a_responder_answers_one_policy_and_goes_on_after_a_kill(three, tmp_path):
    path = tmp_path / "work"
    policy = {name: np.asarray(array) for name, array in three.weights.items()}
    how = settings(older=1.0, scripted=0.0)
    whole, part = (Training(GAME, how, policy) for _ in range(2))
    while not whole.is_over:
        told = whole.run_epoch()
    assert told["scripted"] == 0.0  # nobody but the policy sat there
    part.run_epoch()
    part.save(path)
    going_on = Training.load(path, GAME)
    assert going_on.answers(policy)
    assert not going_on.answers(None)
    assert not going_on.answers(dict(whole.weights))
    assert not Training(GAME, how).answers(policy)
    while not going_on.is_over:
        going_on.run_epoch()
    assert_same(going_on.weights, whole.weights)


def test_a_checkpoint_is_for_its_game(tmp_path):
    path = tmp_path / "work"
    Training(GAME, SHORT).save(path)
    with pytest.raises(ValueError, match="is for the game"):
        Training.load(path, pyspiel.load_game("python_cunning_folk"))
    with pytest.raises(FileNotFoundError):
        Training.load(tmp_path / "nothing", GAME)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda h, a: h.update(past=0), "'past' is 0"),
        (lambda h, a: h.update(past="two"), "'past' is 'two'"),
        (lambda h, a: h.update(settings={"steps": 1}), "how to train"),
        (lambda h, a: h["settings"].update(tables="many"), "'tables' is 'many'"),
        (lambda h, a: h["settings"].update(tables=10**12), "'tables' is 1000000000000"),
        (lambda h, a: h["settings"].update(rate=-1.0), "'rate' is -1.0"),
        (lambda h, a: h.update(epoch=9), "'epoch' is 9"),
        (lambda h, a: a.pop("weights.item1"), "missing"),
        (lambda h, a: a.update({"optimiser.1": np.zeros(3)}), "optimiser.1"),
    ],
)
def test_sealed_nonsense_is_refused_in_one_line(change, words, tmp_path):
    path = tmp_path / "work"
    Training(GAME, SHORT).save(path)
    header, arrays = storage.load_arrays(path, KIND, VERSION)
    change(header, arrays)
    storage.save_arrays(path, KIND, VERSION, header, arrays)
    with pytest.raises(ValueError, match=words) as error:
        Training.load(path, GAME)
    assert "\n" not in str(error.value)


def test_tables_have_their_kinds_and_seats():
    game = pyspiel.load_game("python_cunning_folk")
    features, count = features_of(game), 100
    scripts = len(scripts_of(game.definition.kernel))
    tables = new_tables(game, count, 0.2, 0.3, 1)
    assert [int((tables.kind == k).sum()) for k in (LEARNER, OLDER, SCRIPTED)] == [50, 20, 30]
    seen = new_seen(features, (count,), 2)
    seats, others, ended = set(), set(), 0
    taken, chance = np.zeros(count, np.int64), np.zeros(count, np.float32)
    logits = np.zeros((count, len(features.terms)), np.float32)
    for _ in range(60):
        look_around(tables, scripts, seen)
        at_script, at_older = tables.kind == SCRIPTED, tables.kind == OLDER
        assert (seen.mover[at_script] == tables.seat[at_script]).all()
        assert seen.learns[tables.kind != OLDER].all()
        assert (seen.learns[at_older] == (seen.mover == tables.seat)[at_older]).all()
        for b in range(count):
            state = tables.states[b]
            assert seen.legal[b].any()
            assert int(state.mover) == seen.mover[b]
        ended += seen.ended.sum()
        assert (np.abs(seen.final[seen.ended]).sum(axis=1) <= 2).all()
        seats |= set(tables.seat[at_script].tolist())
        others |= set(tables.others[at_script].tolist())
        self_play.move(tables, seen, logits, logits[50:], 0.1, taken, chance)
        assert seen.legal[np.arange(count), taken].all()
        assert ((chance == 0) | seen.learns).all()
    assert seats == {0, 1}
    assert others == {-1, *range(scripts)}  # -1: the rule of thumb
    assert ended > 50


def test_it_learns():
    """On a small game it becomes far less exploitable than uniform play in seconds."""
    form = SequenceForm.of(build_tree(GAME))
    how = Settings(steps=200_000, tables=64, length=32, rounds=4, batch=512, rate=3e-3, seed=1)
    training = Training(GAME, how)
    while not training.is_over:
        training.run_epoch()
    policy = LearnedPolicy(GAME, training.weights)
    uniform = exploitability(form, UniformPolicy(str(GAME)).behavior(form.tree))
    assert exploitability(form, policy.behavior(form.tree, GAME)) < 0.75 * uniform
