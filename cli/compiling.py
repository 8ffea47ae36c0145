"""A word on a terminal that something is compiled, for what takes longer than a second."""

import sys
import time

from intrigue.games.core.notices import tell_of_compiling

PATIENCE = 1.0
"""Seconds of compiling before anything is said."""

LINE = (
    "intrigue: compiling for the first time what this needs; it is kept.\n"
    "It may take half a minute; intrigue prepare does it beforehand for usual games."
)


def say_when_compiling() -> None:
    """From now on say once, on standard error if that is a terminal, that it is compiling."""
    began = None
    said = False

    def listen(name: str) -> None:
        nonlocal began, said
        if began is None:
            began = time.monotonic()
        elif not said and time.monotonic() - began > PATIENCE:
            said = True
            print(LINE, file=sys.stderr, flush=True)

    if sys.stderr.isatty():
        tell_of_compiling(listen)
