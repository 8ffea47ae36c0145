"""Exact answers for The Emissary: hands, positions, advice, foresight, tables, the campaign.

A name is loaded when it is first used: whoever only reads or writes positions waits for no
compiler.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intrigue.solvers.emissary.advice import Advice, Choice, advise
    from intrigue.solvers.emissary.foresight import clairvoyant, clairvoyant_share
    from intrigue.solvers.emissary.hand import HandAnswer, hand_values, look_up_hand, solve_hand
    from intrigue.solvers.emissary.limits import LimitReached, Limits
    from intrigue.solvers.emissary.position import Position
    from intrigue.solvers.emissary.recursion import values_by_recursion
    from intrigue.solvers.emissary.tables.campaign import Campaign, campaign
    from intrigue.solvers.emissary.tables.hands import HandTable, hand_table

__all__ = [
    "Advice",
    "Campaign",
    "Choice",
    "HandAnswer",
    "HandTable",
    "LimitReached",
    "Limits",
    "Position",
    "advise",
    "campaign",
    "clairvoyant",
    "clairvoyant_share",
    "hand_table",
    "hand_values",
    "look_up_hand",
    "solve_hand",
    "values_by_recursion",
]

_MODULES = {
    "advice": ("Advice", "Choice", "advise"),
    "foresight": ("clairvoyant", "clairvoyant_share"),
    "hand": ("HandAnswer", "hand_values", "look_up_hand", "solve_hand"),
    "limits": ("LimitReached", "Limits"),
    "position": ("Position",),
    "recursion": ("values_by_recursion",),
    "tables.campaign": ("Campaign", "campaign"),
    "tables.hands": ("HandTable", "hand_table"),
}
_HOME = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Load what is asked for from its module."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
