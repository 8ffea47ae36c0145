"""The shortest way to an answer: everything that may happen, by recursion, each position once.

This is what the solver computes, in the plainest form: the best of what may be chosen, the mean of
what chance may bring, and a memory of the positions met before. It takes seconds for a full hand
without draws, and is no use for a full hand with them: there `solve_hand` does the same in another
order, on numbers instead of texts. The tests hold both against each other.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import CLUBS, DIAMONDS, HEARTS, NUM_RANKS, NUM_SUITS, SPADES
from intrigue.solvers.emissary.debate import wins
from intrigue.solvers.emissary.position import Position

Values = NDArray[np.float64]
"""Chances to win exactly 0, 1, ... 8 more debates, each when aiming at just that; shape (9,)."""
Card = tuple[int, int]
"""A suit, and a place in its string."""

NOTHING_MORE: Values = np.eye(9)[0]


class State(NamedTuple):
    """A position: one string a suit, lowest card first (D in the deck, H in hand, X discarded)."""

    suits: tuple[str, ...]
    trump: int
    uses: tuple[int, ...]
    rulers: tuple[int, ...]
    to_draw: int = 0
    to_discard: int = 0

    def cards(self, letter: str) -> list[Card]:
        """Return where the cards with this letter are."""
        return [
            (suit, place)
            for suit, string in enumerate(self.suits)
            for place, found in enumerate(string)
            if found == letter
        ]

    def moved(self, card: Card, letter: str) -> "State":
        """Return the state after a card went elsewhere; ``""``: out of this kingdom."""
        suits = list(self.suits)
        suit, place = card
        suits[suit] = suits[suit][:place] + letter + suits[suit][place + 1 :]
        return self._replace(suits=tuple(suits))

    def renamed(self, old: str, new: str) -> "State":
        """Return the state after all cards with one letter went elsewhere."""
        return self._replace(suits=tuple(suit.replace(old, new) for suit in self.suits))


def values_by_recursion(position: Position) -> Values:
    """Return the values of a position without a topic to answer, whatever Jacks may be used."""
    # Where the deck is sure to last, nobody needs to remember the discarded cards.
    thrown = "X" if position.deck_may_run_out else ""
    places = {
        **dict.fromkeys(position.deck, "D"),
        **dict.fromkeys(position.hand, "H"),
        **dict.fromkeys(position.discard, thrown),
    }

    @cache
    def value(state: State) -> Values:
        hand = state.cards("H")
        if state.to_draw:
            deck = turned(state)
            drawn = [deck.moved(card, "H") for card in deck.cards("D")]
            if not drawn:
                return value(state._replace(to_draw=0))
            return np.mean([value(s._replace(to_draw=s.to_draw - 1)) for s in drawn], axis=0)
        if not hand:
            return NOTHING_MORE
        if state.to_discard:
            left = state._replace(to_discard=state.to_discard - 1)
            return np.max([value(left.moved(card, thrown)) for card in hand], axis=0)
        return np.max([debate(turned(state)), *map(value, abilities(state))], axis=0)

    def turned(state: State) -> State:
        """Let the discard pile become the deck if a card is needed and there is none."""
        return state if state.cards("D") else state.renamed("X", "D")

    def debate(state: State) -> Values:
        topics = state.cards("D")
        if not topics:
            return NOTHING_MORE
        return np.mean([best_answer(state, topic) for topic in topics], axis=0)

    def best_answer(state: State, topic: Card) -> Values:
        asked = state.moved(topic, "T")
        hand = asked.cards("H")
        best = np.zeros(9)
        for card in [card for card in hand if card[0] == topic[0]] or hand:
            won = wins(*card, *topic, state.trump)
            after = value(asked.moved(card, "" if won else thrown).renamed("T", thrown))
            best = np.maximum(best, np.append(0.0, after[:-1]) if won else after)
        return best

    def abilities(state: State) -> list[State]:
        found = []
        held = [suit.count("H") for suit in state.suits]
        spent = [
            state._replace(uses=tuple(n - (suit == used) for suit, n in enumerate(state.uses)))
            for used in range(NUM_SUITS)
        ]
        if state.uses[CLUBS] and held[CLUBS]:
            found.append(spent[CLUBS]._replace(to_draw=held[CLUBS]))
        if state.uses[DIAMONDS]:
            found.append(spent[DIAMONDS]._replace(to_draw=2, to_discard=2))
        if state.uses[HEARTS] and held[state.trump]:
            suits = list(state.suits)
            suits[state.trump] = suits[state.trump].replace("H", thrown)
            found.append(spent[HEARTS]._replace(suits=tuple(suits)))
        if state.uses[SPADES]:
            for ruler in set(state.rulers) - {state.trump}:
                others = list(state.rulers)
                others[others.index(ruler)] = state.trump
                found.append(spent[SPADES]._replace(trump=ruler, rulers=tuple(sorted(others))))
        return found

    strings = [
        "".join(places.get(suit * NUM_RANKS + rank, "") for rank in range(NUM_RANKS))
        for suit in range(NUM_SUITS)
    ]
    return value(
        State(
            tuple(strings), position.trump, position.abilities, position.other_rulers,
            position.to_draw, position.to_discard,
        )
    )  # fmt: skip
