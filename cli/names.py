"""Names of games on the command line."""

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
    if name in SHORT_NAMES.values() or name not in pyspiel.registered_names():
        return load_game(text)
    try:
        return pyspiel.load_game(text)
    except pyspiel.SpielError as problem:
        raise ValueError(f"'{text}': {str(problem).splitlines()[0]}") from None


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
