"""How Monte Carlo CFR samples a game's tree, and what its solvers may be asked for."""

from __future__ import annotations

SAMPLINGS = ("external", "outcome")
"""``external``: every action of the updating player, a sample of all else. ``outcome``: one game a
walk."""

MAX_SEED = 2**63 - 1
MAX_STREAMS = 1024
"""Most independent walks a round: each keeps a table of its own, and nobody has more processors."""


def check_options(sampling: str, seed: int, exploration: float) -> None:
    """Raise ``ValueError``, in one line, for options that no solver by sampling takes.

    Parameters
    ----------
    sampling : str
        One of :data:`SAMPLINGS`.
    seed : int
        0 to :data:`MAX_SEED`.
    exploration : float
        Of outcome sampling: how often the updating player tries an action at random; in (0, 1].
    """
    if sampling not in SAMPLINGS:
        raise ValueError(f"no sampling {sampling!r}; there are {', '.join(SAMPLINGS)}")
    if not 0 < exploration <= 1:
        raise ValueError(f"exploration must be in (0, 1], got {exploration}")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed must be a whole number from 0 to 2**63 - 1, got {seed!r}")
