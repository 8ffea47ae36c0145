"""Advice within a budget: exact with as many helpers counted as are affordable.

The exact value with fewer abilities is a true lower bound of the value with all of them, so each
chance given here can be reached. Which abilities are counted depends on the position alone, never
on time, so the advice is the same on every machine.
"""

from dataclasses import dataclass, replace
from typing import Any

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import CLUBS, DIAMONDS, HEARTS, SPADES, card_suit
from intrigue.solvers.emissary.advise import Choice, advise
from intrigue.solvers.emissary.from_game import position_of
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.solve import LimitReached

BUDGET = 30_000
"""Positions that a piece of advice may search, by estimate."""

MOST_BYTES = 64 << 20
"""Memory after which a search is given up for one with diplomacy alone."""

_WITH_HEARTS = (1, 3, 15, 50, 120, 280, 700, 1700, 4000)
"""About how many positions follow a hand of 0..8 cards with diplomacy alone (measured)."""


@dataclass(frozen=True)
class LimitedAdvice:
    """Choices, best first; `exact` if every usable ability was counted in all of them."""

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
    try:
        found = advise(replace(position, abilities=counted), workers=1, memory_limit=MOST_BYTES)
    except LimitReached:  # the estimate was far off; the same everywhere, as one thread works
        counted = (0, 0, position.abilities[HEARTS], 0)
        found = advise(replace(position, abilities=counted), workers=1)
    choices = found.choices
    if record.phase == s.COMMERCE and record.last_discard >= 0:
        choices = tuple(c for c in choices if c.cards and c.cards[0] > record.last_discard)
    return LimitedAdvice(position, choices, counted == position.abilities)
