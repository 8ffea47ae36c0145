"""Playing cards: what a card may be played on, answers, and the operations of cards.py."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import NOTHING, all_but, only
from intrigue.games.emperors_new_clothes import cards as deck
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import (
    attain,
    charge_toll,
    gain,
    lose,
    move,
    tell,
    tell_some,
)
from intrigue.games.emperors_new_clothes.state import DIE_REMOVED, MAX_DICE, THREE_CARDS, wide
from intrigue.games.emperors_new_clothes.turn import discard_card


@jit
def list_plays(state: Any, player: int, window: int, out: Any, n: int) -> int:
    """Append the actions by which `player` may play a card now to ``out[:n]``; return the length.

    What may be chosen depends on what everybody sees, apart from the hand itself.
    """
    for i in range(state.hand_size[player]):
        card = wide(state.hand[player, i])
        kind = wide(state.card_kind[card])
        if (state.kinds[kind, deck.WINDOWS] >> window) & 1 == 0:
            continue
        first = wide(state.play_base + state.card_offset[card])
        target = state.kinds[kind, deck.TARGET]
        if target == deck.A_PLAYER:
            for p in range(state.players):
                if p != player:
                    out[n] = first + p
                    n += 1
        elif target == deck.A_DIE:
            for die in range(state.die_count):
                out[n] = first + die
                n += 1
        elif not _adds_dice(state, kind) or (player == state.actor and state.die_count < MAX_DICE):
            out[n] = first
            n += 1
    return n


@jit
def _adds_dice(state: Any, kind: int) -> bool:
    return (
        state.kinds[kind, deck.FIRST_EFFECT] == deck.ADD_DICE
        or state.kinds[kind, deck.SECOND_EFFECT] == deck.ADD_DICE
    )


@jit
def _concerns_others(state: Any, kind: int) -> bool:
    return (
        state.kinds[kind, deck.FIRST_EFFECT + 1] == deck.OTHERS
        or state.kinds[kind, deck.SECOND_EFFECT + 1] == deck.OTHERS
    )


@jit
def card_of(state: Any, action: int) -> int:
    """Return the card that a play action is about."""
    place = action - state.play_base
    low = 0
    high = wide(state.cards)
    while high - low > 1:
        middle = (low + high) // 2
        if state.card_offset[middle] <= place:
            low = middle
        else:
            high = middle
    return low


@jit
def play_card(state: Any, action: int) -> None:
    """Let player `asked` play a card in a window. Whoever it is played on may answer first."""
    player = wide(state.asked)
    card = card_of(state, action)
    kind = wide(state.card_kind[card])
    choice = wide(action - state.play_base - state.card_offset[card])
    discard_card(state, player, card)
    target = wide(state.kinds[kind, deck.TARGET])
    shown = NOTHING if target == deck.NO_TARGET else choice
    owner = wide(state.actor) if target == deck.A_DIE else player
    tell(state, record.EV_PLAYS, player, card, shown, owner)
    state.passes = 0
    state.asked = (player + 1) % state.players
    state.pending_card = card
    state.pending_by = player
    state.pending_target = choice
    played_on = choice if target == deck.A_PLAYER else owner
    _note_targets(state, player, kind, played_on)
    if played_on != player and state.cancels == 1 and state.hand_size[played_on] > 0:
        state.decider = played_on
        state.phase = record.RESPONSE
    else:
        _resolve(state)


@jit
def _note_targets(state: Any, player: int, kind: int, played_on: int) -> None:
    """Charge the Troll's toll and count the cards that are played on the player who rolls."""
    others = _concerns_others(state, kind)
    for p in range(state.players):
        if p == player or not (others or p == played_on):
            continue
        charge_toll(state, player, p)
        if state.window == record.ROLLING and p == state.actor:
            state.cards_on_roller += 1
            if state.cards_on_roller == 3:
                attain(state, p, THREE_CARDS)


@jit
def answer(state: Any, action: int) -> None:
    """Let `decider` cancel the card just played on them, or (action 0) let it happen.

    To answer is not to target: the Troll's player is paid for neither.
    """
    player = wide(state.decider)
    if action == 0:
        tell(state, record.EV_ALLOWS, player, 0, 0, 0)
        _resolve(state)
        return
    card = card_of(state, action)
    discard_card(state, player, card)
    tell(state, record.EV_CANCELS, player, card, state.pending_card, 0)
    state.phase = record.WINDOW_GOES_ON


@jit
def _resolve(state: Any) -> None:
    """Carry out the effects of the pending card."""
    kind = wide(state.card_kind[state.pending_card])
    state.phase = record.WINDOW_GOES_ON
    _carry_out(state, kind, deck.FIRST_EFFECT)
    _carry_out(state, kind, deck.SECOND_EFFECT)


@jit
def _carry_out(state: Any, kind: int, effect: int) -> None:
    operation = wide(state.kinds[kind, effect])
    if operation == deck.NO_EFFECT or operation == deck.CANCEL:
        return
    whom = wide(state.kinds[kind, effect + 1])
    resource = wide(state.kinds[kind, effect + 2])
    amount = wide(state.kinds[kind, effect + 3])
    by = wide(state.pending_by)
    target = by if whom == deck.SELF else wide(state.pending_target)
    if operation <= deck.GIVE:
        if whom == deck.OTHERS:
            for seat in range(1, state.players):
                other = (by + seat) % wide(state.players)
                _move_cubes(state, operation, by, other, resource, amount)
        else:
            _move_cubes(state, operation, by, target, resource, amount)
    elif operation <= deck.SET_DIE:
        _change_dice(state, operation, wide(state.pending_target), resource, amount)
    elif operation == deck.SWAP_ROLE:
        _swap_role(state, by)
    elif operation == deck.TRADE_ROLES:
        _trade_roles(state, by, target)
    else:
        _reorder(state, operation, target)


@jit
def _move_cubes(
    state: Any, operation: int, by: int, target: int, resource: int, amount: int
) -> None:
    if operation == deck.GAIN:
        gain(state, target, resource, amount)
    elif operation == deck.LOSE:
        lose(state, target, resource, amount)
    elif operation == deck.TAKE:
        move(state, target, by, resource, amount)
    else:
        move(state, by, target, resource, amount)


@jit
def _change_dice(state: Any, operation: int, die: int, resource: int, amount: int) -> None:
    """Add dice (rolled next), or remove, flip or set a die of the player who rolls."""
    if operation == deck.ADD_DICE:
        for _ in range(min(amount, MAX_DICE - wide(state.die_count))):
            state.unrolled |= 1 << wide(state.die_count)
            state.die_count += 1
        state.extra = 1
        state.phase = record.ROLL
    elif operation == deck.REMOVE_DIE:
        for i in range(die, state.die_count - 1):
            state.dice[i] = state.dice[i + 1]
        state.die_count -= 1
        tell(state, record.EV_DIE_GONE, state.actor, die, 0, 0)
        if state.pending_by != state.actor:
            attain(state, wide(state.actor), DIE_REMOVED)
    else:
        face = 2 * resource + amount - 1
        if operation == deck.FLIP_DIE:
            face = record.FACES - 1 - wide(state.dice[die])
        state.dice[die] = face
        tell(state, record.EV_DIE_SET, state.actor, die, face, 0)


@jit
def _swap_role(state: Any, player: int) -> None:
    """Exchange a role with the one set aside, which only its new owner sees."""
    given = wide(state.roles[player])
    taken = wide(state.set_aside)
    state.roles[player] = taken
    state.set_aside = given
    tell_some(state, only(player), record.EV_ROLE_SWAPPED, player, given, taken, 0)
    tell_some(state, all_but(state, player), record.EV_SOMEBODY_SWAPS, player, 0, 0, 0)


@jit
def _trade_roles(state: Any, player: int, other: int) -> None:
    """Exchange two players' roles; a Swindler that has been caught stays caught."""
    mine = wide(state.roles[player])
    theirs = wide(state.roles[other])
    state.roles[player] = theirs
    state.roles[other] = mine
    mine_caught = (state.caught >> player) & 1
    theirs_caught = (state.caught >> other) & 1
    state.caught &= ~((1 << player) | (1 << other))
    state.caught |= (theirs_caught << player) | (mine_caught << other)
    tell(state, record.EV_ROLES_TRADED, player, other, theirs, mine)


@jit
def _reorder(state: Any, operation: int, player: int) -> None:
    """Change the order in which the roles are activated."""
    n = wide(state.players)
    place = 0
    while state.order[place] != player:
        place += 1
    if operation == deck.ACT_FIRST:
        for i in range(place, 0, -1):
            state.order[i] = state.order[i - 1]
        state.order[0] = player
    elif operation == deck.ACT_LAST:
        for i in range(place, n - 1):
            state.order[i] = state.order[i + 1]
        state.order[n - 1] = player
    else:
        for i in range(n // 2):
            other = n - 1 - i
            front = state.order[i]
            state.order[i] = state.order[other]
            state.order[other] = front
    tell(state, record.EV_ORDER, operation, player, 0, 0)
