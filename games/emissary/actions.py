"""The numbers of actions.

They go by kind, in this order: the cards (answers and discards), the kingdoms (visits and swaps),
going on to the debate, the Jacks by suit, a supporter by suit. A chance outcome is a card or ruler.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emissary.cards import NUM_SUITS


@jit
def kingdom_action(state: Any, kingdom: int) -> int:
    """Action that chooses a kingdom, to visit it or to swap rulers with it."""
    return NUM_SUITS * state.ranks + kingdom


@jit
def kingdom_of(state: Any, action: int) -> int:
    """Kingdom that an action chooses."""
    return action - NUM_SUITS * state.ranks


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


def number_of_actions(ranks: int, kingdoms: int) -> int:
    """How many actions a game of this size has."""
    return NUM_SUITS * ranks + kingdoms + 1 + 2 * NUM_SUITS
