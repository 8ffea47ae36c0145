"""What a player has seen, as a list of facts about the other player's hand.

How a game branches is public; hidden are only the faces of cards. So a history that looks the same
to a player has the same steps, with other faces in some of them: Court cards, the other hand, the
other player's draws, and which card they played face down. `gather` walks through a history, reads
the events that the player saw, and notes in order what they mean for those faces.

A card in the Court is followed from place to place by a number, its *token*: 0..C-1 for the cards
dealt there, larger ones for cards played later. If the player ever sees the face of a token, it is
noted for the token and so counts for the time before as well.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, apply, reset
from intrigue.games.roy_des_ribauds.cards import REINE, ROLES, SET_COUNTS
from intrigue.games.roy_des_ribauds.state import (
    AFTER_SETUP,
    COPIES,
    COURT_SIZE,
    DEAL_HAND,
    DRAW,
    EV_ASIDE,
    EV_DISCARD,
    EV_DRAW,
    EV_DRAWN,
    EV_END,
    EV_FACE,
    EV_FLIP,
    EV_HAND,
    EV_INSPECT,
    EV_LOOK,
    EV_PLAY_DOWN,
    EV_PLAY_UP,
    EV_REBUILD,
    EV_REVEAL,
    EV_SEEN,
    EV_SWITCH,
    EV_TAKE,
    EV_UNDER,
    EXCHANGE,
    HAND_SIZE,
    KINDS,
    MAIN,
    MARIAGE,
    MAX_TURNS,
    REFILL,
)

# Facts: (code, a, b, step in the history). The first six bring in hidden faces, or forget them.
DEALT = 0  # a cards to the other hand, b Reines to the viewer's
DRAWN = 1  # a cards
HIDDEN = 2  # the card with token a is played face down
TAKEN = 3  # ... and is taken in hand
SET_APART = 4  # a Court card, token a, is dealt that will be taken in hand
REBUILT = 5  # the pile, for the a-th time
GAINED = 6  # b cards of kind a
LOST = 7  # b cards of kind a
LOOKED = 8  # the viewer looked at the multiset a
ASIDE = 9  # two Reines go under the pile
KEPT = 10  # the set-up is over, so there are no two Reines
NO_MARIAGE = 11  # a turn begins and the game goes on
SHOWN_MARIAGE = 12  # ... or not
NO_FACT = 13

UNSEEN = -1


@jit
def restart(walk: Any, state: Any) -> None:
    """Set the zeroed record `walk` to the start of a game with the parameters of `state`."""
    parameters = np.zeros(7, np.int64)
    parameters[COPIES] = state.copies
    parameters[COURT_SIZE] = state.court_size
    parameters[HAND_SIZE] = state.hand_size
    parameters[REFILL] = state.refill
    parameters[EXCHANGE] = state.exchange
    parameters[MAX_TURNS] = state.max_turns
    for role in range(ROLES):
        if state.card[role] >= 0:
            parameters[KINDS] |= 1 << role
    reset(walk, parameters)


@jit
def gather(
    walk: Any, history: Any, viewer: int, facts: Any, faces: Any, taken: Any, pools: Any
) -> tuple[int, int]:
    """Collect what `viewer` saw of a history that is long enough to hold the viewer's hand.

    Parameters
    ----------
    walk
        Record at the start of the game; it is moved to the end of `history`.
    facts
        (at least 10 a step and 8, 4) int64, filled with facts about the other player's hand.
    faces
        Filled with the face of each token, UNSEEN if the viewer never saw it.
    taken
        Zeros; set to 1 for tokens that the other player took in hand unseen by the viewer.
    pools
        (rebuildings + 1, kinds), zeros. Row e is filled with the cards of the pile after its e-th
        rebuilding, less those that the viewer drew; row 0 with the whole deck less all of it that
        the viewer saw: their hand and draws, and Court cards.

    Returns
    -------
    The numbers of facts and of rebuildings.
    """
    other = 1 - viewer
    places = walk.court_size
    kinds = walk.kinds
    token_at = np.arange(places)
    tokens = places
    n = places  # the first facts are filled in at the end
    dealt = -1
    reines = 0
    epoch = 0
    set_up = False
    replaced = 0
    laid = 0
    for card in range(kinds):
        pools[0, card] = walk.copies
    for step in range(len(history)):
        if walk.phase == DEAL_HAND and walk.dealt - places == other:
            dealt = n
            n = note(facts, n, DEALT, walk.hand_size, 0, step)
        apply(walk, history[step])
        for i in range(walk.n_events):
            word = walk.events[i]
            code = word & 255
            who = (word >> 8) & 4095
            b = (word >> 20) & 4095
            c = (word >> 32) & 4095
            d = (word >> 44) & 4095
            if code == EV_HAND or code == EV_DRAWN:
                if who == viewer:
                    for card in range(kinds):
                        pools[epoch, card] -= SET_COUNTS[kinds, b, card]
                    if code == EV_HAND and walk.card[REINE] >= 0:
                        reines = SET_COUNTS[kinds, b, walk.card[REINE]]
            elif code == EV_DRAW:
                if who == other:
                    n = note(facts, n, DRAWN, b, 0, step)
            elif code == EV_ASIDE:
                if who == other:
                    n = note(facts, n, ASIDE, 0, 0, step)
            elif code == EV_UNDER:
                if who == other:
                    n = note(facts, n, GAINED, walk.card[REINE], b, step)
            elif code == EV_REBUILD:
                # A chance node follows, so the pile is still as it was rebuilt.
                epoch += 1
                for card in range(kinds):
                    pools[epoch, card] = walk.pile[card]
                n = note(facts, n, REBUILT, epoch, 0, step)
            elif code == EV_REVEAL or code == EV_FLIP:
                faces[token_at[b]] = c
            elif code == EV_PLAY_UP or code == EV_PLAY_DOWN:
                shown = d if code == EV_PLAY_UP else c
                replaced = token_at[b]
                laid = tokens
                tokens += 1
                token_at[b] = laid
                faces[laid] = c if code == EV_PLAY_UP else UNSEEN
                if shown != NOTHING:
                    faces[replaced] = shown
                if who == other:
                    if code == EV_PLAY_UP:
                        n = note(facts, n, LOST, c, 1, step)
                    else:
                        n = note(facts, n, HIDDEN, laid, 0, step)
                    if walk.exchange:
                        if shown != NOTHING:
                            n = note(facts, n, GAINED, shown, 1, step)
                        else:
                            taken[replaced] = 1
                            n = note(facts, n, TAKEN, replaced, 0, step)
            elif code == EV_FACE:
                if who == viewer:
                    faces[laid] = b
            elif code == EV_TAKE:
                if who == viewer:
                    faces[replaced] = b
            elif code == EV_SWITCH:
                kept = token_at[b]
                token_at[b] = token_at[c]
                token_at[c] = kept
            elif code == EV_LOOK:
                replaced = token_at[b]
                laid = token_at[c] if c != NOTHING else 0
            elif code == EV_SEEN:
                if who == viewer:
                    faces[replaced] = b
                    if c != NOTHING:
                        faces[laid] = c
            elif code == EV_INSPECT:
                if who == viewer:
                    n = note(facts, n, LOOKED, b, 0, step)
                    reine = walk.card[REINE]
                    n = note(facts, n, LOST, reine, SET_COUNTS[kinds, b, reine], step)
            elif code == EV_DISCARD:
                if who == other:
                    for card in range(kinds):
                        if SET_COUNTS[kinds, b, card] > 0:
                            n = note(facts, n, LOST, card, SET_COUNTS[kinds, b, card], step)
            elif code == EV_END and who == MARIAGE and b == other:
                n = note(facts, n, SHOWN_MARIAGE, 0, 0, step)
        if walk.dealt == places + 2:
            if not set_up and not (walk.phase == DRAW and walk.after == AFTER_SETUP):
                set_up = True
                n = note(facts, n, KEPT, 0, 0, step)
            if walk.phase == MAIN and walk.active == other:
                n = note(facts, n, NO_MARIAGE, 0, 0, step)
    if walk.dealt == places + 1 and viewer == 0:
        # The viewer has a hand, the other player none yet: sampled with one, then cut off.
        dealt = n
        n = note(facts, n, DEALT, walk.hand_size, 0, len(history))
    facts[dealt, 2] = reines
    for token in range(places):
        note(facts, token, SET_APART if taken[token] else NO_FACT, token, 0, 1 + token)
        if faces[token] != UNSEEN:
            pools[0, faces[token]] -= 1
    return n, epoch


@jit
def note(facts: Any, n: int, code: int, a: int, b: int, step: int) -> int:
    """Append a fact and return the new number of facts."""
    facts[n, 0] = code
    facts[n, 1] = a
    facts[n, 2] = b
    facts[n, 3] = step
    return n + 1
