"""Scripted players of Le Roy des Ribauds: how each takes its turns, and which card it keeps.

All of them take a Coronation or a Murder that they can bring about in this turn, a Chevalier's or a
Roi's effect included, by the faces that they know; and all look at cards that they do not know.
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
from intrigue.games.roy_des_ribauds.cards import (
    ASSASSIN,
    CHEVALIER,
    REINE,
    ROI,
    SET_COUNTS,
    SET_FIRST,
)
from intrigue.search.scripted.registry import Script, register
from intrigue.search.thumbs.roy_des_ribauds import UNKNOWN, is_won, known_court

# Ways to take a turn.
(
    ANYHOW,
    REVEAL,  # a face-down card of the Court
    FACE_UP,  # play a card of the hand face up
    FACE_DOWN,  # play a card of the hand face down
    REINES,  # play a Reine face up, else reveal
    ROIS,  # play a Roi face up, never on another one that lies so, else reveal
    ASSASSINS,  # play an Assassin face up on the first or third place, else reveal
    SPOIL,  # play on a face-up Roi or Assassin, else reveal
) = range(8)

NO_CARD = -1

SURELY, RATHER, SELDOM, NEVER = 1e6, 1e-3, 1e-6, 1e-12
"""Weights against 1: what is done if it can be, and what is done only if nothing better is left."""

_HABITS = (
    (Script("revealer", "reveals Court cards while one lies face down"), REVEAL, NO_CARD),
    (Script("showman", "plays the cards of its hand face up"), FACE_UP, NO_CARD),
    (Script("concealer", "plays the cards of its hand face down"), FACE_DOWN, NO_CARD),
    (Script("hoarder", "keeps Reines for the Mariage, plays the rest face up"), FACE_UP, REINE),
    (Script("inquisitor", "plays Reines, to look at the other hand"), REINES, NO_CARD),
    (Script("kingmaker", "plays and turns up Rois for a Coronation"), ROIS, ROI),
    (Script("murderer", "plays Assassins two places apart for a Murder"), ASSASSINS, ASSASSIN),
    (Script("spoiler", "plays on face-up Rois and Assassins"), SPOIL, NO_CARD),
    (Script("opportunist", "moves at random until it can win"), ANYHOW, NO_CARD),
)
_WAYS = np.array([way for _, way, _ in _HABITS])
_KEPT = np.array([kept for _, _, kept in _HABITS])


@jit
def weights(state: Any, script: int, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    places = state.court_size
    court = np.empty(places, np.int64)
    up = np.empty(places, np.int64)
    for i in range(n):
        known_court(state, player, court, up)
        out[i] = _weight(state, player, actions[i], _WAYS[script], _KEPT[script], court, up)


@jit
def _weight(
    state: Any, player: int, action: int, way: int, kept: int, court: Any, up: Any
) -> float:
    """Weigh one action; `court` (kinds or UNKNOWN) and `up` may be overwritten."""
    phase = state.phase
    places = state.court_size
    if phase == s.MAIN:
        weight = _main(state, action, way, kept, court)
        return SURELY if _turn_wins(state, action, court, up) else weight
    if phase == s.SWITCH:
        first, second = pair_places(places, action - state.starts[B_SWITCH])
        _switch(court, up, first, second)
        wins = is_won(state, court, up) or _wins_by_turning(state, court, up, False)
        return SURELY if wins else 1.0
    if phase == s.FLIP or phase == s.ROI_CHOICE:
        if phase == s.ROI_CHOICE and action == state.starts[B_ROI_DRAW]:
            return SURELY if kept == REINE else 1.0
        return _turn_over(state, action - state.starts[B_FLIP], way, court, up)  # type: ignore[no-any-return]
    if phase == s.DISCARD:
        number = action - state.starts[B_DISCARD] + SET_FIRST[state.kinds, 2]
        card = state.card[kept] if kept >= 0 else UNKNOWN
        thrown = SET_COUNTS[state.kinds, number, card] if card >= 0 else 0
        return SELDOM**thrown  # type: ignore[no-any-return]
    if phase == s.LOOK:
        first, second = pair_places(places, action - state.starts[B_LOOK])
        news = int(court[first] == UNKNOWN) + int(court[second] == UNKNOWN)
        return SURELY**news
    return 1.0


@jit
def _main(state: Any, action: int, way: int, kept: int, court: Any) -> float:
    """Weigh revealing or playing a card by the way to take a turn."""
    if way == ANYHOW or action >= state.starts[B_SWITCH]:
        return 1.0
    if action < state.starts[B_UP]:
        if way == REVEAL:
            return 1.0
        return SELDOM if way == FACE_UP or way == FACE_DOWN else RATHER
    face_up = action < state.starts[B_DOWN]
    offset = action - (state.starts[B_UP] if face_up else state.starts[B_DOWN])
    role = state.role[offset // state.court_size]
    place = offset % state.court_size
    if way == SPOIL:
        return 1.0 if _helps(state, place) else SELDOM
    if way == FACE_DOWN:
        return SELDOM if face_up else 1.0
    if role == kept and not (face_up and (way == ROIS or way == ASSASSINS)):
        return NEVER
    if not face_up:
        return SELDOM
    there = state.role[court[place]] if state.face_up[place] == 1 else NO_CARD
    fits = (
        way == FACE_UP
        or (way == REINES and role == REINE)
        or (way == ROIS and role == ROI and there != ROI)
        or (way == ASSASSINS and role == ASSASSIN and there != ASSASSIN and place % 2 == 0)
    )
    if fits:
        return 1.0
    return NEVER if role == kept else SELDOM


@jit
def _turn_over(state: Any, place: int, way: int, court: Any, up: Any) -> float:
    """Weigh turning a card over: a win first, then what fits the way to take a turn."""
    fits = (way == SPOIL and _helps(state, place)) or (
        way == ROIS and up[place] == 0 and court[place] >= 0 and court[place] == state.card[ROI]
    )
    up[place] = 1 - up[place]
    if is_won(state, court, up):
        return SURELY
    return 1.0 if fits else RATHER


@jit
def _helps(state: Any, place: int) -> bool:
    """Return whether a Roi or an Assassin lies face up on a place."""
    role = state.role[state.court[place]] if state.face_up[place] == 1 else NO_CARD
    return role == ROI or role == ASSASSIN  # type: ignore[no-any-return]


# --- A win that is there --------------------------------------------------------------------------


@jit
def _turn_wins(state: Any, action: int, court: Any, up: Any) -> bool:
    """Return whether to reveal or to play a card leads to a win in this turn."""
    if action >= state.starts[B_DOWN]:
        return False
    place = action
    if action >= state.starts[B_UP]:
        offset = action - state.starts[B_UP]
        place = offset % state.court_size
        court[place] = offset // state.court_size
    up[place] = 1
    if is_won(state, court, up):
        return True
    role = state.role[court[place]] if court[place] >= 0 else NO_CARD
    if role == ROI:
        return _wins_by_turning(state, court, up, True)  # type: ignore[no-any-return]
    return role == CHEVALIER and _wins_by_switching(state, court, up)  # type: ignore[no-any-return]


@jit
def _wins_by_switching(state: Any, court: Any, up: Any) -> bool:
    """Return whether a Chevalier wins: two places switch, then a card is turned over."""
    found = False
    for first in range(len(court)):
        for second in range(first + 1, len(court)):
            _switch(court, up, first, second)
            if is_won(state, court, up) or _wins_by_turning(state, court, up, False):
                found = True
            _switch(court, up, first, second)
    return found


@jit
def _wins_by_turning(state: Any, court: Any, up: Any, only_up: bool) -> bool:
    """Return whether a card turned over, or only one turned face up, wins."""
    found = False
    for place in range(len(court)):
        if up[place] == 1 and only_up:
            continue
        up[place] = 1 - up[place]
        if is_won(state, court, up):
            found = True
        up[place] = 1 - up[place]
    return found


@jit
def _switch(court: Any, up: Any, first: int, second: int) -> None:
    court[first], court[second] = court[second], court[first]
    up[first], up[second] = up[second], up[first]


register(rules.KERNEL, tuple(script for script, _, _ in _HABITS), weights)
