"""The rules that a file of a game was made by: an edited rule leaves the game's name as it was."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import pyspiel

from intrigue.games.identity import game_identity
from intrigue.solvers import storage


def rules_of(game: str) -> str:
    """Return what decides how a game goes beyond its name, as a header's fact ``rules``.

    See :func:`intrigue.games.identity.game_identity`. A game that OpenSpiel does not know, such as
    a tree made by hand, has no rules but its arrays.
    """
    if game.partition("(")[0] not in pyspiel.registered_names():
        return "unknown"
    return game_identity(pyspiel.load_game(game))


def require_rules(
    path: str | os.PathLike[str], header: Mapping[str, Any], game: str | None = None
) -> None:
    """Raise ValueError if a file is for another game than `game`, or was made by other rules.

    Without `game`, only its rules are looked at. Its header may hold anything.
    """
    found = header.get("game")
    if not isinstance(found, str):
        raise ValueError(f"{os.fspath(path)} makes no sense: it names no game")
    if game is not None:
        storage.require_game(path, found, game)
    if header.get("rules") != rules_of(found):
        raise ValueError(
            f"{os.fspath(path)} was made by other rules of {found} than those of today: they, a "
            "deck or OpenSpiel changed since; make it again"
        )
