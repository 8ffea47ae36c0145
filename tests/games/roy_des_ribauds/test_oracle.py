"""Whole random games under the eyes of a second implementation of the rules."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from referee import Referee, names
from roy_table import playable, sets_of_parameters

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, new_states
from intrigue.games.roy_des_ribauds.game import RoyDesRibauds


def watch(definition, seed):
    """Play a random game and compare every position with the referee's."""
    parameters = definition.parameters
    deck = definition.deck
    referee = Referee(
        deck.names,
        *(parameters[name] for name in ("copies", "court_size", "hand_size")),
        *(parameters[name] for name in ("refill", "exchange", "max_turns")),
    )
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    states = new_states(definition.kernel)
    player = driver.start(states, definition.encoded)
    for action in history.tolist():
        record = states[0]
        text = definition.action_text(record, player, action)
        if player == CHANCE:
            assert referee.options is None
        else:
            assert player == referee.active
            actions = driver.list_choices(states).tolist()
            assert referee.options == [definition.action_text(record, player, a) for a in actions]
        referee.tell(text)
        player = driver.step(states, action)
        record = states[0]
        for place in range(int(record.dealt) if record.dealt <= record.court_size else 0):
            assert deck.names[record.court[place]] == referee.court[place].name
        if record.dealt > record.court_size:
            for place, card in enumerate(referee.court):
                assert deck.names[record.court[place]] == card.name
                assert bool(record.face_up[place]) == card.up
        for owner in range(2):
            assert deck.cards(record.hand[owner]) == names(referee.hands[owner])
        assert deck.cards(record.discard) == names(referee.discard)
        assert deck.cards(record.pile) == names(referee.pile)
        assert record.under == len(referee.bottom)
    assert player == TERMINAL
    winner = int(states[0].winner)
    assert referee.result == ("nobody" if winner < 0 else winner)


@pytest.mark.parametrize(
    "parameters", [{}, {"refill": False}, {"exchange": True}, {"court_size": 3}], ids=str
)
def test_the_published_game_and_its_variants(parameters):
    for seed in range(25):
        watch(RoyDesRibauds(parameters), seed)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(sets_of_parameters.map(playable).filter(bool), st.integers(0, 2**31))
def test_all_parameters(definition, seed):
    watch(definition, seed)
