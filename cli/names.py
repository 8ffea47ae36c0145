"""Names of games on the command line."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.openspiel import REGISTERED

SHORT_NAMES = {
    "emissary": "python_emissary",
    "cunning-folk": "python_cunning_folk",
    "roy-des-ribauds": "python_roy_des_ribauds",
    "emperors-new-clothes": "python_emperors_new_clothes",
}

_ALIASES = {"roy": "roy-des-ribauds", "emperor": "emperors-new-clothes", "cunning": "cunning-folk"}


def load_game(text: str) -> Any:
    """Load a game by its name here or in OpenSpiel, parameters in brackets.

    For example ``emissary``, ``cunning-folk(players=3)``, ``python_emissary(variant=2019)``.

    Raises
    ------
    ValueError
        In one line, for an unknown game or parameter or a value out of range.
    """
    name, bracket, rest = text.strip().partition("(")
    name = name.strip().lower().replace("_", "-")
    name = _ALIASES.get(name, name)
    full = SHORT_NAMES.get(name) or name.replace("-", "_")
    if full not in SHORT_NAMES.values():
        raise ValueError(f"unknown game '{text}'; games: {', '.join(SHORT_NAMES)}")
    if bracket and not rest.endswith(")"):
        raise ValueError(f"'{text}': the bracket is not closed")
    given = _read_parameters(rest[:-1]) if bracket else {}
    REGISTERED[full].definition_class(given)  # names every wrong parameter in one line
    return pyspiel.load_game(full, given)


def load_any_game(text: str) -> Any:
    """Load a game as :func:`load_game` does, or any other game of OpenSpiel.

    Raises
    ------
    ValueError
        In one line, if there is no such game.
    """
    name = text.partition("(")[0].strip()
    if name.startswith("python_") and name not in SHORT_NAMES.values():
        import open_spiel.python.games  # noqa: F401  registers more
    if name in SHORT_NAMES.values() or name not in pyspiel.registered_names():
        try:
            return load_game(text)
        except ValueError as problem:
            also = ", and those of OpenSpiel" if str(problem).startswith("unknown game") else ""
            raise ValueError(f"{problem}{also}") from None
    try:
        with _silent_library():
            game = pyspiel.load_game(text)
            str(game)
    except Exception as problem:  # whatever its C++ or Python throws, it is about the text
        lines = str(problem).splitlines() or [type(problem).__name__]
        said = re.sub(r"^\S+\.cc:\d+ ", "", lines[0])  # where in its sources
        raise ValueError(f"OpenSpiel cannot load '{text}': {said}") from None
    return game


@contextmanager
def _silent_library() -> Iterator[None]:
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


def split_outside_brackets(text: str) -> list[str]:
    """Split at commas, except inside brackets and before an option of a bot.

    For example ``kuhn_poker,roy(copies=1,hand_size=1)``, ``thumb,ismcts:50,variant=so``.
    """
    parts: list[str] = []
    depth = 0
    for piece in text.split(","):
        if parts and (depth > 0 or ("=" in piece and "(" not in piece.partition("=")[0])):
            parts[-1] += f",{piece}"
        else:
            parts.append(piece)
        depth += piece.count("(") - piece.count(")")
    return parts


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
