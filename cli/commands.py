"""The commands of `intrigue`, each in a module of its own that is imported when it is called.

So the version, the help and a word that is none cost no games, no solvers and no compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

COMMANDS = {
    "hand": "Tell the exact chance that a hand hits each target, under best play.",
    "advise": "Advise through a game at your table: what each choice is worth, and what is hidden.",
    "play": "Play a whole game; a person sees only what their seat may see.",
    "arena": "Let bots play each other: seats rotated, common deals, fresh bots every game.",
    "solve": "Find an equilibrium, or with MCCFR a good strategy of a game too large for that.",
    "experiment": "Run an experiment: tables on the screen, JSON and plots in the output folder.",
    "train": "Learn a policy by playing against itself, its past, and scripted players.",
    "prepare": "Compile beforehand what the usual commands need, on all processors.",
    "tables": "Build the tables of all hands with their Jacks, for answers at once.",
}
"""What each command does, in the line that the help shows. `intrigue.cli.NAME` has the function."""


class _Commands(TyperGroup):
    """Commands that are imported when they are called."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = {name: TyperCommand(name, help=line) for name, line in COMMANDS.items()}
        self._listing = False

    def get_command(self, context: Any, name: str) -> Any:
        """Return a command; while the help is written, one that knows its line only."""
        if name not in COMMANDS or self._listing:
            return self.commands.get(name)
        import_module("intrigue.cli.compiling").say_when_compiling()
        alone = typer.Typer(add_completion=False)
        alone.command(name)(getattr(import_module(f"intrigue.cli.{name}"), name))
        return typer.main.get_command(alone)

    def format_help(self, context: Any, formatter: Any) -> None:
        """Write the help, with a line for each command."""
        self._listing = True
        super().format_help(context, formatter)
        self._listing = False


app = typer.Typer(
    name="intrigue",
    cls=_Commands,
    help="Exact solving and AI for four small hidden-information card games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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
