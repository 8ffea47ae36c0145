"""The members of the CFR family: how they weigh the past and turn regrets into strategies.

All that tells one member from another stands here, as plain functions of numbers, which
`intrigue.solvers.exact.cfr_update` compiles. A new rule is a name in :data:`MATCHINGS`, what it
does in :func:`promise`, and the members that use it in :data:`CFR_VARIANTS`.

Sources: CFR, Zinkevich et al. 2007; CFR+, Tammelin 2014; linear and discounted CFR, Brown and
Sandholm 2019 (alpha = 1.5, beta = 0, gamma = 2 as they recommend); predictive CFR+, Farina, Kroer
and Sandholm 2021 (the prediction is the last counterfactual value vector).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

MATCHINGS = ("regret", "predictive")
"""How regrets become a strategy: each action in proportion to its :func:`promise`.

``regret``
    to its positive cumulative regret (Hart and Mas-Colell 2000);
``predictive``
    the same, as if the last counterfactual values came once more.
"""
_PREDICTIVE = MATCHINGS.index("predictive")


def promise(matching: int, cumulative: float, last: float) -> float:
    """Return how much an action counts for in the next strategy, at least 0.

    Parameters
    ----------
    matching : int
        Index into :data:`MATCHINGS`.
    cumulative : float
        Its cumulative regret, the last one included, discounted.
    last : float
        Its regret of the last iteration.
    """
    if matching == _PREDICTIVE:
        cumulative += last
    return max(cumulative, 0.0)


def discount(t: int, exponent: float) -> float:
    """Return ``t**exponent / (t**exponent + 1)``, in the limit for infinite exponents."""
    if exponent == math.inf:
        return 1.0
    if exponent == -math.inf:
        return 0.0
    power = float(t) ** exponent
    return float(power / (power + 1.0)) if power < math.inf else 1.0


def averaging(t: int, gamma: float, delay: int) -> float:
    """Return the weight of iteration `t` in the average strategy."""
    return float(t - delay) ** gamma if t > delay else 0.0


@dataclass(frozen=True)
class CFRVariant:
    """A member of the CFR family: how regrets and strategies of the past are weighted.

    After iteration t positive cumulative regrets are multiplied by ``t**alpha / (t**alpha + 1)``,
    negative ones by ``t**beta / (t**beta + 1)`` (infinity: by 1; minus infinity: by 0), and
    iteration t enters the average strategy with weight ``max(t - delay, 0)**gamma``.

    Attributes
    ----------
    alpha, beta : float
        Infinite where nothing is discounted, ``beta = -inf`` is regret matching plus.
    gamma : float
        0 uniform, 1 linear, 2 quadratic averaging; at least 0.
    delay : int
        First iterations that the average leaves out; at least 0.
    matching : str
        One of :data:`MATCHINGS`.
    alternating : bool
        Players update one after the other, each against the others' newest strategies; otherwise
        all against the strategies of the last iteration.
    """

    alpha: float = math.inf
    beta: float = math.inf
    gamma: float = 0.0
    delay: int = 0
    matching: str = "regret"
    alternating: bool = True

    def __post_init__(self) -> None:
        if math.isnan(self.alpha) or math.isnan(self.beta) or self.alpha == -math.inf:
            raise ValueError(f"alpha must be a number above -inf and beta one, got {self}")
        if not 0 <= self.gamma < math.inf:
            raise ValueError(f"gamma must be a finite number, at least 0, got {self.gamma}")
        if self.delay < 0:
            raise ValueError(f"delay must be at least 0, got {self.delay}")
        if self.matching not in MATCHINGS:
            raise ValueError(f"no matching {self.matching!r}; there are {', '.join(MATCHINGS)}")


CFR_VARIANTS: dict[str, CFRVariant] = {
    "cfr": CFRVariant(),
    "cfr+": CFRVariant(beta=-math.inf, gamma=1.0),
    "linear": CFRVariant(alpha=1.0, beta=1.0, gamma=1.0),
    "discounted": CFRVariant(alpha=1.5, beta=0.0, gamma=2.0),
    "predictive+": CFRVariant(beta=-math.inf, gamma=2.0, matching="predictive"),
}
"""The named members, with the averaging their papers use."""


def variant(name: str) -> CFRVariant:
    """Return the member of this name.

    Raises
    ------
    ValueError
        There is none; the message lists those there are.
    """
    try:
        return CFR_VARIANTS[name]
    except KeyError:
        raise ValueError(f"no algorithm {name!r}; there are {', '.join(CFR_VARIANTS)}") from None
