"""Worlds that one player cannot tell from the real one, drawn at random.

`resample` walks the real history on a scratch state and uses only what the player saw of it. All
public decisions are kept; the hidden entries of the history are drawn anew:

- goals of others, unless the game is over: uniform, as nothing depends on them before;
- cards drawn by others: every card that is seen to leave a hand was one of the cards in that hand
  that come from the same shuffle of the deck, each equally likely; the places that stay hidden get
  the cards of that shuffle that nobody has seen, in random order. Cards are single pieces, not
  kinds, so every world counted this way is equally probable;
- the role set aside and the roles taken by others: see `draft_worlds.py`.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import apply
from intrigue.games.core.rng import random_below, shuffle
from intrigue.games.emperors_new_clothes import cards as deck
from intrigue.games.emperors_new_clothes import draft_worlds
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.effects import card_of
from intrigue.games.emperors_new_clothes.state import (
    GOAL_SETS,
    HAND,
    MAX_CARDS,
    MAX_PLAYERS,
    STATE,
    role_of_rank,
    wide,
)
from intrigue.games.emperors_new_clothes.turn import begin

_OPEN = 0  # column of `slots`: how many places of this hand are unexplained
_ENTRIES = 1  # then, for each of them: index in the history, and shuffle of the deck
_SHUFFLES = 1 + HAND


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Write a random history in which `player` saw the same as in `history`; return its length."""
    scratch = np.zeros(1, STATE)
    scratch[0] = state
    _redraw(scratch, state.phase == record.OVER, history, player, rng, out)
    return len(history)


@jit
def _redraw(scratch: Any, over: bool, history: Any, player: int, rng: Any, out: Any) -> None:
    """Walk `history` on the scratch state, which already holds the parameters of the game.

    A record does not keep its array alive in compiled code, so the caller holds the array.
    """
    walk = scratch[0]
    begin(walk)
    slots = np.zeros((MAX_PLAYERS, 1 + 2 * HAND), np.int64)
    shuffle_of = np.zeros(MAX_CARDS, np.int64)
    unseen = np.zeros(MAX_CARDS, np.int64)
    unseen[: walk.cards] = 1
    notes = draft_worlds.new_notes()
    for i in range(len(history)):
        action = history[i]
        out[i] = action
        phase = walk.phase
        if phase == record.DEAL:
            if walk.actor == player:
                unseen[action] = 0
            else:
                _open_slot(slots, wide(walk.actor), i, wide(walk.reshuffles))
        elif phase == record.GOALS:
            if walk.actor != player and not over:
                out[i] = random_below(rng, len(GOAL_SETS))
        elif phase == record.SET_ASIDE:
            draft_worlds.redraw(walk, notes, player, rng, out)
            draft_worlds.start_notes(notes, i)
        elif phase == record.DRAFT:
            draft_worlds.note_pick(walk, notes, player, role_of_rank(walk, action - 1))
        elif action > 0 and phase == record.DISCARD:
            card = wide(action - walk.discard_base)
            _explain(slots, wide(walk.actor), player, card, shuffle_of, unseen, rng, out)
        elif action > 0 and (phase == record.WINDOW or phase == record.RESPONSE):
            card = card_of(walk, action)
            by = wide(walk.asked) if phase == record.WINDOW else wide(walk.decider)
            _explain(slots, by, player, card, shuffle_of, unseen, rng, out)
            if _swaps(walk, card):
                draft_worlds.note_swap(walk, notes, player, by)
        reshuffles = wide(walk.reshuffles)
        apply(walk, action)
        if walk.reshuffles != reshuffles:
            for card in range(walk.cards):
                if walk.where[card] == record.IN_DECK:
                    shuffle_of[card] = walk.reshuffles
                    unseen[card] = 1
        draft_worlds.note_view(walk, notes, player)
    draft_worlds.redraw(walk, notes, player, rng, out)
    _fill(slots, shuffle_of, unseen, rng, out)


@jit
def _swaps(state: Any, card: int) -> bool:
    kind = wide(state.card_kind[card])
    return (
        state.kinds[kind, deck.FIRST_EFFECT] == deck.SWAP_ROLE
        or state.kinds[kind, deck.SECOND_EFFECT] == deck.SWAP_ROLE
    )


@jit
def _open_slot(slots: Any, owner: int, index: int, reshuffles: int) -> None:
    n = slots[owner, _OPEN]
    slots[owner, _ENTRIES + n] = index
    slots[owner, _SHUFFLES + n] = reshuffles
    slots[owner, _OPEN] = n + 1


@jit
def _close_slot(slots: Any, owner: int, place: int) -> None:
    n = slots[owner, _OPEN] - 1
    slots[owner, _ENTRIES + place] = slots[owner, _ENTRIES + n]
    slots[owner, _SHUFFLES + place] = slots[owner, _SHUFFLES + n]
    slots[owner, _OPEN] = n


@jit
def _explain(
    slots: Any,
    owner: int,
    player: int,
    card: int,
    shuffle_of: Any,
    unseen: Any,
    rng: Any,
    out: Any,
) -> None:
    """Let a card that leaves another player's hand be one of those drawn from its shuffle."""
    if owner == player:
        return
    fitting = 0
    for i in range(slots[owner, _OPEN]):
        if slots[owner, _SHUFFLES + i] == shuffle_of[card]:
            fitting += 1
    chosen = random_below(rng, fitting)
    for i in range(slots[owner, _OPEN]):
        if slots[owner, _SHUFFLES + i] == shuffle_of[card]:
            if chosen == 0:
                out[slots[owner, _ENTRIES + i]] = card
                unseen[card] = 0
                _close_slot(slots, owner, i)
                return
            chosen -= 1


@jit
def _fill(slots: Any, shuffle_of: Any, unseen: Any, rng: Any, out: Any) -> None:
    """Give the places that stay hidden, from the same shuffle, cards that nobody has seen.

    Of every shuffle but the last one all cards were drawn, so the numbers match exactly.
    """
    cards = np.empty(MAX_CARDS, np.int64)
    n = 0
    for card in range(MAX_CARDS):
        if unseen[card] == 1:
            cards[n] = card
            n += 1
    shuffle(rng, cards, n)
    for owner in range(MAX_PLAYERS):
        for i in range(slots[owner, _OPEN]):
            place = 0
            while shuffle_of[cards[place]] != slots[owner, _SHUFFLES + i]:
                place += 1
            out[slots[owner, _ENTRIES + i]] = cards[place]
            n -= 1
            cards[place] = cards[n]
