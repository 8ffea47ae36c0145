"""The JSON that the commands print, and their help."""

import json
import re
import subprocess
import sys

import numpy as np
import pytest

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
EXAMPLE = {"": 0.5106, "h": 0.6615}
"""Known chances of the example hand in kingdom 4 with clubs as trump, by advisors."""


@pytest.fixture(name="command")
def printing_command(command):
    """Runs `intrigue` in this process; returns what it prints, which must succeed."""

    def run(*words):
        code, out, err = command(*words)
        assert code in (0, None), err
        return out

    return run


@pytest.mark.parametrize("advisors", EXAMPLE)
def test_a_hand_as_json(advisors, command):
    answer = json.loads(command("hand", HAND, "--trump", "clubs", "--advisors", advisors, "--json"))
    assert list(answer) == [
        "hand",
        "trump",
        "advisors",
        "other_rulers",
        "probability",
        "at_least",
        "at_most",
        "possible",
        "guaranteed",
        "positions",
        "seconds",
        "limit",
        "error",
    ]
    assert (answer["trump"], answer["advisors"]) == ("clubs", advisors)
    assert len(answer["probability"]) == 9
    assert round(answer["probability"][4], 4) == EXAMPLE[advisors]
    assert all(type(value) is bool for value in answer["possible"] + answer["guaranteed"])
    assert answer["positions"] > 1000
    assert answer["seconds"] > 0
    assert answer["limit"] is None
    assert answer["error"] == 0
    assert answer["at_least"] == answer["at_most"] == answer["probability"]


def test_json_says_what_the_library_says(command):
    from intrigue.solvers.emissary import hand_values

    answer = json.loads(command("hand", HAND, "--trump", "♠", "--json"))
    assert answer["probability"] == hand_values(HAND, "spades").tolist()


def test_a_hand_under_limits(command):
    words = ["hand", HAND, "--trump", "c", "--advisors", "ch"]
    exact = json.loads(command(*words, "--json"))["probability"]
    found = json.loads(command(*words, "--memory-limit", "4M", "--json"))
    assert found["limit"] == "memory"
    assert found["probability"] == [None] * 9
    assert all(
        low <= chance <= high < 1
        for low, chance, high in zip(found["at_least"], exact, found["at_most"], strict=True)
    )
    printed = command(*words, "--memory-limit", "4M", "--target", "8")
    assert re.search(r"is at least \d+\.\d\d %, at most \d+\.\d\d % under best play", printed)
    assert "(possible, not certain; the limit of memory struck first)" in printed
    table = command(*words, "--memory-limit", "4M")
    assert re.search(r"≥\d+\.\d %", table)
    assert "≤" in table
    assert "the limit of memory struck" in table
    sure = command("hand", HAND, "--memory-limit", "4G", "--time-limit", "1000")
    assert sure == command("hand", HAND)


def test_bounds_are_rounded_outwards():
    from intrigue.cli.output import at_least, at_most, chance

    assert (at_least(0.12349), at_most(0.12341)) == ("12.34 %", "12.35 %")
    assert (at_least(0.12349, 1), at_most(0.12341, 1)) == ("12.3 %", "12.4 %")
    assert chance(0.5, 0.5) == "50.00 %"
    assert chance(0.12349, 1.0) == "at least 12.34 %, at most 100.00 %"


def test_a_position_in_one_line_of_text(command, tmp_path):
    file = tmp_path / "position.txt"
    file.write_text(
        "trump clubs; target 4; won 1; hand ♣A6 ♥37 ♦25 ♠4; topic 5♥; scored 8♥; use h1\n"
    )
    printed = command("advise", "--position", str(file))
    assert re.search(r"answer [37]♥ .* \d+\.\d\d points behind", printed)
    found = json.loads(command("advise", "--position", str(file), "--json"))
    best, other = found["choices"]
    assert best["behind_at_least"] == 0
    assert other["behind_at_least"] == pytest.approx(best["chance"] - other["chance"])


def test_a_position_as_json_with_and_without_limits(command, tmp_path):
    file = tmp_path / "position.json"
    place = {"hand": HAND, "trump": "clubs", "target": 4, "abilities": {"clubs": 1, "hearts": 1}}
    file.write_text(json.dumps(place))
    exact = json.loads(command("advise", "--position", str(file), "--json"))
    known = {choice["text"]: choice["chance"] for choice in exact["choices"]}
    assert exact["limit"] is None
    for limit in (["--time-limit", "0"], ["--memory-limit", "1M"]):
        found = json.loads(command("advise", "--position", str(file), "--json", *limit))
        assert found["limit"] == limit[0].split("-")[2]
        assert {choice["text"] for choice in found["choices"]} == set(known)
        for choice in found["choices"]:
            assert choice["at_least"] <= known[choice["text"]] <= choice["at_most"]
            assert (choice["chance"] is not None) == choice["exact"]
    printed = command("advise", "--position", str(file), "--memory-limit", "1M")
    assert re.search(r"debate +│ at least \d+\.\d\d %, at most \d+\.\d\d %", printed)
    assert "the limit of memory struck" in printed


@pytest.mark.parametrize(
    ("text", "size"),
    [("0", 0), ("123", 123), ("2k", 2048), ("1.5 MB", 3 << 19), ("4GiB", 4 << 30), ("1T", 1 << 40)],
)
def test_sizes(text, size):
    from intrigue.cli.limits import read_memory

    assert read_memory(text) == size


def test_every_trump_without_a_trump(command):
    answers = json.loads(command("hand", HAND, "--json"))
    assert [answer["trump"] for answer in answers] == ["clubs", "diamonds", "hearts", "spades"]


@pytest.mark.parametrize("form", ["1c6c 3h,8h 2d5d 4s7s", "♣A6 ♥38 ♦25 ♠47", "ca6 h38 d25 s47"])
def test_every_written_form_is_the_same_hand(form, command):
    first = json.loads(command("hand", HAND, "--trump", "c", "--json"))
    second = json.loads(command("hand", *form.split(" "), "--trump", "c", "--json"))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_table_and_sentence_agree_with_json(command):
    answer = json.loads(command("hand", HAND, "--trump", "c", "--json"))
    shown = f"{100 * answer['probability'][4]:.2f} %"
    assert shown in command("hand", HAND, "--trump", "c")
    assert shown in command("hand", HAND, "--trump", "c", "--target", "4")


def test_a_played_game_as_json(command):
    words = ["play", "emissary(advisors=none)", "--seats", "random", "--seed", "5", "--json"]
    result = json.loads(command(*words))
    assert result["seats"] == ["random"]
    assert result["final"]["over"]
    assert len(result["returns"]) == 1
    assert result["transcript"][-1] in ("the game is lost", "the game is won")
    assert json.loads(command(*words)) == result  # same seed, same game


def test_no_json_number_is_lost_in_print(command):
    printed = command("hand", HAND, "--trump", "c", "--json")
    values = np.array(json.loads(printed)["probability"])
    assert repr(float(values[4])) in printed


def test_output_survives_a_closed_pipe():
    code = "from intrigue.cli.main import main; main()"
    running = subprocess.Popen(
        [sys.executable, "-c", code, "hand", HAND], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    running.stdout.close()
    error = running.stderr.read().decode()
    running.stderr.close()
    running.wait()
    assert error == ""


COMMANDS = ("hand", "play", "advise", "arena", "solve", "experiment", "train", "prepare", "tables")


def test_the_list_of_commands_is_complete():
    from intrigue.cli import commands

    assert set(commands.COMMANDS) == set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_shows_an_example(name, option, command):
    printed = command(name, option)
    assert f"Example: intrigue {name} " in printed
    assert "Usage: intrigue" in printed


def test_version(command):
    from importlib.metadata import version

    assert command("--version") == f"intrigue {version('intrigue')}\n"
