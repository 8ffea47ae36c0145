"""Entry point of the `intrigue` command.

Whatever goes wrong with the input ends in one line on standard error and exit code 2: commands
raise ``ValueError`` (or ``OSError`` for a file), and this module is the only one that catches them.
Ctrl-C ends in the line "interrupted" and exit code 130, whenever it comes; a request to terminate
and a terminal that is closed are answered alike (exit codes 143 and 129), so that what is saved on
Ctrl-C is saved then, too. So this module imports next to nothing before it is ready for that.
"""

from __future__ import annotations

import os
import signal
import sys

from intrigue.cli import plain

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType

_STRIKES = {
    number: word
    for name, word in (("SIGINT", "interrupted"), ("SIGTERM", "terminated"), ("SIGHUP", "hung up"))
    if (number := getattr(signal, name, None)) is not None  # Windows does not hang up
}
"""The signals that end a command in order, and what it says then."""

_NO_MEMORY = ("failed to map segment from shared object", "cannot allocate memory")
"""What the loader of shared libraries says when there is no memory for one."""

_AGAIN = 0.1
"""Seconds after which an interruption that Python dropped is repeated."""


def main() -> None:
    """Run the command and exit with 0, 2 for bad input, or 128 and the signal that ended it."""
    with _Interruptions() as interruptions:
        _open_closed_streams()
        try:
            from intrigue.cli.commands import run

            interruptions.work_begins()
            code = run(sys.argv[1:])
            sys.stdout.flush()
            if interruptions.struck:  # a game that was saved
                code = _say_struck(interruptions.struck)
        except BaseException as problem:
            # What is struck while it imports or compiles may end in any exception.
            struck = interruptions.struck
            if not struck and isinstance(problem, (KeyboardInterrupt, EOFError)):
                struck = signal.SIGINT
            if not struck and not _expected(problem):
                raise
            code = _say_struck(struck) if struck else _explain(problem)
        if interruptions.struck:
            signal.signal(interruptions.struck, signal.SIG_DFL)  # a second one ends it at once
    sys.exit(code)


class _Interruptions:
    """Signals while this context lasts: at once during the first imports, then as an exception.

    Attributes
    ----------
    struck
        The signal that came since the work began, 0 if none did.
    """

    def __init__(self) -> None:
        self.struck = 0
        usual = {number: signal.getsignal(number) for number in _STRIKES}
        # Where they are ignored (in the background of a shell, by nohup) they stay so.
        defaults = (signal.default_int_handler, signal.SIG_DFL)
        self._usual = {number: how for number, how in usual.items() if how in defaults}
        self._hook = sys.unraisablehook
        self._warn: Callable[..., None] | None = None

    def __enter__(self) -> _Interruptions:
        for number in self._usual:
            signal.signal(number, _leave)
        return self

    def work_begins(self) -> None:
        """From now on there may be something to save, so a signal is an exception."""
        import warnings

        for number in self._usual:
            signal.signal(number, self._strike)
        sys.unraisablehook = self._unraisable
        self._warn, warnings.showwarning = warnings.showwarning, _show_warning

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self.struck:  # until Python ends
            sys.unraisablehook = self._hook
        if self._warn is not None:
            import warnings

            warnings.showwarning = self._warn
        for number, how in self._usual.items():
            if number != self.struck:
                signal.signal(number, how)

    def _strike(self, number: int, frame: FrameType | None) -> None:
        self.struck = number
        raise KeyboardInterrupt

    def _unraisable(self, dropped: sys.UnraisableHookArgs) -> None:
        """Repeat Ctrl-C where Python drops it: in a callback of compiled code, in a destructor."""
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            if not self.struck:  # what was half made when it struck complains as it goes
                self._hook(dropped)
            return
        import _thread
        import threading

        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()


def _leave(number: int, frame: FrameType | None) -> None:
    os._exit(_say_struck(number))


def _say_struck(number: int) -> int:
    _complain(_STRIKES[number])
    return 128 + number


def _expected(problem: BaseException) -> bool:
    # Rich ends the program with SystemExit when the reader of a pipe is gone.
    ours = (ValueError, MemoryError, RecursionError, OSError, SystemExit)
    return isinstance(problem, ours) or _is_out_of_memory(problem)


def _is_out_of_memory(problem: BaseException | None) -> bool:
    """Return whether a library could not be loaded for want of memory: Python has no type for it.

    The loader's own words may be in the exception that led to this one.
    """
    while problem is not None:
        words = str(problem).lower()
        if isinstance(problem, (ImportError, OSError)) and any(w in words for w in _NO_MEMORY):
            return True
        problem = problem.__cause__ or problem.__context__
    return False


def _explain(problem: BaseException) -> int:
    """Say in one line what went wrong, and return the exit code."""
    if isinstance(problem, (BrokenPipeError, SystemExit)):
        # The reader of a pipe has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if _is_out_of_memory(problem):
        _complain("not enough memory")
    elif isinstance(problem, (MemoryError, RecursionError)):
        _complain(f"too large for this machine: {problem or type(problem).__name__}")
    elif isinstance(problem, OSError) and problem.strerror:
        place = f"{problem.filename}: " if problem.filename else ""
        _complain(f"{place}{problem.strerror}")
    else:
        _complain(str(problem))
    return 2


def _open_closed_streams() -> None:
    """Stand in for standard streams that were closed before the start."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115  open until the end
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    plain.register()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=plain.ERRORS)  # suits on a terminal without them


def _show_warning(message: Warning | str, *where: object, **more: object) -> None:
    _complain(str(message))


def _complain(message: str) -> None:
    import re

    line = " ".join(message.split()) or "bad input"
    line = re.sub(r"\d{41,}|\w{301,}", lambda found: f"{found[0][:20]}...", line)
    encoding = sys.stderr.encoding or "utf-8"
    printable = line.encode(encoding, plain.ERRORS).decode(encoding)
    try:
        print(f"intrigue: {printable}", file=sys.stderr)
    except OSError:  # nobody reads it: a pipe that was closed, a terminal that is gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
