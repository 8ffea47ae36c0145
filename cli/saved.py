"""Saved sessions: files whose every field is checked, and faults in them named with the file."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intrigue.games.files import check_replaceable, kind_of_json, load_json, of_kind, save_json
from intrigue.games.identity import game_identity

GAME_KIND, TABLE_KIND, SEAT_KIND = "intrigue game", "emissary table", "seat at a table"

_RESUMED_BY = {
    GAME_KIND: "intrigue play",
    TABLE_KIND: "intrigue advise",
    SEAT_KIND: "intrigue advise",
}


@dataclass(frozen=True)
class Field:
    """What a field of a saved session may hold: a test, and the words for it."""

    fits: Callable[[Any], bool]
    expected: str


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


TEXT = Field(lambda value: isinstance(value, str), "a text")
TEXTS = Field(
    lambda value: isinstance(value, list) and all(isinstance(word, str) for word in value),
    "a list of texts",
)
NUMBERS = Field(
    lambda value: isinstance(value, list) and all(_is_whole(n) and n >= 0 for n in value),
    "a list of whole numbers, none below zero",
)
NUMBER = Field(lambda value: _is_whole(value) and value >= 0, "a whole number, not below zero")
SEED = Field(
    lambda value: _is_whole(value) and 0 <= value < 2**63, "a whole number from 0 to 2**63 - 1"
)


def save_session(path: Path, kind: str, version: int, data: Any) -> None:
    """Write a session; raise ``ValueError`` in one line if a file of another kind is there."""
    check_replaceable(path, f"{kind} file", of_kind(kind))
    save_json(path, kind, version, data)


def load_fields(path: Path, kind: str, version: int, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the fields of a file that ``save_json`` wrote, each of the type it should have.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        In one line that names the file, if it is damaged, of another kind or version, or if a
        field is missing, unknown, or holds something else.
    """
    try:
        data = load_json(path, kind, version)
    except ValueError:
        other = _resumed_by(path)
        if other is not None and other != _RESUMED_BY[kind]:
            raise ValueError(
                f"{path} was saved by {other}; go on with: {other} --resume {path}"
            ) from None
        raise
    with naming(path):
        if not isinstance(data, dict):
            raise ValueError(f"expected the fields {', '.join(fields)}, found none")
        wrong = [f"{name} is missing" for name in fields if name not in data]
        wrong += [f"{str(name)[:40]!r} is unknown" for name in data if name not in fields]
        wrong += [
            f"{name} is not {field.expected}"
            for name, field in fields.items()
            if name in data and not field.fits(data[name])
        ]
        if wrong:
            raise ValueError("; ".join(wrong[:4]))
    return data


def check_identity(saved: str, game: Any) -> None:
    """Raise ``ValueError`` in one line if a session was saved by other rules than today's."""
    if saved != game_identity(game):
        raise ValueError(
            f"it was saved by other rules of {game}: the rules, or a file that they are read from, "
            "have changed since"
        )


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the name of the file before what a ``ValueError`` raised inside says."""
    try:
        yield
    except ValueError as problem:
        raise ValueError(f"{path}: {problem}") from None


def _resumed_by(path: Path) -> str | None:
    """Return the command that goes on with a file, None if there is no such command."""
    return _RESUMED_BY.get(kind_of_json(path) or "")
