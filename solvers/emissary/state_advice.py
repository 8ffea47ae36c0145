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
from intrigue.solvers.emissary.from_tables import StoredTables
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import PassProgress

BUDGET = 30_000
"""Positions that a piece of advice may search, by estimate."""

MOST_BYTES = 64 << 20
"""Memory after which a search is given up for bounds: the estimate was far off."""

_ON_DEMAND = 300_000
"""Positions to search where a table says that a Jack has to be used, but not which."""

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


def advice_for(
    record: Any,
    limits: Limits,
    progress: PassProgress | None = None,
    tables: StoredTables | None = None,
) -> Advice:
    """Return advice for a state of the game; only legal choices, best first.

    Parameters
    ----------
    record
        The kernel's record, with something to decide inside a kingdom.
    limits, progress, tables
        As for `bound_values`: if a limit strikes, choices have bounds.
    """
    found = advise(
        position_of(record),
        time_limit=limits.time,
        memory_limit=limits.memory,
        position_limit=limits.positions,
        progress=progress,
        tables=tables,
    )
    return replace(found, choices=_legal(record, found.choices))


def _legal(record: Any, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Leave out what the game does not offer: of two discards the second is the higher card."""
    if record.phase == s.COMMERCE and record.last_discard >= 0:
        return tuple(c for c in choices if c.cards and c.cards[0] > record.last_discard)
    return choices


def limited_advice(
    record: Any, budget: float = BUDGET, tables: StoredTables | None = None
) -> LimitedAdvice:
    """Return advice for a state of the game; only legal choices, best first.

    Parameters
    ----------
    record
        The kernel's record, with something to decide inside a kingdom.
    budget
        Positions to search, by estimate.
    tables
        What is looked up first. Where they tell which choice is best, nothing is searched.
    """
    position = position_of(record)
    looked_up: tuple[Choice, ...] = ()
    if tables is not None and tables.known(_after_the_answer(position)) is not None:
        at_once = advise(position, workers=1, position_limit=0, tables=tables)
        if not at_once.decided and tables.settle(position):
            at_once = advise(position, workers=1, position_limit=_ON_DEMAND, tables=tables)
            return LimitedAdvice(position, _legal(record, _leaders_first(at_once)), at_once.exact)
        looked_up = at_once.choices
        if at_once.decided:
            return LimitedAdvice(position, _legal(record, looked_up), at_once.exact)
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
    choices = _better_of(choices, looked_up)
    return LimitedAdvice(position, _legal(record, choices), all_counted and found.exact)


def _after_the_answer(position: Position) -> Position:
    """Return a position like those that tables have to know to tell anything."""
    answered = position.topic is not None and len(position.hand) > 1
    return replace(position, topic=None, hand=position.hand[answered:])


def _leaders_first(advice: Advice) -> tuple[Choice, ...]:
    """Return choices by what they are worth at most, then at least: the best has its whole worth.

    Where the table knows what the best choice is worth, all that may be the best reach that.
    """
    return tuple(
        sorted(advice.choices, key=lambda choice: (-round(choice.at_most, 3), -choice.at_least))
    )


def _better_of(*lists: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """Return the choices of all lists, each with its best lower bound; the best choice first."""
    found: dict[str, Choice] = {}
    for choice in (choice for choices in lists for choice in choices):
        if choice.text not in found or choice.at_least > found[choice.text].at_least:
            found[choice.text] = choice
    return tuple(sorted(found.values(), key=lambda choice: -choice.at_least))
