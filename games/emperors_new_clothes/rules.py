"""The compiled rules of Emperor's New Clothes: who moves, what is legal, what happens.

Actions are numbered compactly, in blocks that a game only has if its parameters need them:

- 0: no, none, pass, keep, done; what it means follows from the question
- take a role (roles in play, in the order of roles.py)
- roll a set of dice again (the mask of dice)
- a number from 1 on: cubes to give, pairs or sets to discard
- name a player; a resource; a card to discard
- play a card, once for each player or die it could be played on
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import CHANCE, TERMINAL
from intrigue.games.emperors_new_clothes import activation, dice, effects, events, windows
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes import turn as flow
from intrigue.games.emperors_new_clothes.events import tell
from intrigue.games.emperors_new_clothes.roles import ROLES
from intrigue.games.emperors_new_clothes.state import wide

GOAL_SETS = (7, 11, 13, 14, 19, 21, 22, 25, 26, 28)
"""All sets of three goals of five, as masks."""


@jit
def current_player(state: Any) -> int:
    """Return the player to move, CHANCE or TERMINAL."""
    phase = state.phase
    if phase <= record.SET_ASIDE or phase == record.ROLL:
        return CHANCE
    if phase == record.WINDOW:
        return int(state.asked)
    if phase == record.RESPONSE or phase == record.ACTIVATE:
        return int(state.decider)
    if phase == record.OVER:
        return TERMINAL
    return int(state.actor)


@jit
def chance_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Write the outcomes of a chance node: a set of goals, a card, a role or a face."""
    n = 0
    if state.phase == record.ROLL:
        for face in range(record.FACES):
            out[face] = face
            probs[face] = 1.0 / record.FACES
        n = record.FACES
    elif state.phase == record.DEAL:
        chance = 1.0 / wide(state.deck_size)
        for card in range(state.cards):
            if state.where[card] == record.IN_DECK:
                out[n] = card
                probs[n] = chance
                n += 1
    elif state.phase == record.SET_ASIDE:
        for role in range(ROLES):
            if state.role_counts[role] > 0:
                out[n] = state.role_rank[role]
                probs[n] = wide(state.role_counts[role]) / wide(state.roles_in_play)
                n += 1
    else:
        n = len(GOAL_SETS)
        for i in range(n):
            out[i] = i
            probs[i] = 1.0 / n
    return n


@jit
def legal_actions(state: Any, out: Any) -> int:
    """Write the legal actions, ascending, and return how many there are."""
    phase = state.phase
    if phase == record.DRAFT:
        return _list_roles(state, out)
    out[0] = 0
    if phase == record.WINDOW:
        return effects.list_plays(state, wide(state.asked), wide(state.window), out, 1)  # type: ignore[no-any-return]
    if phase == record.RESPONSE:
        return effects.list_plays(state, wide(state.decider), record.RESPONDING, out, 1)  # type: ignore[no-any-return]
    if phase == record.ACTIVATE:
        return _list_choices(state, out)
    n = 1
    if phase == record.REROLL:
        for mask in range(1, 1 << state.die_count):
            out[n] = state.reroll_base + mask - 1
            n += 1
    elif phase == record.GIVE:
        n = _list_counts(state, wide(state.gift), out)
    elif phase == record.GUESS:
        n = _list_players(state, wide(state.actor), out)
    elif phase == record.DISCARD:
        for i in range(state.hand_size[state.actor]):
            card = state.hand[state.actor, i]
            if card >= state.floor:
                out[n] = state.discard_base + card
                n += 1
    return n


@jit
def _list_roles(state: Any, out: Any) -> int:
    last = flow.last_of_two(state)
    n = 0
    for role in range(ROLES):
        if state.pool[role] > 0 or (last and role == state.set_aside):
            out[n] = 1 + state.role_rank[role]
            n += 1
    return n


@jit
def _list_counts(state: Any, most: int, out: Any) -> int:
    most = min(most, wide(state.counts))
    for count in range(1, most + 1):
        out[count] = state.count_base + count - 1
    return most + 1


@jit
def _list_players(state: Any, but: int, out: Any) -> int:
    n = 1
    for p in range(state.floor, state.players):
        if p != but:
            out[n] = state.player_base + p
            n += 1
    return n


@jit
def _list_choices(state: Any, out: Any) -> int:
    """List the options of the current step of a role."""
    operation = activation.step_value(state, table.OPERATION)
    if operation == table.MAY_DUPE:
        return _list_players(state, wide(state.decider), out)  # type: ignore[no-any-return]
    if operation == table.ROLE_MAY_DISCARD:
        out[1] = state.cube_base + activation.step_value(state, table.RESOURCE)
        return 2
    if operation == table.MAY_TAKE:
        target = activation.takes_from(state)
        n = 1
        for resource in range(state.floor, 3):
            if state.cubes[target, resource] > 0:
                out[n] = state.cube_base + resource
                n += 1
        return n
    return _list_counts(state, activation.most_sets(state), out)  # type: ignore[no-any-return]


@jit
def role_of_rank(state: Any, rank: int) -> int:
    """Return the role that is number `rank` among those in play."""
    role = 0
    while state.role_counts[role] == 0 or state.role_rank[role] != rank:
        role += 1
    return role


@jit
def apply(state: Any, action: int) -> None:
    """Perform a legal action or a chance outcome, and all that follows by itself."""
    phase = state.phase
    if phase == record.ROLL:
        dice.roll_die(state, action)
    elif phase == record.WINDOW:
        if action == 0:
            windows.pass_window(state)
        else:
            effects.play_card(state, action)
    elif phase == record.RESPONSE:
        effects.answer(state, action)
    elif phase == record.DEAL:
        flow.draw_card(state, action)
    elif phase == record.DRAFT:
        flow.take_role(state, role_of_rank(state, action - 1))
    elif phase == record.REROLL:
        dice.roll_again(state, action - state.reroll_base + 1 if action > 0 else 0)
    elif phase == record.GIVE:
        dice.give_gullibility(state, action - state.count_base + 1 if action > 0 else 0)
    elif phase == record.ACTIVATE:
        _choose(state, action)
    elif phase == record.GUESS:
        flow.guess(state, action - state.player_base if action > 0 else -1)
    elif phase == record.DISCARD:
        _discard(state, action)
    elif phase == record.SET_ASIDE:
        flow.start_round(state, role_of_rank(state, action))
    else:
        flow.give_goals(state, GOAL_SETS[action])
    flow.settle(state)


@jit
def _choose(state: Any, action: int) -> None:
    """Take the choice of the current step of a role."""
    operation = activation.step_value(state, table.OPERATION)
    if operation == table.MAY_DUPE:
        activation.choose_player(state, action - state.player_base if action > 0 else -1)
    elif operation == table.MAY_TAKE or operation == table.ROLE_MAY_DISCARD:
        activation.choose_cube(state, action - state.cube_base if action > 0 else -1)
    else:
        activation.choose_count(state, action - state.count_base + 1 if action > 0 else 0)


@jit
def _discard(state: Any, action: int) -> None:
    """Let `actor` discard a card, or stop and draw. Cards go in ascending order."""
    player = wide(state.actor)
    if action == 0:
        tell(state, events.EV_KEEPS, player, 1, 0, 0)
        state.phase = record.DRAWING
        return
    card = wide(action - state.discard_base)
    flow.discard_card(state, player, card)
    tell(state, events.EV_DISCARDS, player, card, 0, 0)
    state.floor = card + 1
    # Whether higher cards are left is secret, so even a player without any is asked again.
    if state.hand_size[player] == 0:
        state.phase = record.DRAWING
