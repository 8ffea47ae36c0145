"""The townsfolk, the places of the village, and the numbers that stand for them."""

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

COLUMNS = "ABCD"
COLUMN_HEIGHT = 3
"""Places are numbered down the columns: A1, A2, A3, B1 ..."""

assert len(ROLE_NAMES) == len(SHORT_NAMES) == N_ROLES


def place_name(place: int) -> str:
    """Return the name of a place, ``A1`` to ``D3``: a letter a column, a digit a row."""
    return COLUMNS[place // COLUMN_HEIGHT] + str(place % COLUMN_HEIGHT + 1)


@jit
def opposes(role: int, elder: int) -> bool:
    """Whether `role` has to be found by whoever acts as this Elder."""
    if role == PIRATE:
        return True
    if elder == GOOD_ELDER:
        return role == EVIL_WITCH or role == EVIL_ELDER
    return role == GOOD_WITCH or role == GOOD_ELDER
