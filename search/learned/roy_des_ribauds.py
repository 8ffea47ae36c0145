"""What a network sees of Le Roy des Ribauds: the places of the Court, hands, pile and turn.

A Murder needs neighbours, so places are not quite alike: a place tells of its neighbours too, and
of the wins that a card here would bring; and the whole Court stands among the numbers of the whole.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds import rules
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.actions import (
    B_DISCARD,
    B_DOWN,
    B_END,
    B_FLIP,
    B_LOOK,
    B_PASS,
    B_REVEAL,
    B_ROI_DRAW,
    B_SWITCH,
    B_UP,
    pair_places,
)
from intrigue.games.roy_des_ribauds.cards import ROLES
from intrigue.search.learned.features import Features, Terms, register
from intrigue.search.thumbs.roy_des_ribauds import UNKNOWN, is_won, known_court

# Scores of a place: these, then playing each role face up, then face down.
REVEAL, FLIP, SWITCH, LOOK = range(4)
FIRST_UP = 4
FIRST_DOWN = FIRST_UP + ROLES
ITEM_SCORES = FIRST_DOWN + ROLES

# Scores of the whole: these, then playing each role, then each pair to switch or set to discard.
DRAW_TWO, PASS = range(2)
FIRST_PLAYED = 2
FIRST_CHOICE = FIRST_PLAYED + 2 * ROLES

SEEN_AT = ROLES + 3
"""Numbers of a place by itself: its role if known, nothing known, face up, known to the other."""
ITEM_SIZE = 1 + SEEN_AT + 1 + 2 * ROLES + ROLES + 2
"""No decision is about one place alone, so the first number is 0; then the place itself, whether it
is an end, its neighbours' roles and which of them lie up, and the wins that are near."""

PHASES = s.DRAW - s.MAIN + 1
OF_THE_TABLE = 8
BY_ROLE = 5
"""Numbers of each role: in my hand, seen there, seen in the other hand, discarded, unseen."""


def declare(state: Any) -> Features:
    """Return the features of a game with these parameters."""
    places, kinds = int(state.court_size), int(state.kinds)
    starts = [int(start) for start in state.starts]
    switches, discards = starts[B_FLIP] - starts[B_SWITCH], starts[B_LOOK] - starts[B_DISCARD]
    terms = Terms(starts[B_END], FIRST_CHOICE + switches + discards, ITEM_SCORES)
    for place in range(places):
        terms.item(starts[B_REVEAL] + place, REVEAL, place)
        if starts[B_FLIP] < starts[B_ROI_DRAW]:
            terms.item(starts[B_FLIP] + place, FLIP, place)
        for kind in range(kinds):
            role = int(state.role[kind])
            for start, first, played in (
                (starts[B_UP], FIRST_UP, FIRST_PLAYED),
                (starts[B_DOWN], FIRST_DOWN, FIRST_PLAYED + ROLES),
            ):
                action = start + kind * places + place
                terms.item(action, first + role, place)
                terms.whole(action, played + role)
    for number in range(switches):
        terms.item(starts[B_SWITCH] + number, SWITCH, *map(int, pair_places(places, number)))
        terms.whole(starts[B_SWITCH] + number, FIRST_CHOICE + number)
    for number in range(starts[B_PASS] - starts[B_LOOK]):
        terms.item(starts[B_LOOK] + number, LOOK, *map(int, pair_places(places, number)))
    for number in range(discards):
        terms.whole(starts[B_DISCARD] + number, FIRST_CHOICE + switches + number)
    if starts[B_ROI_DRAW] < starts[B_DISCARD]:
        terms.whole(starts[B_ROI_DRAW], DRAW_TWO)
    terms.whole(starts[B_PASS], PASS)
    return Features(
        items=places,
        item_size=ITEM_SIZE,
        whole_size=OF_THE_TABLE + PHASES + BY_ROLE * ROLES + places * SEEN_AT,
        whole_scores=FIRST_CHOICE + switches + discards,
        item_scores=ITEM_SCORES,
        terms=terms.terms,
    )


@jit
def write(state: Any, player: int, items: Any, whole: Any) -> None:
    """Write the features, see `features`."""
    places = state.court_size
    court = np.empty(places, np.int64)
    up = np.empty(places, np.int64)
    known_court(state, player, court, up)
    at = OF_THE_TABLE + PHASES + BY_ROLE * ROLES
    for place in range(places):
        _write_seen(state, player, place, court, whole[at + place * SEEN_AT :])
        _write_place(state, player, place, court, up, items[place])
    _write_table(state, player, court, whole)


@jit
def _write_seen(state: Any, player: int, place: int, court: Any, out: Any) -> None:
    """A place by itself."""
    if court[place] == UNKNOWN:
        out[ROLES] = 1.0
    else:
        out[state.role[court[place]]] = 1.0
    out[ROLES + 1] = state.face_up[place]
    out[ROLES + 2] = (state.known[place] >> (1 - player)) & 1


@jit
def _write_place(state: Any, player: int, place: int, court: Any, up: Any, out: Any) -> None:
    """A place among its neighbours, and which wins a card there would bring."""
    places = state.court_size
    _write_seen(state, player, place, court, out[1:])
    at = 1 + SEEN_AT
    out[at] = 1.0 if place == 0 or place == places - 1 else 0.0
    at += 1
    for beside in (place - 1, place + 1):
        if 0 <= beside < places and court[beside] != UNKNOWN:
            role = state.role[court[beside]]
            out[at + role] += 1.0
            if up[beside]:
                out[at + ROLES + role] += 1.0
    at += 2 * ROLES
    here, shown = court[place], up[place]
    for kind in range(state.kinds):
        court[place], up[place] = kind, 1
        if is_won(state, court, up):
            out[at + state.role[kind]] = 1.0
    court[place], up[place] = here, 1 - shown
    out[at + ROLES] = 1.0 if is_won(state, court, up) else 0.0
    up[place] = shown
    out[at + ROLES + 1] = 1.0 if is_won(state, court, up) else 0.0


@jit
def _write_table(state: Any, player: int, court: Any, out: Any) -> None:
    """Hands, pile, discards, the phase, and what is left unseen of each role."""
    other = 1 - player
    out[0] = state.held[player] / 4.0
    out[1] = state.held[other] / 4.0
    out[2] = (state.pile_size + state.under) / 8.0
    out[3] = state.under / 4.0
    out[4] = state.turn / state.max_turns
    out[5] = 1.0 if state.active == player else 0.0
    out[6] = state.from_hand
    out[7] = 1.0 if state.max_turns - state.turn <= 4 else 0.0
    if state.phase >= s.MAIN:
        out[OF_THE_TABLE + state.phase - s.MAIN] = 1.0
    for kind in range(state.kinds):
        at = OF_THE_TABLE + PHASES + BY_ROLE * state.role[kind]
        unseen = state.copies - state.hand[player, kind] - state.discard[kind]
        unseen -= state.seen[other, kind]
        for place in range(len(court)):
            if court[place] == kind:
                unseen -= 1
        out[at] = state.hand[player, kind] / 2.0
        out[at + 1] = state.seen[player, kind] / 2.0
        out[at + 2] = state.seen[other, kind] / 2.0
        out[at + 3] = state.discard[kind] / 4.0
        out[at + 4] = unseen / 4.0


register(rules.KERNEL, write, declare)
