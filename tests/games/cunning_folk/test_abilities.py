"""Rulings on what each of the townsfolk does."""

import pytest
from village import choices, marks, play, same_village, village

VILLAGE = """
GW V  EW
GE EE V
V  EW GW
"""


@pytest.mark.parametrize(("card", "name"), [("V", "Villager"), ("C", "Cat"), ("P", "Pirate")])
def test_villager_cat_and_pirate_do_nothing(card, name):
    state = village(VILLAGE.replace("GW V", f"GW {card}"))
    play(state, f"look B1; claim {name}; challenge")
    assert marks(state) == [0, 1]
    assert state.current_player() == 1
    assert choices(state)[0] == "look A1"


def test_an_alleged_liar_who_is_believed_does_nothing():
    state = play(village(VILLAGE.replace("GW V", "GW L")), "look A1; claim Liar; pass")
    assert state.current_player() == 1
    assert choices(state)[0] == "look A1"


def test_the_cat_meows():
    state = play(village(VILLAGE.replace("GW V", "GW C")), "look A1; claim Cat; pass")
    assert state.transcript(1)[-1] == "player 0 meows"


def test_good_witch_gives_another_turn_at_once_with_no_limit():
    state = village(VILLAGE)
    for turns in range(10):
        assert state.current_player() == 0
        assert state.record[0].turns == turns
        play(state, "look B1; claim Good Witch; pass")
    assert state.current_player() == 0


# --- Evil Witch ----------------------------------------------------------------------------------


def test_evil_witch_chooses_two_places_and_exchanges_them_or_not():
    state = play(village("GE\nEE\nEW"), "look A3; claim Evil Witch; pass")
    assert choices(state) == [
        "swap A1 A2 (keep)",
        "swap A1 A2 (exchange)",
        "swap A1 A3 (keep)",
        "swap A1 A3 (exchange)",
        "swap A2 A3 (keep)",
        "swap A2 A3 (exchange)",
    ]
    kept = play(state.clone(), "swap A1 A3 (keep)")
    assert same_village(kept, "GE\nEE\nEW")
    play(state, "swap A1 A3 (exchange)")
    assert same_village(state, "EW\nEE\nGE")
    assert state.current_player() == 1


def test_only_the_evil_witch_knows_whether_the_cards_were_exchanged():
    start = play(village("GE\nEE\nEW", players=3), "look A3; claim Evil Witch; pass; pass")
    kept = play(start.clone(), "swap A1 A3 (keep)")
    exchanged = play(start, "swap A1 A3 (exchange)")
    for other in (1, 2):
        assert kept.information_state_string(other) == exchanged.information_state_string(other)
        assert kept.observation_string(other) == exchanged.observation_string(other)
        line = "player 0 takes up A1 and A3 and puts them back face down"
        assert kept.information_state_string(other).endswith(line)
    assert kept.information_state_string(0) != exchanged.information_state_string(0)


@pytest.mark.parametrize("how", ["keep", "exchange"])
def test_face_up_cards_taken_up_by_an_evil_witch_are_face_down_afterwards(how):
    state = play(village("[GE]\n[EW]\nEE\nV"), "look B1; claim Evil Witch; pass")
    play(state, f"swap A1 A2 ({how})")
    lying = "EW GE" if how == "exchange" else "GE EW"
    assert same_village(state, "{}\n{}\nEE".format(*lying.split()).replace("\n", " V\n", 1))


def test_evil_witch_may_move_any_two_cards_not_only_her_own():
    state = play(village(VILLAGE), "look A1; claim Evil Witch; pass; swap B1 C1 (exchange)")
    assert same_village(state, "GW EW V\nGE EE V\nV  EW GW")


# --- Elders --------------------------------------------------------------------------------------


def test_good_elder_finds_evil_witches_and_evil_elder_one_at_a_time_and_wins():
    state = play(village(VILLAGE), "look A1; claim Good Elder; pass; turn up C1")
    assert same_village(state, VILLAGE.replace("EW\nGE", "[EW]\nGE"))
    play(state, "turn up B2")
    assert not state.is_terminal()
    play(state, "turn up B3")
    assert state.returns() == [1.0, -1.0]


def test_evil_elder_finds_good_witches_and_good_elder():
    state = play(village(VILLAGE), "look A1; claim Evil Elder; pass")
    play(state, "turn up A1; turn up A2; turn up C3")
    assert state.returns() == [1.0, -1.0]


def test_a_card_that_does_not_oppose_costs_a_mark_and_ends_the_turn():
    state = play(village(VILLAGE), "look A1; claim Good Elder; pass; turn up C1; turn up A3")
    assert marks(state) == [1, 0]
    assert state.current_player() == 1
    assert same_village(state, "GW V [EW]\nGE EE V\n[V] EW GW")  # they stay face up


def test_the_elder_of_ones_own_side_does_not_oppose():
    state = play(village(VILLAGE), "look A1; claim Evil Elder; pass; turn up B2")
    assert marks(state) == [1, 0]


def test_a_failing_elder_can_be_ostracized():
    state = village(VILLAGE, marks=[1, 0])
    play(state, "look A1; claim Good Elder; pass; turn up A1")
    assert state.returns() == [-1.0, 1.0]


def test_opposing_cards_already_face_up_count_as_identified_from_the_start():
    state = village(VILLAGE.replace("EE", "[EE]"))
    play(state, "look A1; claim Good Elder; pass")
    assert "turn up B2" not in choices(state)  # nothing left to find there
    play(state, "turn up C1; turn up B3")
    assert state.returns() == [1.0, -1.0]


def test_if_all_are_face_up_the_elder_wins_without_choosing():
    state = play(village("[EE]\nGE\n[EW]\nV"), "look A2; claim Good Elder; pass")
    assert state.returns() == [1.0, -1.0]


def test_choosing_a_face_up_card_that_does_not_oppose_is_allowed_and_fails():
    state = village(VILLAGE.replace("GW V", "GW [V]"))
    play(state, "look A1; claim Good Elder; pass; turn up B1")
    assert marks(state) == [1, 0]
    assert state.current_player() == 1


def test_a_challenged_elder_who_told_the_truth_acts():
    state = play(village(VILLAGE), "look A2; claim Good Elder; challenge; turn up C1")
    assert marks(state) == [0, 1]
    play(state, "turn up B2; turn up B3")
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("elder", ["Good", "Evil"])
def test_the_pirate_opposes_both_elders(elder):
    state = village("GE P\nEE\nV")
    play(state, f"look A1; claim {elder} Elder; pass; turn up {'A2' if elder == 'Good' else 'A1'}")
    assert not state.is_terminal()
    play(state, "turn up B1")
    assert state.returns() == [1.0, -1.0]


def test_the_third_good_witch_has_to_be_found_too():
    state = village("GW GW GW\nGE EE V\nEW EW V")
    play(state, "look A1; claim Evil Elder; pass; turn up A1; turn up A2; turn up B1")
    assert not state.is_terminal()
    play(state, "turn up C1")
    assert state.returns() == [1.0, -1.0]


# --- Vagrant -------------------------------------------------------------------------------------


def test_vagrant_trades_the_card_investigated_with_another_place_openly():
    state = play(village("GE Va\nEE V\nV"), "look B1; claim Vagrant; challenge")
    assert choices(state) == [f"trade B1 {place}" for place in ("A1", "A2", "A3", "B2")]
    play(state, "trade B1 A1")
    assert same_village(state, "Va GE\nEE V\nV")  # he is face down again
    assert state.transcript(1)[-1] == "player 0 trades B1 with A1"


def test_face_up_cards_that_are_traded_are_turned_face_down():
    state = play(village("[GE] Va\nEE V\nV"), "look B1; claim Vagrant; pass; trade B1 A1")
    assert same_village(state, "Va GE\nEE V\nV")


def test_a_false_vagrant_moves_the_card_investigated():
    state = play(village("GE Va\nEE V\nV"), "look A2; claim Vagrant; pass; trade A2 B2")
    assert same_village(state, "GE Va\nV EE\nV")
