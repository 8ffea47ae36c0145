"""The written forms of cards (rulings, "Cards")."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.games.emissary import notation

EXAMPLE = tuple(sorted([0, 5, 16 + 2, 16 + 7, 8 + 1, 8 + 4, 24 + 3, 24 + 6]))


@pytest.mark.parametrize(
    "text",
    [
        "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠",
        "AC 6c 3h 8H 2d 5D 4s 7S",
        "1c6c3h8h2d5d4s7s",
        "1C,6C,3H,8H,2D,5D,4S,7S",
        "♣A6 ♥38 ♦25 ♠47",
        "CA6 H38 D25 S47",
        "ca6h38d25s47",
        "♣A6♥38♦25♠47",
        "A♣️ 6♣︎ 3♥️ 8♥️ 2♦️ 5♦ 4♠ 7♠",
        "♧A6 ♡38 ♢25 ♤47",
        "A ♣ 6 ♣ 3 ♥ 8 ♥ 2 ♦ 5 ♦ 4 ♠ 7 ♠",
        "♣ A 6, ♥ 3 8, ♦ 2 5, ♠ 4 7",
        "♣A 6 ♥3 8 ♦2 5 ♠4 7",
        " ,A♣6♣ , H38\t2♦5♦\n♠47,",
        "♥38 A♣ 6♣ D25 S4 7s",
    ],
)
def test_every_written_form_reads_as_the_same_hand(text):
    assert notation.parse_hand(text) == EXAMPLE


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("A♣ A♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "A♣ is there twice"),
        ("1c Ac 3h 8h 2d 5d 4s 7s", "A♣ is there twice"),
        ("10H", "10H is not in the deck"),
        ("♥10", "♥10 is not in the deck"),
        ("TH", "TH is not in the deck"),
        ("9c", "9c is not in the deck"),
        ("JC", "JC is not in the deck"),
        ("Qs", "Qs is not in the deck"),
        ("CAK", "CK is not in the deck"),
        ("0c", "unknown rank '0'"),
        ("3X", "unknown suit 'X' in '3X'"),
        ("X3", "unknown rank or suit 'X'"),
        ("A♣ 6", "rank '6' has no suit"),
        ("AC6", "rank '6' has no suit"),
        ("♣", "suit '♣' has no rank"),
        ("CH3", "suit 'C' has no rank"),
        ("ACC", "suit 'C' has no rank"),
        ("34c", "rank '3' has no suit"),
        ("", "expected 8 cards, got 0"),
        (" , ", "expected 8 cards, got 0"),
        ("A♣", r"expected 8 cards, got 1 \(A♣\)"),
        ("CA2345678 H1", "expected 8 cards, got 9"),
        ("A♣ \x00", r"unknown rank or suit '\\x00'"),
        ("🂱", "unknown rank or suit '🂱'"),
        ("A♣ 6\udcff", r"unknown suit '\\udcff'"),
        ("²c", "unknown rank '²'"),
    ],
)
def test_a_bad_hand_is_answered_in_one_line_that_names_the_card(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        notation.parse_hand(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [[-1] * 8, [32], [True], ["A♣"], [1.5], [3, 3]])
def test_bad_card_numbers_are_refused(bad):
    with pytest.raises(ValueError, match=r"no card|twice"):
        notation.check_hand(bad, None)


def test_number_of_cards_is_free_when_asked():
    assert notation.parse_hand("", size=None) == ()
    assert notation.parse_hand("CA2345678 H1", size=None) == (0, 1, 2, 3, 4, 5, 6, 7, 16)
    assert notation.parse_card("8♠") == 31


@pytest.mark.parametrize(
    ("text", "suit"),
    [("c", 0), ("CLUBS", 0), ("Diamond", 1), ("♥️", 2), ("♡", 2), (" spades ", 3), (3, 3)],
)
def test_suits_by_letter_name_symbol_and_number(text, suit):
    assert notation.parse_suit(text) == suit
    assert notation.parse_trump(text) == suit


@pytest.mark.parametrize("text", ["x", "", "cc", 4, -1, True, "no\ntrump"])
def test_unknown_trump(text):
    with pytest.raises(ValueError, match="trump: unknown suit") as caught:
        notation.parse_trump(text)
    assert "\n" not in str(caught.value)


def test_advisors():
    for size in range(5):
        for letters in itertools.permutations("chds", size):
            counts = notation.parse_advisors("".join(letters))
            assert counts == tuple(int(letter in letters) for letter in "cdhs")
            assert sorted(notation.format_advisors(counts)) == sorted(letters)
    assert notation.parse_advisors("None") == (0, 0, 0, 0)
    assert notation.parse_advisors("♥, C") == (1, 0, 1, 0)
    assert notation.parse_advisors("J♥ jc") == (1, 0, 1, 0)
    assert notation.format_advisors((1, 1, 1, 1)) == "chds"
    with pytest.raises(ValueError, match="unknown advisor 'q'"):
        notation.parse_advisors("cq")
    with pytest.raises(ValueError, match="'H' is there twice"):
        notation.parse_advisors("hH")


def _pairs(hand):
    return [notation.format_card(card) for card in hand]


def _groups(hand):
    suits = {}
    for card in hand:
        suits.setdefault(card // 8, []).append(str(card % 8 + 1))
    return ["cdhs"[suit] + "".join(ranks) for suit, ranks in suits.items()]


@given(
    st.lists(st.integers(0, 31), unique=True, max_size=32),
    st.sampled_from([_pairs, _groups]),
    st.sampled_from(["", " ", ",", " , ", "\n"]),
    st.booleans(),
)
def test_written_hands_read_back(hand, write, separator, lower):
    text = separator.join(write(hand))
    assert notation.parse_hand(text.lower() if lower else text, None) == tuple(sorted(hand))


@given(st.text(max_size=20))
def test_any_text_is_read_or_refused_in_one_line(text):
    message = "read"
    try:
        hand = notation.parse_hand(text, None)
        assert notation.parse_hand(notation.format_hand(hand), None) == hand
    except ValueError as problem:
        message = str(problem)
    assert len(message.splitlines()) == 1
