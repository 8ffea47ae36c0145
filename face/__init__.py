"""Four card games of hidden information, an exact solver for one, search and equilibria for all.

>>> import intrigue
>>> game = intrigue.load_game("cunning-folk(players=3)")

Importing this loads nothing else, not even OpenSpiel: what is asked for is loaded then. The games
are registered with OpenSpiel by `intrigue.games`, so before ``pyspiel.load_game`` knows them there
has to be an ``import intrigue.games``.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intrigue import games, search, solvers
    from intrigue.games.names import load_game

    __version__: str

__all__ = ["__version__", "games", "load_game", "search", "solvers"]


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("intrigue")
    if name == "load_game":
        return import_module("intrigue.games.names").load_game
    if name in __all__:
        return import_module(f"intrigue.{name}")
    raise AttributeError(f"module 'intrigue' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
