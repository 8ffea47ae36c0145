"""A suit as a short string, and every way one card changes it.

Only the relative order of a suit's remaining cards matters, so a suit is a string over
``D`` (unseen, in the deck), ``H`` (in hand) and ``X`` (discard pile), lowest card first. Cards in
the scoring pile are gone. ``HDDX`` may stand for hand 2, deck 5 and 6, discarded 8.

Every string of at most eight letters has a number: the 511 strings without X first (by length,
then read as binary numbers with H = 1), then the 9,330 others.

A topic or an answer that leaves the game may be any card of a run of equal letters: what remains is
the same, so the tables list one result a run. Where the card stays (drawn to the hand, or on a
discard pile that may be needed again) its exact place matters: one result a card.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit

DECK, HAND, DISCARD = range(3)
LETTERS = "DHX"
MAX_LENGTH = 8

NUM_PLAIN = 2 ** (MAX_LENGTH + 1) - 1
"""Strings over D and H only; their numbers are 0..510."""
NUM_STRINGS = (3 ** (MAX_LENGTH + 1) - 1) // 2
"""All strings over D, H and X: 9,841."""

# Columns of the table of strings. RUNS blocks have one entry a run, CARDS blocks one a card.
IN_HAND = 0
IN_DECK = 1
IN_DISCARD = 2
WITHOUT_DISCARD = 3
"""The string with every X taken out."""
RESHUFFLED = 4
"""The string with every X turned into D."""
HAND_GONE = 5
"""The string with every H taken out."""
HAND_DISCARDED = 6
"""The string with every H turned into X."""
DECK_RUNS = 7
HAND_RUNS = 8
FOLLOW_GONE = 9
"""Where the follow list for a game without discard pile starts (strings without X only)."""
FOLLOW_DISCARDED = 10
"""Where the follow list that keeps the discard pile starts."""
DECK_RUN_SIZE = 11
TOPIC_GONE = 15
"""A card of this D run leaves the game."""
PLAYED_GONE = 19
"""A card of this H run leaves the game."""
TOPIC_DISCARDED = 23
"""This D card goes to the discard pile."""
DRAWN = 31
"""This D card goes to the hand."""
PLAYED_DISCARDED = 39
"""This H card goes to the discard pile."""
NUM_COLUMNS = 47

PURE = 1
"""Bit of a string's kind: no card in hand, or none unseen."""
HELD = 4
"""Bit of a string's kind: there is a card in hand."""
UNSEEN = 8
"""Bit of a string's kind: there is an unseen card."""
COUNT_HELD = 8
"""Where the number of cards in hand starts in a string's kind."""
COUNT_UNSEEN = 16
"""Where the number of unseen cards starts in a string's kind."""


class SuitTables(NamedTuple):
    """What compiled code knows about suits.

    Attributes
    ----------
    table : int32 array, shape (9841, 47)
        One row a string, columns as named in this module.
    follow : int32 array
        From ``table[s, FOLLOW_GONE]`` on, for each D run of ``s`` (from ``FOLLOW_DISCARDED`` on,
        for each D card): the number of answers in suit, then each as
        ``2 * resulting string + won``.
    kinds : int64 array, shape (511,)
        Kind of each string without discards: the bits `PURE`, `HELD` and `UNSEEN`, and the two
        counts from the bits `COUNT_HELD` and `COUNT_UNSEEN` on.
    """

    table: NDArray[np.int32]
    follow: NDArray[np.int32]
    kinds: NDArray[np.int64]


@jit
def _code(letters: NDArray[np.int64], length: int) -> int:
    """Return the position of a string among all strings by length and ternary value."""
    value = 0
    for at in range(length):
        value = value * 3 + letters[at]
    return (3**length - 1) // 2 + value


@jit
def _changed(
    letters: NDArray[np.int64],
    length: int,
    first: int,
    first_to: int,
    second: int,
    second_to: int,
    scratch: NDArray[np.int64],
) -> int:
    """Return the code after one or two cards changed letter (-1: it leaves the suit)."""
    size = 0
    for at in range(length):
        letter = letters[at]
        if at == first:
            letter = first_to
        if at == second:
            letter = second_to
        if letter >= 0:
            scratch[size] = letter
            size += 1
    return _code(scratch, size)


@jit
def _mapped(
    letters: NDArray[np.int64], length: int, old: int, new: int, scratch: NDArray[np.int64]
) -> int:
    """Return the code after every letter `old` became `new` (-1: it leaves the suit)."""
    size = 0
    for at in range(length):
        letter = letters[at]
        if letter == old:
            letter = new
        if letter >= 0:
            scratch[size] = letter
            size += 1
    return _code(scratch, size)


@jit
def _starts_run(letters: NDArray[np.int64], at: int) -> bool:
    return at == 0 or letters[at - 1] != letters[at]


@jit
def _follow_list(
    letters: NDArray[np.int64],
    length: int,
    keep: bool,
    number: NDArray[np.int64],
    scratch: NDArray[np.int64],
    follow: NDArray[np.int32],
    end: int,
) -> int:
    """Append the follow list of a string: the answers to each topic; return the new end.

    An answer is ``2 * result + won``. Topics and lost answers go to the discard pile when `keep`,
    and are listed a card; else they leave the game and are listed a run.
    """
    lost_to = 2 if keep else -1
    for topic in range(length):
        if letters[topic] != 0 or not (keep or _starts_run(letters, topic)):
            continue
        count_at = end
        end += 1
        for answer in range(length):
            if letters[answer] != 1 or not (keep or _starts_run(letters, answer)):
                continue
            won = answer > topic
            if keep and won and not _starts_run(letters, answer):
                continue
            code = _changed(
                letters, length, topic, lost_to, answer, -1 if won else lost_to, scratch
            )
            follow[end] = 2 * number[code] + int(won)
            end += 1
        follow[count_at] = end - count_at - 1
    return end


@jit
def _build(table: NDArray[np.int32], follow: NDArray[np.int32]) -> int:
    """Fill both tables; return the used length of `follow`."""
    letters = np.zeros(8, np.int64)
    scratch = np.zeros(8, np.int64)
    number = np.zeros(9841, np.int64)
    plain = 0
    other = 511
    for length in range(9):
        for value in range(3**length):
            rest = value
            has_discard = False
            for at in range(length - 1, -1, -1):
                letters[at] = rest % 3
                has_discard |= rest % 3 == 2
                rest //= 3
            if has_discard:
                number[_code(letters, length)] = other
                other += 1
            else:
                number[_code(letters, length)] = plain
                plain += 1
    end = 0
    for length in range(9):
        for value in range(3**length):
            rest = value
            for at in range(length - 1, -1, -1):
                letters[at] = rest % 3
                rest //= 3
            me = number[_code(letters, length)]
            row = table[me]
            for at in range(length):
                if letters[at] == 0:
                    row[IN_DECK] += 1
                elif letters[at] == 1:
                    row[IN_HAND] += 1
                else:
                    row[IN_DISCARD] += 1
            row[WITHOUT_DISCARD] = number[_mapped(letters, length, 2, -1, scratch)]
            row[RESHUFFLED] = number[_mapped(letters, length, 2, 0, scratch)]
            row[HAND_GONE] = number[_mapped(letters, length, 1, -1, scratch)]
            row[HAND_DISCARDED] = number[_mapped(letters, length, 1, 2, scratch)]
            deck = 0
            hand = 0
            for at in range(length):
                gone = number[_changed(letters, length, at, -1, -1, 0, scratch)]
                discarded = number[_changed(letters, length, at, 2, -1, 0, scratch)]
                if letters[at] == 0:
                    if _starts_run(letters, at):
                        run = row[DECK_RUNS]
                        row[DECK_RUNS] += 1
                        row[TOPIC_GONE + run] = gone
                    row[DECK_RUN_SIZE + row[DECK_RUNS] - 1] += 1
                    row[TOPIC_DISCARDED + deck] = discarded
                    drawn = number[_changed(letters, length, at, 1, -1, 0, scratch)]
                    row[DRAWN + deck] = drawn
                    deck += 1
                elif letters[at] == 1:
                    if _starts_run(letters, at):
                        run = row[HAND_RUNS]
                        row[HAND_RUNS] += 1
                        row[PLAYED_GONE + run] = gone
                    row[PLAYED_DISCARDED + hand] = discarded
                    hand += 1
            if me < 511:
                row[FOLLOW_GONE] = end
                end = _follow_list(letters, length, False, number, scratch, follow, end)
            row[FOLLOW_DISCARDED] = end
            end = _follow_list(letters, length, True, number, scratch, follow, end)
    return end


def kinds_of(table: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the kinds of the first 511 strings of a table, see `SuitTables`."""
    held = table[:NUM_PLAIN, IN_HAND].astype(np.int64)
    unseen = table[:NUM_PLAIN, IN_DECK].astype(np.int64)
    return (
        np.where((held == 0) | (unseen == 0), PURE, 0)
        | np.where(held > 0, HELD, 0)
        | np.where(unseen > 0, UNSEEN, 0)
        | held << COUNT_HELD
        | unseen << COUNT_UNSEEN
    )


@cache
def suit_tables() -> SuitTables:
    """Return the tables of the game itself (made once)."""
    table = np.zeros((NUM_STRINGS, NUM_COLUMNS), np.int32)
    follow = np.zeros(400_000, np.int32)
    used = _build(table, follow)
    return SuitTables(table, follow[:used].copy(), kinds_of(table))


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
                found[word] = NUM_PLAIN + len(found)
    return found
