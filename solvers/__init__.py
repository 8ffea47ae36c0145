"""Exact answers and equilibria: the names that most work needs, from one place.

They come from the rooms of this package, and a room is only entered when one of its names is asked
for: importing this package, or The Emissary's solver below it, loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intrigue.solvers.algorithms import ALGORITHMS
    from intrigue.solvers.exact.best_response import (
        BestResponse,
        best_response,
        exploitability,
        nash_conv,
    )
    from intrigue.solvers.exact.cfr import CFRSolver, ConvergencePoint
    from intrigue.solvers.exact.linear_program import Equilibrium, nash_equilibrium
    from intrigue.solvers.exact.variants import CFR_VARIANTS, CFRVariant
    from intrigue.solvers.policy import (
        FunctionPolicy,
        MixedPolicy,
        Policy,
        PolicyBot,
        TabularPolicy,
        UniformPolicy,
    )
    from intrigue.solvers.policy_files import load_policy
    from intrigue.solvers.sampled.hash_policy import HashPolicy
    from intrigue.solvers.sampled.mccfr import MCCFRSolver
    from intrigue.solvers.sampled.mccfr_tree import TreeMCCFRSolver
    from intrigue.solvers.sampled.responder import (
        LowerBound,
        SearchResponder,
        lower_bound,
        responder_games,
    )
    from intrigue.solvers.trees.arrays import GameTree, load_tree
    from intrigue.solvers.trees.building import Forecast, build_tree, forecast
    from intrigue.solvers.trees.graphs import infoset_graph, tree_graph, write_dot, write_graphml
    from intrigue.solvers.trees.sequence_form import SequenceForm

__all__ = [
    "ALGORITHMS",
    "CFR_VARIANTS",
    "BestResponse",
    "CFRSolver",
    "CFRVariant",
    "ConvergencePoint",
    "Equilibrium",
    "Forecast",
    "FunctionPolicy",
    "GameTree",
    "HashPolicy",
    "LowerBound",
    "MCCFRSolver",
    "MixedPolicy",
    "Policy",
    "PolicyBot",
    "SearchResponder",
    "SequenceForm",
    "TabularPolicy",
    "TreeMCCFRSolver",
    "UniformPolicy",
    "best_response",
    "build_tree",
    "exploitability",
    "forecast",
    "infoset_graph",
    "load_policy",
    "load_tree",
    "lower_bound",
    "nash_conv",
    "nash_equilibrium",
    "responder_games",
    "tree_graph",
    "write_dot",
    "write_graphml",
]

_ROOMS = {
    "trees.arrays": "GameTree load_tree",
    "trees.building": "Forecast build_tree forecast",
    "trees.sequence_form": "SequenceForm",
    "trees.graphs": "infoset_graph tree_graph write_dot write_graphml",
    "algorithms": "ALGORITHMS",
    "exact.variants": "CFRVariant CFR_VARIANTS",
    "exact.cfr": "CFRSolver ConvergencePoint",
    "exact.best_response": "BestResponse best_response exploitability nash_conv",
    "exact.linear_program": "Equilibrium nash_equilibrium",
    "sampled.mccfr": "MCCFRSolver",
    "sampled.mccfr_tree": "TreeMCCFRSolver",
    "sampled.hash_policy": "HashPolicy",
    "sampled.responder": "LowerBound SearchResponder lower_bound responder_games",
    "policy": "FunctionPolicy MixedPolicy Policy PolicyBot TabularPolicy UniformPolicy",
    "policy_files": "load_policy",
}
"""Module -> names of this package that it gives, separated by spaces."""

_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Return a name from its room (PEP 562)."""
    if name not in _ROOM_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
