"""Positions: what is checked, and their text and JSON forms."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from intrigue.games.emissary.notation import parse_hand
from intrigue.solvers.emissary import Position

SEED = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


@st.composite
def positions(draw):
    places = draw(st.lists(st.sampled_from("hdxst"), min_size=32, max_size=32))
    cards = {place: tuple(c for c in range(32) if places[c] == place) for place in "hdxst"}
    topic = cards["t"][0] if cards["t"] and cards["h"] and draw(st.booleans()) else None
    pending = topic is None
    trump = draw(st.integers(0, 3))
    rulers = draw(st.permutations([0, 0, 1, 1, 2, 2, 3, 3]))
    rulers.remove(trump)
    return Position(
        hand=cards["h"],
        deck=cards["d"],
        discard=cards["x"],
        trump=trump,
        target=draw(st.one_of(st.none(), st.integers(1, 8))),
        wins=draw(st.integers(0, 8)),
        topic=topic,
        to_draw=draw(st.integers(0, 8)) if pending else 0,
        to_discard=draw(st.integers(0, 2)) if pending else 0,
        abilities=tuple(draw(st.integers(0, 3)) for _ in range(4)),
        other_rulers=tuple(rulers[: draw(st.integers(0, 7))]),
    )


@given(positions())
def test_text_and_json_read_back(position):
    assert Position.parse(str(position)) == position
    assert Position.from_json(position.to_json()) == position
    assert "\n" not in str(position)


def test_text_as_it_lies_on_the_table():
    position = Position.start(SEED, "clubs", "ch", target=4, other_rulers="dh")
    assert str(position) == (
        "trump clubs; target 4; won 0; hand ♣A6 ♦25 ♥38 ♠47; "
        "deck ♣234578 ♦A34678 ♥A24567 ♠A23568; use c1 h1; rulers d h"
    )


def test_without_a_deck_all_other_cards_are_unseen():
    position = Position.parse(f"hand {SEED}; trump c; target 4")
    assert position == Position.start(SEED, "c", target=4)
    position = Position.from_json(json.dumps({"hand": SEED, "trump": "c", "target": 4}))
    assert position == Position.start(SEED, "c", target=4)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hand AC", "needs the field 'trump'"),
        ("trump c", "needs the field 'hand'"),
        ("trump x; hand AC", "unknown suit 'x'"),
        ("trump c; hand AC; colour 3", "unknown field 'colour'"),
        ("trump c; hand AC; hand 2C", "field 'hand' is there twice"),
        ("trump c; hand AC; deck AC", "A♣ is there twice"),
        ("trump c; hand AC; target 9", "target: 9 is not in 1..8"),
        ("trump c; hand AC; target four", "target: expected a whole number"),
        ("trump c; hand AC; use c4", "uses of clubs: 4 is not in 0..3"),
        ("trump c; hand AC; use q1", "unknown suit 'q'"),
        ("trump c; hand AC; rulers c c", "3 rulers of clubs"),
        ("trump c; hand AC; topic 2C; draw 1", "a topic is turned only when nothing"),
        ("trump c; hand; topic 2C", "a topic is turned only while"),
        ("trump c; hand 10C", "10C is not in the deck"),
    ],
)
def test_a_bad_position_is_answered_in_one_line(text, named):
    with pytest.raises(ValueError, match=named) as caught:
        Position.parse(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", '{"hand": 3, "trump": "c"}', '{"hand": "AC"}', '{"hand": "AC", "trump": 9}',
     '{"hand": "AC", "trump": "c", "extra": 1}', '{"hand": "AC", "trump": "c", "wins": "x"}',
     '{"hand": "AC", "trump": "c", "abilities": [1]}', '{"hand": "AC", "trump": "c", "wins": 1.5}',
     '{"hand": "AC", "trump": "c", "other_rulers": "d"}'],
)  # fmt: skip
def test_bad_json_is_answered_in_one_line(text):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message varies
        Position.from_json(text)
    assert len(str(caught.value).splitlines()) == 1


def test_supporters_add_to_the_jacks():
    position = Position.start(SEED, "c", "ch", supporters={0: 2, 3: 1})
    assert position.abilities == (3, 0, 1, 1)


def test_either_written_form_is_read():
    position = Position.start(SEED, "c", "ch", target=4)
    assert Position.read(str(position)) == Position.read(position.to_json()) == position
    assert Position.read(f"  trump c; target 4;\n hand {SEED};\nwon 1;\n scored 7h").wins == 1


def test_won_is_a_word_for_wins_in_json():
    data = {"hand": SEED, "trump": "c", "won": 2, "scored": "7♥ 7♦"}
    assert Position.read(json.dumps(data)).wins == 2
    with pytest.raises(ValueError, match="'won' and 'wins' are the same"):
        Position.read(json.dumps({**data, "wins": 2}))


def test_cards_that_won_are_not_unseen():
    words = "trump c; hand ♣A; discard 6♥; won 1; scored 8♥"
    position = Position.parse(words)
    assert set(parse_hand("8♥ 6♥ ♣A", None)) & set(position.deck) == set()
    assert len(position.deck) == 29
    assert Position.parse(str(position)) == position
    assert Position.from_json(position.to_json()) == position
    as_json = {"trump": "c", "hand": "♣A", "discard": "6♥", "wins": 1, "scored": "8♥"}
    assert Position.from_dict(as_json) == position


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("won 1", "1 debate won, 0 cards scored.*'scored'.*'deck'"),
        ("won 1; scored 8♥7♥", "1 debate won, 2 cards"),
        ("scored 8♥", "0 debates won, 1 cards"),
        ("won 1; scored 6♥", "6♥ is scored and lies elsewhere"),
        ("won 1; scored A♣", "A♣ is scored and lies elsewhere"),
        ("won 2; scored 8♥; deck ♠A", "2 debates won, 1 cards"),
    ],
)
def test_scored_cards_that_cannot_be_are_refused_in_one_line(words, said):
    with pytest.raises(ValueError, match=said) as caught:
        Position.parse(f"trump c; hand ♣A; discard 6♥; {words}")
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[]", "{", "nonsense", "trump c"])
def test_what_is_neither_form_is_answered_in_one_line(text):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message varies
        Position.read(text)
    assert len(str(caught.value).splitlines()) == 1
