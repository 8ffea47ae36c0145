"""The deal and the visits to kingdoms of The Emissary, each ruling on a position."""

import pyspiel
from emissary_table import SEED_HAND, Table

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import DIAMONDS


def test_setup_deals_eight_rulers_in_a_row_then_eight_cards():
    state = pyspiel.load_game("python_emissary").new_initial_state()
    for kingdom in range(8):
        assert len(state.chance_outcomes()) == 8 - kingdom
        state.apply_action(state.legal_actions()[0])
    for drawn in range(8):
        assert len(state.chance_outcomes()) == 32 - drawn
        state.apply_action(state.legal_actions()[-1])
    assert state.current_player() == 0
    assert [state.action_to_string(a) for a in state.legal_actions()] == [
        f"visit kingdom {k}" for k in range(1, 9)
    ]


def test_trump_is_the_suit_of_the_ruler_lying_there_now():
    table = Table(SEED_HAND).do("visit kingdom 4")
    assert (table.record.kingdom, table.record.trump) == (3, DIAMONDS)


def test_only_unvisited_kingdoms_can_be_chosen():
    table = Table(SEED_HAND, visited=(1, 4, 8))
    assert table.actions() == [f"visit kingdom {k}" for k in (2, 3, 5, 6, 7)]


def test_hand_empty_on_target_the_ruler_becomes_a_face_up_supporter():
    table = Table("8♥", hand_size=1, kingdoms=2, advisors="none")
    table.do("visit kingdom 1", "topic 2♥", "answer 8♥")
    assert table.record.supporter_state[0] == s.FACE_UP  # the King of clubs
    assert table.record.kingdom_state[0] == s.SUPPORTING
    assert not table.over


def test_hand_empty_off_target_the_game_is_lost():
    table = Table("3♥", hand_size=1, advisors="none", objective="score")
    table.do("visit kingdom 1", "topic 4♥", "answer 3♥")
    assert table.over
    assert table.score == 0


def test_too_many_wins_lose_as_well():
    table = Table("8♥ 8♣", hand_size=2, advisors="none").do("visit kingdom 1")
    table.do("topic 2♥", "answer 8♥", "topic 2♣", "answer 8♣")
    assert table.over
    assert not table.record.won_game


def test_the_kingdom_ends_at_once_with_an_empty_hand_and_no_ability_can_be_used():
    table = Table("8♥", hand_size=1, kingdoms=2).do("visit kingdom 1", "topic 2♥")
    table.do("answer 8♥")
    assert table.record.kingdom == -1  # the next hand is being drawn


def test_after_a_kingdom_all_cards_form_a_new_deck_and_jacks_turn_face_up_again():
    table = Table("8♥ 3♠", hand_size=2, kingdoms=2, spent="K♦", rulers="K♣ Q♣")
    table.do("visit kingdom 1", "use J♦", "draw A♥", "draw A♦", "discard A♦", "discard 3♠")
    assert table.jacks() == "chs"
    table.do("topic 2♥", "answer 8♥", "topic 4♥", "answer A♥")
    assert table.jacks() == "cdhs"
    assert table.record.supporter_state[2] == s.FACE_DOWN  # spent supporters stay spent
    assert table.record.count[s.DECK] == 32
    assert table.is_chance
