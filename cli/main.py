"""Entry point of the `intrigue` command.

Whatever goes wrong with the input ends in one line on standard error and exit code 2: commands
raise ``ValueError`` (or ``OSError`` for a file), and this module is the only one that catches them.
Ctrl-C ends in the line "interrupted" and exit code 130, whenever it comes: so this module imports
next to nothing before it is ready for that.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # as in typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, TracebackType

_AGAIN = 0.1
"""Seconds after which an interruption that Python dropped is repeated."""


def main() -> None:
    """Run the command line and exit with 0, 2 for bad input, or 130 after Ctrl-C."""
    with _Interruptions() as interruptions:
        _open_closed_streams()
        try:
            from intrigue.cli.commands import run

            interruptions.work_begins()
            code = run(sys.argv[1:])
            sys.stdout.flush()
            if interruptions.struck:  # a game that was saved
                code = _say_interrupted()
        except BaseException as problem:
            # What is struck while it imports or compiles may end in any exception.
            struck = interruptions.struck or isinstance(problem, (KeyboardInterrupt, EOFError))
            if not struck and not _expected(problem):
                raise
            code = _say_interrupted() if struck else _explain(problem)
        if interruptions.struck:
            signal.signal(signal.SIGINT, signal.SIG_DFL)  # a second one ends it at once
    sys.exit(code)


class _Interruptions:
    """Ctrl-C while this context lasts: at once during the first imports, then as an exception.

    Attributes
    ----------
    struck
        Whether it was pressed since the work began.
    """

    def __init__(self) -> None:
        self.struck = False
        self._usual = signal.getsignal(signal.SIGINT)
        # Where it is ignored (in the background of a shell) it stays so.
        self._ours = self._usual is signal.default_int_handler
        self._hook = sys.unraisablehook
        self._warn: Callable[..., None] | None = None

    def __enter__(self) -> _Interruptions:
        if self._ours:
            signal.signal(signal.SIGINT, _leave)
        return self

    def work_begins(self) -> None:
        """From now on there may be something to save, so Ctrl-C is an exception."""
        import warnings

        if self._ours:
            signal.signal(signal.SIGINT, self._strike)
            sys.unraisablehook = self._unraisable
        self._warn, warnings.showwarning = warnings.showwarning, _show_warning

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        sys.unraisablehook = self._hook
        if self._warn is not None:
            import warnings

            warnings.showwarning = self._warn
        if self._ours and not self.struck:
            signal.signal(signal.SIGINT, self._usual)

    def _strike(self, number: int, frame: FrameType | None) -> None:
        self.struck = True
        raise KeyboardInterrupt

    def _unraisable(self, dropped: sys.UnraisableHookArgs) -> None:
        """Repeat Ctrl-C where Python drops it: in a callback of compiled code, in a destructor."""
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            self._hook(dropped)
            return
        import _thread
        import threading

        again = threading.Timer(_AGAIN, _thread.interrupt_main)
        again.daemon = True
        again.start()


def _leave(number: int, frame: FrameType | None) -> None:
    _say_interrupted()
    os._exit(130)


def _say_interrupted() -> int:
    _complain("interrupted")
    return 130


def _expected(problem: BaseException) -> bool:
    # Rich ends the program with SystemExit when the reader of a pipe is gone.
    return isinstance(problem, (ValueError, MemoryError, RecursionError, OSError, SystemExit))


def _explain(problem: BaseException) -> int:
    """Say in one line what went wrong, and return the exit code."""
    if isinstance(problem, (BrokenPipeError, SystemExit)):
        # The reader of a pipe has seen enough; keep Python from complaining at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    if isinstance(problem, (MemoryError, RecursionError)):
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
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # suits on a terminal without them


def _show_warning(message: Warning | str, *where: object, **more: object) -> None:
    _complain(str(message))


def _complain(message: str) -> None:
    line = " ".join(message.split()) or "bad input"
    encoding = sys.stderr.encoding or "utf-8"
    printable = line.encode(encoding, "backslashreplace").decode(encoding)
    try:
        print(f"intrigue: {printable}", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
