"""A session at a table: answers, taking back, keeping, faults, and what its advice says."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replaying import Told, random_game, tell

from intrigue.search.options import Options
from intrigue.search.table.session import MOVE, OVER, SEE, SeatSession

VILLAGE = "cunning-folk(villagers=2,good_witches=1)"


def filled(game: str, seat: int, seed: int, answers: int) -> SeatSession:
    """A session with random answers."""
    session, source = SeatSession(game, seat, particles=60), np.random.default_rng(seed)
    for _ in range(answers):
        choices = session.question.choices
        if choices:
            session.enter(choices[int(source.integers(len(choices)))].key)
    return session


def shown(session: SeatSession) -> tuple:
    return session.question, session.story(), session.view(), session.entries.copy()


def test_answers_by_number_words_and_key() -> None:
    sessions = [SeatSession(VILLAGE) for _ in range(3)]
    for session, answer in zip(sessions, ("5", "LOOK  b2", "move:4"), strict=True):
        session.enter(answer)
    assert [session.story() for session in sessions] == [["player 1 looks at B2"]] * 3
    assert sessions[0].question == sessions[1].question == sessions[2].question
    assert sessions[0].question.kind == SEE
    assert all("the card at B2 is" in choice.text for choice in sessions[0].question.choices)


def test_no_hidden_card_is_asked_for() -> None:
    """Where another player looks, the place is asked for and no card."""
    session = SeatSession(VILLAGE, 1)
    texts = [choice.text for choice in session.question.choices]
    assert len(texts) == 7
    assert all(text.startswith("player 1 looks at ") for text in texts)
    session.enter(texts[0])
    assert all("player 1" in choice.text for choice in session.question.choices)


@pytest.mark.parametrize(
    "answer", ["", "0", "99", "look Z9", "move:-1", "see:3", "move:x", "1" * 400]
)
def test_a_wrong_answer_is_one_line_and_changes_nothing(answer: str) -> None:
    session = SeatSession(VILLAGE)
    before = shown(session)
    with pytest.raises(ValueError, match="is none of the 7 choices") as caught:
        session.enter(answer)
    assert "\n" not in str(caught.value)
    assert shown(session) == before


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "emissary"}, "hidden cards"),
        ({"game": "chess"}, "hidden cards"),
        ({"game": "no such game"}, "unknown game"),
        ({"game": VILLAGE, "seat": 2}, "seat=2 is not in 0..1"),
        ({"game": VILLAGE, "seat": True}, "seat=True"),
        ({"game": VILLAGE, "model": "saints"}, "model 'saints' is not one of"),
    ],
)
def test_bad_sessions_are_refused(given: dict, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        SeatSession(**given)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from([VILLAGE, "roy(copies=3)", "emperor(players=2,cards=true,dice=1)"]),
    st.integers(0, 1),
    st.integers(0, 1000),
    st.integers(1, 25),
)
def test_undo_and_keeping_lead_to_the_same_session(
    game: str, seat: int, seed: int, answers: int
) -> None:
    """After any answers: what was kept goes on the same, and every answer can be taken back."""
    session = filled(game, seat, seed, answers)
    again = SeatSession.from_dict(json.loads(json.dumps(session.to_dict())))
    assert again.story() == session.story()
    if session.worlds.counted:
        assert shown(again) == shown(session)
        assert again.beliefs() == session.beliefs()
    told = [shown(session)[1:]]
    while session.undo():
        told.append(shown(session)[1:])
    assert len(told) == len(again.entries) + 1
    assert session.story() == SeatSession(game, seat).story()
    assert not session.undo()


def test_undo_works_where_earlier_worlds_were_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("intrigue.search.table.session._KEPT_BYTES", 0)
    session, seen = SeatSession(VILLAGE), []
    for answer in ("look A1", "the card at A1 is Villager", "stay silent"):
        seen.append(shown(session))
        session.enter(answer)
    for before in reversed(seen):
        assert session.undo()
        assert shown(session) == before


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"entries": ["move:4", "see:1"]}, "number 1 of entries"),
        ({"entries": ["\n"]}, "number 0 of entries"),
        ({"entries": "move:4"}, "entries"),
        ({"seat": 7}, "seat=7"),
        ({"seat": "0"}, "seat"),
        ({"seed": -1}, "seed"),
        ({"identity": "other"}, "other rules"),
        ({"more": 1}, "more"),
        ({"game": "chess"}, "hidden cards"),
    ],
)
def test_damaged_data_are_refused_in_one_line(change: dict, words: str) -> None:
    session = SeatSession(VILLAGE)
    session.enter("look B2")
    with pytest.raises(ValueError, match=words) as caught:
        SeatSession.from_dict(session.to_dict() | change)
    assert "\n" not in str(caught.value)


def test_a_finished_game_asks_nothing() -> None:
    game = "cunning-folk(villagers=1,good_witches=0,evil_witches=1,max_turns=2)"
    played = random_game(game, 1)
    session = SeatSession(game, 0)
    for _ in tell(session, Told(played, 0)):
        pass
    assert session.question.kind == OVER
    with pytest.raises(ValueError, match="the game is over"):
        session.enter("1")
    with pytest.raises(ValueError, match="not your move"):
        session.advice()


def test_advice_says_what_has_to_be_so_and_what_follows() -> None:
    """A claim of a card that was seen is a bluff or true; a challenge is right as often as not."""
    session = SeatSession("cunning-folk", model="uniform")
    session.enter("look B2")
    session.enter("the card at B2 is Good Witch")
    advice = session.advice(Options(simulations=50), searches=2)
    right = {move.found.text: move.right for move in advice.moves}
    assert right.pop("claim Good Witch") == 1.0
    assert right.pop("stay silent") is None
    assert set(right.values()) == {0.0}
    claims = [move for move in advice.moves if move.right is not None]
    assert all(
        {follow.text: follow.chance for follow in move.follows}
        == pytest.approx({"player 1 challenges": 0.5, "player 1 does not challenge": 0.5})
        for move in claims
    )
    session.enter("claim Good Witch")
    session.enter("player 2 challenges")
    assert session.question.kind == MOVE  # a Good Witch that was proved acts: another turn
    for answer in ("look A1", "the card at A1 is Villager", "stay silent", "player 2 looks at C3"):
        session.enter(answer)
    session.enter("player 2 claims that C3 is Good Witch")
    advice = session.advice(Options(simulations=50), searches=2)
    right = {move.found.text: move.right for move in advice.moves}
    assert right == pytest.approx({"pass": 1 / 7, "challenge": 6 / 7})
    shares = dict(session.beliefs().places["village.C3.possible.0"])
    assert shares["Good Witch"] == pytest.approx(1 / 7)


def test_advice_does_not_hang_on_hidden_cards() -> None:
    """Two true games that look the same to the seat lead to the same advice."""
    played = random_game("roy", 8, 30)
    other = played.resample_from_infostate(0, 4)
    found = []
    for state in (played, other):
        session = SeatSession("roy", 0, seed=3)
        for true in tell(session, Told(state, 0)):
            if true is not None:
                found.append(session.advice(Options(simulations=20), searches=2).moves)
    half = len(found) // 2
    assert half > 0
    assert repr(found[:half]) == repr(found[half:])


def test_a_guess_of_the_knight_is_right_as_often_as_the_role_is_there() -> None:
    game = "emperor(players=6)"
    session = SeatSession(game, 0, particles=200)
    for true in tell(session, Told(random_game(game, 0, 109), 0)):
        texts = [choice.text for choice in session.question.choices]
        if true is not None and texts[0].startswith("guess nobody"):
            break
    advice = session.advice(Options(simulations=20), searches=1)
    right = {move.found.text: move.right for move in advice.moves}
    assert right.pop("guess nobody as Swindler") is None
    places = session.beliefs().places
    for player in range(1, 6):
        shares = dict(places.get(f"players.{player}.role", []))
        expected = pytest.approx(shares.get("Swindler", 0.0), abs=1e-9)
        assert right[f"guess player {player} as Swindler"] == expected
    assert max(right.values()) > 0.0
