"""Signals that wait until compiled code has handed back its results."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def held_back() -> Iterator[None]:
    """Let signals that Python handles wait until the end of the context.

    To make arrays of what compiled code returned, Numba runs Python, where a signal that came
    meanwhile would be raised, and it does not look whether that failed: Ctrl-C ended in a
    segmentation fault or a ``SystemError``. For calls that take long and return arrays. Elsewhere
    than in the main thread, where Python handles no signals, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    usual = {number: signal.getsignal(number) for number in _INTERRUPTING}
    held = {number: how for number, how in usual.items() if callable(how)}
    for number in held:
        signal.signal(number, note)
    try:
        yield
    finally:
        for number, how in held.items():
            signal.signal(number, how)
        for number in came:
            signal.raise_signal(number)


_INTERRUPTING = [
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM")
    if hasattr(signal, name)  # Windows has two of them
]
