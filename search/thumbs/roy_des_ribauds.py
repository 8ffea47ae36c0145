"""Rule of thumb for Le Roy des Ribauds: take a win that is there, keep Reines, look before you act.

A win that is there: a move after which the Court shows a Coronation or a Murder, by the faces that
the player knows.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds import rules
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.actions import (
    B_DISCARD,
    B_DOWN,
    B_FLIP,
    B_LOOK,
    B_ROI_DRAW,
    B_SWITCH,
    B_UP,
    pair_places,
)
from intrigue.games.roy_des_ribauds.cards import ASSASSIN, REINE, ROI, SET_COUNTS, SET_FIRST
from intrigue.search.thumbs.registry import register

WIN = 1000.0
UNKNOWN = -1


@jit
def weights(state: Any, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    places = state.court_size
    court = np.empty(places, np.int64)
    up = np.empty(places, np.int64)
    for i in range(n):
        known_court(state, player, court, up)
        out[i] = _weight(state, player, actions[i], court, up)


@jit
def known_court(state: Any, player: int, court: Any, up: Any) -> None:
    """Write the Court as `player` knows it: kinds or UNKNOWN, and 1 for what lies face up."""
    for place in range(len(court)):
        known = state.face_up[place] == 1 or ((state.known[place] >> player) & 1) == 1
        court[place] = state.court[place] if known else UNKNOWN
        up[place] = state.face_up[place]


@jit
def _weight(state: Any, player: int, action: int, court: Any, up: Any) -> float:
    """Weigh one action; `court` (kinds or UNKNOWN) and `up` may be overwritten."""
    phase = state.phase
    places = state.court_size
    if phase == s.MAIN:
        return _main(state, player, action, court, up)  # type: ignore[no-any-return]
    if phase == s.SWITCH:
        first, second = pair_places(places, action - state.starts[B_SWITCH])
        court[first], court[second] = court[second], court[first]
        up[first], up[second] = up[second], up[first]
        return WIN if is_won(state, court, up) else 1.0
    if phase == s.FLIP or phase == s.ROI_CHOICE:
        if action == state.starts[B_ROI_DRAW] and phase == s.ROI_CHOICE:
            return 2.0
        place = action - state.starts[B_FLIP]
        up[place] = 1 - up[place]
        return WIN if is_won(state, court, up) else 1.0
    if phase == s.DISCARD:
        number = action - state.starts[B_DISCARD] + SET_FIRST[state.kinds, 2]
        reine = state.card[REINE]
        thrown = SET_COUNTS[state.kinds, number, reine] if reine >= 0 else 0
        return 0.1**thrown  # type: ignore[no-any-return]
    if phase == s.LOOK:
        first, second = pair_places(places, action - state.starts[B_LOOK])
        news = int(court[first] == UNKNOWN) + int(court[second] == UNKNOWN)
        return 0.1 + news * news
    return 1.0


@jit
def _main(state: Any, player: int, action: int, court: Any, up: Any) -> float:
    """Weigh revealing or playing a card."""
    places = state.court_size
    if action < state.starts[B_UP]:
        up[action] = 1
        if is_won(state, court, up):
            return WIN
        return 3.0 if court[action] == UNKNOWN else 2.0
    if action >= state.starts[B_SWITCH]:
        return 1.0  # pass
    face_up = action < state.starts[B_DOWN]
    offset = action - (state.starts[B_UP] if face_up else state.starts[B_DOWN])
    card, place = offset // places, offset % places
    court[place] = card
    up[place] = 1 if face_up else 0
    if face_up and is_won(state, court, up):
        return WIN
    weight = 1.0 if face_up else 0.3
    if card == state.card[REINE]:
        weight *= 0.3 if state.hand[player, card] < 2 else 0.05
    return weight


@jit
def is_won(state: Any, court: Any, up: Any) -> bool:
    """Return whether a Court (kinds or UNKNOWN, and which are up) is a Coronation or a Murder."""
    rois = 0
    for place in range(len(court)):
        if up[place] == 1 and court[place] >= 0 and court[place] == state.card[ROI]:
            rois += 1
    if state.card[ROI] >= 0 and rois >= state.wanted:
        return True
    assassin = state.card[ASSASSIN]
    for place in range(1, len(court) - 1):
        if (
            assassin >= 0
            and up[place - 1] == 1
            and up[place] == 1
            and up[place + 1] == 1
            and court[place - 1] == assassin
            and court[place + 1] == assassin
        ):
            return True
    return False


register(rules.KERNEL, weights)
