"""Playing at the terminal: what a person sees and may type, and what is kept of a game."""

import json
import re
import subprocess
import sys
import time

import pytest

from intrigue.cli import session, table_session
from intrigue.cli.hints import hint_for
from intrigue.cli.prompt import Leave, refusal
from intrigue.cli.seats import make_seats, who_sits_where
from intrigue.cli.session import Session
from intrigue.cli.telling import story, view
from intrigue.games.files import save_json
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.games.people import seat_name, spoken

ROY = "roy-des-ribauds"
GAMES = {
    "emissary": "",
    "cunning-folk": "you are player 1",
    ROY: "you are player 1",
    "emperors-new-clothes": "you are player 1",
}
"""The games, and what the person at the first seat is told."""


@pytest.fixture(name="play")
def playing(command, monkeypatch):
    """Runs `intrigue play` with typed answers, the input's end after them."""

    def run(answers, *words):
        typed, asked = iter(answers), []

        def answer(prompt):
            asked.append(prompt)
            found = next(typed, EOFError)
            if isinstance(found, type):
                raise found
            return found

        monkeypatch.setattr("builtins.input", answer)
        code, out, err = command("play", *words)
        assert code in (0, None), err
        return out, err, asked

    return run


@pytest.mark.parametrize("name", GAMES)
def test_a_person_is_told_who_they_are_on_the_first_screen_and_at_each_prompt(name, play):
    seats = [] if name == "emissary" else ["--seats", "human,random"]
    out, _, asked = play(["1", "1", "q"], name, *seats)
    who = GAMES[name]
    if who:
        assert out.startswith(f"{who}; ")
        assert out.splitlines()[0].endswith(" is random")
    assert len(asked) >= 2
    assert all(prompt.startswith(f"{who}, your move" if who else "your move") for prompt in asked)
    assert all("undo" in prompt for prompt in asked)


def test_several_people_are_told_apart(play):
    out, _, asked = play(["1", "q"], "emperors-new-clothes", "--seats", "human,human")
    assert out.startswith("player 1 is a person; player 2 is a person\n")
    assert "-- player 1 to move; the others look away --" in out
    assert asked[0].startswith("player 1, your move")
    assert who_sits_where(["random", "human", "bot"]) == (
        "you are player 2; player 1 is random; player 3 is bot"
    )


def test_the_last_lines_name_players_as_the_game_does(command):
    _, out, _ = command("play", "emperors-new-clothes", "--seats", "random,random")
    assert [line.split(":")[0] for line in out.splitlines()[-2:]] == [
        "player 1 (random)",
        "player 2 (random)",
    ]


@pytest.mark.parametrize("name", GAMES)
def test_help_takes_its_example_from_this_game(name, play):
    seats = [] if name == "emissary" else ["--seats", "human,random"]
    out, _, _ = play(["help", "q"], name, *seats)
    first = re.search(r"^   1  (.*)$", out, re.MULTILINE)[1]
    assert f"for example 1 or: {first}\n" in out
    assert re.search(r"^undo +take back", out, re.MULTILINE)
    if name != "emissary":
        assert "♣" not in out


ANSWERS = ["1", "hint", "nonsense", "", "2", "undo", "1"]


def test_standard_output_is_json_alone_with_a_person_at_the_table(play):
    out, err, _ = play([*ANSWERS, *["1"] * 400], ROY, "--seats", "human,random", "--json")
    result = json.loads(out)
    assert result["finished"]
    assert result["final"]["over"]
    assert len(result["returns"]) == 2
    assert "you are player 1" in err
    assert "'nonsense' is no choice here" in err


def test_prompts_leave_standard_output_alone_in_a_process_of_its_own():
    code = "from intrigue.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "play", ROY, "--seats", "human,random", "--json"],
        input=b"1\n\xff\xfe\nq\n",
        capture_output=True,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout)["finished"] is False
    assert done.stderr.count(b"your move") == 3
    assert rb"'\xff\xfe' is no choice here" in done.stderr


@pytest.mark.parametrize("leave", ["q", EOFError, KeyboardInterrupt])
def test_a_game_that_was_left_keeps_its_secrets_in_json(leave, play):
    out, _, _ = play(["1", leave], ROY, "--seats", "human,random", "--json")
    result = json.loads(out)
    assert (result["finished"], result["returns"]) == (False, None)
    assert (result["history"], result["final"]) == (None, None)
    assert "(player 2 is dealt" not in "".join(result["transcript"])


@pytest.mark.parametrize("leave", ["q", "quit", "EXIT", EOFError, KeyboardInterrupt])
def test_the_transcript_is_written_when_a_person_leaves(leave, play, tmp_path):
    file = tmp_path / "story.txt"
    out, _, _ = play(
        ["1", "story", leave], ROY, "--seats", "human,random", "--transcript", str(file)
    )
    assert out.endswith(f"the story so far as you saw it is in {file}\n")
    heading, _, story = file.read_text().partition("\n")
    assert heading == f"intrigue play {ROY}"
    assert story
    assert story in out
    assert "player 2 is dealt" not in story
    assert [path.name for path in tmp_path.iterdir()] == ["story.txt"]


def test_the_transcript_of_a_finished_game_is_whole(command, tmp_path):
    file = tmp_path / "story.txt"
    _, out, _ = command("play", ROY, "--seats", "random,random", "--transcript", str(file))
    assert out.startswith(f"the story is in {file}\n")
    assert file.read_text().removeprefix(f"intrigue play {ROY}\n") in out


def test_a_transcript_does_not_overwrite_the_saved_game(command, tmp_path):
    file = str(tmp_path / "one")
    code, out, err = command("play", ROY, "--save", file, "--transcript", file)
    assert (code, out) == (2, "")
    assert "--save and --transcript name the same file" in err


class Typist:
    """A person whose answers are given; keeps what the screen shows."""

    def __init__(self, session, answers):
        self.session, self.answers, self.screen = session, iter(answers), []

    def play(self, seed=3):
        chairs = make_seats(self.session.seats, load_game(self.session.game), seed)
        try:
            return self.session.play(chairs, hint_for, self.screen.append, self._read)
        except Leave:
            return None

    def _read(self, prompt):
        return next(self.answers, "quit")


BOTS = ["ismcts:40", "ismcts:40,reuse=yes", "thumb"]


def after(answers, bot, path=None):
    """The history after these answers; with a path, saved and resumed before each of them."""
    session = Session(ROY, ["human", bot], 3)
    if path is None:
        Typist(session, answers).play()
        return session.history
    for answer in answers:
        Typist(session, [answer]).play()
        session.save(path)
        session = Session.load(path)
    return session.history


@pytest.mark.parametrize("bot", BOTS)
def test_undo_takes_back_the_persons_move_and_all_that_followed(bot, tmp_path):
    once, twice = after(["1"], bot), after(["1", "2"], bot)
    assert once == twice[: len(once)]
    assert len(once) < len(twice)
    assert after(["1", "2", "undo"], bot) == once
    assert after(["1", "2", "undo", "2"], bot) == twice  # the bot moves the same again
    assert after(["1", "5", "undo", "UNDO", "1", "2"], bot) == twice
    assert after(["1", "2", "undo", "2"], bot, tmp_path / "kept.json") == twice
    assert after(["1", "2"], bot, tmp_path / "kept.json") == twice


def test_undo_says_what_was_taken_back_and_when_there_is_nothing():
    session = Session(ROY, ["human", "random"], 3)
    typist = Typist(session, ["undo", "reveal 2", "undo"])
    typist.play()
    assert "there is nothing to take back" in typist.screen
    assert "taken back: reveal 2" in typist.screen
    assert len(session.history) == len(after([], "random"))


def test_undo_between_two_people_does_not_tell_the_other_ones_move():
    session = Session("emperors-new-clothes", ["human", "human"], 3)
    typist = Typist(session, ["1", "undo"])
    typist.play()
    assert "taken back: the last move of player 1" in typist.screen
    assert not any(line.startswith("taken back: take") for line in typist.screen)


def test_what_was_told_before_an_undone_move_is_not_told_again():
    typist = Typist(Session(ROY, ["human", "random"], 3), ["1", "undo"])
    typist.play()
    assert sum("player 1 is dealt" in line for line in typist.screen) == 1


def test_a_killed_process_loses_at_most_the_last_move(tmp_path):
    session = Session(ROY, ["human", "random"], 3)
    session.kept_in = tmp_path / "kept.json"
    history = []

    def read(prompt):
        history.append(list(session.history))
        if len(history) == 3:
            raise RuntimeError("killed")
        return "1"

    chairs = make_seats(session.seats, load_game(ROY), 3)
    with pytest.raises(RuntimeError, match="killed"):
        session.play(chairs, hint_for, lambda text: None, read)
    assert Session.load(session.kept_in).history == history[2]
    assert len(history[2]) > len(history[1])


def test_a_game_changed_by_undo_is_not_saved(tmp_path):
    session = Session(ROY, ["human", "random"], 3)
    typist = Typist(session, ["1", f"save {tmp_path / 'a'}", "undo", "2"])
    typist.play()
    assert not session.saved
    assert Session.load(tmp_path / "a").saved


RESUMED = {
    "a seed": (["--seed", "0"], "--seed"),
    "seats": (["--seats", "human,bot"], "--seats"),
    "a player": (["--player", "human"], "--player"),
    "the same game": ([ROY], f"the game '{ROY}'"),
    "another game, and a seed": (["emissary", "--seed", "1"], "the game 'emissary', --seed"),
}


@pytest.mark.parametrize("kind", RESUMED)
def test_what_a_saved_game_would_ignore_is_refused(kind, command, tmp_path):
    words, named = RESUMED[kind]
    Session(ROY, ["human", "random"], 3).save(tmp_path / "a")
    code, out, err = command("play", *words, "--resume", str(tmp_path / "a"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"leave out {named}\n")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--resume", "x", "--advisors", "h"], "--advisors"),
        (["--position", "x", "--save", "y"], "--save"),
        (["--position", "x", "--resume", "y", "--advisors", "h"], "--advisors, --resume"),
    ],
)
def test_what_advice_would_ignore_is_refused(words, named, command):
    code, out, err = command("advise", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"leave out {named}\n")


GOOD = {
    "play": {"game": ROY, "seats": ["human", "random"], "seed": 3, "history": []},
    "advise": {"game": "emissary", "history": [*range(8)], "inputs": [0], "used": []},
}
for data in GOOD.values():
    data["identity"] = game_identity(load_game(data["game"]))
KINDS = {"play": "intrigue game", "advise": "emissary table"}
VERSIONS = {"play": session.VERSION, "advise": table_session.VERSION}

WRONG = {"text": "x", "number": 7, "none": None, "truth": True, "list": [[]], "dict": {"a": 1}}

FORGED = {
    f"{name}: {field} is {kind}": (name, {**data, field: value}, field)
    for name, data in GOOD.items()
    for field in data
    for kind, value in WRONG.items()
    if type(value) is not type(data[field]) or value == [[]]
}
FORGED |= {
    f"{name}: no {field}": (name, {k: v for k, v in data.items() if k != field}, field)
    for name, data in GOOD.items()
    for field in data
}
FORGED |= {
    f"{name}: all is {kind}": (name, value, "")
    for name in GOOD
    for kind, value in {**WRONG, "empty": {}}.items()
}
FORGED |= {
    "play: an unknown game": ("play", {**GOOD["play"], "game": "whist"}, "whist"),
    "play: a bad parameter": ("play", {**GOOD["play"], "game": "emissary(ranks=99)"}, "ranks"),
    "play: an unknown bot": ("play", {**GOOD["play"], "seats": ["human", "wizard"]}, "wizard"),
    "play: two bots in one": ("play", {**GOOD["play"], "seats": ["human,random"]}, "2 seats"),
    "play: nobody": ("play", {**GOOD["play"], "seats": []}, "nobody"),
    "play: a seed below zero": ("play", {**GOOD["play"], "seed": -1}, "seed"),
    "play: too large a seed": ("play", {**GOOD["play"], "seed": 2**63}, "seed"),
    "play: an illegal action": ("play", {**GOOD["play"], "history": [0, 99]}, "number 1"),
    "play: a huge action": ("play", {**GOOD["play"], "history": [10**30]}, "number 0"),
    "play: a fraction": ("play", {**GOOD["play"], "history": [0.0]}, "history"),
    "play: a truth value": ("play", {**GOOD["play"], "history": [False]}, "history"),
    "play: other rules": ("play", {**GOOD["play"], "identity": "old"}, "by other rules of"),
    "advise: other rules": ("advise", {**GOOD["advise"], "identity": "old"}, "by other rules of"),
    "play: an unknown field": ("play", {**GOOD["play"], "more": 1}, "'more' is unknown"),
    "advise: another game": ("advise", {**GOOD["advise"], "game": ROY}, ROY),
    "advise: a small game": ("advise", {**GOOD["advise"], "game": "emissary(ranks=3)"}, "ranks=8"),
    "advise: an illegal card": ("advise", {**GOOD["advise"], "history": [0, 0]}, "number 1"),
    "advise: half an input": ("advise", {**GOOD["advise"], "history": [0, 1]}, "complete"),
    "advise: no inputs": ("advise", {**GOOD["advise"], "inputs": []}, "inputs"),
    "advise: a wrong input": ("advise", {**GOOD["advise"], "inputs": [1]}, "inputs"),
    "advise: an input twice": ("advise", {**GOOD["advise"], "inputs": [0, 0]}, "inputs"),
    "advise: half a helper": ("advise", {**GOOD["advise"], "used": [0]}, "used does not say"),
    "advise: used later": ("advise", {**GOOD["advise"], "used": [1, 0]}, "used does not say"),
    "advise: no such helper": ("advise", {**GOOD["advise"], "used": [0, 12]}, "no helper"),
    "advise: one input too many": ("advise", {**GOOD["advise"], "inputs": [0, 8]}, "complete"),
}


@pytest.mark.parametrize("kind", FORGED)
def test_forged_files_are_refused_in_one_line_that_names_them(kind, command, tmp_path):
    name, data, named = FORGED[kind]
    path = tmp_path / "forged.json"
    save_json(path, KINDS[name], VERSIONS[name], data)
    before = path.read_bytes()
    code, out, err = command(name, "--resume", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"intrigue: {path}: ")
    assert named in err
    assert len(err) < 700
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", GOOD)
def test_the_files_that_the_forged_ones_come_from_are_good(name, play, command, tmp_path):
    path = tmp_path / "good.json"
    save_json(path, KINDS[name], VERSIONS[name], GOOD[name])
    if name == "play":
        play(["q"], "--resume", str(path))
    else:
        from intrigue.cli.table_session import TableSession

        assert TableSession.load(path).history == [*range(8)]


@pytest.mark.parametrize(("name", "other"), [("play", "advise"), ("advise", "play")])
def test_a_file_of_the_other_command_says_how_to_go_on(name, other, command, tmp_path):
    path = tmp_path / "other.json"
    save_json(path, KINDS[other], 1, GOOD[other])
    code, out, err = command(name, "--resume", str(path))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.endswith(f"go on with: intrigue {other} --resume {path}\n")


def test_a_hint_says_how_many_simulations_and_how_sure(play):
    words = ["cunning-folk", "--seats", "human,random"]
    out, err, _ = play(["hint", "q"], *words, "--json")
    (hint,) = json.loads(out)["hints"]
    assert hint["text"] in err
    assert (hint["player"], hint["searches"], hint["simulations"]) == (0, 10, 10_000)
    assert "\n10,000 simulations, 10 searches of 1,000; ± is one standard" in hint["text"]
    assert sum(move["visits"] for move in hint["moves"]) == 10_000
    for move in hint["moves"]:
        chance, error = move["chance_to_win"], move["standard_error"] / 2
        assert chance == (1 + move["mean_return"]) / 2
        assert 0 < error < 0.1
        assert f"{100 * chance:.1f} % ± {100 * error:.1f}" in hint["text"]
    assert "look A1 and 8 alike" in hint["text"].replace(hint["moves"][0]["text"], "look A1")
    assert "  all moves are worth the same\n" in hint["text"]
    assert "\n  A1, A2, A3, B1, B2, B3, C1, C2, C3, each: Villager 33 %, " in hint["text"]
    assert re.search(r"Evil Elder 11 %, Good Elder\s+11 %$", hint["text"])


def test_a_hint_says_what_the_learned_policy_does_where_one_comes_with_the_package(play):
    out, _, _ = play(["hint", "q"], "cunning-folk", "--seats", "human,random", "--json")
    (hint,) = json.loads(out)["hints"]
    learned = hint["learned"]
    assert hint["text"].startswith("a learned policy plays look ")
    assert {move["action"] for move in learned["moves"]} == set(range(9))
    assert sum(move["probability"] for move in learned["moves"]) == pytest.approx(1)
    assert -1 <= learned["expects"] <= 1
    out, _, _ = play(
        ["hint", "q"], "cunning-folk(max_turns=9)", "--seats", "human,random", "--json"
    )
    (hint,) = json.loads(out)["hints"]
    assert "learned" not in hint
    assert hint["text"].startswith("10,000 simulations")


def test_one_debate_is_no_plural(play):
    out, _, _ = play(["1", "hint", "q"], "emissary(kingdoms=2,ranks=3,hand_size=3)")
    assert "chance to win exactly 1 debate in this kingdom" in out


def test_where_there_is_no_advice_the_game_goes_on(play):
    out, _, asked = play(["hint", "q"], "emissary(kingdoms=3)")
    assert "no hint here: tables are for the full game" in out
    assert len(asked) == 2


@pytest.mark.parametrize(
    ("answer", "choices", "said"),
    [
        ("x", 1, "'x' is no choice here; type 1, or help"),
        ("x", 4, "'x' is no choice here; type a number from 1 to 4, or help"),
        ("a\x1b[2J", 2, "'a?[2J' is no choice here; type a number from 1 to 2, or help"),
        ("y" * 999, 2, f"'{'y' * 60}...' is no choice here; type a number from 1 to 2, or help"),
    ],
)
def test_refusals(answer, choices, said):
    assert refusal(answer, choices) == said


EXPLAINED = {
    "emissary": ("Jack of clubs", "draw as many cards as you hold clubs"),
    "cunning-folk": ("good witch", "another turn"),
    ROY: ("ASSASSIN", "look at two face-down cards"),
    "emperors-new-clothes": ("Emperor", "takes 1 gold from each other player"),
}


@pytest.mark.parametrize("name", EXPLAINED)
def test_rules_and_roles_are_told_at_the_prompt(name, play):
    word, does = EXPLAINED[name]
    seats = [] if name == "emissary" else ["--seats", "human,random"]
    out, _, asked = play(["rules", word, f"rules {word}", "rules wizard", "q"], name, *seats)
    assert len(asked) == 5
    plain = " ".join(out.split())
    assert "ask about one with its name: " in plain
    assert plain.count(does) == 2
    assert "there is no role or card of that name" in plain


@pytest.mark.parametrize("name", EXPLAINED)
def test_every_explanation_is_found_by_its_name(name):
    definition = load_game(name).definition
    assert definition.rules_of_play()
    for word, does in definition.explanations().items():
        assert definition.explain(word.upper()) == f"{word}: {does}"
        assert does.endswith(".")


def test_other_games_have_no_page_of_rules(play):
    out, _, _ = play(["rules", "q"], "kuhn_poker", "--seats", "human,random")
    assert "there is no page of rules for this game" in out


def test_a_hint_is_what_the_strategy_at_the_table_does(play, command, tmp_path):
    file = str(tmp_path / "kuhn.npz")
    assert command("solve", "kuhn_poker", "--iterations", "200", "--save", file)[0] in (0, None)
    out, _, _ = play(["hint", "q"], "kuhn_poker", "--seats", f"human,policy:{file}", "--json")
    (hint,) = json.loads(out)["hints"]
    assert hint["text"].startswith("the strategy at this table would play here\n")
    assert sum(move["probability"] for move in hint["moves"]) == pytest.approx(1)


def test_a_hint_searches_as_the_bot_at_the_table_does_unless_that_one_cheats():
    state = Session(ROY, ["human", "random"], 3)
    Typist(state, []).play()
    for word, each in (("ismcts:20", 20), ("cheat:20", 1000)):
        hint = hint_for(state.state(), state.state().current_player(), ["human", word])
        assert f"10 searches of {each:,};" in hint.text


def test_on_a_terminal_it_is_said_who_thinks(monkeypatch, capsys):
    from intrigue.cli import progress

    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with progress.waiting("player 3 (ismcts:1000) thinks"):
        time.sleep(0.5)
    assert capsys.readouterr().err == "player 3 (ismcts:1000) thinks ...\n"


def test_people_count_players_from_1():
    assert spoken("player 0 saw the hand of player 10") == "player 1 saw the hand of player 11"
    assert spoken("the player gains 1 gold") == "the player gains 1 gold"
    assert seat_name(3) == spoken("player 3") == "player 4"


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_reads_player_0_and_the_screen_player_1(name):
    """Issue of seats: one numbering in OpenSpiel's strings, one on the screen, in every game."""
    game = load_game(name)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    for text in (str(state), view(state, 0), *story(state, 0)):
        assert not re.search(r"\bP\d\b", text)
    assert "player 0" not in view(state, 0)
    assert not any("player 0" in line for line in story(state, 0))
    if game.num_players() > 1:
        assert "player 0" in state.information_state_string(0)
