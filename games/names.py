"""Games by name: those of this library by their command names, all others as OpenSpiel calls them.

Whatever :func:`intrigue.games.openspiel.register` has registered is found here; there is no list.
"""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyspiel

from intrigue.games.definition import Definition
from intrigue.games.openspiel import REGISTERED


def definitions() -> list[type[Definition]]:
    """Return the definitions of all games of this library, in the order of registration."""
    import intrigue.games  # noqa: F401  registers the games

    return [game.definition_class for game in REGISTERED.values()]


def load_game(text: str) -> Any:
    """Load a game by its name here or in OpenSpiel, parameters in brackets.

    For example ``emissary``, ``cunning-folk(players=3)``, ``python_emissary(variant=2019)``,
    ``leduc_poker(players=3)``.

    Raises
    ------
    ValueError
        In one line, for an unknown game or parameter or a value out of range.
    """
    name = text.partition("(")[0].strip()
    own = _definition(name)
    if own is not None:
        return _load_own(text, own)
    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401  registers more
    if name not in pyspiel.registered_names():
        ours = ", ".join(definition.command_name() for definition in definitions())
        raise ValueError(f"unknown game '{text}'; games: {ours}, and those of OpenSpiel")
    try:
        with silent_library():
            game = pyspiel.load_game(text)
            str(game)
    except Exception as problem:  # whatever its C++ or Python throws, it is about the text
        lines = str(problem).splitlines() or [type(problem).__name__]
        said = re.sub(r"^\S+\.cc:\d+ ", "", lines[0])  # where in its sources
        raise ValueError(f"OpenSpiel cannot load '{text}': {said}") from None
    return game


def _definition(name: str) -> type[Definition] | None:
    """Return the definition of a game of this library, by whatever name it is called."""
    word = name.lower().replace("_", "-")
    for definition in definitions():
        short_name = definition.short_name.replace("_", "-")
        if word in (short_name, definition.command_name(), *definition.nicknames):
            return definition
    return None


def _load_own(text: str, definition: type[Definition]) -> Any:
    bracket, rest = text.partition("(")[1:]
    rest = rest.rstrip()
    if bracket and not rest.endswith(")"):
        raise ValueError(f"'{text}': the bracket is not closed")
    given = _read_parameters(rest[:-1]) if bracket else {}
    definition(given)  # names every wrong parameter in one line
    return pyspiel.load_game(definition.short_name, given)


def _read_parameters(text: str) -> dict[str, bool | int | float | str]:
    parameters: dict[str, bool | int | float | str] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name or not value:
            raise ValueError(f"'{part}' is not of the form name=value")
        if name in parameters:
            raise ValueError(f"parameter {name} is given twice")
        parameters[name] = read_value(value)
    return parameters


def read_value(text: str) -> bool | int | float | str:
    """Return a truth value, a number, or the text itself."""
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


@contextmanager
def silent_library() -> Iterator[None]:
    """Keep OpenSpiel from writing to the terminal what it also throws."""
    sys.stderr.flush()
    usual = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(usual, 2)
        os.close(usual)
        os.close(nowhere)
