"""`intrigue tables`: the tables of all hands with their Jacks, built once."""

from typing import Annotated

import typer

from intrigue.cli.limits import MAX_WORKERS, MemoryLimit, read_memory
from intrigue.cli.output import print_json
from intrigue.cli.progress import progress


def tables(
    jacks: Annotated[
        list[str] | None,
        typer.Argument(help="Sets of Jacks such as ch or chd; if none, all without s."),
    ] = None,
    memory_limit: MemoryLimit = None,
    workers: Annotated[
        int | None,
        typer.Option(help="Threads; by default one a processor.", min=1, max=MAX_WORKERS),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Build the tables of all hands with their Jacks, for answers at once.

    They are kept in the cache folder: 1.7 GB, and 6 GB more while they are
    built. All of them take about half an hour on two idle processors and 7 GB of
    memory; with less (--memory-limit), more hands with several clubs get "at
    least" and "at most". A build that was stopped goes on where it was. Sets
    with the Jack of spades, such as hds, are built only if they are named: three
    times the work. With the richest table the campaign is solved, too, to rank
    kingdoms by: ten more minutes if it has clubs.

    Example: intrigue tables ch chd
    """
    from intrigue.solvers.emissary.kingdom_choice import by_richness
    from intrigue.solvers.emissary.search.solve import default_workers
    from intrigue.solvers.emissary.tables.campaign import campaign
    from intrigue.solvers.emissary.tables.jacks.build import MEMORY, build_tables
    from intrigue.solvers.emissary.tables.jacks.table import read_jack_sets

    sets = read_jack_sets(jacks)
    memory = read_memory(memory_limit)
    with progress("building tables") as report:
        paths = build_tables(
            sets,
            workers=workers,
            memory=MEMORY if memory is None else memory,
            progress=lambda done, total, remark: report(int(done), int(total), remark),
        )
    ranking = next((jacks for jacks in by_richness(set("chd")) if jacks in sets), None)
    if ranking is not None:
        with progress("the campaign, solved once") as report:
            campaign(ranking, workers=workers or default_workers(), progress=report)
    if json:
        print_json({name: str(path) for name, path in zip(sets, paths, strict=True)})
        return
    for name, path in zip(sets, paths, strict=True):
        print(f"{name}: {path}, {path.stat().st_size / 1e6:.0f} MB")
