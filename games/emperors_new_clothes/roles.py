"""The thirteen role cards: which are in play, and what each does when it is activated.

This is the one place to read or change a role. :data:`STEPS` lists, for each role, the steps its
player goes through in order; a step is one operation of the closed set below with its resources,
the role it concerns, an amount and a condition. ``activation.py`` interprets the table.

To change a role, edit its steps. To try a new role, add an id, a name, a number of copies and its
steps, and put it in a set of :data:`SETS`. Nothing else knows what a role does, but for the two
things that happen outside activation: the Knight's guess and the Troll's toll (both below).
"""

from typing import NamedTuple

import numpy as np

GOLD, DIGNITY, GULLIBILITY = range(3)
RESOURCE_NAMES = ("gold", "dignity", "gullibility")

(
    EMPEROR,
    SWINDLER,
    CHILD,
    MOTHER,
    JESTER,
    MINISTER,
    KNIGHT,
    LADY,
    SEAMSTRESS,
    FISHERMAN,
    FARMER,
    TROLL,
) = range(12)
ROLE_NAMES = (
    "Emperor",
    "Swindler",
    "Child",
    "Mother",
    "Jester",
    "Minister",
    "Knight",
    "Lady-in-Waiting",
    "Seamstress",
    "Fisherman",
    "Farmer",
    "Troll",
)
ROLES = len(ROLE_NAMES)
COPIES = (1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
assert len(COPIES) == ROLES, "COPIES needs a number for each role"

CARD_ROLES = (*range(ROLES), *(r for r in range(ROLES) for _ in range(COPIES[r] - 1)))
"""Role of each role card: first copies of all roles, then further ones. Bits of masks of cards."""
CARD_COPIES = tuple(CARD_ROLES[:card].count(role) for card, role in enumerate(CARD_ROLES))
"""How many copies of its role come before each role card."""
ROLE_CARDS = len(CARD_ROLES)

# --- Sets of roles, by the number of players and the expansion ------------------------------------

_BASE = (EMPEROR, SWINDLER, CHILD)
_FAMILY = (MOTHER, JESTER)
_COURT = (MINISTER, KNIGHT, LADY)
_TOWNSFOLK = (SEAMSTRESS, FISHERMAN, FARMER)

SETS = {
    "none": _BASE,
    "family": _BASE + _FAMILY,
    "court": _BASE + _FAMILY + _COURT,
    "townsfolk": _BASE + _FAMILY + _TOWNSFOLK,
    "both": _BASE + _FAMILY + _COURT + _TOWNSFOLK,
}
"""Roles by name of a set, without the Troll. Every set holds the smaller ones."""


def _most_players(name: str) -> int:
    """Return how many players a set serves: one fewer than it has cards."""
    return sum(COPIES[role] for role in SETS[name]) - 1


def role_counts(players: int, expansion: str, troll: bool) -> list[int]:
    """Return how many cards of each role are in play, a list of `ROLES` numbers.

    `expansion` is a name in :data:`SETS`, or "auto" for the usual set of that many players: "none"
    means the usual set of up to five players, which holds Mother and Jester from four players on.

    Raises
    ------
    ValueError
        If the set is too small: at least one card more than players is needed, so six to eight
        players take an expansion, nine or more take both.
    """
    if expansion == "auto":
        expansion = "none" if players <= 5 else "court" if players <= 8 else "both"
    used = "family" if expansion == "none" and players >= 4 else expansion
    if players > _most_players(used):
        fitting = ", ".join(name for name in SETS if _most_players(name) >= players)
        raise ValueError(
            f"expansion='{expansion}' serves at most {_most_players(used)} players, not {players};"
            f" large enough: {fitting or 'none'}"
        )
    counts = [0] * ROLES
    for role in SETS[used]:
        counts[role] = COPIES[role]
    counts[TROLL] = int(troll)
    return counts


# --- What a role does when activated --------------------------------------------------------------

(
    END,
    COLLECT,  # takes `amount` of `resource` from each other player who has any
    SWINDLE,  # if `role`'s player has any `other`: takes half their `resource`, see activation.py
    DISCARD,  # discards all of `resource`
    PAIRS,  # discards pairs `resource` + `other` while both last
    MAY_PAIRS,  # the same, but chooses how many pairs
    SCORE,  # one point for each `resource`, which is discarded
    SCORE_OTHERS,  # one point for each `resource` that others hold and keep, unless stopped
    STOP,  # if `role` has not been activated yet, it will not score this round
    ROLE_GAINS,  # `role`'s player gains `amount` of `resource`
    ROLE_MAY_DISCARD,  # `role`'s player may discard one of `resource`
    OTHERS_GAIN,  # all others gain `amount` of `resource`
    OTHERS_LOSE,  # all others discard `amount` of `resource`, or what they have
    MAY_DUPE,  # chooses up to `amount` other players; each gains one of `resource`
    MAY_TAKE,  # may take up to `amount` cubes of any kind from `role`'s player
    MAY_SCORE_SETS,  # may discard `resource` in sets of `amount`, one point a set
) = range(16)

ALWAYS, DUPED, WISE = range(3)
"""Conditions of a step: always; only with gullibility in hand; only without any."""


class Step(NamedTuple):
    """One step of a role. Fields that an operation does not use stay zero."""

    operation: int
    resource: int = GOLD
    other: int = GOLD
    role: int = 0
    amount: int = 0
    condition: int = ALWAYS


STEPS: dict[int, tuple[Step, ...]] = {
    EMPEROR: (
        Step(COLLECT, GOLD, amount=1),
        Step(PAIRS, GULLIBILITY, DIGNITY),
        Step(SCORE, DIGNITY),
    ),
    SWINDLER: (
        Step(SWINDLE, GOLD, GULLIBILITY, role=EMPEROR),
        Step(SCORE, GOLD),
    ),
    CHILD: (
        Step(DISCARD, GOLD),
        Step(DISCARD, DIGNITY),
        Step(SCORE_OTHERS, GULLIBILITY),
    ),
    MOTHER: (
        Step(STOP, role=CHILD, condition=WISE),
        Step(MAY_PAIRS, GULLIBILITY, DIGNITY),
        Step(SCORE, GOLD),
    ),
    JESTER: (
        Step(PAIRS, GULLIBILITY, DIGNITY),
        Step(SCORE, GULLIBILITY),
    ),
    MINISTER: (
        Step(ROLE_GAINS, GULLIBILITY, role=EMPEROR, amount=1, condition=DUPED),
        Step(ROLE_MAY_DISCARD, GULLIBILITY, role=EMPEROR, condition=WISE),
        Step(MAY_PAIRS, GULLIBILITY, DIGNITY),
        Step(SCORE, DIGNITY),
    ),
    KNIGHT: (
        Step(MAY_PAIRS, GULLIBILITY, GOLD),
        Step(SCORE, DIGNITY),
    ),
    LADY: (
        Step(MAY_TAKE, role=KNIGHT, amount=2),
        Step(MAY_SCORE_SETS, DIGNITY, amount=2),
    ),
    SEAMSTRESS: (
        Step(OTHERS_GAIN, GULLIBILITY, amount=1, condition=DUPED),
        Step(OTHERS_LOSE, GULLIBILITY, amount=1, condition=WISE),
        Step(PAIRS, GULLIBILITY, GOLD),
        Step(SCORE, GOLD),
    ),
    FISHERMAN: (
        Step(MAY_DUPE, GULLIBILITY, amount=2),
        Step(MAY_PAIRS, GULLIBILITY, GOLD),
        Step(MAY_PAIRS, GULLIBILITY, DIGNITY),
        Step(SCORE, GOLD),
    ),
    FARMER: (
        Step(DISCARD, GULLIBILITY),
        Step(DISCARD, DIGNITY),
        Step(SCORE, GOLD),
    ),
    TROLL: (),
}
"""The steps of every role, in order. The Troll scores when it is touched, see below."""
assert set(STEPS) == set(range(ROLES)), "STEPS needs an entry for each role"

# The Knight reveals before everybody else and names up to GUESSES players as GUESSED.
REVEALS_FIRST = KNIGHT
GUESSED = SWINDLER
GUESSES = 2
GUESS_PRICE = 2
"""Gold that a player guessed right pays, or what they have; SWINDLE then takes nothing."""

# Whoever targets the player of TOLL_ROLE in the reveal phase discards one TOLL, for one point.
TOLL_ROLE = TROLL
TOLL = DIGNITY

MAX_STEPS = 1 + max(len(steps) for steps in STEPS.values())
OPERATION, RESOURCE, OTHER, ROLE, AMOUNT, CONDITION = range(6)


def step_table() -> np.ndarray:
    """Return :data:`STEPS` as an int64 array (role, step, column), END after the last step."""
    table = np.zeros((ROLES, MAX_STEPS, len(Step._fields)), np.int64)
    for role, steps in STEPS.items():
        for i, step in enumerate(steps):
            table[role, i] = step
    return table
