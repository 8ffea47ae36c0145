"""Strings of suits: their numbers, and what a card does to them."""

from itertools import product

import pytest

from intrigue.solvers.emissary.suit_strings import (
    LETTERS,
    MAX_LENGTH,
    NUM_LIVE_STRINGS,
    NUM_STRINGS,
    string_number,
)
from intrigue.solvers.emissary.suit_tables import (
    DECK_RUN_SIZE,
    DECK_RUNS,
    DRAWN,
    FOLLOW_DISCARDED,
    FOLLOW_GONE,
    HAND_DISCARDED,
    HAND_GONE,
    HAND_RUNS,
    IN_DECK,
    IN_DISCARD,
    IN_HAND,
    PLAYED_GONE,
    RESHUFFLED,
    TOPIC_GONE,
    WITHOUT_DISCARD,
    suit_tables,
)


def words(letters, longest):
    return ["".join(word) for n in range(longest + 1) for word in product(letters, repeat=n)]


def test_the_worked_example_of_a_string():
    assert string_number("HHDHDH") == 2**6 - 1 + 0b110101 == 116
    assert [string_number(text) for text in ("", "D", "H", "H" * 8)] == [0, 1, 2, 510]


def test_every_string_has_its_own_number_the_live_ones_first():
    assert [string_number(w) for w in words("DH", MAX_LENGTH)] == list(range(NUM_LIVE_STRINGS))
    others = [string_number(w) for w in words(LETTERS, MAX_LENGTH) if "X" in w]
    assert others == list(range(NUM_LIVE_STRINGS, NUM_STRINGS))


def without(word, place, letter=""):
    return word[:place] + letter + word[place + 1 :]


@pytest.mark.parametrize("word", [*words("DHX", 3), "HDDX", "DDHHDHHD", "HXXDDHXD"])
def test_each_row_of_the_table_by_changing_letters(word):
    table, follow, _ = suit_tables()
    row = table[string_number(word)]
    assert [row[IN_HAND], row[IN_DECK], row[IN_DISCARD]] == [word.count(x) for x in "HDX"]
    for column, old, new in (
        (WITHOUT_DISCARD, "X", ""),
        (RESHUFFLED, "X", "D"),
        (HAND_GONE, "H", ""),
        (HAND_DISCARDED, "H", "X"),
    ):
        assert row[column] == string_number(word.replace(old, new))
    unseen = [n for n, letter in enumerate(word) if letter == "D"]
    drawn = [string_number(without(word, n, "H")) for n in unseen]
    assert row[DRAWN : DRAWN + len(unseen)].tolist() == drawn
    for runs, column, letter in ((DECK_RUNS, TOPIC_GONE, "D"), (HAND_RUNS, PLAYED_GONE, "H")):
        places = [n for n, x in enumerate(word) if x == letter and word[n - 1 : n] != letter]
        gone = [string_number(without(word, n)) for n in places]
        assert row[column : column + row[runs]].tolist() == gone
    sizes = row[DECK_RUN_SIZE : DECK_RUN_SIZE + row[DECK_RUNS]].tolist()
    assert sum(sizes) == len(unseen)
    for column, thrown in ((FOLLOW_GONE, ""), (FOLLOW_DISCARDED, "X")):
        if not thrown and "X" in word:
            continue
        at = row[column]
        topics = unseen if thrown else [n for n in unseen if word[n - 1 : n] != "D"]
        for topic in topics:
            asked = without(word, topic, "T")
            expected = {
                (without(asked, n, "" if n > topic else thrown).replace("T", thrown), n > topic)
                for n, letter in enumerate(word)
                if letter == "H"
            }
            answers = follow[at + 1 : at + 1 + follow[at]].tolist()
            assert sorted(answers) == sorted(2 * string_number(s) + won for s, won in expected)
            at += 1 + follow[at]
