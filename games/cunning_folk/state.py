"""The state record of Cunning Folk and the names of its numbers.

Single numbers have 64 bits, so that compiled code meets one type of integer; lists are kept short.
"""

from pathlib import Path

import numpy as np

from intrigue.games.core.kernel import NOTHING, state_dtype
from intrigue.games.cunning_folk.cards import COLUMN_HEIGHT, COLUMNS, N_ROLES

MAX_PLAYERS = 4
MAX_PLACES = 10
"""Nine places, or six and one a player in a village full of scoundrels."""
MAX_MARKS = 3

NONE = -1
"""No player, place or role."""

SILENT = N_ROLES
"""Stands where a claimed role would, for a player who alleged nothing."""

# What happens next.
(
    DEAL_HAND,  # chance: two cards to the next player (scoundrels)
    GIVE,  # which of the two cards to add to the village (scoundrels)
    DEAL,  # chance: the card of the next place
    LOOK,  # the active player chooses a place
    CLAIM,  # the active player alleges a role or stays silent
    CHALLENGE,  # another player challenges or not
    EXCHANGE,  # Evil Witch: two places, exchanged or kept
    TRADE,  # Vagrant: the place to trade with
    IDENTIFY,  # Elder: a place, or done (scoundrels)
    OBJECT,  # after done, another player: turn a card up or decline (scoundrels)
    OVER,
) = range(11)
N_PHASES = 11

# Event codes, with their payload.
(
    EV_DEALT,  # place, role: seen by nobody
    EV_HAND,  # player, role, role: seen by the player
    EV_GAVE,  # player, role: seen by the player
    EV_LOOK,  # player, place
    EV_SAW,  # place, role: seen by the active player
    EV_CLAIM,  # player, place, role
    EV_SILENT,  # player, place
    EV_PASS,  # player
    EV_CHALLENGE,  # player
    EV_TURNED_UP,  # place, role
    EV_MARK,  # player, marks now, 1 if ostracized
    EV_AGAIN,  # player
    EV_MEOW,  # player
    EV_EXCHANGE,  # player, place, place: taken up
    EV_SECRET,  # place, place, 1 if exchanged: seen by the active player
    EV_TRADE,  # player, place looked at, other place
    EV_IDENTIFY,  # player, place, elder
    EV_DONE,  # player, elder
    EV_OBJECT,  # player, place
    EV_DECLINE,  # player
    EV_WIN,  # player
    EV_DRAW,  # -
) = range(22)

assert max(MAX_PLAYERS, MAX_PLACES, N_ROLES, MAX_MARKS) < NOTHING, (
    "players, places, roles and marks are payloads of events: widen _PAYLOAD_BITS in core/kernel.py"
)
assert COLUMN_HEIGHT * len(COLUMNS) >= MAX_PLACES, "every place needs a name: widen cards.COLUMNS"
assert np.iinfo(np.int16).max >= 1 << N_ROLES, (
    "sets of roles are int16 in the record: widen `possible` in STATE"
)

MAX_EVENTS = 8
"""Most events of one action: a challenge, a face, a mark, what the role does, and an end."""

STATE = state_dtype(
    "cunning_folk",
    [
        # Parameters.
        ("scoundrels", np.int64),
        ("marks_to_leave", np.int64),  # marks that ostracize
        ("max_turns", np.int64),
        ("core", np.int16, (N_ROLES,)),  # cards certainly in the village
        ("pile", np.int16, (N_ROLES,)),  # cards of which each player gets two (scoundrels)
        # Sizes that follow from them.
        ("places", np.int64),
        ("roles", np.int16, (N_ROLES,)),  # the roles of this game's set, ascending
        ("n_roles", np.int64),
        # First action of each kind; see `actions`.
        ("silent", np.int64),
        ("first_claim", np.int64),
        ("pass_", np.int64),
        ("challenge", np.int64),
        ("first_exchange", np.int64),
        ("first_trade", np.int64),
        ("first_turn_up", np.int64),
        ("done", np.int64),
        ("first_give", np.int64),
        ("n_actions", np.int64),
        # The cards.
        ("left", np.int16, (N_ROLES,)),  # cards still to deal
        ("dealt", np.int64),  # players, then places, that have been dealt to
        ("hand", np.int16, (MAX_PLAYERS, 2)),  # the two cards dealt to a player, or NONE
        ("given", np.int16, (MAX_PLAYERS,)),  # the one added to the village, or NONE
        ("kept", np.int16, (MAX_PLAYERS,)),  # the one set aside, or NONE
        ("card", np.int16, (MAX_PLACES,)),  # role at each place, NONE before the deal
        ("up", np.int16, (MAX_PLACES,)),  # 1 if face up
        # The turn.
        ("phase", np.int64),
        ("active", np.int64),  # whose turn it is
        ("mover", np.int64),  # who decides now
        ("finger", np.int64),  # the place looked at, or NONE
        ("claim", np.int64),  # role alleged, SILENT, or NONE before
        ("turns", np.int64),  # turns finished
        ("marks", np.int16, (MAX_PLAYERS,)),
        ("winner", np.int64),  # NONE for a draw and before the end
        # What players can tell; see `knowledge`.
        ("possible", np.int16, (MAX_PLAYERS + 1, MAX_PLACES)),
        ("partner", np.int16, (MAX_PLAYERS + 1, MAX_PLACES)),
        # What each player last said of the card now here: role, SILENT or NONE.
        ("said", np.int16, (MAX_PLAYERS, MAX_PLACES)),
    ],
    MAX_PLAYERS,
    MAX_EVENTS,
    rules=Path(__file__).with_name("rules.py"),
)

# Parameters of `reset`; from FIRST_CORE and FIRST_PILE on, the number of cards of each role.
P_PLAYERS, P_MARKS, P_MAX_TURNS, P_SCOUNDRELS, FIRST_CORE = range(5)
FIRST_PILE = FIRST_CORE + N_ROLES
N_PARAMETERS = FIRST_PILE + N_ROLES
