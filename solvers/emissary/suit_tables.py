"""Every way one card changes a suit's string (see `suit_strings`), as tables for compiled code.

A topic or an answer that leaves the game may be any card of a run of equal letters: what remains is
the same, so the tables list one result a run. Where the card stays (drawn to the hand, or on a
discard pile that may be needed again) its exact place matters: one result a card.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary import debate
from intrigue.solvers.emissary.suit_strings import (
    DECK,
    DISCARD,
    HAND,
    MAX_LENGTH,
    NUM_LIVE_STRINGS,
    NUM_STRINGS,
)

wins_in_suit = jit(debate.wins_in_suit)
wins_off_suit = jit(debate.wins_off_suit)

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
"""Where the follow list for a game without discard pile starts (live strings only)."""
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

STRING_BITS = 12
"""Bits of a string's number in the key of a position whose deck lasts."""
MOST_LIVE = 1 << STRING_BITS
"""So many strings such keys can tell apart: more than the game has, as tied suits have more."""

GONE = -1
"""In place of a letter: the card leaves the suit."""

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
    kinds : int64 array, shape (MOST_LIVE,)
        Kind of each live string: the bits `PURE`, `HELD` and `UNSEEN`, and the two
        counts from the bits `COUNT_HELD` and `COUNT_UNSEEN` on.
    """

    table: NDArray[np.int32]
    follow: NDArray[np.int32]
    kinds: NDArray[np.int64]


@jit
def _code(letters: NDArray[np.int64]) -> int:
    """Return the position of a string among all strings by length and ternary value."""
    value = 0
    for letter in letters:
        value = value * 3 + letter
    return (3 ** len(letters) - 1) // 2 + value


@jit
def _changed(letters: NDArray[np.int64], place: int, new: int, scratch: NDArray[np.int64]) -> int:
    """Return the code after one card changed its letter (or is `GONE`)."""
    return _debated(letters, place, new, place, new, scratch)


@jit
def _debated(
    letters: NDArray[np.int64],
    topic: int,
    topic_to: int,
    answer: int,
    answer_to: int,
    scratch: NDArray[np.int64],
) -> int:
    """Return the code after two cards changed their letters (or are `GONE`)."""
    size = 0
    for at in range(len(letters)):
        letter = letters[at]
        if at == topic:
            letter = topic_to
        if at == answer:
            letter = answer_to
        if letter != GONE:
            scratch[size] = letter
            size += 1
    return _code(scratch[:size])


@jit
def _mapped(letters: NDArray[np.int64], old: int, new: int, scratch: NDArray[np.int64]) -> int:
    """Return the code after every letter `old` became `new` (or is `GONE`)."""
    size = 0
    for letter in letters:
        if letter == old:
            letter = new
        if letter != GONE:
            scratch[size] = letter
            size += 1
    return _code(scratch[:size])


@jit
def _starts_run(letters: NDArray[np.int64], at: int) -> bool:
    return at == 0 or letters[at - 1] != letters[at]


@jit
def _follow_list(
    letters: NDArray[np.int64],
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
    lost_to = DISCARD if keep else GONE
    for topic in range(len(letters)):
        if letters[topic] != DECK or not (keep or _starts_run(letters, topic)):
            continue
        count_at = end
        end += 1
        for answer in range(len(letters)):
            if letters[answer] != HAND or not (keep or _starts_run(letters, answer)):
                continue
            won = wins_in_suit(answer, topic)
            if keep and won and not _starts_run(letters, answer):
                continue
            answer_to = GONE if won else lost_to
            code = _debated(letters, topic, lost_to, answer, answer_to, scratch)
            follow[end] = 2 * number[code] + int(won)
            end += 1
        follow[count_at] = end - count_at - 1
    return end


@jit
def _read(value: int, letters: NDArray[np.int64]) -> bool:
    """Write the letters of a ternary value; return whether none is an X."""
    live = True
    for at in range(len(letters) - 1, -1, -1):
        letters[at] = value % 3
        live &= letters[at] != DISCARD
        value //= 3
    return live


@jit
def _build(table: NDArray[np.int32], follow: NDArray[np.int32]) -> int:
    """Fill both tables; return the used length of `follow`."""
    buffer = np.zeros(MAX_LENGTH, np.int64)
    scratch = np.zeros(MAX_LENGTH, np.int64)
    number = np.zeros(NUM_STRINGS, np.int64)
    live = 0
    other = NUM_LIVE_STRINGS
    for length in range(MAX_LENGTH + 1):
        letters = buffer[:length]
        for value in range(3**length):
            if _read(value, letters):
                number[_code(letters)] = live
                live += 1
            else:
                number[_code(letters)] = other
                other += 1
    end = 0
    for length in range(MAX_LENGTH + 1):
        letters = buffer[:length]
        for value in range(3**length):
            _read(value, letters)
            me = number[_code(letters)]
            row = table[me]
            for letter in letters:
                if letter == DECK:
                    row[IN_DECK] += 1
                elif letter == HAND:
                    row[IN_HAND] += 1
                else:
                    row[IN_DISCARD] += 1
            row[WITHOUT_DISCARD] = number[_mapped(letters, DISCARD, GONE, scratch)]
            row[RESHUFFLED] = number[_mapped(letters, DISCARD, DECK, scratch)]
            row[HAND_GONE] = number[_mapped(letters, HAND, GONE, scratch)]
            row[HAND_DISCARDED] = number[_mapped(letters, HAND, DISCARD, scratch)]
            deck = 0
            hand = 0
            for at in range(length):
                gone = number[_changed(letters, at, GONE, scratch)]
                discarded = number[_changed(letters, at, DISCARD, scratch)]
                if letters[at] == DECK:
                    if _starts_run(letters, at):
                        run = row[DECK_RUNS]
                        row[DECK_RUNS] += 1
                        row[TOPIC_GONE + run] = gone
                    row[DECK_RUN_SIZE + row[DECK_RUNS] - 1] += 1
                    row[TOPIC_DISCARDED + deck] = discarded
                    drawn = number[_changed(letters, at, HAND, scratch)]
                    row[DRAWN + deck] = drawn
                    deck += 1
                elif letters[at] == HAND:
                    if _starts_run(letters, at):
                        run = row[HAND_RUNS]
                        row[HAND_RUNS] += 1
                        row[PLAYED_GONE + run] = gone
                    row[PLAYED_DISCARDED + hand] = discarded
                    hand += 1
            if me < NUM_LIVE_STRINGS:
                row[FOLLOW_GONE] = end
                end = _follow_list(letters, False, number, scratch, follow, end)
            row[FOLLOW_DISCARDED] = end
            end = _follow_list(letters, True, number, scratch, follow, end)
    return end


def kinds_of(table: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the kinds of the first strings of a table, see `SuitTables`."""
    held = table[:MOST_LIVE, IN_HAND].astype(np.int64)
    unseen = table[:MOST_LIVE, IN_DECK].astype(np.int64)
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
