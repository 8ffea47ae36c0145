"""The commands of `intrigue`. Importing this takes a second: they know the games."""

import typer

from intrigue.cli import advise, arena, experiment, hand, play, solve, tables

app = typer.Typer(
    name="intrigue",
    help="Exact solving and AI for four small hidden-information card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("hand")(hand.hand)
app.command("advise")(advise.advise)
app.command("play")(play.play)
app.command("arena")(arena.arena)
app.command("solve")(solve.solve)
app.command("experiment")(experiment.experiment)
app.command("tables")(tables.tables)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"intrigue {version('intrigue')}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Exact solving and AI for four small hidden-information card games."""


def run(words: list[str]) -> int:
    """Run the command that the words name, and return its exit code.

    Raises
    ------
    ValueError
        In one line, for bad input of any kind.
    OSError, KeyboardInterrupt, EOFError
        As they come: typer's own way to run an application would end the program on them.
    """
    command = typer.main.get_command(app)
    try:
        with command.make_context("intrigue", words) as context:
            command.invoke(context)
    except typer.Exit as ended:
        return ended.exit_code
    except typer.Abort:
        raise KeyboardInterrupt from None
    except typer.TyperException as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            typer.echo(str(problem))
            return 2
        raise ValueError(problem.format_message()) from None  # names the option as well
    return 0
