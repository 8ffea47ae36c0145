"""What may be done in The Emissary, and the small questions behind it."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emissary.state import (
    ANSWER,
    CLUBS,
    DECK,
    DIAMONDS,
    DISCARD,
    FACE_UP,
    HAND,
    HEARTS,
    NUM_SUITS,
    OPEN,
    PREPARE,
    RULES_2019,
    SPADES,
    UNVISITED,
)


@jit
def kingdom_action(state: Any, kingdom: int) -> int:
    """Action that chooses a kingdom, to visit it or to swap rulers with it."""
    return NUM_SUITS * state.ranks + kingdom


@jit
def debate_action(state: Any) -> int:
    """Action that goes on to the debate."""
    return NUM_SUITS * state.ranks + state.kingdoms


@jit
def jack_action(state: Any, suit: int) -> int:
    """Action that turns the Jack of `suit` face down."""
    return NUM_SUITS * state.ranks + state.kingdoms + 1 + suit


@jit
def supporter_action(state: Any, suit: int) -> int:
    """Action that turns a face-up supporter of `suit` face down."""
    return NUM_SUITS * state.ranks + state.kingdoms + 1 + NUM_SUITS + suit


@jit
def suit_of(state: Any, card: int) -> int:
    """Suit of a card."""
    return card // state.ranks


@jit
def hand_has(state: Any, suit: int) -> bool:
    """Whether the hand holds a card of `suit`."""
    for card in range(suit * state.ranks, (suit + 1) * state.ranks):
        if state.place[card] == HAND:
            return True
    return False


@jit
def cards_to_draw(state: Any) -> int:
    """How many cards could be drawn now, the reshuffled discard pile included."""
    return state.count[DECK] + state.count[DISCARD]


@jit
def supporters_up(state: Any, suit: int) -> int:
    """Number of face-up supporters of a suit, 0 to 2."""
    return (state.supporter_state[2 * suit] == FACE_UP) + (
        state.supporter_state[2 * suit + 1] == FACE_UP
    )


@jit
def reputation(state: Any) -> int:
    """Number of face-up Jacks and supporters."""
    total = 0
    for suit in range(NUM_SUITS):
        total += state.jack_up[suit] + supporters_up(state, suit)
    return total


@jit
def can_swap_with(state: Any, kingdom: int) -> bool:
    """Whether politics may exchange the current ruler with the one on `kingdom`."""
    return (
        kingdom != state.kingdom
        and state.kingdom_state[kingdom] == UNVISITED
        and state.ruler[kingdom] // 2 != state.ruler[state.kingdom] // 2
    )


@jit
def changes_something(state: Any, suit: int) -> bool:
    """Whether the ability of `suit` is one for this moment and would change anything."""
    if state.variant == RULES_2019:
        if reputation(state) < 2:  # turning the last card face down loses the game
            return False
        if state.phase == ANSWER:
            return state.settled == OPEN and (suit == CLUBS or suit == HEARTS)
        return suit == DIAMONDS or (suit == SPADES and state.trump != SPADES)
    if state.phase != PREPARE:
        return False
    if suit == HEARTS:
        return hand_has(state, state.trump)
    if suit == CLUBS:
        return hand_has(state, CLUBS) and cards_to_draw(state) > 0
    if suit == DIAMONDS:
        return True
    for kingdom in range(state.kingdoms):
        if can_swap_with(state, kingdom):
            return True
    return False


@jit
def has_ability(state: Any) -> bool:
    """Whether any face-up Jack or supporter could be used now."""
    for suit in range(NUM_SUITS):
        if state.jack_up[suit] or supporters_up(state, suit):
            if changes_something(state, suit):
                return True
    return False
