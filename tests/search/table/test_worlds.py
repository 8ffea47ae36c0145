"""The worlds at a table: against enumeration over the OpenSpiel game, and with the true one."""

from collections import defaultdict

import pytest
import small_games  # noqa: F401  registers Kuhn poker
from enumeration import enumerated, hidden
from hypothesis import given, settings
from hypothesis import strategies as st
from replaying import Told, random_game, tell

from intrigue.search.table.session import OVER, SeatSession
from intrigue.search.what_may_be import what_may_be

SMALL = [
    "cunning-folk(villagers=1,good_witches=0,evil_witches=1,max_turns=4,marks=2)",
    "roy(copies=2,court_size=2,hand_size=1,max_turns=4,kinds=roi+assassin+chevalier)",
    "emperor(players=2,dice=1,rerolls=0)",
]
LARGE = ["cunning-folk(villagers=2,good_witches=1)", "roy", "emperor(players=3)"]
SAMPLED = ["cunning-folk(players=3,scoundrels=true)", "emperor(players=2,cards=true,dice=1)"]


def kept(session: SeatSession) -> dict[str, float]:
    found: dict[str, float] = defaultdict(float)
    definition = session.state().definition
    for record, weight in zip(session.worlds.records, session.worlds.weights, strict=True):
        found[hidden(definition, record)] += float(weight)
    return found


@pytest.mark.parametrize("model", ["uniform", "thumb"])
@pytest.mark.parametrize("game", SMALL)
def test_weights_equal_enumeration(game: str, model: str) -> None:
    """At every decision of a random game, from every seat's view."""
    played, decisions = random_game(game, 3), 0
    for seat in range(played.num_players()):
        session = SeatSession(game, seat, model)
        for true in tell(session, Told(played, seat)):
            if true is None:
                continue
            decisions += 1
            expected = enumerated(true, model)
            found = kept(session)
            assert session.worlds.counted
            assert found.keys() == expected.keys()
            assert all(abs(found[what] - expected[what]) < 1e-12 for what in expected)
        assert session.question.kind == OVER
    assert decisions > 3


@settings(max_examples=20, deadline=None)
@given(st.sampled_from([*SMALL, "python_small_kuhn"]), st.integers(0, 10_000))
def test_weights_equal_enumeration_in_any_random_game(game: str, seed: int) -> None:
    """Every seat, a random model, at its last decision; also in games that came later."""
    played = random_game(game, seed)
    seat, model = seed % played.num_players(), ("uniform", "thumb")[seed // 7 % 2]
    session, last = SeatSession(game, seat, model), None
    for true in tell(session, Told(played, seat)):
        if true is not None:
            last = true, kept(session)
    if last is not None:
        expected, found = enumerated(last[0], model), last[1]
        assert found.keys() == expected.keys()
        assert all(abs(found[what] - expected[what]) < 1e-12 for what in expected)


@pytest.mark.parametrize("game", LARGE)
def test_the_true_world_is_always_kept(game: str) -> None:
    """Among all that are kept, at every decision of the whole game."""
    played = random_game(game, 5, 60)
    for seat in range(played.num_players()):
        session = SeatSession(game, seat)
        for true in tell(session, Told(played, seat)):
            if true is not None:
                assert session.worlds.counted
                assert hidden(true.definition, true.record[0]) in kept(session)
        assert len(session.seen()) == len(Told(played, seat).words)


@pytest.mark.parametrize("game", SAMPLED)
def test_a_sample_looks_to_the_seat_like_the_true_world(game: str) -> None:
    """Where there are too many worlds, those kept are possible, and it is said."""
    played = random_game(game, 1, 60)
    for seat in range(played.num_players()):
        session = SeatSession(game, seat, particles=100)
        for true in tell(session, Told(played, seat)):
            if true is not None:
                hashes = session.worlds.records["info_hash"][:, seat]
                assert (hashes == true.record["info_hash"][0, seat]).all()
        assert not session.worlds.counted
        assert len(session.seen()) == len(Told(played, seat).words)


def test_hidden_cards_do_not_matter() -> None:
    """Two true games that look the same to a seat lead to the same questions and beliefs."""
    played = random_game("roy", 8, 30)
    other = played.resample_from_infostate(0, 4)
    assert other.history() != played.history()
    sessions = []
    for state in (played, other):
        session = SeatSession("roy", 0)
        asked = []
        for _ in tell(session, Told(state, 0)):
            asked.append(session.question)
        sessions.append((asked, session.beliefs()))
    assert sessions[0] == sessions[1]


def test_beliefs_of_cards_are_those_of_counting() -> None:
    """The quick way through the records says what describing every world says."""
    game = "cunning-folk(villagers=2,good_witches=1,evil_witches=1)"
    played = random_game(game, 2, 20)
    seat = 0
    session = SeatSession(game, seat, "uniform")
    for true in tell(session, Told(played, seat)):
        if true is not None:
            found, expected = session.beliefs(), what_may_be(true, most=2000)
            assert found.counted
            assert expected.counted
            assert found.places == expected.places


def test_worlds_to_search_are_drawn_by_their_weights_in_random_order() -> None:
    """A search goes through them in turn: those that are alike must not come in a row."""
    worlds = SeatSession("cunning-folk(villagers=2,good_witches=1)").worlds
    count = len(worlds.records)
    assert count == 1260
    drawn = worlds.drawn(count, 0.5)["card"][:, 0]
    kept_order = worlds.records["card"][:, 0]
    assert sorted(drawn.tolist()) == sorted(kept_order.tolist())
    half = count // 2
    for role in set(kept_order.tolist()):
        share = (kept_order == role).mean()
        assert abs((drawn[:half] == role).mean() - share) < 0.07
    again = worlds.drawn(count, 0.5)["card"][:, 0]
    assert drawn.tolist() == again.tolist()
