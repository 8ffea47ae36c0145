"""`intrigue experiment`: published tables and figures, made again."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table as Grid

from intrigue.cli.limits import MAX_WORKERS
from intrigue.cli.names import split_outside_brackets
from intrigue.cli.output import print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.names import read_value

_LONG = 20
"""Longer values of a list have a line each on the screen."""


def experiment(
    name: Annotated[str | None, typer.Argument(help="Which one; list names them all.")] = None,
    listed: Annotated[
        str | None, typer.Argument(help="After list: the one whose settings are shown.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="A small run of a few seconds.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of everything random.", min=0, max=2**63 - 1)] = 0,
    workers: Annotated[
        int, typer.Option(help="Processes on this machine.", min=1, max=MAX_WORKERS)
    ] = 1,
    cluster: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    output: Annotated[Path, typer.Option(help="Folder for the result and plots.")] = Path(
        "results"
    ),
    sweep: Annotated[
        list[str] | None, typer.Option(help="Change a setting: games=500, or max_turns=20,40,60.")
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(help="A bot to look at: --sweep bots=BOT. May be given several times."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Run an experiment: tables on the screen, JSON and plots in the output folder.

    An interrupted run goes on where it was. The result depends on settings and
    seed only.

    Example: intrigue experiment emissary-hands --quick --seed 1
    """
    import pyspiel

    from intrigue.experiments.catalogue import EXPERIMENTS
    from intrigue.experiments.runner import run
    from intrigue.search.extras import has_extra

    if name is None:
        raise ValueError("which experiment? Give its name: `intrigue experiment list` names them")
    for word in (listed if name == "list" else name,):
        if word is not None and word not in EXPERIMENTS:
            raise ValueError(f"no experiment '{word}'; there are {', '.join(EXPERIMENTS)}")
    if name == "list":
        if listed is None:
            _print_list(EXPERIMENTS, json)
        else:
            _print_settings(EXPERIMENTS[listed], json)
        return
    if listed is not None:
        raise ValueError(f"one experiment at a time: {name}, not also '{listed}'")
    chosen = EXPERIMENTS[name]
    given = _read_settings(sweep or [])
    if bot and "bots" in given:
        raise ValueError("the bots are named twice: by --bot and by --sweep bots=")
    if bot:
        given["bots"] = bot
    settings = chosen.with_settings(quick, given)
    try:
        with progress(name) as report:
            result = run(chosen, settings, seed, output, workers, cluster, report)
    except pyspiel.SpielError as problem:
        raise ValueError(str(problem).strip().splitlines()[0]) from None
    if json:
        print_json({**vars(result), "tables": [vars(table) for table in result.tables]})
        return
    for table in result.tables:
        grid = Grid(*map(escape, table.columns), title=table.title)
        for row in table.rows:
            grid.add_row(*(_cell(value) for value in row))
        print_table(grid)
    if not has_extra("plots"):
        print('no plots: they need pip install "intrigue[plots]"')
    endings = [e for e in ("json", "svg", "png") if (output / f"{name}.{e}").exists()]
    print(f"written: {output / name}.{', .'.join(endings)}")


def _read_settings(texts: list[str]) -> dict[str, Any]:
    settings: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise ValueError(f"'{text}' is not of the form setting=value")
        values = [read_value(part) for part in split_outside_brackets(value)]
        settings[name.strip()] = values if len(values) > 1 else values[0]
    return settings


def _print_list(experiments: dict[str, Any], json: bool) -> None:
    if json:
        print_json({name: _as_json(chosen) for name, chosen in experiments.items()})
        return
    grid = Grid("experiment", "what it shows")
    for name, chosen in experiments.items():
        grid.add_row(name, escape(chosen.title))
    print_table(grid)


def _print_settings(chosen: Any, json: bool) -> None:
    from intrigue.experiments.settings import word_of

    if json:
        print_json(_as_json(chosen))
        return
    grid = Grid("setting", "published run", "with --quick", title=f"{chosen.name}: {chosen.title}")
    for name, value in chosen.full.items():
        grid.add_row(word_of(name), _setting(value), _setting(chosen.quick[name]))
    print_table(grid)
    print("Change one with --sweep SETTING=VALUE; several values are separated by commas.")


def _as_json(chosen: Any) -> dict[str, Any]:
    from intrigue.experiments.settings import word_of

    return {
        "title": chosen.title,
        "settings": {word_of(name): value for name, value in chosen.full.items()},
        "quick": {word_of(name): value for name, value in chosen.quick.items()},
    }


def _setting(value: Any) -> str:
    """Return a setting as --sweep reads it."""
    values = value if isinstance(value, list) else [value]
    words = [str(v).lower() if isinstance(v, bool) else str(v) for v in values]
    long = max(map(len, words)) > _LONG
    return escape((",\n" if long else ",").join(words))


def _cell(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else escape(str(value))
