"""Drawing from the pile, rebuilding it, and losing cards of the hand."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import emit, only
from intrigue.games.roy_des_ribauds.cards import (
    REINE,
    SET_COUNTS,
)
from intrigue.games.roy_des_ribauds.state import (
    AFTER_EFFECT,
    BOTH,
    DRAW,
    EV_DISCARD,
    EV_DRAW,
    EV_DRAWN,
    EV_REBUILD,
    EV_UNDER,
)


@jit
def start_drawing(state: Any, player: int, count: int, after: int) -> None:
    """Let `player` draw `count` cards, or as many as there are, and go on with phase `after`."""
    state.drawer = player
    state.to_draw = count
    state.after = after
    state.phase = DRAW


@jit
def draw_set(state: Any, number: int) -> None:
    """Draw these cards from the shuffled part of the pile."""
    player = state.drawer
    count = min(state.to_draw, state.pile_size)
    for card in range(state.kinds):
        drawn = SET_COUNTS[state.kinds, number, card]
        state.hand[player, card] += drawn
        state.pile[card] -= drawn
    state.held[player] += count
    state.pile_size -= count
    state.to_draw -= count
    emit(state, BOTH, EV_DRAW, player, count)
    emit(state, only(player), EV_DRAWN, player, number)


@jit
def continue_drawing(state: Any) -> None:
    """Go on drawing when the shuffled part is empty, or after the last card.

    The Reines that lie under the pile are drawn, then it is rebuilt from the discard pile.
    """
    if state.to_draw > 0 and state.under > 0:
        player = state.drawer
        count = min(state.to_draw, state.under)
        reine = state.card[REINE]
        state.under -= count
        state.to_draw -= count
        state.hand[player, reine] += count
        state.held[player] += count
        state.seen[player, reine] += count
        emit(state, BOTH, EV_UNDER, player, count)
    elif state.to_draw > 0 and state.discard_size > 0:
        emit(state, BOTH, EV_REBUILD, state.discard_size)
        for card in range(state.kinds):
            state.pile[card] = state.discard[card]
            state.discard[card] = 0
        state.pile_size = state.discard_size
        state.discard_size = 0
    else:
        state.to_draw = 0
        state.phase = state.after


@jit
def discard_set(state: Any, number: int) -> None:
    """Discard cards of the active player's hand after a Roi."""
    player = state.active
    for card in range(state.kinds):
        for _ in range(SET_COUNTS[state.kinds, number, card]):
            lose_openly(state, player, card)
            put_on_discard(state, card)
    emit(state, BOTH, EV_DISCARD, player, number)
    state.phase = AFTER_EFFECT


@jit
def put_on_discard(state: Any, card: int) -> None:
    """Put a card on the discard pile."""
    state.discard[card] += 1
    state.discard_size += 1


@jit
def lose_openly(state: Any, player: int, card: int) -> None:
    """Take a card from a hand, for both to see."""
    state.hand[player, card] -= 1
    state.held[player] -= 1
    if state.seen[player, card] > 0:
        state.seen[player, card] -= 1


@jit
def lose_secretly(state: Any, player: int, card: int) -> None:
    """Take a card from a hand: for the other player it may have been any."""
    state.hand[player, card] -= 1
    state.held[player] -= 1
    for other in range(state.kinds):
        if state.seen[player, other] > 0:
            state.seen[player, other] -= 1
