"""Progress bars: shown on a terminal for what takes more than two seconds, silent otherwise."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

DELAY = 2.0
"""Seconds of work before a bar appears."""

PATIENCE = 1.0
"""Seconds before a word is said about what is waited for."""


class Report(Protocol):
    """Tells how far the work is."""

    def __call__(self, done: int, total: int, text: str = "") -> None:
        """Report `done` of `total` units, with an optional remark."""


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """Give a function that reports progress on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda done, total, text="": None
        return
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[text]}"),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(title, total=None, text="")
    began = time.monotonic()
    shown = False

    def report(done: int, total: int, text: str = "") -> None:
        nonlocal shown
        if not shown and time.monotonic() - began > DELAY:
            bar.start()
            shown = True
        bar.update(task, completed=done, total=total, text=text)

    try:
        yield report
    finally:
        if shown:
            bar.stop()


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """Say on standard error, if that is a terminal, what is waited for longer than a second."""
    if not sys.stderr.isatty():
        yield
        return
    # A line from a thread: what is waited for is one long call.
    timer = threading.Timer(PATIENCE, print, [f"{words} ..."], {"file": sys.stderr, "flush": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
