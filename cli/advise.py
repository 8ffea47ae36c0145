"""`intrigue advise`: exact advice at a real table of The Emissary."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.limits import MemoryLimit, TimeLimit, read_memory, read_time
from intrigue.cli.output import at_least, print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.files import Output, check_outputs, of_kind


def advise(
    position: Annotated[
        str | None,
        typer.Option(
            help="Answer for one position: a file, JSON or one line of text; -: standard input."
        ),
    ] = None,
    advisors: Annotated[
        str | None,
        typer.Option(help="Which Jacks exist: letters of chds (all unless given), or none."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Go on with a saved session and its advisors.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save here when leaving.")] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    search: Annotated[
        bool, typer.Option("--search", help="With --position: search, whatever tables there are.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="With --position: print JSON.")] = False,
) -> None:
    """Advise through a game of The Emissary: which kingdom, what to answer, whom to use.

    You type what lies on your table; undo, save and help work at every question.
    Where a limit strikes first, a choice gets "at least" and "at most", and both
    are true. Without limits, a whole game has about a second for each question,
    and --position takes all the time that it needs.

    Example: intrigue advise --save tonight.json
    """
    if position is not None:
        given = {"--advisors": advisors, "--resume": resume, "--save": save}
        ignored = [name for name, value in given.items() if value is not None]
        if ignored:
            raise ValueError(f"--position is one question; leave out {', '.join(ignored)}")
        _answer(_read(position), read_time(time_limit), read_memory(memory_limit), search, json)
        return
    if json or search:
        raise ValueError(f"--{'json' if json else 'search'} goes with --position")
    seconds, memory = read_time(time_limit), read_memory(memory_limit)
    from intrigue.cli.emissary_hints import Advisor
    from intrigue.cli.prompt import Leave, accept_any_input, read_line
    from intrigue.cli.saved import TABLE_KIND
    from intrigue.cli.table_session import TableSession, check_table

    if resume is not None:
        if advisors is not None:
            raise ValueError("--resume brings its own advisors; leave out --advisors")
        session = TableSession.load(resume)
        save = save or resume
    else:
        letters = "chds" if advisors is None else "".join(advisors.split()).lower() or "none"
        session = TableSession(f"emissary(advisors={letters})")
        check_table(session.game)
    if save is not None:
        check_outputs(Output("--save", save, f"{TABLE_KIND} file", of_kind(TABLE_KIND)))
    accept_any_input()
    try:
        with suppress(Leave, KeyboardInterrupt):
            session.run(Advisor.within(seconds, memory), print, read_line)
    finally:
        if save is not None:
            session.save(save)
            print(f"saved to {save}")
        elif not session.saved:
            print("the session is not saved (use --save FILE or: save FILE)")


def _read(position: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    try:
        return sys.stdin.read() if position == "-" else Path(position).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        name = "standard input" if position == "-" else position
        raise ValueError(f"{name}: it is no UTF-8 text") from None


def _answer(text: str, seconds: float | None, memory: int | None, search: bool, json: bool) -> None:
    from intrigue.cli.emissary_hints import behind, pointer, worth
    from intrigue.solvers.emissary.advice import advise as ask
    from intrigue.solvers.emissary.from_tables import StoredTables, table_to_build
    from intrigue.solvers.emissary.position import Position

    place = Position.read(text)
    with progress("solving") as report:
        found = ask(
            place,
            time_limit=seconds,
            memory_limit=memory,
            progress=lambda stage, done, known: report(done, known, f"positions: {stage}"),
            tables=None if search else StoredTables(),
        )
    if json:
        print_json(_as_json(found))
        return
    print(place)
    table = Table("choice", "chance to hit the target", "certain", "compared with the best")
    for choice in found.choices:
        certain = "yes" if choice.guaranteed else ""
        table.add_row(choice.text, worth(choice), certain, behind(found, choice))
    print_table(table)
    struck = "" if found.limit is None else f"; the limit of {found.limit} struck"
    print(f"{found.search.positions:,} positions in {found.search.seconds:.2f} s{struck}")
    if found.floor > found.best.at_least:
        print(f"the best choice is worth at least {at_least(found.floor)}, by the tables")
    if any(choice.error for choice in found.choices):
        print("chances with one decimal are from the tables of all hands, to 0.02 %")
    to_build = None if found.limit is None else table_to_build(place.abilities)
    if to_build is not None:
        print(pointer(to_build))


def _as_json(found: Any) -> dict[str, Any]:
    return {
        "position": found.position.to_dict(),
        "choices": [
            {
                "text": choice.text,
                "chance": choice.chance if choice.exact else None,
                "at_least": choice.at_least,
                "at_most": choice.at_most,
                "exact": choice.exact,
                "error": choice.error,
                "possible": choice.possible,
                "guaranteed": choice.guaranteed,
                "behind_at_least": found.behind(choice),
            }
            for choice in found.choices
        ],
        "best_at_least": max(found.floor, found.best.at_least - found.best.error),
        "limit": found.limit,
        "positions": found.search.positions,
        "seconds": found.search.seconds,
        "peak_bytes": found.search.peak_bytes,
    }
