"""Jacks and supporters: which abilities there are now, and what they do."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit
from intrigue.games.emissary import state as s
from intrigue.games.emissary.actions import jack_action, kingdom_action, supporter_action
from intrigue.games.emissary.cards import CLUBS, DIAMONDS, HEARTS, NUM_SUITS, SPADES
from intrigue.games.emissary.piles import cards_to_draw, draw_cards, hand_has, move_card


@jit
def supporters_up(state: Any, suit: int) -> int:
    """Number of face-up supporters of a suit, 0 to 2."""
    return (state.supporter_state[2 * suit] == s.FACE_UP) + (
        state.supporter_state[2 * suit + 1] == s.FACE_UP
    )


@jit
def reputation(state: Any) -> int:
    """Number of face-up Jacks and supporters."""
    total = 0
    for suit in range(NUM_SUITS):
        total += state.jack_up[suit] + supporters_up(state, suit)
    return total


@jit
def changes_something(state: Any, suit: int) -> bool:
    """Whether the ability of `suit` is one for this moment and would change anything."""
    if state.variant == s.RULES_2019:
        if reputation(state) < 2:  # turning the last card face down loses the game
            return False
        if state.phase == s.ANSWER:
            return state.settled == s.OPEN and (suit == CLUBS or suit == HEARTS)
        return suit == DIAMONDS or (suit == SPADES and state.trump != SPADES)
    if state.phase != s.PREPARE:
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


@jit(forceinline=True)
def list_helpers(state: Any, out: Any, n: int) -> int:
    """Add to the `n` actions in `out` those that turn a Jack or supporter face down.

    Those whose ability changes something, or (2019) any that can pay for a missed target. Returns
    the number of actions then.
    """
    paying = state.phase == s.PAY
    for suit in range(NUM_SUITS):
        if state.jack_up[suit] and (paying or changes_something(state, suit)):
            out[n] = jack_action(state, suit)
            n += 1
    for suit in range(NUM_SUITS):
        if supporters_up(state, suit) and (paying or changes_something(state, suit)):
            out[n] = supporter_action(state, suit)
            n += 1
    return n


@jit
def turn_down(state: Any, action: int, jack_event: int, supporter_event: int) -> int:
    """Turn the Jack or supporter of an action face down and return its suit."""
    suit = action - jack_action(state, 0)
    if suit < NUM_SUITS:
        state.jack_up[suit] = 0
        emit(state, s.PLAYER, jack_event, suit)
        return suit
    suit -= NUM_SUITS
    ruler = 2 * suit
    if state.supporter_state[ruler] != s.FACE_UP:
        ruler += 1
    state.supporter_state[ruler] = s.FACE_DOWN
    emit(state, s.PLAYER, supporter_event, ruler)
    return suit


@jit
def use_ability(state: Any, action: int) -> None:
    """Turn the Jack or supporter of an action face down and do what its suit does."""
    suit = turn_down(state, action, s.EV_JACK, s.EV_SUPPORTER)
    if suit == DIAMONDS:
        draw_cards(state, 2, s.COMMERCE)
    elif state.variant == s.RULES_2019:
        if suit == SPADES:
            state.trump = SPADES
            state.phase = s.NEXT_DEBATE
        else:
            state.settled = s.COUNTS_AS_WON if suit == CLUBS else s.COUNTS_AS_LOST
    elif suit == CLUBS:
        military(state)
    elif suit == HEARTS:
        diplomacy(state)
    else:
        state.phase = s.SWAP


@jit
def military(state: Any) -> None:
    """Draw as many cards as there are clubs in hand now."""
    clubs = 0
    for card in range(CLUBS * state.ranks, (CLUBS + 1) * state.ranks):
        clubs += state.place[card] == s.HAND
    draw_cards(state, clubs, s.NEXT_DEBATE)


@jit
def diplomacy(state: Any) -> None:
    """Discard all trumps of the hand."""
    for card in range(state.trump * state.ranks, (state.trump + 1) * state.ranks):
        if state.place[card] == s.HAND:
            move_card(state, card, s.DISCARD)
    state.phase = s.NEXT_DEBATE


# --- Politics: with which kingdom ----------------------------------------------------------------


@jit
def can_swap_with(state: Any, kingdom: int) -> bool:
    """Whether politics may exchange the current ruler with the one on `kingdom`."""
    return (
        kingdom != state.kingdom
        and state.kingdom_state[kingdom] == s.UNVISITED
        and state.ruler[kingdom] // 2 != state.ruler[state.kingdom] // 2
    )


@jit
def list_swaps(state: Any, out: Any) -> int:
    """Write the actions of politics, ascending, and return how many there are."""
    n = 0
    for kingdom in range(state.kingdoms):
        if can_swap_with(state, kingdom):
            out[n] = kingdom_action(state, kingdom)
            n += 1
    return n


@jit
def swap_rulers(state: Any, other: int) -> None:
    """Exchange the ruler of the kingdom being visited with that of another one."""
    mine = state.ruler[state.kingdom]
    state.ruler[state.kingdom] = state.ruler[other]
    state.ruler[other] = mine
    state.trump = state.ruler[state.kingdom] // 2
    emit(state, s.PLAYER, s.EV_SWAP, state.kingdom, other)
    state.phase = s.NEXT_DEBATE


# --- Commerce: which cards to discard ------------------------------------------------------------


@jit
def list_discards(state: Any, out: Any) -> int:
    """Write the cards that commerce may discard, ascending, and return how many there are.

    Two discards come in ascending order, so the first may not be the highest card.
    """
    n = 0
    left = state.pending_discards
    for card in range(NUM_SUITS * state.ranks - 1, state.last_discard, -1):
        if state.place[card] == s.HAND:
            if left > 1:
                left -= 1
            else:
                out[n] = card
                n += 1
    for i in range(n // 2):
        out[i], out[n - 1 - i] = out[n - 1 - i], out[i]
    return n


@jit
def discard(state: Any, card: int) -> None:
    """Discard a card; after the last one go on."""
    move_card(state, card, s.DISCARD)
    emit(state, s.PLAYER, s.EV_DISCARD, card)
    state.last_discard = card
    state.pending_discards -= 1
    if state.pending_discards == 0:
        state.phase = s.NEXT_DEBATE
