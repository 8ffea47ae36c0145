"""A debate: the topic, which cards may answer it, and which answers win."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import NUM_SUITS
from intrigue.games.emissary.piles import hand_has, move_card, suit_of


@jit
def beats(answer: int, topic: int, trump: int, ranks: int) -> bool:
    """Whether a card wins against a topic: a higher one of its suit, or a trump on another suit.

    Cards are numbered as in a deck of `ranks` ranks. The game has the rule nowhere else.
    """
    suit = answer // ranks
    if suit == topic // ranks:
        return answer > topic
    return suit == trump


@jit(forceinline=True)
def list_answers(state: Any, out: Any) -> int:
    """Write the cards that may answer the topic, ascending, and return how many there are."""
    suit = suit_of(state, state.topic)
    follow = hand_has(state, suit)
    n = 0
    for card in range(NUM_SUITS * state.ranks):
        if state.place[card] == s.HAND and (not follow or suit_of(state, card) == suit):
            out[n] = card
            n += 1
    return n


@jit(forceinline=True)
def turn_up(state: Any, card: int) -> None:
    """The ruler turns up the card that is the topic."""
    move_card(state, card, s.DISCARD)
    emit(state, s.PLAYER, s.EV_TOPIC, card)
    state.topic = card
    state.phase = s.ANSWER


@jit(forceinline=True)
def answer(state: Any, card: int) -> None:
    """Answer the topic with a card and settle the debate."""
    if state.settled != s.OPEN:
        won = state.settled == s.COUNTS_AS_WON
    else:
        won = beats(card, state.topic, state.trump, state.ranks)
    state.wins += won
    state.settled = s.OPEN
    state.topic = -1
    move_card(state, card, s.SCORING if won else s.DISCARD)
    emit(state, s.PLAYER, s.EV_ANSWER, card, int(won))
    state.phase = s.NEXT_DEBATE
