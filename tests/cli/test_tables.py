"""Tables lose nothing, whatever the width of the terminal."""

import pytest
from rich.console import Console
from rich.table import Table

from intrigue.cli import output

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
    assert lines[0] == f"title of {LONG}"
    assert lines[-1] == "a caption that is wider than a narrow table"
    words = " ".join(lines[1:-1]).split()
    for column in ("a bot", "ismcts:1000,variant=so searches worlds that fit what it saw 51.06 %"):
        for word in column.split():
            assert word in words
    assert "…" not in "".join(lines)
    assert len({len(line) for line in lines[1:-1]}) == 1  # the border is whole


@pytest.mark.parametrize("width", [62, 80])
def test_a_table_that_can_fit_fits(width, monkeypatch, capsys):
    lines = printed(width, monkeypatch, capsys)
    assert max(map(len, lines[1:-1])) <= width


def test_nothing_is_wrapped_in_a_pipe(capsys):
    output.print_table(made())
    assert "searches worlds that fit what it saw" in capsys.readouterr().out


def test_cells_are_no_markup(command):
    """What stands in square brackets is content."""
    from intrigue.cli.experiment import _cell, _setting

    assert "\\[bold]" in _cell("[bold]")
    assert "\\[bold]" in _setting(["[bold]"])
