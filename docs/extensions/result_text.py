"""Results of experiments as Markdown: numbers, tables, the command, a page.

Nothing here knows Sphinx; :mod:`result_pages` puts these texts into the documentation.
"""

import inspect
import re
import shlex
import sys
from typing import Any

from intrigue.experiments.catalogue import EXPERIMENTS
from intrigue.experiments.runner import Experiment, Result, Table

MOST_ROWS = 60
"""Tables longer than this are cut; the whole of them is in the JSON file."""

SHARES = {
    *("win", "win rate", "chance", "one trump", "best trump", "exact", "played", "points", "share"),
    *("honest", "clairvoyant", "mean", *(f"target {target}" for target in range(1, 9))),
    *("by the table", "by the solver", "fair"),
    *("lies", "challenged", "lies challenged", "truths challenged"),
    *("reveals", "plays face up", "plays face down", "Coronation", "Mariage", "Murder", "drawn"),
}
"""Columns whose numbers are parts of one, if all of them are between 0 and 1: shown in percent."""

BOUNDS = {"low", "high"}
"""Columns of an interval, shown as the column before them."""


def number(value: float) -> str:
    """Return a number: a whole one with thousands apart, any other with four significant digits."""
    return f"{value:,.0f}" if value == round(value) or abs(value) >= 1000 else f"{value:#.4g}"


def percent(share: float) -> str:
    """Return a share in percent; only what is sure is 100 %."""
    text = number(100 * share)
    return "> 99.99 %" if text == "100.0" else f"{text} %"


def words(text: str) -> str:
    """Return text for a cell: names of games and bots as code, other text literally."""
    if re.fullmatch(r"\w*_\w+|\w+(\(\S*\)|:\S+)", text):
        return f"`{text}`"
    return re.sub(r"([\\`*_|\[\]<>])", r"\\\1", text)


def cell(value: Any, share: bool = False) -> str:
    """Return a value of a table or a setting as a cell of a Markdown table."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int() | float():
            return percent(value) if share else number(value)
        case list():
            return ", ".join(cell(part) for part in value)
        case _:
            return words(str(value))


def shares_of(table: Table) -> list[bool]:
    """Return for each column whether it is shown in percent."""
    found: list[bool] = []
    for place, name in enumerate(table.columns):
        if name in BOUNDS and found:
            found.append(found[-1])
            continue
        values = [row[place] for row in table.rows if row[place] is not None]
        within = all(isinstance(value, int | float) and 0 <= value <= 1 for value in values)
        found.append(name in SHARES and within)
    return found


def table_lines(table: Table, rows: int | None = None) -> list[str]:
    """Return a table as lines of Markdown, numbers to the right.

    Parameters
    ----------
    rows
        Only so many of the first rows; all of them if not given.
    """
    shares = shares_of(table)
    numeric = [
        all(isinstance(row[place], int | float | None) for row in table.rows)
        for place in range(len(table.columns))
    ]
    lines = [
        _row(words(name) for name in table.columns),
        _row("---:" if right else "---" for right in numeric),
    ]
    for row in table.rows[:rows]:
        lines.append(_row(cell(*pair) for pair in zip(row, shares, strict=True)))
    return lines


def _row(cells: Any) -> str:
    return "| " + " | ".join(cells) + " |"


def command(result: Result, experiment: Experiment) -> str:
    """Return the command line that makes a result again.

    Settings that are those of the full or of the quick run need no words; others are spelt out.
    """
    parts = ["intrigue", "experiment", result.experiment, "--seed", str(result.seed)]
    if result.settings == experiment.full:
        pass
    elif result.settings == experiment.quick:
        parts.append("--quick")
    else:
        for name, value in result.settings.items():
            if value != experiment.full.get(name):
                values = value if isinstance(value, list) else [value]
                text = ",".join(str(part) for part in values)
                parts += ["--sweep", f"{name.removeprefix('p_')}={text}"]
    return shlex.join(parts)


def page(result: Result) -> str:
    """Return a result's page.

    Raises
    ------
    ValueError
        In one line, if the catalogue has no such experiment: nobody could make the result again.
    """
    experiment = EXPERIMENTS.get(result.experiment)
    if experiment is None:
        raise ValueError(
            f"result of '{result.experiment}', which is no experiment of the catalogue"
        )
    name, made = result.experiment, result.made_with
    about = sys.modules[experiment.work.__module__].__doc__
    items = experiment.items(result.settings, result.seed)
    versions = ", ".join(f"{package} {text}" for package, text in made["packages"].items())
    lines = [
        f"# {sentence(result.title)}",
        "",
        inspect.cleandoc(about or ""),
        "",
        f"{len(items):,} pieces of work, each: {first_line(experiment.work.__doc__)}",
        "",
        f"![{sentence(result.title)}](../data/{name}.svg)",
        "",
    ]
    for table in result.tables:
        lines += [f"## {sentence(table.title)}", "", f"```{{result}} {name} {table.name}"]
        if len(table.rows) > MOST_ROWS:
            lines += [f":rows: {MOST_ROWS}"]
        lines += ["```", ""]
    lines += [
        "## How it was made",
        "",
        "```console",
        f"$ {command(result, experiment)}",
        "```",
        "",
        "| setting | value |",
        "|---|---|",
        *(_row([words(key), cell(value)]) for key, value in result.settings.items()),
        _row(["seed", cell(result.seed)]),
        "",
        f"Made in {number(made['seconds'])} s with Python {made['python']}, {versions}. "
        f"Download: {{download}}`{name}.json <../data/{name}.json>`, "
        f"{{download}}`{name}.svg <../data/{name}.svg>`, "
        f"{{download}}`{name}.png <../data/{name}.png>`.",
        "",
    ]
    return "\n".join(lines)


def sentence(title: str) -> str:
    """Return a title that begins with a capital letter."""
    return title[:1].upper() + title[1:]


def first_line(text: str | None) -> str:
    """Return the first line of a docstring, beginning small."""
    line = (text or "").strip().partition("\n")[0]
    return line[:1].lower() + line[1:]
