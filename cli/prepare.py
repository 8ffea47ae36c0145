"""`intrigue prepare`: what the usual commands need is compiled beforehand."""

import time
from pathlib import Path
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
    into: Annotated[
        Path | None,
        typer.Option(help="Compile into this new folder, for a wheel to carry (x86-64-v3)."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Compile beforehand what the usual commands need, on all processors.

    For a machine that will be offline or in a hurry, and for building a
    container. Each command of a game (play with a bot, a hint, arena, advise) is run
    once, and what it says is dropped. It may be stopped at any time: what is
    compiled is kept, and the next time it goes on from there.

    Example: intrigue prepare cunning-folk
    """
    from intrigue.cli import preparing
    from intrigue.solvers.emissary.search.solve import default_workers

    chains = preparing.rehearsals(games or [])
    workers = workers or default_workers()
    began = time.monotonic()
    with progress("preparing") as report:
        if into is not None:
            functions, folder = preparing.prepare_to_ship(chains, into, workers, report), into
        else:
            before = preparing.functions_kept()
            preparing.prepare(chains, workers, report)
            functions, folder = preparing.functions_kept() - before, preparing.kept_in()
    commands = [list(rehearsal.words) for chain in chains for rehearsal in chain]
    if json:
        print_json(
            {
                "commands": commands,
                "functions": functions,
                "seconds": time.monotonic() - began,
                "folder": str(folder),
            }
        )
        return
    print(f"{len(commands)} commands run, {functions} functions compiled and kept in {folder}")
