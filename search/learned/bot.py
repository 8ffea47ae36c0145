"""A bot that plays by a learned policy: one pass of a small network a move, in NumPy."""

from typing import Any

import numpy as np

from intrigue.games.bots import DrawingBot
from intrigue.search.learned.files import LearnedPolicy

Array = np.ndarray[Any, Any]

SMALL = 0.02
"""Moves that the policy makes more seldom are not made: they are what exploring left over."""


class LearnedBot(DrawingBot):
    """Plays by a learned policy, drawing by its probabilities, the smallest left out.

    Parameters
    ----------
    policy
        What :func:`intrigue.search.learned.files.load_learned` returns.
    player_id, seed
        Its seat, and any integer of 64 bits.
    """

    def __init__(self, policy: LearnedPolicy, player_id: int = 0, seed: int = 0) -> None:
        super().__init__(player_id, seed)
        self.policy = policy

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the legal actions and the policy's probabilities without the smallest ones."""
        chances, _ = self.policy.judge(state)
        kept = np.where(chances >= min(SMALL, float(chances.max())), chances, 0.0)
        return state.legal_actions(), kept / kept.sum()
