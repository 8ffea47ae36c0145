"""What may be chosen in a position, and what follows each choice: the rules over cards.

Where a topic is turned, the choices are the cards to answer with; where commerce has drawn, the
pairs of cards to discard; else each usable ability and going on to the debate.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUM_RANKS,
    NUM_SUITS,
    SPADES,
    SUIT_NAMES,
    card_suit,
)
from intrigue.games.emissary.notation import format_card
from intrigue.solvers.emissary.debate import wins
from intrigue.solvers.emissary.position import Position

Outcome = tuple[float, tuple[Position, ...]]
"""One equally weighted chance event: its probability, and what may be chosen then."""


@dataclass(frozen=True)
class Option:
    """One legal choice and what may follow it.

    Attributes
    ----------
    text
        ``answer 6♣``, ``debate``, ``use commerce (diamonds)``, ``use politics (spades), swap for
        hearts``, ``discard A♣ 6♣`` or ``discard A♣``.
    events
        What chance may bring after it.
    cards
        The card answered with, or the cards discarded.
    ability
        Suit of the ability used, or None.
    trump
        Suit that politics makes trump, or None.
    """

    text: str
    events: tuple[Outcome, ...]
    cards: tuple[int, ...] = ()
    ability: int | None = None
    trump: int | None = None


def answer_wins(card: int, topic: int, trump: int) -> bool:
    """Whether a card (0..31) wins the debate on a topic (0..31)."""
    return wins(*divmod(card, NUM_RANKS), *divmod(topic, NUM_RANKS), trump)


def legal_answers(hand: Sequence[int], topic: int) -> Sequence[int]:
    """Return the cards of a hand that may be played: those of the topic's suit, if any."""
    return [card for card in hand if card_suit(card) == card_suit(topic)] or hand


def options(position: Position) -> Iterator[Option]:
    """Yield each legal choice, in the order of the rules."""
    if position.topic is not None:
        for child, card in answers(position):
            yield Option(f"answer {format_card(card)}", ((1.0, (child,)),), cards=(card,))
    elif position.to_discard:
        yield from _discards(position)
    else:
        yield Option("debate", tuple(_debate(position)))
        yield from _abilities(position)


def _discards(position: Position) -> Iterator[Option]:
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
            yield Option(text, ((1.0, (child,)),), cards=thrown)


def _abilities(position: Position) -> Iterator[Option]:
    """Yield the abilities that would change something (rulings, "Abilities")."""
    counts = position.abilities
    held = [card_suit(card) for card in position.hand]
    cards_left = len(position.deck) + len(position.discard)

    def used(suit: int) -> tuple[int, int, int, int]:
        left = [count - (at == suit) for at, count in enumerate(counts)]
        return left[0], left[1], left[2], left[3]

    if counts[CLUBS] and CLUBS in held and cards_left:
        child = replace(position, abilities=used(CLUBS), to_draw=held.count(CLUBS))
        yield Option("use military (clubs)", ((1.0, (child,)),), ability=CLUBS)
    if counts[DIAMONDS]:
        child = replace(position, abilities=used(DIAMONDS), to_draw=2, to_discard=2)
        yield Option("use commerce (diamonds)", ((1.0, (child,)),), ability=DIAMONDS)
    if counts[HEARTS] and position.trump in held:
        thrown = tuple(card for card in position.hand if card_suit(card) == position.trump)
        child = replace(
            position,
            abilities=used(HEARTS),
            hand=tuple(card for card in position.hand if card not in thrown),
            discard=position.discard + thrown,
        )
        yield Option("use diplomacy (hearts)", ((1.0, (child,)),), ability=HEARTS)
    if counts[SPADES]:
        for suit in range(NUM_SUITS):
            if suit != position.trump and suit in position.other_rulers:
                rulers = list(position.other_rulers)
                rulers[rulers.index(suit)] = position.trump
                child = replace(
                    position, abilities=used(SPADES), trump=suit, other_rulers=tuple(rulers)
                )
                text = f"use politics (spades), swap for {SUIT_NAMES[suit]}"
                yield Option(text, ((1.0, (child,)),), ability=SPADES, trump=suit)


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
    for card in legal_answers(position.hand, topic):
        won = answer_wins(card, topic, position.trump)
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
