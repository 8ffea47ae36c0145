"""A suit as a short string, and the string's number: the same for all searches and tables.

Only the relative order of a suit's remaining cards matters, so a suit is a string over ``D``
(unseen, in the deck), ``H`` (in hand) and ``X`` (discard pile), lowest card first. Cards in the
scoring pile are gone. ``HDDX`` may stand for hand 2, deck 5 and 6, discarded 8.

Every string of at most eight letters has a number. The 511 strings without X, called *live*, come
first: by length, then read as binary numbers with H = 1, so the lowest card is the highest bit.
Worked example: A 3 6 8 in hand and 4 7 in the deck (2 and 5 are gone) is ``HHDHDH``, in binary
110101, and its number ``2**6 - 1 + 0b110101`` = 116. The 9,330 strings with an X follow, by length,
then read as ternary numbers with D = 0, H = 1, X = 2.
"""

from functools import cache

DECK, HAND, DISCARD = range(3)
LETTERS = "DHX"
MAX_LENGTH = 8

NUM_LIVE_STRINGS = 2 ** (MAX_LENGTH + 1) - 1
"""Strings over D and H only; their numbers are 0..510."""
NUM_STRINGS = (3 ** (MAX_LENGTH + 1) - 1) // 2
"""All strings over D, H and X: 9,841."""


def string_number(text: str) -> int:
    """Return the number of a string such as ``"HDDX"`` (at most eight letters D, H, X)."""
    digits = [LETTERS.index(letter) for letter in text]
    if DISCARD not in digits:
        return int("1" + "".join(map(str, digits)), 2) - 1
    return _numbers_with_discard()[text]


@cache
def _numbers_with_discard() -> dict[str, int]:
    found: dict[str, int] = {}
    words = [""]
    for _ in range(MAX_LENGTH):
        words = [word + letter for word in words for letter in LETTERS]
        for word in words:
            if "X" in word:
                found[word] = NUM_LIVE_STRINGS + len(found)
    return found
