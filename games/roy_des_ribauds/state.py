"""The state record of Le Roy des Ribauds, its phases and its events."""

from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import state_dtype
from intrigue.games.roy_des_ribauds.cards import MAX_COURT, ROLES

# Order of the encoded parameters (int64). KINDS is a bit mask of the roles in the deck.
COPIES, COURT_SIZE, HAND_SIZE, KINDS, REFILL, EXCHANGE, MAX_TURNS = range(7)

# Phases in which somebody, or chance, has to choose ...
(
    DEAL_START,
    DEAL_COURT,
    DEAL_HAND,
    MAIN,
    SWITCH,
    FLIP,
    ROI_CHOICE,
    DISCARD,
    LOOK,
    INSPECT,
    DRAW,
) = range(11)
# ... and phases that `rules.advance` passes through on its own.
AFTER_SETUP, AFTER_ROI_DRAW, AFTER_EFFECT, END_TURN, OVER = range(11, 16)

# Events, with their payload; "set" is the number of a multiset of cards (see `cards`), places and
# players count from 0.
EV_START = 1  # (player): takes the first turn
EV_HAND = 2  # (player, set), private
EV_ASIDE = 3  # (player): puts two Reines under the pile
EV_DRAW = 4  # (player, how many): from the shuffled part of the pile
EV_DRAWN = 5  # (player, set), private: what they are
EV_UNDER = 6  # (player, how many): draws Reines that lay under the pile
EV_REBUILD = 7  # (cards): the discard pile becomes the draw pile
EV_REVEAL = 8  # (player, place, card)
EV_PLAY_UP = 9  # (player, place, card, card replaced or NOTHING if only its taker sees it)
EV_PLAY_DOWN = 10  # (player, place, card replaced or NOTHING)
EV_FACE = 11  # (player, card), private: what was played face down
EV_TAKE = 12  # (player, card), private: what was taken from the Court
EV_SWITCH = 13  # (player, place, place)
EV_FLIP = 14  # (player, place, card, 1 if it is face up now)
EV_LOOK = 15  # (player, place, place or NOTHING)
EV_SEEN = 16  # (player, card, card or NOTHING), private: what they are
EV_INSPECT = 17  # (player, set): looks at cards of the other player's hand
EV_DISCARD = 18  # (player, set)
EV_PASS = 19  # (player)
EV_END = 20  # (how, winner or NOTHING)

# How a game ended.
CORONATION, MARIAGE, MURDER, TURN_LIMIT = range(1, 5)

NOBODY = -1
BOTH = 3
"""Mask of both players."""

MAX_EVENTS = 12
"""Most events of one action: a card played face down (public and private part), what was taken,
drawing (public and private part), rebuilding, Reines from under the pile, the end."""

STATE = state_dtype(
    "roy_des_ribauds",
    [
        # Parameters, and what follows from them.
        ("kinds", np.int32),  # number of kinds in the deck
        ("role", np.int32, (ROLES,)),  # of each kind
        ("card", np.int32, (ROLES,)),  # kind of each role, -1 if not in the deck
        ("copies", np.int32),
        ("court_size", np.int32),
        ("hand_size", np.int32),
        ("refill", np.int32),
        ("exchange", np.int32),
        ("max_turns", np.int32),
        ("wanted", np.int32),  # Rois for the Coronation, Reines for the Mariage
        ("starts", np.int32, (10,)),  # first number of each block of actions (see `actions`)
        ("reine_limit", np.int32),  # most Reines in a hand that is not dealt again
        # The table. Cards are kinds 0..kinds-1; places count from 0.
        ("court", np.int32, (MAX_COURT,)),
        ("face_up", np.int32, (MAX_COURT,)),
        ("known", np.int32, (MAX_COURT,)),  # mask of the players who know the card
        ("hand", np.int32, (2, ROLES)),  # cards of each kind
        ("held", np.int32, (2,)),  # size of each hand
        ("seen", np.int32, (2, ROLES)),  # so many cards the other player surely knows in the hand
        ("pile", np.int32, (ROLES,)),  # shuffled part, and in the deal everything not dealt yet
        ("pile_size", np.int32),
        ("under", np.int32),  # Reines under the pile
        ("discard", np.int32, (ROLES,)),
        ("discard_size", np.int32),
        # The turn.
        ("phase", np.int32),
        ("after", np.int32),  # phase when everything is drawn
        ("dealt", np.int32),  # Court cards, then hands
        ("active", np.int32),  # whose turn it is
        ("drawer", np.int32),
        ("to_draw", np.int32),
        ("from_hand", np.int32),  # whether the card of this turn was played from the hand
        ("turn", np.int32),  # turns completed
        ("winner", np.int32),
        ("ending", np.int32),
    ],
    max_players=2,
    max_events=MAX_EVENTS,
    rules=Path(__file__).with_name("rules.py"),
)


@jit
def reines(state: Any, player: int) -> int:
    """Return how many Reines `player` holds."""
    reine = state.card[1]
    return state.hand[player, reine] if reine >= 0 else 0


@jit
def face_down(state: Any) -> int:
    """Return how many Court cards lie face down."""
    down = 0
    for place in range(state.court_size):
        down += 1 - state.face_up[place]
    return down
