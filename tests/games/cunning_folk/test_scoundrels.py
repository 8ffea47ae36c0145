"""Rulings on a village full of scoundrels."""

from collections import Counter

import pyspiel
import pytest
from village import choices, known, marks, play, same_village, scoundrels

VILLAGE = """
GW V  L
GE EE EW
GW EW
"""


def start(players=2, **parameters):
    game = pyspiel.load_game(
        "python_cunning_folk", {"players": players, "scoundrels": True, **parameters}
    )
    return game.new_initial_state()


def deal(state, *hands):
    for hand in hands:
        words = [state.action_to_string(-1, a) for a in state.legal_actions()]
        outcome = next(i for i, text in enumerate(words) if text.startswith(f"deal {hand} to"))
        state.apply_action(state.legal_actions()[outcome])
    return state


def test_each_player_is_dealt_two_of_the_five_bonus_cards_and_three_villagers():
    state = start(players=3)
    pairs = dict(state.chance_outcomes())
    assert len(pairs) == 16  # 15 pairs of six kinds, and two Villagers
    words = {state.action_to_string(-1, a): p for a, p in pairs.items()}
    assert words["deal Villager and Villager to player 0"] == pytest.approx(3 / 28)
    assert words["deal Liar and Cat to player 0"] == pytest.approx(1 / 28)
    assert words["deal Villager and Cat to player 0"] == pytest.approx(3 / 28)


def test_each_player_secretly_adds_one_of_the_two_and_keeps_the_other():
    state = deal(start(), "Liar and Cat", "Villager and Pirate")
    assert state.current_player() == 0
    assert choices(state) == ["give Liar", "give Cat"]
    other = play(state.clone(), "give Liar")
    play(state, "give Cat")
    assert state.information_state_string(1) == other.information_state_string(1)
    assert "player 0 gave Cat and kept Liar" in state.observation_string(0)
    assert choices(state) == ["give Villager", "give Pirate"]


def test_two_equal_cards_leave_no_choice():
    state = deal(start(), "Villager and Villager", "Liar and Cat")
    assert choices(state) == ["give Villager"]


def test_the_village_is_dealt_from_the_six_and_the_cards_added():
    state = play(
        deal(start(players=3), "Liar and Cat", "Villager and Pirate", "Villager and Villager"),
        "give Cat; give Pirate; give Villager",
    )
    dealt = Counter()
    while state.is_chance_node():
        action = state.legal_actions()[-1]
        dealt[state.action_to_string(-1, action).split(" to ")[0][5:]] += 1
        state.apply_action(action)
    assert dealt == {
        "Good Witch": 2,
        "Good Elder": 1,
        "Evil Witch": 2,
        "Evil Elder": 1,
        "Cat": 1,
        "Pirate": 1,
        "Villager": 1,
    }


@pytest.mark.parametrize(("players", "last"), [(2, "C2"), (3, "C3"), (4, "D1")])
def test_the_village_has_six_places_and_one_a_player_in_columns_of_three(players, last):
    state = start(players=players)
    while state.is_chance_node() or (state.current_player() >= 0 and "give" in choices(state)[0]):
        state.apply_action(state.legal_actions()[0])
    assert len(choices(state)) == 6 + players
    assert choices(state)[-1] == f"look {last}"


def test_every_role_that_may_be_in_the_village_can_be_alleged():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1")
    assert len(choices(state)) == 1 + 9
    assert "claim Vagrant" in choices(state)


def test_a_kept_card_is_known_not_to_be_in_the_village():
    state = scoundrels(VILLAGE, ["V+C", "L+P"])
    assert "C" not in known(state, 0)["A1"]
    assert "P" in known(state, 0)["A1"]
    assert "P" not in known(state, 1)["A1"]


def test_an_elder_goes_on_or_declares_to_be_done_after_each_success():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1; claim Good Elder; pass")
    assert "done" not in choices(state)
    play(state, "turn up B3")
    assert "done" in choices(state)
    play(state, "turn up C2; turn up B2")
    assert not state.is_terminal()  # all are found, but nobody is told
    assert "done" in choices(state)
    assert "turn up A1" in choices(state)


def test_going_on_when_all_are_found_fails():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1; claim Good Elder; pass")
    play(state, "turn up B3; turn up C2; turn up B2; turn up A1")
    assert marks(state) == [1, 0]
    assert state.current_player() == 1


def test_opposing_cards_face_up_from_the_start_are_successes():
    state = scoundrels(VILLAGE.replace("EE", "[EE]"), ["V+C", "L+P"])
    play(state, "look A1; claim Good Elder; pass")
    assert "done" in choices(state)


def test_once_done_each_other_player_in_turn_may_turn_one_face_down_card_up():
    state = scoundrels("GW V  L\nGE EE EW\nGW EW V", ["V+C", "L+P", "V+Va"])
    play(state, "look A1; stay silent; look A1; claim Good Elder; pass; pass")
    play(state, "turn up B3; turn up C2; done")
    assert state.current_player() == 2
    assert choices(state) == [
        "pass",
        *(f"turn up {place}" for place in ["A1", "A2", "A3", "B1", "B2", "C1", "C3"]),
    ]
    play(state, "turn up A1")  # a Good Witch does not oppose the Good Elder
    assert state.current_player() == 0
    assert "turn up A1" not in choices(state)
    play(state, "turn up B2")
    assert state.returns() == [1.0, -0.5, -0.5]


def test_who_turns_up_an_opposing_card_wins_instead():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1; claim Good Elder; pass")
    play(state, "turn up B3; done; turn up B2")
    assert state.returns() == [-1.0, 1.0]


def test_if_nobody_objects_the_elder_wins_even_if_not_all_were_found():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1; claim Good Elder; pass")
    play(state, "turn up B3; done; pass")
    assert state.returns() == [1.0, -1.0]


def test_if_all_are_found_done_wins_through_failing_reveals():
    state = play(scoundrels(VILLAGE, ["V+C", "L+P"]), "look A1; claim Good Elder; pass")
    play(state, "turn up B3; turn up C2; turn up B2; done; turn up A1")
    assert state.returns() == [1.0, -1.0]


def test_the_ostracized_do_not_object():
    state = scoundrels("GW V  L\nGE EE EW\nGW EW V", ["V+C", "L+P", "V+Va"], marks=[0, 2, 0])
    play(state, "look A1; claim Good Elder; pass; turn up B3; done")
    assert state.current_player() == 2
    play(state, "pass")
    assert state.returns() == [1.0, -0.5, -0.5]


def test_the_pirate_and_the_third_good_witch_oppose():
    state = play(
        scoundrels(VILLAGE.replace("V ", "GW").replace("L", "P"), ["GW+C", "P+L"]),
        "look A1; claim Evil Elder; pass",
    )
    play(state, "turn up A1; turn up A2; turn up A3; turn up C1; turn up B1; done; pass")
    assert state.returns() == [1.0, -1.0]
    assert same_village(state, "[GW] [GW] [P]\n[GE] EE EW\n[GW] EW")
