"""The state of the game as one record, its constants, and how a game begins."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import types

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import state_dtype
from intrigue.games.emperors_new_clothes.roles import ROLES

wide: Callable[[Any], int] = np.int64  # type: ignore[assignment]
"""Read a narrow field of the record as int64: in compiled code ``int`` would keep its width."""

MAX_PLAYERS = 11
MAX_DICE = 8
"""Most dice that a player may have in front of them, extra dice included."""
HAND = 5
MAX_CARDS = 64
BOTH_SWINDLERS = 1 << ROLES
"""Bit of the mask of roles passed to a player: the second Swindler is among them."""
MAX_KINDS = 32
KIND_COLUMNS = 10

FACES = 6
"""Faces of a die in order: 1 gold, 2 gold, 1 dignity, 2 dignity, 1 gullibility, 2 gullibility."""

# Phases: what is to be decided, by a player or by chance. A number from AUTOMATIC on is a step that
# needs nobody and is carried out at once by `flow.settle`.
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
GOALS_EACH = 3
DIE_REMOVED, THREE_CARDS, EMPTY_HANDED, ONE_SHORT, NAMED = range(GOAL_KINDS)

MAX_EVENTS = 96
"""Most events of one step: eleven players reveal and are activated without a decision."""

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
        ("kinds", np.int8, (MAX_KINDS, KIND_COLUMNS)),  # see deck.py
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
        ("passed", np.int16, (MAX_PLAYERS,)),  # mask of roles passed to each player this round
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
        ("activated", np.int16),  # mask of roles
        ("stopped", np.int16),  # mask of roles
        ("loot", np.int16),  # what the first Swindler took, -1 before
        # Goals.
        ("goals", np.int16, (MAX_PLAYERS,)),
        ("attained", np.int16, (MAX_PLAYERS,)),
        ("cards_on_roller", np.int16),
    ],
    MAX_PLAYERS,
    MAX_EVENTS,
    rules=Path(__file__).with_name("game.py"),
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


def jit_once(integers: int) -> Callable[[Callable[..., Any]], Any]:
    """Compile a function of the record and that many integers for int64 only.

    Functions that are called from everywhere would otherwise be compiled again for every mix of
    integer widths among the fields of the record.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        dispatcher = jit(function)
        if not numba.config.DISABLE_JIT:
            record_type = numba.from_dtype(STATE)
            dispatcher.compile((record_type, *[types.int64] * integers))
            dispatcher.disable_compile()
        return dispatcher

    return compiled


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
        state.role_counts[role] = parameters[ROLE_TABLE + role]
        state.role_rank[role] = rank
        state.roles_in_play += parameters[ROLE_TABLE + role]
        if parameters[ROLE_TABLE + role] > 0:
            rank += 1
    for card in range(MAX_CARDS):
        state.card_kind[card] = parameters[CARD_KINDS + card]
    for card in range(MAX_CARDS + 1):
        state.card_offset[card] = parameters[CARD_OFFSETS + card]
    for kind in range(MAX_KINDS):
        for column in range(KIND_COLUMNS):
            state.kinds[kind, column] = parameters[KIND_TABLE + kind * KIND_COLUMNS + column]
    begin(state)


@jit
def begin(state: Any) -> None:
    """Put a state, whose parameters are set, back to the start of its game."""
    state.round_number = 0
    state.starter = 0
    state.turn = 0
    state.actor = 0
    state.set_aside = 0
    state.revealed = 0
    state.revealing = 0
    state.die_count = 0
    state.unrolled = 0
    state.gift = 0
    state.reshuffles = 0
    state.deck_size = state.cards
    state.dealing = state.with_cards
    state.extra = 0
    state.window = 0
    for p in range(MAX_PLAYERS):
        state.roles[p] = -1
        state.passed[p] = 0
        state.points[p] = 0
        state.hand_size[p] = 0
        state.goals[p] = 0
        state.attained[p] = 0
        for resource in range(3):
            state.cubes[p, resource] = 0
    for card in range(MAX_CARDS):
        state.where[card] = IN_DECK
    if state.with_goals == 1:
        state.phase = GOALS
    elif state.with_cards == 1:
        state.phase = DEAL
    else:
        state.phase = SET_ASIDE


@jit_once(1)
def seat(state: Any, turn: int) -> int:
    """Return the player who is `turn` places after the starting player."""
    return wide((state.starter + turn) % state.players)


@jit_once(1)
def player_of(state: Any, role: int) -> int:
    """Return the player who holds a role of which there is one card, or -1."""
    for p in range(state.players):
        if state.roles[p] == role:
            return p
    return -1
