"""`play` and `arena` take any game that moves one player at a time, ours or OpenSpiel's."""

import builtins
import json

import pyspiel
import pytest

from intrigue.cli.telling import replay, story, view
from intrigue.games.definition import EVERYTHING
from intrigue.games.names import definitions, load_game


@pytest.mark.parametrize("definition", definitions(), ids=lambda d: d.command_name())
def test_every_game_of_the_library_is_known_by_each_of_its_names(definition):
    names = (definition.short_name, definition.command_name(), *definition.nicknames)
    for name in (*names, definition.command_name().upper(), definition.command_name() + "()"):
        assert load_game(name).get_type().short_name == definition.short_name


def test_no_two_games_share_a_name():
    names = [name for d in definitions() for name in (d.command_name(), *d.nicknames)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", ["kuhn_poker", "python_kuhn_poker", "tic_tac_toe"])
def test_bots_play_games_of_openspiel(command, game):
    code, out, err = command("play", game, "--seats", "random,random", "--seed", "3", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert found["finished"]
    assert sum(found["returns"]) == 0
    assert len(found["transcript"]) == len(found["history"])


def test_a_person_plays_leduc_poker_and_goes_on_later(command, monkeypatch, tmp_path):
    answers = iter(["hint", "story", "call", "save " + str(tmp_path / "game.json"), "quit"])
    monkeypatch.setattr(builtins, "input", lambda prompt="": next(answers))
    code, out, err = command("play", "leduc_poker", "--seats", "human,random")
    assert (code, err) == (0, "")
    assert "[Private: " in out
    assert "no hint here: " in out
    assert "player 1: Call" in out
    answers = iter(["undo", "quit"])
    code, out, err = command("play", "--resume", str(tmp_path / "game.json"))
    assert (code, err) == (0, "")
    assert "taken back: Call" in out


def test_the_arena_plays_a_python_game_on_two_workers_as_on_one(command):
    words = ("arena", "python_tic_tac_toe", "--bots", "random,ismcts:5", "--games", "8", "--json")
    one = command(*words)
    assert one[0] == 0
    assert command(*words, "--workers", "2") == one


@pytest.mark.parametrize("game", ["matrix_rps", "goofspiel", "mfg_crowd_modelling"])
@pytest.mark.parametrize(
    "rest", [("play", "--seats", "random,random"), ("arena", "--bots", "random,ismcts:5")]
)
def test_games_without_turns_are_refused_in_one_line(command, game, rest):
    code, out, err = command(rest[0], game, *rest[1:])
    assert (code, out) == (2, "")
    assert err == f"intrigue: {game} is no game in which one player moves at a time\n"


def test_a_player_of_another_game_is_shown_their_own_moves_only():
    state = replay(pyspiel.load_game("kuhn_poker"), [1, 0, 1])
    assert story(state, 0) == ["player 1: Bet"]
    assert story(state, 1) == []
    assert story(state, EVERYTHING) == ["chance: Deal:1", "chance: Deal:0", "player 1: Bet"]
    assert "0" in view(state, 1)
    with pytest.raises(ValueError, match="number 1 of history, is not legal"):
        replay(pyspiel.load_game("kuhn_poker"), [1, 1])


def test_a_searcher_refuses_a_game_that_cannot_resample(command):
    code, out, err = command("arena", "python_kuhn_poker", "--bots", "random,ismcts:5")
    assert (code, out) == (2, "")
    assert err.splitlines()[-1].startswith("intrigue: python_kuhn_poker cannot resample")
    assert len(err.splitlines()) == 1
