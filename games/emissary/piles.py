"""Where the cards lie (hand, deck, discard pile, scoring pile), and how they move."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import NUM_SUITS


@jit
def suit_of(state: Any, card: int) -> int:
    """Suit of a card."""
    return card // state.ranks


@jit
def hand_has(state: Any, suit: int) -> bool:
    """Whether the hand holds a card of `suit`."""
    for card in range(suit * state.ranks, (suit + 1) * state.ranks):
        if state.place[card] == s.HAND:
            return True
    return False


@jit(forceinline=True)
def list_deck(state: Any, out: Any) -> int:
    """Write the cards of the deck to `out`, ascending, and return how many there are."""
    n = 0
    for card in range(NUM_SUITS * state.ranks):
        if state.place[card] == s.DECK:
            out[n] = card
            n += 1
    return n


@jit
def cards_to_draw(state: Any) -> int:
    """How many cards could be drawn now, the reshuffled discard pile included."""
    return state.count[s.DECK] + state.count[s.DISCARD]


@jit
def move_card(state: Any, card: int, place: int) -> None:
    """Put a card somewhere else."""
    state.count[state.place[card]] -= 1
    state.place[card] = place
    state.count[place] += 1


@jit
def supply_deck(state: Any) -> bool:
    """Shuffle the discard pile into an empty deck; return whether the deck has a card now."""
    if state.count[s.DECK] == 0 and state.count[s.DISCARD] > 0:
        for card in range(NUM_SUITS * state.ranks):
            if state.place[card] == s.DISCARD:
                state.place[card] = s.DECK
        state.count[s.DECK] = state.count[s.DISCARD]
        state.count[s.DISCARD] = 0
        emit(state, s.PLAYER, s.EV_RESHUFFLE)
    return state.count[s.DECK] > 0


@jit
def draw_cards(state: Any, number: int, after: int) -> None:
    """Begin to draw `number` cards, then go on with the phase `after`."""
    state.pending_draws = number
    state.after_draw = after
    continue_drawing(state)


@jit(forceinline=True)
def draw(state: Any, card: int) -> None:
    """Take a card from the deck into the hand."""
    move_card(state, card, s.HAND)
    emit(state, s.PLAYER, s.EV_DRAW, card)
    state.pending_draws -= 1
    continue_drawing(state)


@jit
def continue_drawing(state: Any) -> None:
    """Draw the next card if one is due and there is one, else go on."""
    if state.pending_draws > 0 and supply_deck(state):
        state.phase = s.DRAW
        return
    state.pending_draws = 0
    state.phase = state.after_draw
    if state.phase == s.COMMERCE:
        state.pending_discards = min(2, state.count[s.HAND])
        state.last_discard = -1
