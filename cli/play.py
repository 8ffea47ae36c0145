"""`intrigue play`: a game at the terminal, against bots or alone."""

import json as json_module
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from intrigue.cli.output import print_json
from intrigue.games.files import check_writable, write_atomically


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            help="emissary, cunning-folk, roy-des-ribauds or emperors-new-clothes, "
            "parameters in brackets: 'cunning-folk(players=3)'."
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(help="Who sits where, from player 0: human, bot, random, thumb, ismcts:1000."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="For a game for one: the same as --seats.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of chance and bots.", min=0, max=2**63 - 1)] = 0,
    resume: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option(help="Save here when leaving or at the end.")] = None,
    transcript: Annotated[Path | None, typer.Option(help="Write the whole story here.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Play a whole game; a person sees only what their seat may see.

    Type help at the prompt for hints, saving and the story so far.

    Example: intrigue play cunning-folk --seats human,ismcts:1000 --seed 7
    """
    from intrigue.cli.names import load_game
    from intrigue.cli.seats import hint_for, make_seats, read_seats
    from intrigue.cli.session import Leave, Session, read_line

    if resume is not None:
        if game or seats or player:
            raise ValueError("--resume brings its own game and seats; leave them out")
        session = Session.load(resume)
        save = save or resume
        loaded = load_game(session.game)
    else:
        if game is None:
            raise ValueError("which game? for example: intrigue play emissary")
        if seats and player:
            raise ValueError("--player and --seats say the same; give one of them")
        loaded = load_game(game)
        session = Session(game, read_seats(seats or player, loaded), seed)
    for path in filter(None, (save, transcript)):
        check_writable(path)
    chairs = make_seats(session.seats, loaded, session.seed)
    write = _to_stderr if json else print
    try:
        final = session.play(chairs, hint_for, write, read_line)
    except (Leave, KeyboardInterrupt):
        if save is not None:
            session.save(save)
            write(f"saved to {save}")
        elif session.saved:
            write("left the game")
        else:
            write("left the game; it is not saved (use --save FILE or: save FILE)")
        return
    if save is not None:
        session.save(save)
    story = final.transcript()
    if transcript is not None:
        write_atomically(transcript, ("\n".join(story) + "\n").encode())
    if json:
        print_json(_result(session, final))
    else:
        if all(chair is not None for chair in chairs):
            print("\n".join(story))
        print(f"\n{final}\n")
        for number, value in enumerate(final.returns()):
            print(f"player {number} ({session.seats[number]}): {value:g}")


def _result(session: Any, final: Any) -> dict[str, Any]:
    return {
        "game": session.game,
        "seats": session.seats,
        "seed": session.seed,
        "history": session.history,
        "returns": final.returns(),
        "transcript": final.transcript(),
        "final": json_module.loads(final.to_json())["state"],
    }


def _to_stderr(text: str) -> None:
    print(text, file=sys.stderr)
