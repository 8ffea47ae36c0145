"""`intrigue arena`: a round robin between bots."""

import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table as Grid

from intrigue.cli.limits import MAX_WORKERS
from intrigue.cli.output import print_table
from intrigue.games.files import Output, check_outputs


def arena(
    game: Annotated[str, typer.Argument(help="The game, parameters in brackets.")],
    bots: Annotated[
        str,
        typer.Option(
            help="Two or more: random, thumb, ismcts:1000, policy:FILE, exact, MODULE:CLASS."
        ),
    ],
    games: Annotated[
        int,
        typer.Option(
            help="Games a pairing; rounded up, so that each deal is played in all seatings.", min=1
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(help="Seed of deals and bots.", min=0, max=2**63 - 1)] = 0,
    workers: Annotated[
        int, typer.Option(help="Processes on this machine.", min=1, max=MAX_WORKERS)
    ] = 1,
    cluster: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    results: Annotated[
        Path | None, typer.Option(help="Keep every game here; run again to go on.")
    ] = None,
    write: Annotated[
        list[Path] | None, typer.Option(help="Write the table: .json, .csv, .svg, .png, .pdf.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the table as JSON.")] = False,
) -> None:
    """Let bots play each other: seats rotated, common deals, fresh bots every game.

    Win rates come with Wilson intervals, ratings with those of the Bradley-Terry
    model. The table depends on the seed, not on the number of workers or on
    interruptions.

    Example: intrigue arena cunning-folk --bots random,thumb,ismcts:100 --games 200 --seed 1
    """
    from intrigue.cli.progress import progress
    from intrigue.cli.seats import split_bots
    from intrigue.cli.telling import check_playable
    from intrigue.games.names import load_game
    from intrigue.search.extras import require_extra
    from intrigue.search.parallel import require_cluster
    from intrigue.search.pictures import ENDINGS
    from intrigue.search.tournament.arena import Arena, run_arena
    from intrigue.search.tournament.crosstable import is_table

    for path in write or []:
        if path.suffix not in (".json", ".csv", ".svg", ".png", ".pdf"):
            raise ValueError(f"{path}: a table is written as .json, .csv, .svg, .png or .pdf")
        if path.suffix in ENDINGS:
            require_extra("plots", f"--write {path}")
    require_cluster(cluster)
    outputs = [Output("--write", path, "table of an arena", is_table) for path in write or []]
    if results is not None:  # whose games it holds is checked when it is read
        outputs.append(Output("--results", results, "results file", lambda path: True))
    check_outputs(*outputs)
    loaded = load_game(game)
    check_playable(loaded)
    plan = Arena(str(loaded), tuple(split_bots(bots)), games, seed)
    with tempfile.TemporaryDirectory() as scratch, progress("games") as report:
        kept = results or Path(scratch) / "games"
        table = run_arena(plan, kept, workers, cluster, report)
    for path in write or []:
        table.write(path)
    if json:
        print(table.to_json(), end="")
    else:
        _print(table)


def _print(table: Any) -> None:
    games = f"{table.games} game{'' if table.games == 1 else 's'}"
    print(f"{table.game}: {games}, mean length {table.mean_length:.1f} decisions, "
          f"{100 * table.draw_rate:.1f} % drawn")  # fmt: skip
    ratings = Grid("bot", "Elo", "95 % interval", "points", "games")
    for bot in table.standings:
        interval = f"{bot.low:+.0f} to {bot.high:+.0f}"
        ratings.add_row(
            escape(bot.bot), f"{bot.elo:+.0f}", interval, f"{100 * bot.rate:.1f} %", str(bot.games)
        )
    print_table(ratings)
    pairs = Grid("first", "second", "won", "drawn", "lost", "points of first", "95 % interval")
    for pair in table.pairings:
        interval = f"{100 * pair.low:.1f} to {100 * pair.high:.1f} %"
        points = f"{100 * pair.rate:.1f} %"
        pairs.add_row(escape(pair.first), escape(pair.second), str(pair.won), str(pair.drawn),
                      str(pair.lost), points, interval)  # fmt: skip
    print_table(pairs)
