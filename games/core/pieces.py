"""Names for the parts of the vector that ``kernel.observe`` writes.

Apart from the definitions of games: what `observe` imports is part of the cache key of its compiled
code, and a definition's words are not.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np


@dataclass(frozen=True)
class Piece:
    """A named part of the vector that ``kernel.observe`` writes: parts follow one another."""

    name: str
    shape: tuple[int, ...]
    privacy: Literal["public", "private"]

    @property
    def size(self) -> int:
        """Number of floats."""
        return int(np.prod(self.shape))
