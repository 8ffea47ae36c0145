"""Rulings on a turn: looking, alleging, challenging, marks, and how the game ends."""

import pytest
from village import choices, marks, play, same_village, village

VILLAGE = """
GW V  EW
GE EE V
V  EW GW
"""
WITH_LIAR = """
GW L  EW
GE EE V
V  EW GW
"""


def test_village_is_laid_out_in_columns_of_three():
    state = village(VILLAGE)
    assert choices(state) == [f"look {row}{n}" for row in "ABC" for n in "123"]
    play(state, "look B1")
    assert "the card at B1 is Villager" in state.information_state_string(0)


def test_investigate_any_place_a_face_down_card_is_seen_by_the_active_player_alone():
    state = play(village(VILLAGE, players=3), "look A2")
    assert "the card at A2 is Good Elder" in state.information_state_string(0)
    for other in (1, 2):
        assert "player 0 looks at A2" in state.information_state_string(other)
        assert "Good Elder" not in state.information_state_string(other)


def test_investigate_a_face_up_card_too():
    state = village("[GW] EE\nGE EW\nV")
    play(state, "look A1; claim Villager; pass; look A1; claim Good Witch; challenge")
    assert marks(state) == [1, 0]  # player 1 told the truth


def test_allege_any_role_of_the_set_or_stay_silent():
    assert choices(play(village(VILLAGE), "look A1")) == [
        "stay silent",
        "claim Good Witch",
        "claim Good Elder",
        "claim Evil Witch",
        "claim Evil Elder",
        "claim Villager",
    ]


def test_roles_that_are_not_in_the_game_cannot_be_alleged():
    state = play(village("GE C\nEE\nP"), "look A1")
    assert choices(state) == [
        "stay silent",
        "claim Good Elder",
        "claim Evil Elder",
        "claim Cat",
        "claim Pirate",
    ]


@pytest.mark.parametrize("picture", [WITH_LIAR, WITH_LIAR.replace("L", "[L]")])
def test_with_the_liar_under_the_finger_one_must_allege_and_not_the_liar(picture):
    words = choices(play(village(picture), "look B1"))
    assert "stay silent" not in words
    assert "claim Liar" not in words
    assert "claim Villager" in words


def test_the_liar_may_be_alleged_of_any_other_card():
    state = play(village(WITH_LIAR), "look A1")
    assert "claim Liar" in choices(state)
    play(state, "claim Liar; challenge")
    assert marks(state) == [1, 0]


def test_silence_ends_the_turn():
    state = play(village(VILLAGE, players=3), "look A1; stay silent")
    assert state.current_player() == 1
    assert choices(state)[0] == "look A1"


def test_others_may_challenge_in_turn_order_from_the_left():
    state = play(village(VILLAGE, players=4), "look A1; stay silent; look A1; claim Villager")
    asked = []
    while choices(state) == ["pass", "challenge"]:
        asked.append(state.current_player())
        play(state, "pass")
    assert asked == [2, 3, 0]


def test_the_first_challenge_counts():
    state = play(village(VILLAGE, players=4), "look B1; claim Villager; pass; challenge")
    assert marks(state) == [0, 0, 1, 0]
    assert state.current_player() == 1  # the Villager does nothing, the next turn began


def test_unchallenged_lie_lets_the_player_act():
    state = play(village(VILLAGE), "look B1; claim Good Witch; pass")
    assert state.current_player() == 0
    assert same_village(state, VILLAGE)  # nothing was turned up


def test_challenged_truth_marks_the_challenger_then_the_player_acts():
    state = play(village(VILLAGE, players=3), "look A1; claim Good Witch; challenge")
    assert marks(state) == [0, 1, 0]
    assert same_village(state, VILLAGE.replace("\nGW V", "\n[GW] V"))
    assert state.current_player() == 0
    assert choices(state)[0] == "look A1"


def test_challenged_lie_marks_the_player_who_does_not_act():
    state = play(village(VILLAGE, players=3), "look B1; claim Good Witch; pass; challenge")
    assert marks(state) == [1, 0, 0]
    assert same_village(state, VILLAGE.replace("GW V ", "GW [V] "))
    assert state.current_player() == 1


def test_a_turned_up_card_stays_face_up():
    state = play(village(VILLAGE), "look B1; claim Good Witch; challenge")
    play(state, "look A1; stay silent; look B1; stay silent")
    assert same_village(state, VILLAGE.replace("GW V ", "GW [V] "))


def test_a_second_mark_ostracizes_and_the_turn_passes_over_the_ostracized():
    state = village(VILLAGE, players=3, marks=[0, 1, 0])
    play(state, "look A1; stay silent; look A1; claim Villager; pass; challenge")
    assert marks(state) == [0, 2, 0]
    assert state.current_player() == 2
    play(state, "look A1; stay silent")
    assert state.current_player() == 0
    play(state, "look A1; stay silent")
    assert state.current_player() == 2


def test_the_ostracized_are_not_asked_to_challenge():
    state = village(VILLAGE, players=3, marks=[0, 2, 0])
    play(state, "look A1; claim Villager")
    assert state.current_player() == 2
    play(state, "pass")
    assert state.current_player() == 2  # whose turn it is now, player 1 being out


def test_the_last_player_left_wins_at_once_before_any_action():
    state = village(VILLAGE, marks=[0, 1])
    play(state, "look A2; claim Good Elder; challenge")
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]
    assert same_village(state, VILLAGE.replace("GE EE", "[GE] EE"))  # nobody was looked for


def test_the_last_liar_out_leaves_the_other_as_winner():
    state = village(VILLAGE, players=3, marks=[1, 2, 0])
    play(state, "look A1; claim Villager; challenge")
    assert state.returns() == [-0.5, -0.5, 1.0]


def test_an_ostracized_challenger_does_not_stop_the_action():
    state = village(VILLAGE, players=3, marks=[0, 1, 0])
    play(state, "look A2; claim Good Elder; challenge")
    assert marks(state) == [0, 2, 0]
    assert choices(state)[0] == "turn up A1"


def test_winner_gets_one_and_each_loser_an_equal_share_of_minus_one():
    state = village("[EE]\nGE\nV", players=4)
    play(state, "look A2; claim Good Elder; pass; pass; pass")
    assert state.returns() == pytest.approx([1.0, -1 / 3, -1 / 3, -1 / 3])


def test_after_max_turns_the_game_is_a_draw():
    state = village(VILLAGE, players=3, max_turns=2)
    play(state, "look A1; stay silent; look A1; claim Good Witch; pass")
    assert not state.is_terminal()
    play(state, "pass")  # another turn would be the third
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0, 0.0]


def test_a_win_in_the_last_turn_counts():
    state = village("[EE]\nGE\nV", max_turns=1)
    play(state, "look A3; claim Good Elder; pass")
    assert state.returns() == [1.0, -1.0]


def test_max_turns_is_sixty_a_player_unless_given():
    assert village(VILLAGE, players=3).record[0].max_turns == 180
    assert village(VILLAGE, players=3, max_turns=7).record[0].max_turns == 7


def test_player_0_starts():
    assert village(VILLAGE, players=4).current_player() == 0


def test_marks_that_ostracize_can_be_fewer_for_small_games():
    state = village(VILLAGE, marks_to_leave=1)
    play(state, "look A1; claim Villager; challenge")
    assert state.returns() == [-1.0, 1.0]
