"""Hints in a game at the terminal: what each action is worth, and how sure that is."""

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from intrigue.cli.progress import progress
from intrigue.games.openspiel import KernelState

if TYPE_CHECKING:
    from intrigue.search.analysis import Analysis

SEARCHES = 10
"""Independent searches behind a hint: how they differ is its standard error."""

_MOST_MOVES = 12
_MOST_BELIEFS = 12
_MOST_VALUES = 4


@dataclass(frozen=True)
class Hint:
    """A hint in words, and its numbers for JSON (none where the words say it all)."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)


def hint_for(state: Any, player: int) -> Hint:
    """Return what each action is worth to the player to move.

    In The Emissary that is the chance to hit the target, or bounds of it; in the other games what
    searches found, from what this player has seen alone, and what it believes about the rest.

    Raises
    ------
    ValueError
        In one line, where there is no advice, for example for a small size of The Emissary.
    """
    if state.get_game().get_type().short_name == "python_emissary":
        from intrigue.cli.emissary_hints import Advisor

        return Hint(Advisor().hint(state))
    if not isinstance(state, KernelState):
        raise ValueError("hints are for the games of this library")
    from intrigue.search.analysis import analyse

    with progress("thinking"):
        found = analyse(state, searches=SEARCHES)
    return Hint(_in_words(found, state), _as_data(found))


def _in_words(found: "Analysis", state: Any) -> str:
    each = found.simulations // found.searches
    width = max([24, *(len(move.text) for move in found.moves[:_MOST_MOVES])])
    lines = [
        f"{found.simulations:,} simulations, {found.searches} searches of {each:,}; "
        "± is one standard error",
        f"  {'move':{width}}   visits  mean return",
    ]
    lines += [
        f"  {move.text:{width}}  {100 * move.visits / max(1, found.simulations):5.1f} %  "
        f"{_value(move.value, move.error)}"
        for move in found.moves[:_MOST_MOVES]
    ]
    left = len(found.moves) - _MOST_MOVES
    if left > 0:
        lines.append(f"  and {left} more {'move' if left == 1 else 'moves'} with fewer visits")
    likely = [
        (place, values)
        for path, values in found.beliefs.items()
        if len(values) > 1 and (place := state.definition.place_name(path)) is not None
    ]
    if likely:
        lines.append("what may be where, in sampled worlds")
    for place, values in likely[:_MOST_BELIEFS]:
        lines.append(f"  {place}: {_shares(values)}")
    return "\n".join(lines)


def _shares(values: list[tuple[str, float]]) -> str:
    """Return the likeliest values in percent, and what is left for all others together."""
    shown, others = values[:_MOST_VALUES], values[_MOST_VALUES:]
    if len(others) == 1:
        shown = values
    words = [f"{value} {100 * chance:.0f} %" for value, chance in shown]
    if len(others) > 1:
        words.append(f"others {100 * sum(chance for _, chance in others):.0f} %")
    return ", ".join(words)


def _value(value: float, error: float) -> str:
    if math.isnan(value):
        return "not tried"
    return f"{value:+.3f} ± " + ("unknown" if math.isnan(error) else f"{error:.3f}")


def _as_data(found: "Analysis") -> dict[str, Any]:
    return {
        "searches": found.searches,
        "simulations": found.simulations,
        "moves": [
            {
                "action": move.action,
                "text": move.text,
                "visits": move.visits,
                "mean_return": _number(move.value),
                "standard_error": _number(move.error),
                "probability": move.probability,
            }
            for move in found.moves
        ],
        "beliefs": {path: dict(values) for path, values in found.beliefs.items()},
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
