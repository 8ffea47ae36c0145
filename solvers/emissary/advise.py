"""Advice at the table: every legal choice of a position with its chance to hit the target."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUM_SUITS,
    SPADES,
    SUIT_NAMES,
    card_suit,
)
from intrigue.games.emissary.notation import format_card
from intrigue.solvers.emissary.bounds import ROUNDING, bound_values
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import Progress, Search

_DIGITS = 10

Outcome = tuple[float, tuple[Position, ...]]
"""One equally weighted chance event: its probability, and what may be chosen then."""


@dataclass(frozen=True)
class Choice:
    """One legal choice.

    Attributes
    ----------
    text
        ``answer 6♣``, ``debate``, ``use commerce (diamonds)``, ``swap for hearts`` (politics),
        ``discard A♣ 6♣`` or ``discard A♣``.
    cards
        The card answered with, or the cards discarded.
    ability
        Suit of the ability used, or None.
    chance
        Chance to hit the target after it, under best play that does not know the deck. NaN where a
        limit struck before it was known.
    at_least, at_most
        True bounds of `chance`, equal to it where it is known.
    possible, guaranteed
        Whether the target can still be hit at all, and whatever the order of the deck. Where
        `chance` is not known, they hold if they are True.
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

    @property
    def exact(self) -> bool:
        """Whether the chance is known."""
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
    """

    position: Position
    choices: tuple[Choice, ...]
    search: Search
    limit: str | None = None

    @property
    def best(self) -> Choice:
        """The choice to make."""
        return self.choices[0]

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
    progress: Progress | None = None,
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
    options = list(_options(position))
    places: dict[Position, int] = {}
    for _, events in options:
        for _, answers in events:
            for child in answers:
                places.setdefault(_plain(child), len(places))
    limits = Limits(time_limit, memory_limit, position_limit)
    bounds = bound_values(list(places), workers, limits, progress)
    choices = []
    for choice, events in options:
        lower: list[tuple[float, float]] = []
        upper: list[tuple[float, float]] = []
        for weight, answers in events:
            followers = [(places[_plain(child)], child) for child in answers]
            for values, parts in ((bounds.lower, lower), (bounds.upper, upper)):
                best = max(_value(child, values[place], position) for place, child in followers)
                parts.append((weight, best))
        choices.append(_judged(choice, _mean(lower), _mean(upper)))
    choices.sort(key=_rank)
    return Advice(position, tuple(choices), bounds.search, bounds.limit)


def _mean(parts: list[tuple[float, float]]) -> float:
    """Return the sum of weight times value, exactly 1 only if every value is."""
    if all(value == 1.0 for _, value in parts):
        return 1.0
    total = 0.0
    for weight, value in parts:  # `sum` would not add up in the same way in every Python
        total += weight * value
    return min(total, float(np.nextafter(1.0, 0.0)))


def _judged(choice: Choice, lower: float, upper: float) -> Choice:
    """Return the choice with its chance, or with bounds that no rounding makes untrue."""
    known = lower == upper
    return replace(
        choice,
        chance=lower if known else np.nan,
        at_least=lower if known or lower == 1.0 else lower * (1.0 - ROUNDING),
        at_most=upper if known else min(upper * (1.0 + ROUNDING), 1.0),
        possible=lower > 0,
        guaranteed=lower == 1.0,
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


def _options(position: Position) -> Iterator[tuple[Choice, list[Outcome]]]:
    """Yield each legal choice with the chance events that follow and the answers to each."""
    if position.topic is not None:
        for child, card in answers(position):
            yield Choice(f"answer {format_card(card)}", cards=(card,)), [(1.0, (child,))]
    elif position.to_discard:
        yield from _discards(position)
    else:
        yield Choice("debate"), list(_debate(position))
        yield from _abilities(position)


def _discards(position: Position) -> Iterator[tuple[Choice, list[Outcome]]]:
    number = min(position.to_discard, len(position.hand))
    for first, card in enumerate(position.hand):
        for other in position.hand[first + 1 :] if number == 2 else (card,):
            thrown = (card, other) if number == 2 else (card,)
            child = replace(
                position,
                hand=tuple(c for c in position.hand if c not in thrown),
                discard=position.discard + thrown,
                to_draw=0,
                to_discard=0,
            )
            text = "discard " + " ".join(format_card(c) for c in thrown)
            yield Choice(text, cards=thrown), [(1.0, (child,))]


def _abilities(position: Position) -> Iterator[tuple[Choice, list[Outcome]]]:
    """Yield the abilities that would change something (rulings, "Abilities")."""
    counts = position.abilities
    held = [card_suit(card) for card in position.hand]
    cards_left = len(position.deck) + len(position.discard)

    def used(suit: int) -> tuple[int, int, int, int]:
        left = [count - (at == suit) for at, count in enumerate(counts)]
        return left[0], left[1], left[2], left[3]

    if counts[CLUBS] and CLUBS in held and cards_left:
        child = replace(position, abilities=used(CLUBS), to_draw=held.count(CLUBS))
        yield Choice("use military (clubs)", ability=CLUBS), [(1.0, (child,))]
    if counts[DIAMONDS]:
        child = replace(position, abilities=used(DIAMONDS), to_draw=2, to_discard=2)
        yield Choice("use commerce (diamonds)", ability=DIAMONDS), [(1.0, (child,))]
    if counts[HEARTS] and position.trump in held:
        thrown = tuple(card for card in position.hand if card_suit(card) == position.trump)
        child = replace(
            position,
            abilities=used(HEARTS),
            hand=tuple(card for card in position.hand if card not in thrown),
            discard=position.discard + thrown,
        )
        yield Choice("use diplomacy (hearts)", ability=HEARTS), [(1.0, (child,))]
    if counts[SPADES]:
        for suit in range(NUM_SUITS):
            if suit != position.trump and suit in position.other_rulers:
                rulers = list(position.other_rulers)
                rulers[rulers.index(suit)] = position.trump
                child = replace(
                    position, abilities=used(SPADES), trump=suit, other_rulers=tuple(rulers)
                )
                text = f"use politics (spades), swap for {SUIT_NAMES[suit]}"
                yield Choice(text, ability=SPADES, trump=suit), [(1.0, (child,))]


def _debate(position: Position) -> Iterator[Outcome]:
    """Yield each topic with its probability and what every answer leads to."""
    if not position.deck and position.discard:
        position = replace(position, deck=position.discard, discard=())
    if not position.deck:
        # No topic can be turned: the kingdom ends.
        yield 1.0, (replace(position, hand=(), abilities=(0, 0, 0, 0)),)
        return
    for topic in position.deck:
        asked = turn_topic(position, topic)
        yield 1.0 / len(position.deck), tuple(child for child, _ in answers(asked))


def turn_topic(position: Position, topic: int) -> Position:
    """Return the position after the ruler turned `topic`, a card of the deck."""
    deck = tuple(card for card in position.deck if card != topic)
    return replace(position, deck=deck, topic=topic)


def answers(position: Position) -> Iterator[tuple[Position, int]]:
    """Yield what each legal answer to the turned topic leads to, with the card played."""
    topic = position.topic
    assert topic is not None
    suit = card_suit(topic)
    following = [card for card in position.hand if card_suit(card) == suit]
    for card in following or position.hand:
        if card_suit(card) == suit:
            won = card > topic
        else:
            won = card_suit(card) == position.trump and suit != position.trump
        yield (
            replace(
                position,
                hand=tuple(held for held in position.hand if held != card),
                discard=(*position.discard, topic) if won else (*position.discard, topic, card),
                topic=None,
                wins=position.wins + won,
            ),
            card,
        )
