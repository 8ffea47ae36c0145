"""`intrigue prepare`: what the usual commands need is compiled beforehand."""

import time
from typing import Annotated

import typer

from intrigue.cli.limits import MAX_WORKERS
from intrigue.cli.output import print_json
from intrigue.cli.progress import progress


def prepare(
    games: Annotated[
        list[str] | None, typer.Argument(help="Games such as emissary; all if none is named.")
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes; by default one a processor.", min=1, max=MAX_WORKERS),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compile beforehand what the usual commands need, on all processors.

    For a machine that will be offline or in a hurry, and for building a
    container. Each command of a game (play with a bot, a hint, arena) is run
    once, and what it says is dropped. It may be stopped at any time: what is
    compiled is kept, and the next time it goes on from there.

    Example: intrigue prepare cunning-folk
    """
    from intrigue.cli import preparing
    from intrigue.solvers.emissary.search.solve import default_workers

    chains = preparing.rehearsals(games or [])
    before, began = preparing.functions_kept(), time.monotonic()
    with progress("preparing") as report:
        preparing.prepare(chains, workers or default_workers(), report)
    compiled = preparing.functions_kept() - before
    commands = [list(rehearsal.words) for chain in chains for rehearsal in chain]
    if json:
        print_json(
            {
                "commands": commands,
                "functions": compiled,
                "seconds": time.monotonic() - began,
                "folder": str(preparing.kept_in()),
            }
        )
        return
    print(
        f"{len(commands)} commands run, {compiled} functions compiled and kept in "
        f"{preparing.kept_in()}"
    )
