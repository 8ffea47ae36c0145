"""What decides how a game goes beyond its name: two games of one identity have the same rules."""

import hashlib
import inspect
from functools import cache
from pathlib import Path

import numpy as np
import pyspiel

from intrigue.games.core import kernel
from intrigue.games.core.sources import reachable_sources
from intrigue.games.openspiel import KernelGame


def game_identity(game: pyspiel.Game) -> str:
    """Return a short text that differs whenever games of one name may go differently.

    For a game of this library: a digest of its rules' sources, and one of everything that the rules
    are told, in which the contents of a deck are, wherever its file lies. For another one: the
    version of OpenSpiel. Results that are kept in files (tournaments, saved games, strategies,
    experiments) carry it beside the game's name, so neither Python nor a library is part of it:
    what was kept outlives their new versions.
    """
    if not isinstance(game, KernelGame):
        return f"OpenSpiel {getattr(pyspiel, '__version__', 'unknown')}"
    rules = _rules_digest(Path(inspect.getfile(inspect.unwrap(game.definition.kernel.apply))))
    told = np.ascontiguousarray(game.definition.encoded).tobytes()
    parameters = hashlib.blake2b(told, digest_size=8).hexdigest()
    return f"rules {rules}, parameters {parameters}"


@cache
def _rules_digest(rules: Path) -> str:
    """Return a digest of a game's own sources that its rules reach, and of the kernel's hashes."""
    own = [path for path in reachable_sources(rules) if path.parent == rules.parent]
    digest = hashlib.blake2b(digest_size=8)
    for path in (*own, Path(kernel.__file__)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
