"""The algorithms that `solve` and its like know by name: one list, light to import."""

from __future__ import annotations

from intrigue.solvers.exact.variants import CFR_VARIANTS
from intrigue.solvers.sampled.samplings import SAMPLINGS

LINEAR_PROGRAM = "lp"

SAMPLERS = {f"mccfr-{sampling}": sampling for sampling in SAMPLINGS}
"""Name -> sampling of Monte Carlo CFR."""

ALGORITHMS = (*CFR_VARIANTS, LINEAR_PROGRAM, *SAMPLERS)
"""All names: the CFR family, the linear program, Monte Carlo CFR."""


def require_algorithm(name: str) -> None:
    """Raise ``ValueError``, in one line that lists what there is, unless `name` is an algorithm."""
    if name not in ALGORITHMS:
        raise ValueError(f"no algorithm '{name}'; there are {', '.join(ALGORITHMS)}")
