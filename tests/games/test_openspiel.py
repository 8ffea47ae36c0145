"""The adapter where it does not depend on the game: parameters in game strings, pictures."""

import multiprocessing
import pickle

import pyspiel
import pytest

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.drawing import text_as_svg
from intrigue.games.tree_counts import tree_counts

CLOTHES = "python_emperors_new_clothes"


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("python_cunning_folk", {"bonus": "liar,cat"}),
        ("python_roy_des_ribauds", {"kinds": "chevalier,reine,roi"}),
    ],
)
def test_a_list_with_commas_can_be_pickled_and_serialised(name, parameters):
    game = pyspiel.load_game(name, parameters)
    assert "+" in str(game)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for again in (
        pickle.loads(pickle.dumps(state)),
        pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1],
        pickle.loads(pickle.dumps(game)).new_initial_state({"history": state.history()}),
    ):
        assert again.record.tobytes() == state.record.tobytes()


@pytest.mark.parametrize(
    "name", ["a,b.deck", "players=3.deck", "a(b.deck", "a)b(.deck", "1", "true", "1.5", "a\nb.deck"]
)
def test_a_deck_that_no_game_string_can_name_is_refused(name, tmp_path, monkeypatch):
    (tmp_path / name).write_text("Nothing to See | 4 | response | cancel\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"^python_emperors_new_clothes: deck=.* game string"):
        pyspiel.load_game(CLOTHES, {"cards": True, "deck": name})


@pytest.mark.parametrize("name", ["my deck (1).deck", "déck.deck", "a+b;c:d.deck"])
def test_a_deck_with_an_odd_name_can_be_pickled_and_serialised(name, tmp_path):
    (tmp_path / name).write_text("Nothing to See | 4 | response | cancel\n")
    game = pyspiel.load_game(CLOTHES, {"cards": True, "deck": str(tmp_path / name)})
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    saved = pyspiel.serialize_game_and_state(game, state)
    assert pyspiel.deserialize_game_and_state(saved)[1].history() == state.history()
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_game_is_sent_to_another_process():
    game = pyspiel.load_game("python_roy_des_ribauds(copies=1,court_size=2,hand_size=1)")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(str, (game,)) == str(game)


@pytest.mark.parametrize("history", [[9999], [-1], [0, 10**6], [0.5]])
def test_counting_below_a_history_that_cannot_be_is_refused(history):
    game = pyspiel.load_game("python_roy_des_ribauds(copies=1,court_size=2,hand_size=1)")
    with pytest.raises(ValueError, match="is not legal"):
        tree_counts(game, history)


def test_the_picture_of_a_text_keeps_its_letters():
    assert "&lt;K♣ &amp; 2&gt;" in text_as_svg("<K♣ & 2>\n\n  indented")
    assert text_as_svg("").startswith("<svg ")
