"""Advice at the table: every legal choice of a position with its chance to hit the target."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from intrigue.solvers.emissary.bounds import ROUNDING, bound_values
from intrigue.solvers.emissary.choices import options
from intrigue.solvers.emissary.from_tables import Known, StoredTables
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import PassProgress, Search
from intrigue.solvers.emissary.tables.jacks.table import ERROR, less, more

_DIGITS = 10
_ERRORS = 3 * ERROR
"""More than what the chance of a choice and that of the position may be off together."""


@dataclass(frozen=True)
class Choice:
    """One legal choice.

    Attributes
    ----------
    text, cards, ability, trump
        As in `choices.Option`.
    chance
        Chance to hit the target after it, under best play that does not know the deck. NaN where a
        limit struck before it was known.
    at_least, at_most
        True bounds of `chance`, equal to it where it is known.
    possible, guaranteed
        Whether the target can still be hit at all, and whatever the order of the deck. Where
        `chance` is not known, they hold if they are True.
    error
        How far `chance` may be from the exact one: 0, or more where it is from a table.
    """

    text: str
    chance: float = np.nan
    at_least: float = 0.0
    at_most: float = 1.0
    possible: bool = False
    guaranteed: bool = False
    cards: tuple[int, ...] = ()
    ability: int | None = None
    trump: int | None = None
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether the chance is known, to `error`."""
        return self.at_least == self.at_most


@dataclass(frozen=True)
class Advice:
    """All legal choices, and the search.

    Attributes
    ----------
    choices
        Best first, by what they are worth at least; equal ones in the order of the rules.
    limit
        As in `HandAnswer`: None if no limit struck.
    floor
        The best choice is worth so much at least, by tables, even if it is not known which it is.
    """

    position: Position
    choices: tuple[Choice, ...]
    search: Search
    limit: str | None = None
    floor: float = 0.0

    @property
    def best(self) -> Choice:
        """The choice to make."""
        return self.choices[0]

    def behind(self, choice: Choice) -> float:
        """Return by how much the best choice is better at least, 0 where that is not shown.

        The best is worth `at_least` or more, and `floor`, the other `at_most` or less.
        """
        best = max(self.best.at_least - self.best.error, self.floor)
        return max(0.0, best - choice.at_most - choice.error)

    @property
    def decided(self) -> bool:
        """Whether no choice can be better than the best by more than errors of tables."""
        best = self.best.at_least + _ERRORS
        return all(choice.at_most <= best for choice in self.choices[1:])

    @property
    def exact(self) -> bool:
        """Whether the chances of all choices are known."""
        return all(choice.exact for choice in self.choices)


def advise(
    position: Position,
    *,
    workers: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    position_limit: int | None = None,
    progress: PassProgress | None = None,
    tables: StoredTables | None = None,
) -> Advice:
    """Rank the legal choices of a position by the chance to hit its target.

    Where a topic is turned, the choices are the cards to answer with; where commerce has drawn, the
    pairs of cards to discard; else each usable ability and going on to the debate.

    Parameters
    ----------
    position
        With a target, a card in hand, and nothing left to draw (that is chance's turn).
    workers, time_limit, memory_limit, position_limit, progress
        As for `solve_hand`. If a limit strikes, choices have bounds instead of chances.
    tables
        What is looked up before anything is searched; by default nothing, so all chances are exact.

    Returns
    -------
    Advice
        The choices, best first.

    Raises
    ------
    ValueError
        If there is nothing to choose, or a limit is no number.
    """
    if position.target is None:
        raise ValueError("advice needs a target: which kingdom is it, 1 to 8?")
    if not position.hand:
        raise ValueError("the hand is empty: the kingdom is over, nothing is left to choose")
    if position.to_draw and (position.deck or position.discard):
        raise ValueError("cards are still to be drawn: name them first, then ask again")
    listed = list(options(position))
    places: dict[Position, int] = {}
    for option in listed:
        for _, answers in option.events:
            for child in answers:
                places.setdefault(_plain(child), len(places))
    limits = Limits(time_limit, memory_limit, position_limit)
    bounds = bound_values(list(places), workers, limits, progress, tables)
    choices = []
    for option in listed:
        lower: list[tuple[float, float]] = []
        upper: list[tuple[float, float]] = []
        error = 0.0
        for weight, answers in option.events:
            followers = [(places[_plain(child)], child) for child in answers]
            error = max(error, *(float(bounds.errors[place]) for place, _ in followers))
            for values, parts in ((bounds.lower, lower), (bounds.upper, upper)):
                best = max(_value(child, values[place], position) for place, child in followers)
                parts.append((weight, best))
        choice = Choice(option.text, cards=option.cards, ability=option.ability, trump=option.trump)
        choices.append(_judged(choice, _mean(lower), _mean(upper), error))
    whole = None if tables is None else tables.known(position)
    floor = 0.0
    missing = position.target - position.wins
    if whole is not None and 0 <= missing < len(whole.lower):
        choices = _within(choices, whole, missing)
        floor = float((less(whole.lower) if whole.exact[missing] else whole.lower)[missing])
    choices.sort(key=_rank)
    limit = None if all(choice.exact for choice in choices) else bounds.limit
    return Advice(position, tuple(choices), bounds.search, limit, floor)


def _within(choices: list[Choice], whole: Known, missing: int) -> list[Choice]:
    """Narrow the bounds of choices by what the best of them is worth."""
    value = float(whole.lower[missing])
    known = bool(whole.exact[missing])
    lower = float(less(whole.lower)[missing]) if known else value
    upper = float((more(whole.upper) if known else whole.upper)[missing])
    narrowed = [_bounded(choice, choice.at_least, upper) for choice in choices]
    leading = [choice for choice in narrowed if choice.at_most + choice.error >= lower]
    if len(leading) == 1 and not leading[0].exact:
        (best,) = leading
        place = narrowed.index(best)
        narrowed[place] = _bounded(best, lower, upper)
        if known:
            narrowed[place] = replace(
                best, chance=value, at_least=value, at_most=value, possible=value > 0,
                guaranteed=value == 1.0, error=ERROR,
            )  # fmt: skip
    return narrowed


def _bounded(choice: Choice, lower: float, upper: float) -> Choice:
    """Return a choice with bounds that may be narrower."""
    if choice.exact:
        return choice
    lower, upper = max(choice.at_least, lower), min(choice.at_most, upper)
    return replace(
        choice, chance=lower if lower == upper else np.nan, at_least=lower, at_most=upper,
        possible=lower > 0, guaranteed=lower == 1.0,
    )  # fmt: skip


def _mean(parts: list[tuple[float, float]]) -> float:
    """Return the sum of weight times value, exactly 1 only if every value is."""
    if all(value == 1.0 for _, value in parts):
        return 1.0
    total = 0.0
    for weight, value in parts:  # `sum` would not add up in the same way in every Python
        total += weight * value
    return min(total, float(np.nextafter(1.0, 0.0)))


def _judged(choice: Choice, lower: float, upper: float, error: float) -> Choice:
    """Return the choice with its chance, or with bounds that no rounding makes untrue."""
    known = lower == upper
    safe = lower if lower == 1.0 else max(0.0, lower * (1.0 - ROUNDING) - error)
    return replace(
        choice,
        chance=lower if known else np.nan,
        at_least=lower if known else safe,
        at_most=upper if known else min(upper * (1.0 + ROUNDING) + error, 1.0),
        possible=lower > 0,
        guaranteed=lower == 1.0,
        error=error if known else 0.0,
    )


def _rank(choice: Choice) -> float:
    """Return what to sort by; in bounds that are meant to be equal the last digits may differ."""
    return -choice.at_least if choice.exact else -round(choice.at_least, _DIGITS)


def _plain(position: Position) -> Position:
    """Return the position without what does not matter for the solver."""
    return replace(position, target=None, wins=0)


def _value(child: Position, values: NDArray[np.float64], position: Position) -> float:
    """Return the value of what follows for the debates that are missing to the target."""
    assert position.target is not None
    missing = position.target - child.wins
    return float(values[missing]) if 0 <= missing < len(values) else 0.0
