"""A player's roll: dice, re-rolls, the cubes they bring."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.events import tell
from intrigue.games.emperors_new_clothes.roles import DIGNITY, GOLD, GULLIBILITY
from intrigue.games.emperors_new_clothes.state import seat, wide
from intrigue.games.emperors_new_clothes.windows import open_window


@jit
def next_roller(state: Any) -> None:
    """Hand the dice to the next player, or go on to the reveal."""
    state.turn += 1
    if state.turn >= state.players:
        state.die_count = 0
        open_window(state, record.REVEALING, seat(state, 0))
        return
    state.actor = seat(state, state.turn)
    state.die_count = state.dice_each
    state.unrolled = (1 << state.dice_each) - 1
    state.rerolls_left = state.rerolls
    state.cards_on_roller = 0
    state.phase = record.ROLL


@jit
def roll_die(state: Any, face: int) -> None:
    """Set the first die that is to be rolled to a face."""
    die = 0
    while (state.unrolled >> die) & 1 == 0:
        die += 1
    state.unrolled &= ~(1 << die)
    state.dice[die] = face
    tell(state, record.EV_DIE, state.actor, die, face, 0)
    if state.unrolled == 0:
        state.phase = record.DICE_DOWN


@jit
def roll_again(state: Any, dice: int) -> None:
    """Let `actor` roll a subset of the dice (a mask) again; an empty one ends the roll."""
    if dice == 0:
        state.rerolls_left = 0
        tell(state, record.EV_KEEPS, state.actor, 0, 0, 0)
        state.phase = record.DICE_DOWN
        return
    state.rerolls_left -= 1
    state.unrolled = dice
    tell(state, record.EV_ROLL_AGAIN, state.actor, dice, 0, 0)
    state.phase = record.ROLL


@jit
def dice_down(state: Any) -> None:
    """Go on when no die is left to roll: to cards, or to another decision of the roller."""
    if state.extra == 1:
        state.extra = 0
        state.phase = record.WINDOW_GOES_ON
    elif state.rerolls_left > 0:
        state.phase = record.REROLL
    else:
        open_window(state, record.ROLLING, wide(state.actor))


@jit
def collect(state: Any) -> None:
    """Take the resources shown; with `giving`, gullibility waits to be placed."""
    player = wide(state.actor)
    gold = 0
    dignity = 0
    gullibility = 0
    for die in range(state.die_count):
        face = wide(state.dice[die])
        amount = face % 2 + 1
        if face < 2:
            gold += amount
        elif face < 4:
            dignity += amount
        else:
            gullibility += amount
    tell(state, record.EV_COLLECTS, player, gold, dignity, gullibility)
    state.cubes[player, GOLD] += gold
    state.cubes[player, DIGNITY] += dignity
    state.phase = record.NEXT_ROLLER
    if state.giving == 1 and gullibility > 0:
        state.gift = gullibility
        state.asked = (player + 1) % state.players
        state.phase = record.GIVE
    else:
        state.cubes[player, GULLIBILITY] += gullibility


@jit
def give_gullibility(state: Any, count: int) -> None:
    """Give `count` of the gullibility rolled to player `asked`; `actor` keeps what nobody gets."""
    if count > 0:
        state.cubes[state.asked, GULLIBILITY] += count
        state.gift -= count
    tell(state, record.EV_GIVES, state.actor, state.asked, count, 0)
    state.asked = (state.asked + 1) % state.players
    if state.gift == 0 or state.asked == state.actor:
        state.cubes[state.actor, GULLIBILITY] += state.gift
        state.gift = 0
        state.phase = record.NEXT_ROLLER
