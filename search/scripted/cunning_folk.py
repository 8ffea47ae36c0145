"""Scripted players of Cunning Folk: who claims what, and who challenges what.

All of them look at a card that they do not know, and at the Elder they can act as when they can
name all who oppose. A script is a way to claim together with a way to challenge.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.cunning_folk import rules
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import pair_of
from intrigue.games.cunning_folk.cards import (
    EVIL_ELDER,
    EVIL_WITCH,
    GOOD_ELDER,
    GOOD_WITCH,
    LIAR,
    N_ROLES,
    VILLAGER,
)
from intrigue.search.scripted.registry import Script, register
from intrigue.search.thumbs.cunning_folk import can_win_as, known_role, opposing_share

# Ways to claim. All of them allege a Villager with the Liar, who must speak.
(
    NOTHING,  # silence
    TRUTH,  # a Good Witch, and an Elder that wins; else silence
    TRICKS,  # those, and the Evil Witch, to take up face-up cards
    WITCH,  # an Elder that wins, true or not, else the Good Witch, true or not
    BELIEVABLE,  # the same where the others cannot know better, else silence
) = range(5)

# Ways to answer a claim: challenge ...
(
    NEVER,
    KNOWN_FALSE,  # what cannot be true
    DOUBTFUL,  # also what is likelier false than true, and Elders that need not be true
    ALWAYS,
) = range(4)

MANY = 2
"""A Good Witch and the like are doubtful where more other roles than this are possible."""

SURELY, RATHER, SELDOM = 1e6, 1e-3, 1e-6
"""Weights against 1: what is done if it can be, what is done if nothing else is left."""

_HABITS = (
    (Script("honest", "claims what is true and useful, challenges lies"), TRUTH, KNOWN_FALSE),
    (Script("silent", "never claims, challenges lies"), NOTHING, KNOWN_FALSE),
    (Script("trusting", "honest, never challenges"), TRUTH, NEVER),
    (Script("challenger", "honest, always challenges"), TRUTH, ALWAYS),
    (Script("sceptic", "honest, challenges what is doubtful"), TRUTH, DOUBTFUL),
    (Script("trickster", "honest, mixes up cards as the Evil Witch"), TRICKS, KNOWN_FALSE),
    (Script("boaster", "always claims the best role, challenges lies"), WITCH, KNOWN_FALSE),
    (Script("opportunist", "bluffs where the others cannot know"), BELIEVABLE, DOUBTFUL),
)
_CLAIMS = np.array([claims for _, claims, _ in _HABITS])
_DOUBTS = np.array([doubts for _, _, doubts in _HABITS])


@jit
def weights(state: Any, script: int, player: int, actions: Any, n: int, out: Any) -> None:
    """Write the weights, see `registry`."""
    phase = state.phase
    wanted = s.NONE
    if phase == s.CLAIM:
        wanted = _claimed(state, player, _CLAIMS[script])
    elif phase == s.CHALLENGE:
        wanted = state.challenge if _doubts(state, player, _DOUBTS[script]) else state.pass_
    for i in range(n):
        action = actions[i]
        if phase == s.LOOK:
            out[i] = _look(state, player, action, _CLAIMS[script])
        elif phase == s.CLAIM or phase == s.CHALLENGE:
            out[i] = 1.0 if action == wanted else 0.0
        elif phase == s.EXCHANGE:
            out[i] = _exchange(state, action)
        elif phase == s.IDENTIFY or phase == s.OBJECT:
            out[i] = _turn_up(state, player, action)
        else:
            out[i] = 1.0
    if phase == s.CLAIM and out[:n].sum() == 0.0:  # a Liar where there are no Villagers
        out[:n] = 1.0


@jit
def _look(state: Any, player: int, place: int, claims: int) -> float:
    """Look at the Elder that wins, else at what is not known, else where a Good Witch lies."""
    role = known_role(state, player, place)
    if role == GOOD_ELDER or role == EVIL_ELDER:
        wins = claims != NOTHING and can_win_as(state, player, role)
        return SURELY if wins else SELDOM
    if role == s.NONE:
        return 1.0
    return RATHER if role == GOOD_WITCH and claims != NOTHING else SELDOM


@jit
def _claimed(state: Any, player: int, claims: int) -> int:
    """Return the action of claiming in one of the ways."""
    truth = known_role(state, player, state.finger)
    for elder in (GOOD_ELDER, EVIL_ELDER):
        if can_win_as(state, player, elder) and _would_say(state, elder, truth, claims):
            return _claim_action(state, elder)  # type: ignore[no-any-return]
    if _would_say(state, GOOD_WITCH, truth, claims):
        return _claim_action(state, GOOD_WITCH)  # type: ignore[no-any-return]
    if claims == TRICKS and truth == EVIL_WITCH and state.up[: state.places].sum() > 0:
        return _claim_action(state, EVIL_WITCH)  # type: ignore[no-any-return]
    return _claim_action(state, VILLAGER) if truth == LIAR else int(state.silent)


@jit
def _would_say(state: Any, role: int, truth: int, claims: int) -> bool:
    """Return whether one who claims in this way would allege a useful role."""
    if claims == NOTHING:
        return False
    if role == truth or claims == WITCH:
        return True
    everybody = state.possible[state.players, state.finger]
    return claims == BELIEVABLE and (everybody >> role) & 1 == 1  # type: ignore[no-any-return]


@jit
def _claim_action(state: Any, role: int) -> int:
    """Return the action of alleging a role, NONE if the game's set does not have it."""
    for i in range(state.n_roles):
        if state.roles[i] == role:
            return int(state.first_claim + i)
    return s.NONE


@jit
def _doubts(state: Any, player: int, doubts: int) -> bool:
    """Return whether to challenge the claim."""
    possible = state.possible[player, state.finger]
    claimed = 1 << state.claim
    if doubts == NEVER or doubts == ALWAYS:
        return doubts == ALWAYS
    if possible & claimed == 0 or possible == claimed:
        return possible & claimed == 0  # type: ignore[no-any-return]
    if doubts == KNOWN_FALSE:
        return False
    if state.claim == GOOD_ELDER or state.claim == EVIL_ELDER:
        return True
    others = 0
    for role in range(N_ROLES):
        if role != state.claim and (possible >> role) & 1:
            others += 1
    return others > MANY and state.marks[player] + 1 < state.marks_to_leave  # type: ignore[no-any-return]


@jit
def _exchange(state: Any, action: int) -> float:
    """Take up two cards, face-up ones if there are."""
    a, b = pair_of((action - state.first_exchange) // 2)
    return 1.0 + SURELY * (state.up[a] + state.up[b])  # type: ignore[no-any-return]


@jit
def _turn_up(state: Any, player: int, action: int) -> float:
    """Turn up what surely opposes, else say done or decline, else what likeliest opposes."""
    if action == state.pass_:
        return 1.0
    if action == state.done:
        return 1.0
    place = action - state.first_turn_up
    share = opposing_share(state, player, place, state.claim)
    if state.up[place] == 1 or share == 0.0:
        return SELDOM**2
    return SURELY if share == 1.0 else SELDOM * share


register(rules.KERNEL, tuple(script for script, _, _ in _HABITS), weights)
