"""The townsfolk, the places of the village, and the numbers that stand for them."""

from typing import Any

from intrigue.games.core.compiler import jit

GOOD_WITCH, GOOD_ELDER, EVIL_WITCH, EVIL_ELDER, VILLAGER, LIAR, CAT, PIRATE, VAGRANT = range(9)
N_ROLES = 9

ROLE_NAMES = (
    "Good Witch",
    "Good Elder",
    "Evil Witch",
    "Evil Elder",
    "Villager",
    "Liar",
    "Cat",
    "Pirate",
    "Vagrant",
)
SHORT_NAMES = ("GW", "GE", "EW", "EE", "V", "L", "C", "P", "Va")
"""Short forms for tight corners of a drawing."""

BONUS = {
    "liar": LIAR,
    "cat": CAT,
    "pirate": PIRATE,
    "vagrant": VAGRANT,
    "good_witch": GOOD_WITCH,
}
"""Bonus characters by their name in the parameter `bonus`."""

MAX_PLAYERS = 4
MAX_PLACES = 10
"""Nine places, or six and one a player in a village full of scoundrels."""

COLUMN_HEIGHT = 3
"""Places are numbered down the columns: A1, A2, A3, B1 ..."""


def place_name(place: int) -> str:
    """Return the name of a place, ``A1`` to ``D3``: a letter a column, a digit a row."""
    return "ABCD"[place // COLUMN_HEIGHT] + "123"[place % COLUMN_HEIGHT]


@jit
def opposes(role: int, elder: int) -> bool:
    """Whether `role` has to be found by whoever acts as this Elder."""
    if role == PIRATE:
        return True
    if elder == GOOD_ELDER:
        return role == EVIL_WITCH or role == EVIL_ELDER
    return role == GOOD_WITCH or role == GOOD_ELDER


@jit
def pair_index(a: int, b: int) -> int:
    """Number of the unordered pair of places `a` < `b`."""
    return b * (b - 1) // 2 + a


@jit
def pair_of(index: int) -> Any:
    """Return the places (a, b), a < b, of a pair's number."""
    b = 1
    while (b + 1) * b // 2 <= index:
        b += 1
    return index - b * (b - 1) // 2, b
