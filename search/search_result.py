"""What a search found at a position, and in which worlds it looked."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class SampledWorlds:
    """Equally likely worlds (records; OpenSpiel states in other games) and what they are worth.

    `particles` were sampled; `effective` is the effective sample size of their weights.
    """

    worlds: Any = field(repr=False)
    particles: int
    effective: float


@dataclass(frozen=True)
class SearchResult:
    """What a search found at one position.

    Attributes
    ----------
    actions
        The legal actions, ascending.
    visits, values
        Of each: visits, and mean return of the searching player (in the game's units; NaN without
        visits).
    simulations, nodes
        Simulations run and nodes of the tree afterwards.
    overflow
        Simulations that found the tree full.
    sampled
        The worlds that were searched.
    """

    actions: list[int]
    visits: Array
    values: Array
    simulations: int
    nodes: int
    overflow: int
    sampled: SampledWorlds

    def policy(self, final: str) -> Array:
        """Return the probability of each action: by ``visits``, ``value`` or ``distribution``.

        Ties of visits go to the higher value, further ties to the smaller action.
        """
        if final == "distribution" and self.visits.sum() > 0:
            return self.visits / self.visits.sum()  # type: ignore[no-any-return]
        values = np.where(self.visits > 0, self.values, -np.inf)
        order = (self.visits, values) if final == "value" else (values, self.visits)
        chosen = np.zeros(len(self.actions))
        chosen[np.lexsort((-np.arange(len(self.actions)), *order))[-1]] = 1.0
        return chosen
