"""Printing: tables for people, JSON for machines."""

import json
import math
import shutil
import sys
import textwrap
from typing import Any

from rich.console import Console
from rich.markup import render
from rich.measure import Measurement
from rich.table import Table

_UNLIMITED = 100_000

_WIDTH_ELSEWHERE = 120
"""Columns where output goes to a file or a pipe, and COLUMNS does not say otherwise."""


def console() -> Console:
    """Return a console as wide as the terminal, or as :func:`width` where there is none."""
    return Console() if sys.stdout.isatty() else Console(width=width())


def width() -> int:
    """Return the columns there are: of the terminal, else COLUMNS, else 120."""
    return shutil.get_terminal_size((_WIDTH_ELSEWHERE, 24)).columns


def print_table(table: Table, *narrower: Table) -> None:
    """Print a table so that nothing of it is lost, however narrow the terminal is.

    Title and caption have lines of their own and cells are wrapped between words, numbers never.
    Where that does not fit, the first of the `narrower` tables that does is printed, which should
    say the same; where none does, each row becomes a list of its columns' names and cells.
    """
    out = console()
    fitting = next((one for one in (table, *narrower) if _fit(one, out)), None)
    title, caption = table.title, table.caption
    _print_words(out, title)
    if fitting is None:
        _print_rows(out, table)
    else:
        fitting.title = fitting.caption = None
        out.print(fitting)
    _print_words(out, caption)


def _fit(table: Table, out: Console) -> bool:
    """Give the columns widths at which no word is broken; return whether the whole then fits.

    Columns that need little more than their longest word get it first. A number and its unit are
    one word: cells of columns that stand right are never wrapped.
    """
    options = out.options.update(width=_UNLIMITED)
    needs: list[tuple[int, int]] = []
    for column in table.columns:
        cells = [Measurement.get(out, options, c) for c in (column.header, *column.cells)]
        most = max(cell.maximum for cell in cells)
        column.width = most if column.justify == "right" else max(cell.minimum for cell in cells)
        needs.append((most - column.width, len(needs)))
    spare = out.width - Measurement.get(out, options, table).minimum
    if spare < 0:
        return False
    for need, number in sorted(needs):
        column = table.columns[number]
        column.width = (column.width or 0) + min(need, spare)
        spare -= min(need, spare)
    return True


def _print_rows(out: Console, table: Table) -> None:
    """Print each row as lines "column: cell", all but the first indented."""
    cells = [[_words(cell) for cell in column.cells] for column in table.columns]
    headers = [_words(column.header) for column in table.columns]
    for row in zip(*cells, strict=True):
        for number, (header, cell) in enumerate(zip(headers, row, strict=True)):
            line = f"{header}: {cell}" if header else cell
            text = wrapped(line, out.width, indent="  " if number else "")
            out.print(text, markup=False, highlight=False, soft_wrap=True)


def _words(content: Any) -> str:
    """Return a cell's text on one line, without markup."""
    text = render(content).plain if isinstance(content, str) else str(content)
    return " ".join(text.split())


def wrapped(text: str, columns: int | None = None, indent: str = "") -> str:
    """Return `text` with its lines broken between words at the terminal's width.

    Lines of a paragraph that begin with spaces keep them, and so do their continuations. A word
    that is longer than a line stays whole.
    """
    columns = columns or width()
    lines = []
    for line in text.split("\n"):
        start = indent + line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(
            line.strip(),
            max(columns, len(start) + 1),
            initial_indent=start,
            subsequent_indent=start + "  ",
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)


def _print_words(out: Console, text: Any) -> None:
    if text:
        words = wrapped(str(text), out.width)
        out.print(words, style="italic", markup=False, highlight=False, soft_wrap=True)


def print_json(data: Any) -> None:
    """Print `data` as one JSON document."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def percent(probability: float, digits: int = 2) -> str:
    """Return for example ``51.06 %``; certain and impossible only for exactly 1 and 0."""
    unit = 10.0 ** -(digits + 2)
    if 0 < probability < unit / 2:
        return f"<{100 * unit:.{digits}f} %"
    if 1 - unit / 2 < probability < 1:
        return f">{100 - 100 * unit:.{digits}f} %"
    return f"{100 * probability:.{digits}f} %"


def at_least(probability: float, digits: int = 2) -> str:
    """Return a lower bound, for example ``82.37 %``: rounded down, so it stays true."""
    return _rounded(math.floor(probability * 10 ** (digits + 2)), digits)


def at_most(probability: float, digits: int = 2) -> str:
    """Return an upper bound, for example ``97.17 %``: rounded up, so it stays true."""
    return _rounded(math.ceil(probability * 10 ** (digits + 2)), digits)


def _rounded(units: int, digits: int) -> str:
    return f"{units / 10**digits:.{digits}f} %"


def chance(lower: float, upper: float, digits: int = 2) -> str:
    """Return a chance in words, or ``at least ... %, at most ... %`` if only bounds are known."""
    if lower == upper:
        return percent(lower, digits)
    return f"at least {at_least(lower, digits)}, at most {at_most(upper, digits)}"
