"""Drawing the hidden part of a draft anew: the role set aside and what others took.

Think of places: place 0 is the role set aside, place i the role that the i-th player picks. If the
last player is handed a single role, it belongs to the last place, and taking the one set aside
means exchanging places 0 and n; a card that swaps a role with the one set aside exchanges places
too. So whatever is seen later, at the reveal or in one's own exchange, fixes what was in a certain
place at first. What was passed to a player splits the roles into two groups: those that the places
before theirs hold, and those of the places after.

Within a group every arrangement of the role *cards* that fits is equally probable, if picks were
uniform over cards. They are meant to be uniform over the legal actions, for which two Swindlers are
one: the difference is made up by rejection, which accepts at least one draw in a dozen.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import random_unit, shuffle
from intrigue.games.emperors_new_clothes.roles import ROLE_CARDS, ROLES
from intrigue.games.emperors_new_clothes.state import DRAFT, MAX_CARDS, MAX_PLAYERS, wide
from intrigue.games.emperors_new_clothes.turn import last_of_two

MOST_DRAWS = 100_000
"""Draws before one is accepted as it is; the chance to get there is below 1e-300."""

# Rows of the notes. HEAD: index of the round's first entry in the history (-1: none), picks made,
# whether the player has seen what was passed, number of exchanges, mask of reveals noted, and
# whether the last player took the role set aside (0 no, 1 yes, 2 unknown).
_HEAD, _PASSED, _SHOWN, _SWAP_BY, _SWAP_FOUND, _FIRST = range(6)
_START, _MADE, _VIEWED, _SWAPS, _REVEALS, _TOOK_ASIDE = range(6)
_UNKNOWN = -1
_WIDTH = max(ROLES, MAX_CARDS)  # a round may see as many exchanges as there are cards


@jit
def new_notes() -> Any:
    """Return empty notes, int64."""
    return np.full((6, _WIDTH), _UNKNOWN, np.int64)


@jit
def start_notes(notes: Any, start: int) -> None:
    """Begin the notes of a round whose first entry in the history is `start`."""
    notes[:] = _UNKNOWN
    notes[_HEAD, :_WIDTH] = 0
    notes[_HEAD, _START] = start


@jit
def note_view(state: Any, notes: Any, player: int) -> None:
    """Note what `player` sees after a step: the roles passed to them, roles revealed."""
    if state.phase == DRAFT and state.actor == player and notes[_HEAD, _VIEWED] == 0:
        notes[_HEAD, _VIEWED] = 1
        for role in range(ROLES):
            notes[_PASSED, role] = state.pool[role]
        if last_of_two(state):
            notes[_FIRST, 0] = state.set_aside
    if state.revealed != notes[_HEAD, _REVEALS]:
        notes[_HEAD, _REVEALS] = state.revealed
        for p in range(state.players):
            if (state.revealed >> p) & 1 and notes[_SHOWN, p] == _UNKNOWN:
                notes[_SHOWN, p] = state.roles[p]


@jit
def note_pick(state: Any, notes: Any, player: int, role: int) -> None:
    """Note a pick before it is made; `role` is only looked at if `player` picks."""
    notes[_HEAD, _MADE] += 1
    place = notes[_HEAD, _MADE]
    last = last_of_two(state)
    if state.actor != player:
        notes[_HEAD, _TOOK_ASIDE] = 2 if last else 0
    elif last:
        passed = 0
        while notes[_PASSED, passed] == 0:
            passed += 1
        notes[_FIRST, place] = passed
        notes[_HEAD, _TOOK_ASIDE] = 0 if role == passed else 1
    else:
        notes[_FIRST, place] = role


@jit
def note_swap(state: Any, notes: Any, player: int, by: int) -> None:
    """Note that player `by` is about to exchange their role with the one set aside."""
    n = notes[_HEAD, _SWAPS]
    notes[_SWAP_BY, n] = by
    notes[_SWAP_FOUND, n] = state.set_aside if by == player else _UNKNOWN
    notes[_HEAD, _SWAPS] = n + 1


@jit
def _place(state: Any, player: int) -> int:
    return wide((player - state.starter) % state.players) + 1


@jit
def _fix(known: Any, place: int, role: int) -> bool:
    """Note the role in a place; False if it is known to be another one."""
    if known[place] != _UNKNOWN and known[place] != role:
        return False
    known[place] = role
    return True


@jit
def _deduce(state: Any, notes: Any, took_aside: int, known: Any) -> bool:
    """Write the roles that must have been in each place at first; False if that is impossible."""
    made = notes[_HEAD, _MADE]
    origin = np.arange(MAX_PLAYERS + 1)
    for place in range(made + 1):
        known[place] = notes[_FIRST, place]
    if took_aside == 1:
        origin[0] = made
        origin[made] = 0
    for i in range(notes[_HEAD, _SWAPS]):
        place = _place(state, notes[_SWAP_BY, i])
        found = notes[_SWAP_FOUND, i]
        if found != _UNKNOWN and not _fix(known, origin[0], found):
            return False
        aside = origin[0]
        origin[0] = origin[place]
        origin[place] = aside
    for p in range(state.players):
        if notes[_SHOWN, p] != _UNKNOWN and not _fix(
            known, origin[_place(state, p)], notes[_SHOWN, p]
        ):
            return False
    return True


@jit
def _group(state: Any, notes: Any, player: int, group: int, left: Any) -> Any:
    """Write the roles of a group of places to `left`; return its first place and the one after."""
    made = notes[_HEAD, _MADE]
    for role in range(ROLES):
        left[role] = state.role_counts[role]
    if notes[_HEAD, _VIEWED] == 0:
        return (0, made + 1) if group == 0 else (made + 1, made + 1)
    split = _place(state, player)
    for role in range(ROLES):
        if group == 1:
            left[role] = notes[_PASSED, role]
        else:
            left[role] -= notes[_PASSED, role]
    return (0, split) if group == 0 else (split, made + 1)


@jit
def _arrange(
    state: Any, notes: Any, player: int, group: int, known: Any, places: Any, rng: Any
) -> float:
    """Fill the places of a group at random and return in how many ways it can be done."""
    left = np.zeros(ROLES, np.int64)
    first, end = _group(state, notes, player, group, left)
    ways = 1.0
    for place in range(first, end):
        if known[place] != _UNKNOWN:
            ways *= left[known[place]]
            left[known[place]] -= 1
    cards = np.empty(ROLE_CARDS, np.int64)
    n = 0
    for role in range(ROLES):
        for _ in range(left[role]):
            cards[n] = role
            n += 1
    shuffle(rng, cards, n)
    for place in range(first, end):
        places[place] = known[place]
        if known[place] == _UNKNOWN:
            ways *= n
            if n > 0:
                n -= 1
                places[place] = cards[n]
    return ways


@jit
def _accepted(state: Any, notes: Any, player: int, places: Any, took_aside: int, rng: Any) -> bool:
    """Turn picks that were uniform over cards into picks uniform over roles, by rejection."""
    made = notes[_HEAD, _MADE]
    pool = np.zeros(ROLES, np.int64)
    for role in range(ROLES):
        pool[role] = state.role_counts[role]
    pool[places[0]] -= 1
    size = wide(state.roles_in_play) - 1
    ratio = 1.0
    bound = 1.0
    mine = _place(state, player)
    for place in range(1, made + 1):
        role = places[place]
        if place == state.players and size == 1:
            pool[places[0]] += 1
            size = 2
            if took_aside == 1:
                role = places[0]
        if place != mine:
            kinds = 0
            for other in range(ROLES):
                if pool[other] > 0:
                    kinds += 1
            ratio *= size / (kinds * pool[role])
            if size > 2:
                bound *= size / (size - 1)
        pool[role] -= 1
        size -= 1
    return random_unit(rng) * bound <= ratio


@jit
def redraw(state: Any, notes: Any, player: int, rng: Any, out: Any) -> None:
    """Write a random draft that fits the notes of a round to its entries in the history `out`."""
    start = notes[_HEAD, _START]
    if start < 0:
        return
    made = notes[_HEAD, _MADE]
    known = np.full((2, MAX_PLAYERS + 1), _UNKNOWN, np.int64)
    places = np.zeros((2, MAX_PLAYERS + 1), np.int64)
    took_aside = 0
    for _ in range(MOST_DRAWS):
        ways = np.zeros(2)
        for guess in range(2):
            known[guess] = _UNKNOWN
            certain = notes[_HEAD, _TOOK_ASIDE]
            if certain == 1 - guess or not _deduce(state, notes, guess, known[guess]):
                continue
            ways[guess] = _arrange(state, notes, player, 0, known[guess], places[guess], rng)
            ways[guess] *= _arrange(state, notes, player, 1, known[guess], places[guess], rng)
        took_aside = 1 if random_unit(rng) * (ways[0] + ways[1]) >= ways[0] else 0
        if _accepted(state, notes, player, places[took_aside], took_aside, rng):
            break
    drawn = places[took_aside]
    out[start] = state.role_rank[drawn[0]]
    for place in range(1, made + 1):
        out[start + place] = 1 + state.role_rank[drawn[place]]
    if took_aside == 1:
        out[start + made] = 1 + state.role_rank[drawn[0]]
