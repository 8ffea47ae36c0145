"""Entry point of the `intrigue` command.

Whatever goes wrong with the input ends in one line on standard error and exit code 2: commands
raise ``ValueError`` (or ``OSError`` for a file), and this module is the only one that catches them.
"""

import io
import os
import sys
from importlib.metadata import version as installed_version

import typer

from intrigue.cli import advise, arena, experiment, hand, play, solve

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


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"intrigue {installed_version('intrigue')}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Print the version."
    ),
) -> None:
    """Exact solving and AI for four small hidden-information card games."""


def main() -> None:
    """Run the command line and exit with 0, 2 for bad input, or 130 after Ctrl-C."""
    _open_closed_streams()
    try:
        code = app(prog_name="intrigue", standalone_mode=False)
    except typer.TyperException as problem:
        if type(problem).__name__ == "NoArgsIsHelpError":
            typer.echo(str(problem))
        else:
            _complain(problem.format_message())  # names the option as well
        code = 2
    except ValueError as problem:
        _complain(str(problem))
        code = 2
    except (MemoryError, RecursionError) as problem:
        _complain(f"too large for this machine: {problem or type(problem).__name__}")
        code = 2
    except BrokenPipeError:
        # The reader of a pipe has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 0
    except OSError as problem:
        _complain(f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem))
        code = 2
    except (KeyboardInterrupt, typer.Abort):
        _complain("interrupted")
        code = 130
    sys.exit(code)


def _open_closed_streams() -> None:
    """Stand in for standard streams that were closed before the start."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  open until the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # suits on a terminal without them


def _complain(message: str) -> None:
    line = " ".join(message.split()) or "bad input"
    printable = line.encode(sys.stderr.encoding or "utf-8", "backslashreplace").decode(
        sys.stderr.encoding or "utf-8"
    )
    print(f"intrigue: {printable}", file=sys.stderr)
