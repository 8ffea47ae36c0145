"""`intrigue advise GAME`: what a seat sees is typed in, and what it may think is shown."""

import json

import pytest

from intrigue.cli.seat_table import SeatTable, load_table, save_table
from intrigue.games.files import save_json
from intrigue.search.table.session import SeatSession

VILLAGE = "cunning-folk(villagers=2,good_witches=1)"
SIGHT = "the card at B2 is Villager"


@pytest.fixture(name="advise")
def advising(command, monkeypatch):
    """Runs `intrigue advise` with typed answers, the input's end after them."""

    def run(answers, *words):
        typed = iter(answers)

        def answer(prompt):
            found = next(typed, EOFError)
            if isinstance(found, type):
                raise found
            return found

        monkeypatch.setattr("builtins.input", answer)
        return command("advise", *words)

    return run


def test_a_session_shows_chances_beliefs_and_answers_every_command(advise):
    words = ["look b2", SIGHT, "hint", "beliefs", "table", "story", "help", "rules", "rules Cat"]
    code, out, err = advise([*words, "more", "nonsense", "undo", "undo", "undo", "q"], VILLAGE)
    assert code in (0, None), err
    assert "you are player 1; help tells what may be typed" in out
    assert " and 6 alike" in out
    assert "claim Good Witch" in out
    assert "a bluff; " in out
    assert "what may be where, counted in all 1,260 worlds" in out
    assert "others follow the rule of thumb, with mistakes" in out
    assert "'nonsense' is no choice here" in out
    assert out.count("taken back") == 2
    assert "there is nothing to take back" in out
    assert "the session is not saved" not in out


def test_players_are_called_by_their_names(advise, tmp_path):
    path = tmp_path / "table.json"
    answers = ["look b2", SIGHT, "stay silent", "bert looks at A1", "table"]
    _, out, _ = advise(answers, VILLAGE, "--names", "Anna, Bert", "--save", str(path))
    assert out.startswith("you are Anna; ")
    assert "Anna looks at B2" in out
    assert "Bert looks at A1" in out
    assert "player 1 is Anna; player 2 is Bert" in out
    assert load_table(path).story()[-1] == "Bert looks at A1"


def test_enter_takes_the_best_move(advise):
    _, out, _ = advise(["", "q"], VILLAGE)
    assert "player 1 looks at " in out


def test_what_was_typed_is_saved_after_every_answer(tmp_path):
    """So a process that is killed loses at most the last input."""
    path = tmp_path / "table.json"
    answers = iter(["look b2", SIGHT])

    def read(prompt):
        try:
            return next(answers)
        except StopIteration:
            raise RuntimeError("killed") from None

    with pytest.raises(RuntimeError, match="killed"):
        SeatTable(SeatSession(VILLAGE), path).run(lambda text: None, read)
    assert load_table(path).story() == ["player 1 looks at B2", SIGHT]


def test_a_saved_session_goes_on(advise, tmp_path):
    path = tmp_path / "table.json"
    advise(["look b2"], VILLAGE, "--save", str(path))
    code, out, _ = advise([SIGHT, "save " + str(tmp_path / "other.json")], "--resume", str(path))
    assert code in (0, None)
    assert out.count(f"saved to {path}") == 1
    assert len(load_table(path).entries) == len(load_table(tmp_path / "other.json").entries) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("roy",), "not of roy"),
        (("--seat", "2"), "brings its own seat"),
        (("--seed", "1"), "brings its own seed"),
        (("--names", "Anna,Bert"), "brings its own names"),
        (("--model", "uniform"), "brings its own model"),
    ],
)
def test_a_saved_session_brings_what_it_needs(advise, tmp_path, words, said):
    path = tmp_path / "table.json"
    save_table(SeatSession(VILLAGE), path)
    code, _, err = advise(["q"], *words, "--resume", str(path))
    assert (code, len(err.splitlines())) == (2, 1)
    assert said in err


@pytest.mark.parametrize(
    "words",
    [
        ("no such game",),
        ("chess",),
        ("cunning-folk(players=9)",),
        (VILLAGE, "--seat", "3"),
        (VILLAGE, "--seat", "0"),
        (VILLAGE, "--model", "saints"),
        (VILLAGE, "--seed", "-1"),
        (VILLAGE, "--names", "Anna"),
        (VILLAGE, "--names", "Anna,anna"),
        (VILLAGE, "--names", "Anna," + "x" * 31),
        (VILLAGE, "--advisors", "c"),
        (VILLAGE, "--position", "not there.txt"),
        (VILLAGE, "--json"),
        (VILLAGE, "--resume", "not there.json"),
        ("emissary", "--seat", "2"),
        ("emissary", "--model", "thumb"),
        ("emissary(advisors=c)",),
    ],
)
def test_bad_words_end_in_one_line(advise, words):
    code, _, err = advise(["q"], *words)
    assert code == 2
    assert len(err.splitlines()) == 1


def test_damaged_and_other_files_are_named(advise, tmp_path):
    path = tmp_path / "table.json"
    save_table(SeatSession(VILLAGE), path)
    text = path.read_text(encoding="utf-8")
    for damaged in (text[:-20], text.replace('"seat": 0', '"seat": 1'), "", "{}"):
        path.write_text(damaged, encoding="utf-8")
        code, _, err = advise(["q"], VILLAGE, "--resume", str(path))
        assert code == 2
        assert len(err.splitlines()) == 1
        assert str(path) in err
    data = SeatSession(VILLAGE).to_dict()
    for change in ({"entries": ["see:1"]}, {"seat": 5}, {"identity": "x"}, {"game": "chess"}):
        save_json(path, "seat at a table", 1, data | change)
        code, _, err = advise(["q"], VILLAGE, "--resume", str(path))
        assert code == 2
        assert err.startswith(f"intrigue: {path}: ")


def test_one_position_is_answered_in_words_and_as_json(command, tmp_path):
    path = tmp_path / "seen.txt"
    path.write_text(f"look B2\n\n{SIGHT}\n", encoding="utf-8")
    words = ("advise", VILLAGE, "--position", str(path), "--seed", "3")
    code, out, err = command(*words)
    assert code in (0, None), err
    assert "claim Villager" in out
    assert "in the right for sure; " in out
    code, out, err = command(*words, "--json")
    assert code in (0, None), err
    data = json.loads(out)
    assert data["story"] == ["player 1 looks at B2", SIGHT]
    assert data["worlds_are_all"]
    assert data["beliefs"]["village.A1.possible.0"]["Evil Witch"] == pytest.approx(1 / 3)
    assert {move["text"]: move["in_the_right"] for move in data["moves"]}["claim Villager"] == 1.0


@pytest.mark.parametrize("more", [(), ("--json",), ("--save", "x.json")])
def test_one_position_that_cannot_be_is_named(command, tmp_path, more):
    path = tmp_path / "seen.txt"
    path.write_text("look B2\nrubbish", encoding="utf-8")
    code, _, err = command("advise", VILLAGE, "--position", str(path), *more)
    assert (code, len(err.splitlines())) == (2, 1)
    assert "line 2: 'rubbish'" in err or "leave out --save" in err
