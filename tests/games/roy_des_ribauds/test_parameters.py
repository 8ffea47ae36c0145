"""Parameters: what is accepted, what is refused in one clear line, and the bounds they lead to."""

import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from roy_table import playable, sets_of_parameters

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, new_states
from intrigue.games.roy_des_ribauds.game import RoyDesRibauds
from intrigue.games.roy_des_ribauds.text import read_kinds

NAME = "python_roy_des_ribauds"


def test_default_parameters_are_the_published_game():
    game = pyspiel.load_game(NAME)
    assert game.num_players() == 2
    assert game.num_distinct_actions() == 64
    assert game.utility_sum() == 0
    record = game.new_initial_state().record[0]
    assert (record.copies, record.court_size, record.hand_size, record.max_turns) == (4, 4, 3, 100)
    assert record.pile_size == 16


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("copies=5", "copies=5 is not in 1..4"),
        ("copies=0", "copies=0 is not in 1..4"),
        ("court_size=1", "court_size=1 is not in 2..6"),
        ("court_size=7", "court_size=7 is not in 2..6"),
        ("hand_size=0", "hand_size=0 is not in 1..4"),
        ("max_turns=0", "max_turns=0 is not in 1..1000"),
        ("copies=2", "a deck of 8 cards (kinds x copies) is too small for a Court of 4 and two"),
        (
            "kinds=roi+dame",
            "kinds='roi+dame' is not different names of chevalier+",
        ),
        ("kinds=roi+roi", "kinds='roi+roi' is not different names of"),
        ("kinds=reine,court_size=2,hand_size=1,copies=4,refill=True", None),
        ("kinds=reine,court_size=2,copies=6,hand_size=2", "copies=6"),
        ("kinds=reine+roi,court_size=2,hand_size=3", "with so few cards other than Reines"),
        ("max_turns=true", "max_turns=True is not of type int"),
        ("places=4", "has no parameter 'places'"),
    ],
)
def test_bad_parameters_are_refused_in_one_line(text, message):
    parameters = pyspiel.game_parameters_from_string(f"{NAME}({text})")
    values = {name: p for name, p in parameters.items() if name != "name"}
    if message is None:
        assert RoyDesRibauds(values)
        return
    with pytest.raises(ValueError, match=NAME) as caught:
        RoyDesRibauds(values)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_kinds_are_joined_by_plus_or_comma_in_any_order():
    assert read_kinds("roi+chevalier", NAME) == [0, 2]
    assert read_kinds("Roi, Chevalier", NAME) == [0, 2]
    assert pyspiel.load_game(f"{NAME}(kinds=assassin+roi,court_size=2)").num_distinct_actions()
    assert RoyDesRibauds({"kinds": "roi,assassin", "court_size": 2}).deck.names == [
        "Roi",
        "Assassin",
    ]


def test_actions_of_absent_kinds_take_no_numbers():
    def actions(**parameters):
        return RoyDesRibauds({"court_size": 3, "hand_size": 1, **parameters}).sizes.num_actions

    assert actions(kinds="reine+roi") == 3 + 6 + 6 + 3 + 1 + 3 + 1
    assert actions(kinds="reine+assassin") == 3 + 6 + 6 + 3 + 1
    assert actions(kinds="chevalier+reine") == 3 + 6 + 6 + 3 + 3 + 1
    assert actions() == 3 + 12 + 12 + 3 + 3 + 1 + 10 + 3 + 1


@settings(max_examples=150, deadline=None, derandomize=True)
@given(sets_of_parameters.map(playable).filter(bool), st.integers(0, 2**31))
def test_every_accepted_game_can_be_played_within_its_bounds(definition, seed):
    """Cards are neither lost nor made, hidden and public sizes agree, bounds are true."""
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    states = new_states(definition.kernel)
    sizes = definition.sizes
    player = driver.start(states, definition.encoded)
    copies = int(definition.encoded[0])
    counted = {CHANCE: 0, 0: 0, 1: 0}
    events = 0
    for action in history.tolist():
        counted[player] += 1
        record = states[0]
        if player == CHANCE:
            outcomes, probs = driver.list_outcomes(states)
            assert sum(probs) == pytest.approx(1, abs=1e-12)
            assert outcomes[-1] < sizes.max_chance_outcomes
            assert sorted(set(outcomes.tolist())) == outcomes.tolist()
        else:
            choices = driver.list_choices(states).tolist()
            assert choices == sorted(set(choices))
            assert choices[-1] < sizes.num_actions
        player = driver.step(states, action)
        record = states[0]
        events += int(record.n_events)
        assert record.n_events <= len(record.events)
        kinds = int(record.kinds)
        total = record.hand.sum(axis=0) + record.pile + record.discard
        for place in range(int(record.court_size)):
            if place < record.dealt:
                total[record.court[place]] += 1
        if record.under:
            total[record.card[1]] += record.under
        assert total.tolist() == [copies] * kinds + [0] * (4 - kinds)
        assert record.held.tolist() == record.hand.sum(axis=1).tolist()
        assert record.pile_size == record.pile.sum()
        assert record.discard_size == record.discard.sum()
        assert (record.seen <= record.hand).all()
    assert player == TERMINAL
    assert counted[CHANCE] <= sizes.max_chance_nodes
    assert counted[0] + counted[1] <= sizes.max_game_length
    assert events <= sizes.max_events
