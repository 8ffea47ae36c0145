"""The state of the game as one record: its phases, its events, its parameters and its limits."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import state_dtype
from intrigue.games.emperors_new_clothes import roles
from intrigue.games.emperors_new_clothes.roles import CARD_COPIES, CARD_ROLES, ROLE_CARDS, ROLES

wide: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""Read a narrow field of the record as int64: in compiled code ``int`` would keep its width."""

FACES = 6
"""Faces of a die in order: 1 gold, 2 gold, 1 dignity, 2 dignity, 1 gullibility, 2 gullibility."""
HAND = 5
KIND_COLUMNS = 10

# Limits. Whoever raises one widens what the line below it names.
MAX_PLAYERS = 11
assert MAX_PLAYERS < 15, "wider fields for masks of players: revealed, caught (int16)"
MAX_DICE = 8
"""Most dice that a player may have in front of them, extra dice included."""
assert MAX_DICE < 12, "two payloads for the dice in EV_ROLL_AGAIN, a wider field unrolled"
MAX_CARDS = 64
assert MAX_CARDS < 128, "wider fields for cards: card_kind, hand (int8)"
MAX_KINDS = 32
assert MAX_KINDS < 128, "a wider field card_kind (int8)"
PASSED_BITS = 11
"""Role cards told by each payload of EV_PASSED: a payload of 12 ones would mean NOTHING."""
MAX_ROLE_CARDS = 3 * PASSED_BITS
assert ROLE_CARDS <= MAX_ROLE_CARDS, (
    f"{ROLE_CARDS} role cards, of which EV_PASSED can tell {MAX_ROLE_CARDS}: "
    "let turn._pass_roles emit another event for the rest"
)
assert ROLE_CARDS > MAX_PLAYERS, "one role is set aside, so there must be more than players"

# Phases: what is to be decided, by a player or by chance. A number from AUTOMATIC on is a step that
# needs nobody and is carried out at once by `turn.settle`.
GOALS = 0  # chance: three goals for `actor`
DEAL = 1  # chance: a card for `actor`
SET_ASIDE = 2  # chance: the role set aside
DRAFT = 3  # `actor` takes a role
ROLL = 4  # chance: the first die of `unrolled`
REROLL = 5  # `actor` chooses dice to roll again
GIVE = 6  # `actor` chooses how much gullibility goes to player `asked`
WINDOW = 7  # player `asked` may play a card
RESPONSE = 8  # player `asked` may cancel the card just played on them
GUESS = 9  # the Knight, `actor`, may name a player
ACTIVATE = 10  # `decider` takes the decision of the current step of a role
DISCARD = 11  # `actor` may discard a card
OVER = 12
AUTOMATIC = 20
(
    DEALING,  # first hands
    PICKED,  # all have a role
    NEXT_ROLLER,
    DICE_DOWN,  # no die is left to roll
    COLLECTING,  # cubes for the dice
    REVEALS,  # the Knight shows its role
    ALL_REVEAL,
    ACTIVATIONS,
    ROUND_END,
    NEXT_REFILL,  # the next player discards and draws
    DRAWING,
    WINDOW_GOES_ON,
) = range(20, 32)

# Windows in which cards may be played; RESPONDING is the answer to a card.
SELECTION, ROLLING, REVEALING, ACTIVATING, RESPONDING = range(5)
AFTER_WINDOW = (NEXT_ROLLER, COLLECTING, REVEALS, ACTIVATIONS)
WINDOW_NAMES = ("selection", "roll", "reveal", "activation", "response")

# Places of a card; from IN_HAND on: IN_HAND + player.
IN_DECK, DISCARDED, IN_HAND = range(3)

GOAL_KINDS = 5
DIE_REMOVED, THREE_CARDS, EMPTY_HANDED, ONE_SHORT, NAMED = range(GOAL_KINDS)
GOAL_SETS = (7, 11, 13, 14, 19, 21, 22, 25, 26, 28)
"""All sets of three goals of five, as masks."""

# Event codes. Payloads are players, roles, cards, resources, amounts; NOTHING is the supply.
(
    EV_GOALS,
    EV_CARD,
    EV_SOMEBODY_DRAWS,
    EV_RESHUFFLE,
    EV_ROUND,
    EV_SET_ASIDE,
    EV_PASSED,  # player, then a mask of role cards in three parts of PASSED_BITS
    EV_LAST_TWO,
    EV_TAKES,
    EV_SOMEBODY_TAKES,
    EV_DIE,
    EV_ROLL_AGAIN,
    EV_KEEPS,
    EV_COLLECTS,
    EV_GIVES,
    EV_PASSES,
    EV_PLAYS,
    EV_CANCELS,
    EV_ALLOWS,
    EV_MOVE,
    EV_DIE_GONE,
    EV_DIE_SET,
    EV_ROLE_SWAPPED,
    EV_SOMEBODY_SWAPS,
    EV_ROLES_TRADED,
    EV_ORDER,
    EV_REVEALS,
    EV_GUESSES,
    EV_GUESSED,
    EV_ACTIVATES,
    EV_PAIRS,
    EV_SCORES,
    EV_STOPPED,
    EV_STOPS,
    EV_DUPES,
    EV_DECLINES,
    EV_TOLL,
    EV_DISCARDS,
    EV_GAME_OVER,
) = range(39)


def _most_events() -> int:
    """Bound the events of one step: a choice is made, all reveal, are activated, and it is over.

    An operation on all others moves cubes of each of them, and one of them may be the Troll.
    """
    of_operation = {
        **dict.fromkeys((roles.COLLECT, roles.OTHERS_GAIN, roles.OTHERS_LOSE), MAX_PLAYERS),
        **dict.fromkeys((roles.SWINDLE, roles.ROLE_GAINS), 2),  # the Troll's toll, and cubes
    }
    of_role = [
        1 + sum(of_operation.get(step.operation, 1) for step in roles.STEPS[role])
        for role in roles.CARD_ROLES
    ]
    choice = 1 + 3 * roles.GUESSES
    return choice + MAX_PLAYERS + sum(sorted(of_role)[-MAX_PLAYERS:]) + 1 + MAX_PLAYERS


MAX_EVENTS = _most_events()
"""Most events of one step."""

STATE = state_dtype(
    "emperors_new_clothes",
    [
        # What the parameters fix, see PARAMETERS below.
        ("rounds", np.int16),
        ("dice_each", np.int16),
        ("rerolls", np.int16),
        ("giving", np.int16),
        ("with_cards", np.int16),
        ("with_goals", np.int16),
        ("for_points", np.int16),
        ("cancels", np.int16),  # whether the deck holds a card that cancels
        ("windows", np.int16),  # bit w: the deck holds a card for window w
        ("counts", np.int16),  # highest number in one decision
        ("reroll_base", np.int16),
        ("count_base", np.int16),
        ("player_base", np.int16),
        ("cube_base", np.int16),
        ("discard_base", np.int16),
        ("play_base", np.int16),
        ("cards", np.int16),
        ("roles_in_play", np.int16),
        ("role_counts", np.int8, (ROLES,)),
        ("role_rank", np.int8, (ROLES,)),  # its place among the roles in play
        ("card_kind", np.int8, (MAX_CARDS,)),
        ("card_offset", np.int16, (MAX_CARDS + 1,)),  # first play action of a card
        ("kinds", np.int8, (MAX_KINDS, KIND_COLUMNS)),  # see cards.py
        # The table.
        ("phase", np.int16),
        ("round_number", np.int16),
        ("starter", np.int16),
        ("turn", np.int16),  # how many players of this phase have had their turn
        ("actor", np.int16),
        ("pool", np.int8, (ROLES,)),  # roles that are being passed on
        ("pool_size", np.int16),
        ("set_aside", np.int16),
        ("roles", np.int8, (MAX_PLAYERS,)),
        ("passed", np.int64, (MAX_PLAYERS,)),  # mask of role cards passed to each this round
        ("revealed", np.int16),  # mask of players
        ("revealing", np.int16),  # 1 in the reveal phase
        ("cubes", np.int16, (MAX_PLAYERS, 3)),
        ("points", np.int32, (MAX_PLAYERS,)),
        ("dice", np.int8, (MAX_DICE,)),
        ("die_count", np.int16),
        ("unrolled", np.int16),  # mask of dice to roll now
        ("rerolls_left", np.int16),
        ("gift", np.int16),  # gullibility rolled and not yet placed
        # Windows and cards.
        ("window", np.int16),
        ("asked", np.int16),
        ("passes", np.int16),
        ("extra", np.int16),  # 1 while dice are rolled that a card added
        ("pending_card", np.int16),
        ("pending_by", np.int16),
        ("pending_target", np.int16),
        ("where", np.int8, (MAX_CARDS,)),
        ("hand", np.int8, (MAX_PLAYERS, HAND)),  # cards ascending
        ("hand_size", np.int8, (MAX_PLAYERS,)),
        ("deck_size", np.int16),
        ("reshuffles", np.int16),
        ("dealing", np.int16),  # 1 while the first hands are dealt
        # The reveal phase.
        ("order", np.int8, (MAX_PLAYERS,)),
        ("step", np.int16),
        ("decider", np.int16),
        ("progress", np.int16),  # choices made in this step
        ("floor", np.int16),  # lowest choice still allowed in this step
        ("guess", np.int16, (2,)),
        ("caught", np.int16),  # mask of players whose Swindler was guessed
        ("activated", np.int64),  # mask of roles
        ("stopped", np.int64),  # mask of roles
        ("loot", np.int16),  # what the first Swindler took, -1 before
        # Goals.
        ("goals", np.int16, (MAX_PLAYERS,)),
        ("attained", np.int16, (MAX_PLAYERS,)),
        ("cards_on_roller", np.int16),
    ],
    MAX_PLAYERS,
    MAX_EVENTS,
    rules=Path(__file__).with_name("rules.py"),
)

# Layout of the parameter vector: numbers in this order, then the tables of the roles and the deck.
PARAMETERS = (
    "players",
    "rounds",
    "dice_each",
    "rerolls",
    "giving",
    "with_cards",
    "with_goals",
    "for_points",
    "cancels",
    "windows",
    "counts",
    "reroll_base",
    "count_base",
    "player_base",
    "cube_base",
    "discard_base",
    "play_base",
    "cards",
)
ROLE_TABLE = len(PARAMETERS)
CARD_KINDS = ROLE_TABLE + ROLES
CARD_OFFSETS = CARD_KINDS + MAX_CARDS
KIND_TABLE = CARD_OFFSETS + MAX_CARDS + 1
PARAMETER_COUNT = KIND_TABLE + MAX_KINDS * KIND_COLUMNS


@jit
def seat(state: Any, turn: int) -> int:
    """Return the player who is `turn` places after the starting player."""
    return wide((state.starter + turn) % state.players)


@jit
def player_of(state: Any, role: int) -> int:
    """Return the player who holds a role of which there is one card, or -1."""
    for p in range(state.players):
        if state.roles[p] == role:
            return p
    return -1


@jit
def role_of_rank(state: Any, rank: int) -> int:
    """Return the role that is number `rank` among those in play."""
    role = 0
    while state.role_counts[role] == 0 or state.role_rank[role] != rank:
        role += 1
    return role


@jit
def role_cards(counts: Any) -> int:
    """Return a mask with ``counts[role]`` cards of each role, see :data:`roles.CARD_ROLES`."""
    mask = 0
    for card in range(ROLE_CARDS):
        if counts[CARD_ROLES[card]] > CARD_COPIES[card]:
            mask |= 1 << card
    return mask
