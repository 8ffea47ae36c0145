"""Exact answers for The Emissary: hands, positions, advice, foresight, the campaign."""

from intrigue.solvers.emissary.advise import Advice, Choice, advise
from intrigue.solvers.emissary.clairvoyant import clairvoyant, clairvoyant_share
from intrigue.solvers.emissary.hand import HandAnswer, hand_values, solve_hand
from intrigue.solvers.emissary.position import Position

__all__ = [
    "Advice",
    "Choice",
    "HandAnswer",
    "Position",
    "advise",
    "clairvoyant",
    "clairvoyant_share",
    "hand_values",
    "solve_hand",
]
