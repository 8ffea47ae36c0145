"""Printing: tables for people, JSON for machines."""

import json
import math
import sys
from typing import Any

from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

_UNLIMITED = 100_000


def console() -> Console:
    """Return a console as wide as the terminal, or without limit if output goes elsewhere."""
    if sys.stdout.isatty():
        return Console()
    return Console(width=_UNLIMITED)


def print_table(table: Table) -> None:
    """Print a table so that nothing of it is lost, however narrow the terminal is.

    Title and caption have lines of their own, cells are wrapped between words, and a table that
    does not fit even then is printed wider than the terminal.
    """
    out = console()
    title, caption = table.title, table.caption
    table.title = table.caption = None
    _fit(table, out)
    _print_line(out, title)
    out.print(table)
    _print_line(out, caption)


def _fit(table: Table, out: Console) -> None:
    """Give the columns widths at which no word is broken, and the console one that is enough.

    Columns that need little more than their longest word get it first, so that numbers stay whole.
    """
    options = out.options.update(width=_UNLIMITED)
    whole = Measurement.get(out, options, table)
    if whole.maximum <= out.width:
        return
    needs: list[tuple[int, int]] = []
    for column in table.columns:
        cells = [Measurement.get(out, options, c) for c in (column.header, *column.cells)]
        column.width = max(cell.minimum for cell in cells)
        needs.append((max(cell.maximum for cell in cells) - column.width, len(needs)))
    out.width = max(out.width, whole.minimum)
    spare = out.width - whole.minimum
    for need, number in sorted(needs):
        column = table.columns[number]
        column.width = (column.width or 0) + min(need, spare)
        spare -= min(need, spare)


def _print_line(out: Console, text: Any) -> None:
    if text:
        out.print(text, style="italic", markup=False, highlight=False, soft_wrap=True)


def print_json(data: Any) -> None:
    """Print `data` as one JSON document."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def percent(probability: float) -> str:
    """Return for example ``51.06 %``; certain and impossible only for exactly 1 and 0."""
    if 0 < probability < 0.00005:
        return "<0.01 %"
    if 0.99995 < probability < 1:
        return ">99.99 %"
    return f"{100 * probability:.2f} %"


def at_least(probability: float, digits: int = 2) -> str:
    """Return a lower bound, for example ``82.37 %``: rounded down, so it stays true."""
    return _rounded(math.floor(probability * 10 ** (digits + 2)), digits)


def at_most(probability: float, digits: int = 2) -> str:
    """Return an upper bound, for example ``97.17 %``: rounded up, so it stays true."""
    return _rounded(math.ceil(probability * 10 ** (digits + 2)), digits)


def _rounded(units: int, digits: int) -> str:
    return f"{units / 10**digits:.{digits}f} %"


def chance(lower: float, upper: float) -> str:
    """Return a chance in words, or ``at least ... %, at most ... %`` if only bounds are known."""
    if lower == upper:
        return percent(lower)
    return f"at least {at_least(lower)}, at most {at_most(upper)}"
