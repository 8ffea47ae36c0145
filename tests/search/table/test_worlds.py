"""The worlds at a table: against enumeration over the OpenSpiel game, and with the true one."""

import json
from collections import defaultdict

import numpy as np
import pyspiel
import pytest
from replaying import Told, random_game, tell

from intrigue.games.definition import EVERYTHING
from intrigue.search.bots import list_thumb_weights
from intrigue.search.table.session import OVER, SeatSession
from intrigue.search.weighing import MISTAKES
from intrigue.search.what_may_be import what_may_be

SMALL = [
    "cunning-folk(villagers=1,good_witches=0,evil_witches=1,max_turns=4,marks=2)",
    "roy(copies=2,court_size=2,hand_size=1,max_turns=4,kinds=roi+assassin+chevalier)",
    "emperor(players=2,dice=1,rerolls=0)",
]
LARGE = ["cunning-folk(villagers=2,good_witches=1)", "roy", "emperor(players=3)"]
SAMPLED = ["cunning-folk(players=3,scoundrels=true)", "emperor(players=2,cards=true,dice=1)"]


def enumerated(state: pyspiel.State, model: str) -> dict[str, float]:
    """Follow every way in which the player to move would have seen the same."""
    player = state.current_player()
    told = state.transcript(player)
    found: dict[str, float] = defaultdict(float)
    waiting = [(state.get_game().new_initial_state(), 1.0)]
    while waiting:
        past, weight = waiting.pop()
        mover, seen = past.current_player(), past.transcript(player)
        if seen != told[: len(seen)]:
            continue
        if mover == player and len(seen) == len(told):
            found[hidden(past.definition, past.record[0])] += weight
        elif past.is_chance_node():
            waiting += [(past.child(a), weight * chance) for a, chance in past.chance_outcomes()]
        elif mover == player:
            waiting += [(past.child(action), weight) for action in past.legal_actions()]
        elif not past.is_terminal():
            actions, weights = list_thumb_weights(past.record)
            shares = np.full(len(actions), 1.0 / len(actions))
            if model == "thumb":
                shares = (1 - MISTAKES) * weights / weights.sum() + MISTAKES * shares
            waiting += [
                (past.child(action), weight * share)
                for action, share in zip(actions.tolist(), shares.tolist(), strict=True)
            ]
    total = sum(found.values())
    return {what: weight / total for what, weight in found.items()}


def hidden(definition, record) -> str:
    return json.dumps(definition.describe(record, EVERYTHING))


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
    played = random_game(game, 3)
    for seat in range(played.num_players()):
        session = SeatSession(game, seat, model)
        for true in tell(session, Told(played, seat)):
            if true is None:
                continue
            expected = enumerated(true, model)
            found = kept(session)
            assert session.worlds.counted
            assert found.keys() == expected.keys()
            assert all(abs(found[what] - expected[what]) < 1e-12 for what in expected)
        assert session.question.kind == OVER


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
