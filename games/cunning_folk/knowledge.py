"""What each player can tell of each place now, kept up to date from the events they see.

``possible[viewer, place]`` is a set of roles (bit r = role r) to which the card there is certain to
belong. Row ``players`` is what everybody knows. ``partner[viewer, place]`` names the place that
holds the other one of two known cards after somebody else's secret exchange ("one of these two
orders"), or -1: seeing one of the two then gives away the other.

The sets are sound and follow the usual reasoning at the table (looks, face-up cards, exchanges,
silence, copies of a role all located); they are not every last consequence. The exact distribution
is what :mod:`intrigue.games.cunning_folk.resample` draws from.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.cunning_folk.cards import LIAR, N_ROLES

NO_PARTNER = -1


@jit
def start_knowledge(state: Any) -> None:
    """Let every place hold any role of the game's set."""
    everything = 0
    for role in range(N_ROLES):
        if state.core[role] + state.pile[role] > 0:
            everything |= 1 << role
    for viewer in range(int(state.players) + 1):
        for place in range(state.places):
            state.possible[viewer, place] = everything
            state.partner[viewer, place] = NO_PARTNER


@jit
def most_copies(state: Any, viewer: int, role: int) -> int:
    """Most cards of `role` that the village can hold, as far as `viewer` knows."""
    copies = int(state.core[role] + state.pile[role])
    if viewer < state.players and state.kept[viewer] == role:
        copies -= 1
    return copies


@jit
def learn(state: Any, viewer: int, place: int, role: int) -> None:
    """`viewer` sees that the card at `place` is `role`."""
    possible = state.possible[viewer]
    if possible[place] != 1 << role:
        # A partner's roles are those of the pair until one of the two is told apart.
        partner = int(state.partner[viewer, place])
        if partner != NO_PARTNER:
            possible[partner] = (possible[partner] | possible[place]) & ~(1 << role)
            _part(state, viewer, place)
        possible[place] = 1 << role
        settle(state, viewer)


@jit
def rule_out_liar(state: Any, viewer: int, place: int) -> None:
    """`viewer` infers that the card at `place` is not the Liar."""
    if state.possible[viewer, place] & (1 << LIAR):
        state.possible[viewer, place] &= ~(1 << LIAR)
        settle(state, viewer)


@jit
def settle(state: Any, viewer: int) -> None:
    """Draw conclusions: pairs told apart, and roles whose copies have all been located."""
    possible = state.possible[viewer]
    changed = True
    while changed:
        changed = False
        for place in range(state.places):
            partner = int(state.partner[viewer, place])
            if partner != NO_PARTNER and _is_one_role(int(possible[place])):
                possible[partner] = (possible[partner] | possible[place]) & ~possible[place]
                _part(state, viewer, place)
                changed = True
        for role in range(N_ROLES):
            bit = 1 << role
            located = 0
            elsewhere = 0
            for place in range(state.places):
                if possible[place] == bit:
                    located += 1
                elif possible[place] & bit:
                    elsewhere += 1
            if elsewhere > 0 and located == most_copies(state, viewer, role):
                for place in range(state.places):
                    if possible[place] != bit:
                        possible[place] &= ~bit
                changed = True


@jit
def follow_exchange(state: Any, viewer: int, a: int, b: int) -> None:
    """`viewer` knows that the cards at `a` and `b` changed places."""
    possible = state.possible[viewer]
    first = int(possible[a])
    possible[a] = possible[b]
    possible[b] = first
    partner = state.partner[viewer]
    if partner[a] != b:
        first = int(partner[a])
        partner[a] = partner[b]
        partner[b] = first
        if partner[a] != NO_PARTNER:
            partner[partner[a]] = a
        if partner[b] != NO_PARTNER:
            partner[partner[b]] = b


@jit
def lose_track(state: Any, viewer: int, a: int, b: int) -> None:
    """`viewer` saw `a` and `b` taken up, and cannot tell whether they changed places."""
    if state.partner[viewer, a] == b:
        return
    possible = state.possible[viewer]
    if possible[a] == possible[b] and _is_one_role(int(possible[a])):
        return
    pair = _is_one_role(int(possible[a])) and _is_one_role(int(possible[b]))
    _part(state, viewer, a)
    _part(state, viewer, b)
    either = possible[a] | possible[b]
    possible[a] = either
    possible[b] = either
    if pair:
        state.partner[viewer, a] = b
        state.partner[viewer, b] = a


@jit
def _part(state: Any, viewer: int, place: int) -> None:
    partner = int(state.partner[viewer, place])
    if partner != NO_PARTNER:
        state.partner[viewer, partner] = NO_PARTNER
        state.partner[viewer, place] = NO_PARTNER


@jit
def _is_one_role(roles: int) -> bool:
    return roles & (roles - 1) == 0
