"""`intrigue advise`: exact advice at a real table of The Emissary."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.output import console, percent, print_json


def advise(
    position: Annotated[
        str | None,
        typer.Option(help="Answer for one position: a JSON file, or - for standard input."),
    ] = None,
    advisors: Annotated[str, typer.Option(help="Which Jacks exist: chds, or none.")] = "chds",
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved session.")] = None,
    save: Annotated[Path | None, typer.Option(help="Save here when leaving.")] = None,
    time_limit: Annotated[
        float | None, typer.Option(help="With --position: seconds to search at most.", min=0.0)
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="With --position: print JSON.")] = False,
) -> None:
    """Advise through a whole game: which kingdom, what to answer, when to use whom.

    You type what lies on your table; undo, save and help work at every question.

    Example: intrigue advise --save tonight.json
    """
    if position is not None:
        text = sys.stdin.read() if position == "-" else Path(position).read_text(encoding="utf-8")
        _answer(text, time_limit, json)
        return
    if json or time_limit is not None:
        raise ValueError("--json and --time-limit go with --position")
    from intrigue.cli.emissary_hints import hint
    from intrigue.cli.names import load_game
    from intrigue.cli.session import Leave, read_line
    from intrigue.cli.table_session import TableSession

    if resume is not None:
        session = TableSession.load(resume)
        save = save or resume
    else:
        session = TableSession(f"emissary(advisors={''.join(advisors.split()).lower() or 'none'})")
        load_game(session.game)
    with suppress(Leave, KeyboardInterrupt):
        session.run(hint, print, read_line)
    if save is not None:
        session.save(save)
        print(f"saved to {save}")


def _answer(text: str, time_limit: float | None, json: bool) -> None:
    from intrigue.solvers.emissary.advise import advise as ask
    from intrigue.solvers.emissary.position import Position
    from intrigue.solvers.emissary.solve import LimitReached

    place = Position.from_json(text)
    try:
        found = ask(place, time_limit=time_limit)
    except LimitReached as limit:
        raise ValueError(f"{limit}; give it more time with --time-limit") from None
    if json:
        print_json(_as_json(found))
        return
    print(place)
    table = Table("choice", "chance to hit the target", "certain")
    for choice in found.choices:
        table.add_row(choice.text, percent(choice.chance), "yes" if choice.guaranteed else "")
    console().print(table)
    print(f"{found.search.positions:,} positions in {found.search.seconds:.2f} s")


def _as_json(found: Any) -> dict[str, Any]:
    return {
        "position": found.position.to_dict(),
        "choices": [
            {
                "text": choice.text,
                "chance": choice.chance,
                "possible": choice.possible,
                "guaranteed": choice.guaranteed,
            }
            for choice in found.choices
        ],
        "positions": found.search.positions,
        "seconds": found.search.seconds,
        "peak_bytes": found.search.peak_bytes,
    }
