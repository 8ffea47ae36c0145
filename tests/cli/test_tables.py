"""Tables lose nothing, whatever the width of the terminal and whatever signs it can show."""

import os
import subprocess
import sys

import pytest
from rich.console import Console
from rich.table import Table

from intrigue.cli import output

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
LONG = "python_cunning_folk(players=4,marks=2)"


def made():
    table = Table("a bot", "what it does in the arena", "points", title=f"title of {LONG}")
    table.caption = "a caption that is wider than a narrow table"
    table.add_row("ismcts:1000,variant=so", "searches worlds that fit what it saw", "51.06 %")
    table.add_row("thumb", "follows the rule", "1 %")
    return table


def printed(width, monkeypatch, capsys):
    monkeypatch.setattr(output, "console", lambda: Console(width=width))
    output.print_table(made())
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("width", [10, 30, 50, 60, 70, 80, 200])
def test_every_word_is_there_whole(width, monkeypatch, capsys):
    lines = printed(width, monkeypatch, capsys)
    words = " ".join(lines).split()
    content = "a bot ismcts:1000,variant=so searches worlds that fit what it saw 51.06 %"
    around = f"title of {LONG} a caption that is wider than a narrow table"
    for word in (*content.split(), *around.split()):
        assert word in words or f"{word}:" in words
    assert "…" not in "".join(lines)
    longest = max(map(len, words))
    assert all(len(line) <= max(width, longest + len("    ")) for line in lines)


@pytest.mark.parametrize("width", [62, 80, 120])
def test_a_table_that_can_fit_is_one(width, monkeypatch, capsys):
    lines = printed(width, monkeypatch, capsys)
    body = lines[lines.index(next(line for line in lines if line.startswith("┏"))) : -1]
    assert len({len(line) for line in body}) == 1  # the border is whole


def test_a_table_that_cannot_fit_becomes_a_list(monkeypatch, capsys):
    lines = printed(40, monkeypatch, capsys)
    assert lines[-3:-1] == ["  points: 1 %", "a caption that is wider than a narrow"]
    assert "a bot: thumb" in lines
    assert "  what it does in the arena: follows the" in lines


def test_a_number_and_its_unit_are_never_parted(monkeypatch, capsys):
    monkeypatch.setattr(output, "console", lambda: Console(width=30))
    table = Table("words that can be wrapped here")
    table.add_column("share", justify="right")
    table.add_row("and these words as well", "51.06 %*")
    output.print_table(table)
    assert any("51.06 %*" in line for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("columns", "first"), [("120", "trump"), ("80", "target"), ("40", None)])
def test_a_hand_reads_well_at_any_width(columns, first, command, monkeypatch):
    monkeypatch.setenv("COLUMNS", columns)
    out = command("hand", HAND)[1]
    assert max(map(len, out.splitlines())) <= int(columns)
    for cell in ("46.09 %*", "59.64 %*", "0.54 %*"):
        assert cell in out
    header = next((line for line in out.splitlines() if line.startswith("┃")), None)
    assert (header is None) if first is None else header.split()[1] == first


def test_signs_that_a_screen_does_not_have_become_letters():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    words = [sys.executable, "-c", "from intrigue.cli.main import main; main()", "hand", HAND]
    done = subprocess.run(words, capture_output=True, env=environment, check=True)
    assert done.stdout.isascii()
    assert b"\\" not in done.stdout
    assert b"AC 6C 2D 5D 3H 8H 4S 7S" in done.stdout
    wrong = subprocess.run([*words[:-1], "A♣ ♥♥"], capture_output=True, env=environment)
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert wrong.stderr.isascii()
    assert b"HH" in wrong.stderr
    assert b"\\" not in wrong.stderr


def test_nothing_is_wrapped_in_a_pipe(capsys):
    output.print_table(made())
    assert "searches worlds that fit what it saw" in capsys.readouterr().out


def test_cells_are_no_markup(command):
    """What stands in square brackets is content."""
    from intrigue.cli.experiment import _cell, _setting

    assert "\\[bold]" in _cell("[bold]")
    assert "\\[bold]" in _setting(["[bold]"])
