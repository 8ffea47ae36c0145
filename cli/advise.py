"""`intrigue advise`: advice at a real table, exact in The Emissary, by beliefs in the others."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.limits import USUAL_MEMORY, MemoryLimit, TimeLimit, read_memory, read_time
from intrigue.cli.output import at_least, print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.files import Output, check_outputs, of_kind


def advise(
    game: Annotated[
        str, typer.Argument(help="The game at your table, parameters in brackets.")
    ] = "emissary",
    seat: Annotated[
        int, typer.Option(help="With hidden cards: where you sit, from 1.", show_default=True)
    ] = 1,
    names: Annotated[
        str | None, typer.Option(help="With hidden cards: who sits where, joined by commas.")
    ] = None,
    model: Annotated[
        str,
        typer.Option(help="How the others are taken to act: thumb (the rule of thumb), uniform."),
    ] = "auto",
    seed: Annotated[int, typer.Option(help="Seed of searches and samples, with hidden cards.")] = 0,
    position: Annotated[
        str | None,
        typer.Option(
            help="Answer for one position: a file, JSON or one line of text; with hidden cards "
            "what happened, line by line; -: standard input."
        ),
    ] = None,
    advisors: Annotated[
        str | None,
        typer.Option(help="Which Jacks exist: letters of chds (all unless given), or none."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Go on with a saved session and its advisors; it is saved there again."),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save here, before every question and at the end.")
    ] = None,
    time_limit: TimeLimit = None,
    memory_limit: MemoryLimit = None,
    search: Annotated[
        bool, typer.Option("--search", help="With --position: search, whatever tables there are.")
    ] = False,
    json: Annotated[
        bool,
        typer.Option("--json", help="With --position: print JSON."),
    ] = False,
) -> None:
    """Advise through a game at your table: what each choice is worth, and what is hidden.

    You type what lies on your table and what you see happen; undo, save and help
    work at every question. In The Emissary the answers are exact. In games with
    hidden cards every world that fits what you saw is kept, or a sample of them.

    Where a limit strikes first, a choice gets "at least" and "at most", and both
    are true. Without limits, a whole game has about a second for each question,
    and --position takes all the time that it needs.

    Example: intrigue advise --save tonight.json
    Example: intrigue advise "cunning-folk(players=3)" --seat 1
    """
    if _is_seat_table(game, resume):
        elsewhere: dict[str, Any] = {
            "--advisors": advisors,
            "--time-limit": time_limit,
            "--memory-limit": memory_limit,
            "--search": search or None,
        }
        _refuse(elsewhere, "The Emissary")
        from intrigue.cli.seat_table import advise_seat, answer_seat, load_table, new_session

        if position is not None:
            _check_alone(resume=resume, save=save)
            answer_seat(new_session(game, seat, model, seed, names), _read(position), json)
            return
        if json:
            raise ValueError("--json goes with --position")
        if resume is not None:
            own = {"seat": None if seat == 1 else seat, "seed": seed or None, "names": names}
            own["model"] = None if model == "auto" else model
            for name, value in own.items():
                if value is not None:
                    raise ValueError(f"--resume brings its own {name}; leave out --{name}")
            asked = None if _is_emissary(game) else game
            advise_seat(load_table(resume, asked), save or resume)
        else:
            advise_seat(new_session(game, seat, model, seed, names), save)
        return
    chosen = {"--seat": None if seat == 1 else seat, "--seed": seed or None, "--names": names}
    _refuse({**chosen, "--model": None if model == "auto" else model}, "games with hidden cards")
    if position is not None:
        _check_alone(advisors=advisors, resume=resume, save=save)
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
        if "(" in game:
            raise ValueError(f"'{game}': say which Jacks exist with --advisors")
        letters = "chds" if advisors is None else "".join(advisors.split()).lower() or "none"
        session = TableSession(f"emissary(advisors={letters})")
        check_table(session.game)
    if save is not None:
        check_outputs(Output("--save", save, f"{TABLE_KIND} file", of_kind(TABLE_KIND)))
        session.kept_in = save
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


def _is_seat_table(game: str, resume: Path | None) -> bool:
    """Return whether it is a session of one seat, not of The Emissary."""
    from intrigue.cli.saved import SEAT_KIND
    from intrigue.games.files import kind_of_json

    if resume is not None and _is_emissary(game):
        return resume.is_file() and kind_of_json(resume) == SEAT_KIND
    return not _is_emissary(game)


def _is_emissary(game: str) -> bool:
    name = game.partition("(")[0].strip().lower()
    return name.replace("_", "-").removeprefix("python-") == "emissary"


def _check_alone(**given: Any) -> None:
    ignored = [f"--{name}" for name, value in given.items() if value is not None]
    if ignored:
        raise ValueError(f"--position is one question; leave out {', '.join(ignored)}")


def _refuse(given: dict[str, Any], where: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise ValueError(f"{name} is for {where}")


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
            memory_limit=USUAL_MEMORY if memory is None else memory,
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
