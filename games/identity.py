"""What decides how a game goes beyond its name: two games of one identity have the same rules."""

import hashlib

import numpy as np
import pyspiel

from intrigue.games.openspiel import KernelGame


def game_identity(game: pyspiel.Game) -> str:
    """Return a short text that differs whenever games of one name may go differently.

    For a game of this library: a digest of its rules' sources, and one of everything that the rules
    are told, in which the contents of a deck are, wherever its file lies. For another one: the
    version of OpenSpiel. Results that are kept in files (tournaments, saved games, strategies,
    experiments) carry it beside the game's name.
    """
    if not isinstance(game, KernelGame):
        return f"OpenSpiel {getattr(pyspiel, '__version__', 'unknown')}"
    fields = game.definition.kernel.dtype.names
    assert fields is not None
    rules = fields[-1].rpartition("_")[2]  # the marker that names a record's rules
    told = np.ascontiguousarray(game.definition.encoded).tobytes()
    parameters = hashlib.blake2b(told, digest_size=8).hexdigest()
    return f"rules {rules}, parameters {parameters}"
