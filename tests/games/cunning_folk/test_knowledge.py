"""What a player is told to be possible at each place: sound, and as sharp as at the table."""

import numpy as np
import pyspiel
from hypothesis import given, settings
from hypothesis import strategies as st
from village import known, play, scoundrels, village

from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states
from intrigue.games.cunning_folk import text
from intrigue.games.definition import PUBLIC

PUBLIC_ROW = 2  # of two players


def test_a_look_tells_the_active_player_alone():
    state = play(village("GE V\nEE V\nEW"), "look A1; stay silent")
    assert known(state, 0)["A1"] == {"GE"}
    assert known(state, 1)["A1"] == {"GE", "EE", "EW", "V"}
    assert known(state, PUBLIC_ROW)["A1"] == {"GE", "EE", "EW", "V"}


def test_a_role_all_of_whose_cards_are_located_is_nowhere_else():
    state = play(village("GE V\nEE V\nEW"), "look B1; stay silent; look A1; stay silent")
    assert "V" in known(state, 0)["A2"]
    play(state, "look B2; stay silent")
    assert "V" not in known(state, 0)["A2"]


def test_a_last_card_is_told_by_the_others():
    state = village("GE\nEE\nEW")
    play(state, "look A1; stay silent; look A1; stay silent; look A2; stay silent")
    assert known(state, 0)["A3"] == {"EW"}


def test_anothers_exchange_leaves_one_of_two_orders_and_a_look_settles_it():
    state = village("GE V\nEE V\nEW")
    play(state, "look A1; stay silent; look A1; stay silent; look B1; stay silent")
    play(state, "look A3; claim Evil Witch; pass; swap A1 B1 (exchange)")
    assert known(state, 0)["A1"] == known(state, 0)["B1"] == {"GE", "V"}
    assert "A1 and B1 are Good Elder and Villager, in one order or the other" in state.view(0)
    assert "one order" not in state.view(1)
    play(state, "look A1; stay silent")
    assert known(state, 0)["A1"] == {"V"}
    assert known(state, 0)["B1"] == {"GE"}


def test_the_pair_is_followed_through_trades_and_told_apart_later():
    state = village("GE V\nEE V\nEW Va")
    play(state, "look A1; stay silent; look A1; stay silent; look B1; stay silent")
    play(state, "look A3; claim Evil Witch; pass; swap A1 B1 (keep)")
    play(state, "look B3; claim Vagrant; pass; trade B3 A1")
    assert known(state, 0)["B3"] == {"GE", "V"}
    assert known(state, 0)["A1"] == {"Va"}
    play(state, "look B1; stay silent; look A2; stay silent")
    play(state, "look B3; stay silent; look B1; stay silent")
    assert known(state, 0)["B3"] == {"GE"}
    assert known(state, 0)["B1"] == {"V"}


def test_face_up_cards_are_remembered_by_all_when_turned_face_down():
    state = village("[GE] V\n[EE] V\nEW")
    play(state, "look A3; claim Evil Witch; pass; swap A1 A2 (exchange)")
    assert known(state, PUBLIC_ROW)["A1"] == {"GE", "EE"}
    assert known(state, 0)["A1"] == {"EE"}
    assert text.pairs(state.record[0], PUBLIC) == [(0, 1)]
    assert text.pairs(state.record[0], 0) == []


def test_silence_and_alleging_the_liar_prove_that_it_is_not_the_liar():
    state = play(village("GE L\nEE V\nEW"), "look A1; stay silent; look A2; claim Liar; pass")
    assert "L" not in known(state, 1)["A1"]
    assert "L" not in known(state, 0)["A2"]
    assert "L" not in known(state, PUBLIC_ROW)["A1"]
    assert "L" in known(state, 0)["A3"]


def test_what_was_said_of_a_card_moves_with_it_if_it_moves_openly():
    state = village("GE Va\nEE V\nV")
    play(state, "look A1; claim Villager; pass; look B1; claim Vagrant; pass; trade B1 A1")
    assert "player 0 said: B1 Villager" in state.view(1)
    assert "player 1 said: A1 Vagrant" in state.view(0)


def test_what_was_said_is_forgotten_when_an_evil_witch_takes_the_card():
    state = village("GE EW\nEE V\nV")
    play(state, "look A1; claim Villager; pass; look A2; claim Villager; pass")
    play(state, "look B1; claim Evil Witch; pass; swap A1 B1 (keep)")
    assert "player 0 said" not in state.view(1)
    assert "player 1 said: A2 Villager" in state.view(0)


def test_scoundrels_know_what_they_gave_and_kept():
    state = scoundrels("GW V  L\nGE EE EW\nGW EW", ["V+C", "L+P"])
    assert "player 0 gave Villager and kept Cat" in state.view(0)
    assert "player 0 gave" not in state.view(1)
    assert state.to_observation_struct(1).to_json().count("gave") == 1


PARAMETERS = st.sampled_from(
    [
        "players=2",
        "players=3,bonus=liar+vagrant",
        "players=4,bonus=vagrant+good_witch+liar",
        "players=3,scoundrels=true",
        "villagers=2,bonus=liar+vagrant,good_witches=1,evil_witches=2,marks=3",
    ]
)


@settings(max_examples=60, deadline=None)
@given(parameters=PARAMETERS, seed=st.integers(0, 2**40), cut=st.floats(0, 1))
def test_what_is_told_holds_in_truth_and_in_every_world_sampled(parameters, seed, cut):
    game = pyspiel.load_game(f"python_cunning_folk({parameters})")
    definition = game.definition
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    history = history[: int(cut * len(history))]
    states = new_states(definition.kernel)
    driver.replay(states, definition.encoded, history)
    told = states[0].copy()
    for viewer in range(game.num_players()):
        worlds = [history]
        worlds += [driver.resample_history(states, history, viewer, seed + i) for i in range(5)]
        for world in worlds:
            assert len(world) == len(history)
            sampled = new_states(definition.kernel)
            driver.replay(sampled, definition.encoded, world)
            assert np.array_equal(sampled[0].info_hash[viewer], told.info_hash[viewer])
            for row in (viewer, game.num_players()):
                assert np.array_equal(sampled[0].possible[row], told.possible[row])
                for place in range(told.places):
                    if sampled[0].card[place] >= 0:
                        assert (int(told.possible[row][place]) >> int(sampled[0].card[place])) & 1
                for a, b in text.pairs(told, viewer):
                    pair = told.possible[viewer][a] | told.possible[viewer][b]
                    cards = {int(sampled[0].card[a]), int(sampled[0].card[b])}
                    assert sum(1 << card for card in cards) == pair


@settings(max_examples=30, deadline=None)
@given(parameters=PARAMETERS, seed=st.integers(0, 2**40))
def test_cards_are_never_lost_and_marks_and_turns_stay_in_bounds(parameters, seed):
    game = pyspiel.load_game(f"python_cunning_folk({parameters})")
    definition = game.definition
    state = game.new_initial_state()
    cards = None
    for action in driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0):
        state.apply_action(int(action))
        record = state.record[0]
        if record.dealt == record.places and not state.is_chance_node():
            village_now = sorted(record.card[: record.places].tolist())
            cards = cards or village_now
            assert village_now == cards
        assert all(0 <= m <= record.marks_to_leave for m in record.marks)
    assert sum(state.returns()) == 0 or abs(sum(state.returns())) < 1e-12
