"""Exact answers for The Emissary: hands, positions, the campaign."""

from intrigue.solvers.emissary.hand import HandAnswer, hand_values, solve_hand
from intrigue.solvers.emissary.position import Position

__all__ = ["HandAnswer", "Position", "hand_values", "solve_hand"]
