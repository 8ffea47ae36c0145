"""Advice for a state of the game, and advice within a budget for a player.

A budget counts as many helpers as are affordable, and these exactly. The exact value with fewer
abilities is a true lower bound of the value with all of them, so each chance given here can be
reached. Which abilities are counted depends on the position alone, never on time, so the advice is
the same on every machine.
"""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card_suit
from intrigue.solvers.emissary.advice import Advice, Choice, advise
from intrigue.solvers.emissary.from_game import position_of
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import PassProgress

BUDGET = 30_000
"""Positions that a piece of advice may search, by estimate."""

MOST_BYTES = 64 << 20
"""Memory after which a search is given up for bounds: the estimate was far off."""

_WITH_HEARTS = (1, 3, 15, 50, 120, 280, 700, 1700, 4000)
"""About how many positions follow a hand of 0..8 cards with diplomacy alone (measured)."""


@dataclass(frozen=True)
class LimitedAdvice:
    """Choices, best first by what they are worth at least; `exact` if that is all they are."""

    position: Position
    choices: tuple[Choice, ...]
    exact: bool


def estimate(position: Position, abilities: tuple[int, int, int, int]) -> float:
    """Return about how many positions an exact answer with these abilities would search."""
    size = len(position.hand)
    clubs = sum(card_suit(card) == CLUBS for card in position.hand)
    larger = size + (abilities[CLUBS] > 0) * (clubs + (abilities[DIAMONDS] > 0))
    base = _WITH_HEARTS[min(larger, 8)] * 2.5 ** max(0, larger - 8)
    if abilities[CLUBS]:
        base *= 1.0 + 8.0 * clubs
    if abilities[DIAMONDS]:
        base *= 60.0 ** min(2, abilities[DIAMONDS]) * (1 + size / 2)
    if abilities[SPADES]:
        base *= 1.0 + 3.0 * len(set(position.other_rulers) - {position.trump})
    return base


def affordable(position: Position, budget: float = BUDGET) -> tuple[int, int, int, int]:
    """Return the abilities to count: diplomacy, then whatever else fits the budget.

    Draws that may empty the deck are left out: then every discarded card would matter.
    """
    counts = position.abilities
    chosen = [0, 0, counts[HEARTS], 0]
    for suit in (SPADES, CLUBS, DIAMONDS):
        for uses in range(counts[suit], 0, -1):
            wider = list(chosen)
            wider[suit] = uses
            counted = wider[0], wider[1], wider[2], wider[3]
            fits = estimate(position, counted) <= budget
            if fits and not replace(position, abilities=counted).deck_may_run_out:
                chosen = wider
                break
    return chosen[0], chosen[1], chosen[2], chosen[3]


def advice_for(record: Any, limits: Limits, progress: PassProgress | None = None) -> Advice:
    """Return advice for a state of the game; only legal choices, best first.

    Parameters
    ----------
    record
        The kernel's record, with something to decide inside a kingdom.
    limits, progress
        As for `bound_values`: if a limit strikes, choices have bounds.
    """
    found = advise(
        position_of(record),
        time_limit=limits.time,
        memory_limit=limits.memory,
        position_limit=limits.positions,
        progress=progress,
    )
    return replace(found, choices=_legal(record, found.choices))


def _legal(record: Any, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Leave out what the game does not offer: of two discards the second is the higher card."""
    if record.phase == s.COMMERCE and record.last_discard >= 0:
        return tuple(c for c in choices if c.cards and c.cards[0] > record.last_discard)
    return choices


def limited_advice(record: Any, budget: float = BUDGET) -> LimitedAdvice:
    """Return advice for a state of the game; only legal choices, best first.

    Parameters
    ----------
    record
        The kernel's record, with something to decide inside a kingdom.
    budget
        Positions to search, by estimate.
    """
    position = position_of(record)
    counted = affordable(position, budget)
    # One worker: then memory, too, is the same everywhere.
    found = advise(replace(position, abilities=counted), workers=1, memory_limit=MOST_BYTES)
    all_counted = counted == position.abilities
    choices = found.choices
    if not all_counted:
        choices = tuple(
            replace(choice, chance=choice.at_least if choice.guaranteed else np.nan, at_most=1.0)
            for choice in choices
        )
    return LimitedAdvice(position, _legal(record, choices), all_counted and found.exact)
