"""Bots by learned policies, and the files they play from."""

import numpy as np
import pyspiel
import pytest
from test_features import decisions, random_weights

import intrigue.games  # noqa: F401
from intrigue.search.bot_words import bot_digests, make_bot
from intrigue.search.learned import files
from intrigue.search.learned.bot import SMALL
from intrigue.search.learned.features import features_of
from intrigue.search.learned.files import KIND, VERSION, LearnedPolicy, load_learned, shipped_for
from intrigue.solvers import storage
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

SMALL_GAME = "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"
FOLK = pyspiel.load_game("python_cunning_folk")


def policy_for(game, seed=0):
    return LearnedPolicy(game, random_weights(features_of(game), seed))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "folk.npz"
    policy_for(FOLK).save(path)
    return path


def test_a_file_gives_the_same_policy(file):
    saved, read = policy_for(FOLK), load_learned(file, FOLK)
    for state in decisions("python_cunning_folk", 3, 10):
        assert read.probabilities(state) == saved.probabilities(state)
        assert sum(read.probabilities(state).values()) == pytest.approx(1)


def test_a_bot_moves_the_same_in_every_world_that_it_cannot_tell_apart(file):
    word = f"learned:{file}"
    for number, state in enumerate(decisions("python_cunning_folk", 5, 25)):
        player = state.current_player()
        expected = make_bot(word, FOLK, player, number).step_with_policy(state)
        again = make_bot(word, FOLK, player, number).step_with_policy(state)
        other = state.resample_from_infostate(player, number)
        assert again == expected == make_bot(word, FOLK, player, number).step_with_policy(other)


def test_the_smallest_moves_are_left_out(file):
    bot = make_bot(f"learned:{file}", FOLK, 0, 1)
    dropped = 0
    for state in decisions("python_cunning_folk", 3, 30):
        whole = bot.policy.probabilities(state)
        for action, chance in bot.get_policy(state):
            assert (chance == 0) == (whole[action] < min(SMALL, max(whole.values())))
            dropped += chance == 0
    assert dropped > 0


def test_another_file_is_another_bot(file, tmp_path):
    other = tmp_path / "other.npz"
    policy_for(FOLK, seed=1).save(other)
    words = [f"learned:{file}", f"learned:{other}"]
    assert len(set(bot_digests(words, FOLK).values())) == 2


def test_its_exploitability_can_be_computed():
    game = pyspiel.load_game(SMALL_GAME)
    form = SequenceForm.of(build_tree(game))
    behavior = policy_for(game).behavior(form.tree, game)
    assert 0 < exploitability(form, behavior) <= 1


def test_a_file_for_another_game_or_of_other_rules_is_refused(file, monkeypatch):
    with pytest.raises(ValueError, match=r"is for the game python_cunning_folk.*, not for"):
        load_learned(file, pyspiel.load_game(SMALL_GAME))
    with pytest.raises(ValueError, match="no network can see kuhn_poker"):
        load_learned(file, pyspiel.load_game("kuhn_poker"))
    monkeypatch.setattr(files, "sight", lambda game: "something else")
    with pytest.raises(ValueError, match=r"what networks see of .* others; train it again"):
        load_learned(file, FOLK)


def damaged(weights, how):
    weights = dict(weights)
    if how == "missing":
        del weights["value"]
    elif how == "more":
        weights["more"] = np.zeros(3, np.float32)
    elif how == "shape":
        weights["item1"] = weights["item1"][:-1]
    elif how == "type":
        weights["item1"] = weights["item1"].astype(np.float64)
    else:
        weights["item1"] = weights["item1"].copy()
        weights["item1"][0, 0] = {"nan": np.nan, "huge": 1e30}[how]
    return weights


@pytest.mark.parametrize("how", ["missing", "more", "shape", "type", "nan", "huge"])
def test_sealed_nonsense_is_refused_in_one_line(how, tmp_path):
    path = tmp_path / "odd"
    header = {"game": str(FOLK), "sight": files.sight(str(FOLK))}
    weights = damaged(random_weights(features_of(FOLK)), how)
    storage.save_arrays(path, KIND, VERSION, header, weights)
    with pytest.raises(ValueError, match=r"odd makes no sense: .*array") as error:
        load_learned(path, FOLK)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("words", files.SHIPPED)
def test_a_policy_comes_with_the_package(words):
    """Trained when rules and features were what they are."""
    game = pyspiel.load_game(words)
    path = shipped_for(game)
    assert path is not None
    load_learned(path, game)
    state = decisions(words, 1, 3)[-1]
    assert make_bot("learned", game, state.current_player(), 1).step(state) in state.legal_actions()


def test_where_none_comes_with_the_package_that_is_said():
    assert shipped_for(pyspiel.load_game(SMALL_GAME)) is None
    with pytest.raises(ValueError, match=r"no learned policy comes with the package for .*train"):
        make_bot("learned", pyspiel.load_game(SMALL_GAME), 0)
    with pytest.raises(ValueError, match="there is no file"):
        make_bot("learned:nowhere.npz", FOLK, 0)
