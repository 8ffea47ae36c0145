"""`intrigue play`: a game at the terminal, against bots or alone."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intrigue.cli.output import print_json
from intrigue.games.files import Output, check_outputs, of_kind, write_atomically

if TYPE_CHECKING:
    from intrigue.cli.prompt import Write
    from intrigue.cli.session import Session


_STORY = "intrigue play"
"""How the first line of a story begins; the game follows."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game of this library or of OpenSpiel, parameters in brackets: "
            "'cunning-folk(players=3)', leduc_poker."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            help="Who sits where, from player 1: human, easy, medium, strong, ismcts:1000 ..."
        ),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="For a game for one: the same as --seats.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of chance and bots; 0 if not given.", min=0, max=2**63 - 1),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            help="Go on with a saved game, its seats and its seed; it is saved there again."
        ),
    ] = None,
    save: Annotated[
        Path | None, typer.Option(help="Save here, before every question and at the end.")
    ] = None,
    transcript: Annotated[
        Path | None,
        typer.Option(help="Write the whole story here; when leaving, as far as you saw it."),
    ] = None,
    json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the result as JSON; a person plays on standard error then."
        ),
    ] = False,
) -> None:
    """Play a whole game; a person sees only what their seat may see.

    At the prompt, hint says what each move is worth, undo takes back a move,
    save FILE keeps the game, and help lists the rest.

    Example: intrigue play cunning-folk --seats human,ismcts:1000 --seed 7
    """
    from intrigue.cli.hints import hint_for
    from intrigue.cli.prompt import Leave, accept_any_input, read_line, read_line_beside_output
    from intrigue.cli.saved import GAME_KIND
    from intrigue.cli.seats import make_seats, read_seats
    from intrigue.cli.session import Session
    from intrigue.cli.telling import check_playable
    from intrigue.games.names import load_game

    if resume is not None:
        _refuse_beside_resume(game, {"--seats": seats, "--player": player, "--seed": seed})
        session = Session.load(resume)
        save = save or resume
        loaded = load_game(session.game)
    else:
        if game is None:
            raise ValueError("which game? for example: intrigue play emissary")
        if seats is not None and player is not None:
            raise ValueError("--player and --seats say the same; give one of them")
        loaded = load_game(game)
        check_playable(loaded)
        words = read_seats(player if seats is None else seats, loaded)
        session = Session(game, words, seed or 0)
    outputs = []
    if save is not None:
        option = "--resume" if save == resume else "--save"
        outputs.append(Output(option, save, f"{GAME_KIND} file", of_kind(GAME_KIND)))
    if transcript is not None:
        outputs.append(Output("--transcript", transcript, "story of a game", _is_story))
    check_outputs(*outputs)
    session.kept_in = save
    chairs = make_seats(session.seats, loaded, session.seed)
    write = _to_stderr if json else print
    accept_any_input()
    try:
        hints = partial(hint_for, seats=session.seats)
        session.play(chairs, hints, write, read_line_beside_output if json else read_line)
    except (Leave, KeyboardInterrupt):
        write(_farewell(session, save))
    _keep(session, save, transcript, write)
    if json:
        print_json(_result(session))
    elif session.state().is_terminal():
        _show_end(session)


def _refuse_beside_resume(game: str | None, options: dict[str, object]) -> None:
    """Raise ``ValueError`` that names what a saved game would ignore."""
    given = [] if game is None else [f"the game '{game}'"]
    given += [name for name, value in options.items() if value is not None]
    if given:
        raise ValueError(
            f"--resume brings its own game, seats and seed; leave out {', '.join(given)}"
        )


def _farewell(session: "Session", save: Path | None) -> str:
    if save is not None or session.saved:
        return "left the game"
    return "left the game; it is not saved (use --save FILE or: save FILE)"


def _keep(session: "Session", save: Path | None, transcript: Path | None, write: "Write") -> None:
    """Write the files that were asked for, and say where they are."""
    if save is not None:
        session.save(save)
        write(f"saved to {save}")
    if transcript is not None:
        lines = [f"{_STORY} {session.game}", *session.story()]
        write_atomically(transcript, ("\n".join(lines) + "\n").encode())
        over = session.state().is_terminal()
        seen = {0: "", 1: " as you saw it"}.get(len(session.people), " as everybody saw it")
        write(f"the {'story' if over else f'story so far{seen}'} is in {transcript}")


def _is_story(path: Path) -> bool:
    """Return whether a file is a story that :func:`_keep` wrote."""
    with path.open("rb") as file:
        return file.read(len(_STORY)) == _STORY.encode()


def _show_end(session: "Session") -> None:
    from intrigue.games.people import seat_name, spoken

    final = session.state()
    if not session.people:
        print("\n".join(session.story()))
    print(f"\n{spoken(str(final))}\n")
    for number, value in enumerate(final.returns()):
        print(f"{seat_name(number)} ({session.seats[number]}): {value + 0:g}")  # no -0


def _result(session: "Session") -> dict[str, Any]:
    """Return the game as data; what may still be hidden from a person is null before the end."""
    from intrigue.cli.telling import as_data

    state = session.state()
    over = state.is_terminal()
    shown = over or not session.people
    return {
        "game": session.game,
        "seats": session.seats,
        "seed": session.seed,
        "finished": over,
        "history": session.history if shown else None,
        "returns": state.returns() if over else None,
        "transcript": session.story(),
        "hints": session.hints if shown or len(session.people) == 1 else None,
        "final": as_data(state) if shown else None,
    }


def _to_stderr(text: str) -> None:
    print(text, file=sys.stderr)
