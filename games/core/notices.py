"""Telling whoever wants to know that something is being compiled, since that takes its time."""

from collections.abc import Callable

_LISTENERS: list[Callable[[str], None]] = []


def tell_of_compiling(listener: Callable[[str], None]) -> None:
    """Call `listener` with the name of each function that is compiled from now on, before it is."""
    _LISTENERS.append(listener)


def compiling(name: str) -> None:
    """Tell all listeners that the function `name` is about to be compiled."""
    for listener in _LISTENERS:
        listener(name)
