"""Playing with the deck's order known: the line of play for one order, the share of all orders.

Nobody does better than a player who knows the order, so the share of orders for which a target can
be hit with foresight bounds from above the chance of a player who does not. Should the deck run
out, the order of the reshuffled cards is taken as the player would like it, which keeps the bound.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    SPADES,
    SUIT_NAMES,
)
from intrigue.games.emissary.notation import check_hand, format_card, parse_hand
from intrigue.solvers.emissary.choices import answer_wins, legal_answers
from intrigue.solvers.emissary.position import Position

_SUIT = tuple(0xFF << (NUM_RANKS * suit) for suit in range(NUM_SUITS))

Step = tuple["_State", str]


@dataclass(frozen=True)
class Foresight:
    """What a player who knows the deck's order can do.

    Attributes
    ----------
    hit
        Whether the target can be hit.
    line
        Then: what happens and what to do, in words, in order; else empty.
    positions
        Positions searched.
    """

    hit: bool
    line: tuple[str, ...]
    positions: int


@dataclass(frozen=True)
class Share:
    """For which share of all deck orders a target can be hit with foresight.

    Attributes
    ----------
    hits, samples
        Orders for which it can be hit, and orders sampled.
    share
        Their quotient.
    low, high
        Clopper-Pearson interval of the true share at `confidence`.
    """

    hits: int
    samples: int
    share: float
    low: float
    high: float
    confidence: float


@dataclass(frozen=True, slots=True)
class _State:
    """A position with its deck's order; sets of cards are bit masks."""

    hand: int
    deck: tuple[int, ...]
    discard: int
    missing: int
    """Debates still to win."""
    topic: int
    trump: int
    rulers: tuple[int, ...]
    left: tuple[int, ...]
    to_draw: int
    to_discard: int
    shuffled: bool
    """The deck is the reshuffled discard pile: its order is the player's choice."""


def clairvoyant(position: Position, deck_order: str | Sequence[int]) -> Foresight:
    """Tell whether the target can be hit by a player who knows the order, and how.

    Parameters
    ----------
    position
        With a target.
    deck_order
        The unseen cards in the order in which they will be turned or drawn: numbers or text.

    Returns
    -------
    Foresight
        From an exact depth-first search.

    Raises
    ------
    ValueError
        If the order is not one of the unseen cards, or there is no target.
    """
    return _search(_start(position, _read_order(deck_order)))


def clairvoyant_share(
    position: Position, samples: int, seed: int, confidence: float = 0.95
) -> Share:
    """Estimate the share of deck orders for which the target can be hit with foresight.

    Parameters
    ----------
    position
        With a target.
    samples
        Random orders to try, 1 or more.
    seed
        Of NumPy's default generator: the same seed gives the same answer.
    confidence
        Of the Clopper-Pearson interval, between 0 and 1.

    Raises
    ------
    ValueError
        If a number is out of its range, or there is no target.
    """
    from scipy.stats import beta  # slow to import, and needed only here

    if samples < 1:
        raise ValueError(f"samples: {samples} is not 1 or more")
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence: {confidence} is not between 0 and 1")
    rng = np.random.default_rng(seed)
    hits = 0
    for _ in range(samples):
        order = rng.permutation(np.array(position.deck, np.int64)).tolist()
        hits += _search(_start(position, order)).hit
    tail = (1.0 - confidence) / 2.0
    low = beta.ppf(tail, hits, samples - hits + 1) if hits else 0.0
    high = beta.ppf(1.0 - tail, hits + 1, samples - hits) if hits < samples else 1.0
    return Share(hits, samples, hits / samples, float(low), float(high), confidence)


def _read_order(order: str | Sequence[int]) -> list[int]:
    """Return the cards in the order given (`parse_hand` would sort them)."""
    if not isinstance(order, str):
        check_hand(order, None)
        return [int(card) for card in order]
    cards: list[int] = []
    for piece in order.replace(",", " ").split():
        cards.extend(parse_hand(piece, 1))
    return cards


def _start(position: Position, order: Sequence[int]) -> _State:
    if position.target is None:
        raise ValueError("foresight needs a target: which kingdom is it, 1 to 8?")
    if tuple(sorted(order)) != position.deck:
        raise ValueError("the deck's order must name each unseen card once, and no other")
    return _State(
        hand=_mask(position.hand),
        deck=tuple(order),
        discard=_mask(position.discard),
        missing=position.target - position.wins,
        topic=-1 if position.topic is None else position.topic,
        trump=position.trump,
        rulers=position.other_rulers,
        left=position.abilities,
        to_draw=position.to_draw,
        to_discard=position.to_discard,
        shuffled=False,
    )


def _mask(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


def _cards(mask: int) -> list[int]:
    return [card for card in range(NUM_CARDS) if mask >> card & 1]


def _search(start: _State) -> Foresight:
    """Depth-first search; states that were left without success are not entered again."""
    failed: set[_State] = set()
    path: list[str] = []

    def visit(state: _State) -> bool:
        if state in failed:
            return False
        steps = _steps(state)
        if steps is None:
            if state.missing == 0:
                return True
        else:
            for child, words in steps:
                path.append(words)
                if visit(child):
                    return True
                path.pop()
        failed.add(state)
        return False

    hit = visit(start)
    return Foresight(hit, tuple(path) if hit else (), len(failed) + len(path) + hit)


def _steps(state: _State) -> list[Step] | None:
    """Return what can follow, with words; None if the kingdom is over."""
    if state.topic >= 0:
        return _answers(state)
    if state.to_draw or state.hand == 0:
        if state.to_draw == 0:
            return None
        found = _next_cards(state)
        if not found:
            return [(replace(state, to_draw=0), "no card is left to draw")]
        return [
            (
                replace(after, hand=after.hand | 1 << card, to_draw=after.to_draw - 1),
                f"draw {format_card(card)}",
            )
            for card, after in found
        ]
    if state.to_discard:
        return [
            (
                replace(
                    state,
                    hand=state.hand & ~(1 << card),
                    discard=state.discard | 1 << card,
                    to_discard=state.to_discard - 1,
                ),
                f"discard {format_card(card)}",
            )
            for card in _cards(state.hand)
        ]
    # Enough debates cannot be won any more, or too many are: no need to look.
    if state.missing < 0:
        return []
    steps = [
        (
            replace(after, topic=card, discard=after.discard | 1 << card),
            f"topic {format_card(card)}",
        )
        for card, after in _next_cards(state)
    ]
    if not steps:
        steps = [(replace(state, hand=0, left=(0, 0, 0, 0)), "no topic is left")]
    return steps + _abilities(state)


def _next_cards(state: _State) -> list[tuple[int, _State]]:
    """Return the cards that may come next with the state after taking them off the deck."""
    if not state.deck and state.discard:
        state = replace(state, deck=tuple(_cards(state.discard)), discard=0, shuffled=True)
    if not state.deck:
        return []
    if not state.shuffled:
        return [(state.deck[0], replace(state, deck=state.deck[1:]))]
    return [
        (card, replace(state, deck=tuple(c for c in state.deck if c != card)))
        for card in state.deck
    ]


def _answers(state: _State) -> list[Step]:
    steps = []
    for card in legal_answers(_cards(state.hand), state.topic):
        won = answer_wins(card, state.topic, state.trump)
        child = replace(
            state,
            hand=state.hand & ~(1 << card),
            discard=state.discard if won else state.discard | 1 << card,
            missing=state.missing - won,
            topic=-1,
        )
        steps.append((child, f"answer {format_card(card)} ({'won' if won else 'lost'})"))
    return steps


def _abilities(state: _State) -> list[Step]:
    steps: list[Step] = []
    clubs = (state.hand & _SUIT[CLUBS]).bit_count()
    trumps = state.hand & _SUIT[state.trump]

    def spend(suit: int) -> tuple[int, ...]:
        return tuple(count - (at == suit) for at, count in enumerate(state.left))

    if state.left[CLUBS] and clubs:
        steps.append((replace(state, left=spend(CLUBS), to_draw=clubs), "use military (clubs)"))
    if state.left[DIAMONDS]:
        child = replace(state, left=spend(DIAMONDS), to_draw=2, to_discard=2)
        steps.append((child, "use commerce (diamonds)"))
    if state.left[HEARTS] and trumps:
        child = replace(
            state,
            left=spend(HEARTS),
            hand=state.hand & ~trumps,
            discard=state.discard | trumps,
        )
        steps.append((child, "use diplomacy (hearts)"))
    if state.left[SPADES]:
        for suit in sorted(set(state.rulers) - {state.trump}):
            rulers = list(state.rulers)
            rulers[rulers.index(suit)] = state.trump
            child = replace(state, left=spend(SPADES), trump=suit, rulers=tuple(sorted(rulers)))
            steps.append((child, f"use politics (spades), swap for {SUIT_NAMES[suit]}"))
    return steps
