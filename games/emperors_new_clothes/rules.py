"""The compiled rules of Emperor's New Clothes: who moves, what is legal, what happens.

What happens in detail is in `turn` (the course of a round), `dice`, `windows` and `effects` (cards)
and `activation` (what roles do); `scoring` ends the game. What a player knows is in `observe`, what
may be hidden from them in `resample`.

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
from intrigue.games.core.kernel import CHANCE, TERMINAL, Kernel, register
from intrigue.games.emperors_new_clothes import activation, dice, effects, turn, windows
from intrigue.games.emperors_new_clothes import roles as table
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import tell
from intrigue.games.emperors_new_clothes.observe import observe
from intrigue.games.emperors_new_clothes.resample import resample
from intrigue.games.emperors_new_clothes.roles import ROLES
from intrigue.games.emperors_new_clothes.scoring import compare
from intrigue.games.emperors_new_clothes.state import wide


@jit
def reset(state: Any, parameters: Any) -> None:
    """Set a zeroed `state` to the start of a game."""
    state.players = parameters[0]
    state.rounds = parameters[1]
    state.dice_each = parameters[2]
    state.rerolls = parameters[3]
    state.giving = parameters[4]
    state.with_cards = parameters[5]
    state.with_goals = parameters[6]
    state.for_points = parameters[7]
    state.cancels = parameters[8]
    state.windows = parameters[9]
    state.counts = parameters[10]
    state.reroll_base = parameters[11]
    state.count_base = parameters[12]
    state.player_base = parameters[13]
    state.cube_base = parameters[14]
    state.discard_base = parameters[15]
    state.play_base = parameters[16]
    state.cards = parameters[17]
    rank = 0
    for role in range(ROLES):
        state.role_counts[role] = parameters[record.ROLE_TABLE + role]
        state.role_rank[role] = rank
        state.roles_in_play += parameters[record.ROLE_TABLE + role]
        if parameters[record.ROLE_TABLE + role] > 0:
            rank += 1
    for card in range(record.MAX_CARDS):
        state.card_kind[card] = parameters[record.CARD_KINDS + card]
    for card in range(record.MAX_CARDS + 1):
        state.card_offset[card] = parameters[record.CARD_OFFSETS + card]
    for kind in range(record.MAX_KINDS):
        for column in range(record.KIND_COLUMNS):
            state.kinds[kind, column] = parameters[
                record.KIND_TABLE + kind * record.KIND_COLUMNS + column
            ]
    turn.begin(state)


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
    last = turn.last_of_two(state)
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
        n = len(record.GOAL_SETS)
        for i in range(n):
            out[i] = i
            probs[i] = 1.0 / n
    return n


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
        turn.draw_card(state, action)
    elif phase == record.DRAFT:
        turn.take_role(state, record.role_of_rank(state, action - 1))
    elif phase == record.REROLL:
        dice.roll_again(state, action - state.reroll_base + 1 if action > 0 else 0)
    elif phase == record.GIVE:
        dice.give_gullibility(state, action - state.count_base + 1 if action > 0 else 0)
    elif phase == record.ACTIVATE:
        _choose(state, action)
    elif phase == record.GUESS:
        turn.guess(state, action - state.player_base if action > 0 else -1)
    elif phase == record.DISCARD:
        _discard(state, action)
    elif phase == record.SET_ASIDE:
        turn.start_round(state, record.role_of_rank(state, action))
    else:
        turn.give_goals(state, record.GOAL_SETS[action])
    turn.settle(state)


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
        tell(state, record.EV_KEEPS, player, 1, 0, 0)
        state.phase = record.DRAWING
        return
    card = wide(action - state.discard_base)
    turn.discard_card(state, player, card)
    tell(state, record.EV_DISCARDS, player, card, 0, 0)
    state.floor = card + 1
    # Whether higher cards are left is secret, so even a player without any is asked again.
    if state.hand_size[player] == 0:
        state.phase = record.DRAWING


@jit
def returns(state: Any, out: Any) -> None:
    """Write the points, or for each winner a share of +1 and for each loser a share of -1."""
    n = wide(state.players)
    for p in range(n):
        out[p] = 0.0
    if state.phase != record.OVER:
        return
    if state.for_points == 1:
        for p in range(n):
            out[p] = float(state.points[p])
        return
    best = 0
    for p in range(1, n):
        if compare(state, p, best) > 0:
            best = p
    winners = 0
    for p in range(n):
        if compare(state, p, best) == 0:
            winners += 1
    for p in range(n):
        if winners < n:
            out[p] = 1.0 / winners if compare(state, p, best) == 0 else -1.0 / (n - winners)


KERNEL = register(
    Kernel(
        name="emperors_new_clothes",
        dtype=record.STATE,
        reset=reset,
        current_player=current_player,
        legal_actions=legal_actions,
        chance_outcomes=chance_outcomes,
        apply=apply,
        returns=returns,
        observe=observe,
        resample=resample,
    )
)
