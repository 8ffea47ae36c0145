"""Rule of thumb for The Emissary, after its tips for beginners: count before you choose.

The number of debates that a hand will win is estimated: a topic is of each suit equally often; with
cards of that suit one wins as often as their average rank beats another card, without any a trump
wins if one is held. Every choice aims at an estimate equal to what is still wanted.
"""

import math
from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emissary import rules
from intrigue.games.emissary.actions import jack_action, kingdom_action, supporter_action
from intrigue.games.emissary.cards import CLUBS, DIAMONDS, HEARTS, NUM_SUITS
from intrigue.games.emissary.debate import beats
from intrigue.games.emissary.state import ANSWER, CHOOSE, COMMERCE, HAND, PREPARE, SWAP
from intrigue.search.thumbs.registry import register

SUPPORTERS_LAST = 0.3
"""Weight of a supporter's ability against a Jack's: a supporter is spent for good."""


@jit
def weights(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    for i in range(n):
        action = actions[i]
        if state.phase == CHOOSE:
            out[i] = _choose(state, action)
        elif state.phase == PREPARE:
            out[i] = _prepare(state, action)
        elif state.phase == SWAP:
            trump = state.ruler[action - kingdom_action(state, 0)] // 2
            out[i] = _closeness(_estimate(state, trump, -1) - _wanted(state), 2.0)
        elif state.phase == COMMERCE:
            rest = _estimate(state, state.trump, action)
            out[i] = _closeness(rest - _wanted(state), 3.0)
        elif state.phase == ANSWER:
            out[i] = _answer(state, action)
        else:
            out[i] = 1.0


@jit
def _closeness(difference: float, sharpness: float) -> float:
    return math.exp(-sharpness * abs(difference)) + 1e-9


@jit
def _wanted(state: Any) -> float:
    """Return how many debates are still to be won."""
    return float(state.kingdom + 1 - state.wins)


@jit
def _estimate(state: Any, trump: int, without: int) -> float:
    """Return how many debates the hand, without one card (-1: none), may win."""
    cards = 0
    per_debate = 0.0
    ranks = state.ranks
    trumps = 0
    for card in range(trump * ranks, (trump + 1) * ranks):
        if state.place[card] == HAND and card != without:
            trumps += 1
    for suit in range(NUM_SUITS):
        held = 0
        beaten = 0.0
        for rank in range(ranks):
            card = suit * ranks + rank
            if state.place[card] == HAND and card != without:
                held += 1
                beaten += rank / max(1, ranks - 1)
        cards += held
        if held > 0:
            per_debate += beaten / held
        elif suit != trump and trumps > 0:
            per_debate += 1.0
    return cards * per_debate / NUM_SUITS


@jit
def _choose(state: Any, action: int) -> float:
    """Prefer the kingdom whose target is what this hand would win there."""
    kingdom = action - kingdom_action(state, 0)
    estimate = _estimate(state, state.ruler[kingdom] // 2, -1)
    return _closeness(estimate - (kingdom + 1), 2.0)  # type: ignore[no-any-return]


@jit
def _prepare(state: Any, action: int) -> float:
    """Use an ability when the hand is far off; which one depends on the side."""
    excess = _estimate(state, state.trump, -1) - _wanted(state)
    first_jack = jack_action(state, 0)
    if action < first_jack:
        return 1.0
    suit = (action - first_jack) % NUM_SUITS
    weight = 1.0 if action < supporter_action(state, 0) else SUPPORTERS_LAST
    if suit == HEARTS:
        need = excess
    elif suit == CLUBS:
        need = -excess
    elif suit == DIAMONDS:
        need = abs(excess) - 0.5
    else:
        need = abs(excess) - 1.0
    return weight * max(0.0, need - 1.0) ** 2 + 1e-6  # type: ignore[no-any-return]


@jit
def _answer(state: Any, action: int) -> float:
    """Win or lose so that the rest of the hand fits what is then wanted."""
    if action >= NUM_SUITS * state.ranks:
        return 0.1  # 2019: an ability that settles the debate
    won = 1.0 if beats(action, state.topic, state.trump, state.ranks) else 0.0
    rest = _estimate(state, state.trump, action)
    return _closeness(won + rest - _wanted(state), 4.0)  # type: ignore[no-any-return]


register(rules.KERNEL, weights)
