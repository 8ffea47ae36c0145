"""Turns: revealing and replacing, drawing back, exchange, the limit."""

import pytest
from roy_table import Table

HANDS = ["Chevalier Roi Assassin", "Chevalier Reine Roi"]
COURT = "(Chevalier) (Reine) (Roi) (Assassin)"


def test_a_turn_is_revealing_or_replacing_any_court_card_face_up_or_down():
    table = Table("(Chevalier) Reine", ["Roi", "Roi"], hand_size=1)
    assert table.options() == [
        "reveal 1",
        "play Roi on 1",
        "play Roi on 2",
        "play Roi on 1 face down",
        "play Roi on 2 face down",
    ]


def test_the_replaced_card_goes_to_the_discard_pile_without_effect():
    table = Table(COURT, HANDS).do("play Roi on 2")
    assert table.discard() == "Reine"
    assert table.court() == "(Chevalier) Roi (Roi) (Assassin)"
    assert table.player == 0  # the Roi's effect, not the Reine's
    assert table.options() == ["flip 1", "flip 3", "flip 4", "draw two"]


def test_a_card_played_face_down_has_no_effect_and_only_its_owner_knows_it():
    table = Table(COURT, HANDS, refill=False).do("play Roi on 2 face down")
    assert table.court() == "(Chevalier) (Roi:0) (Roi) (Assassin)"
    assert table.seen_by(0) == [
        "player 0 plays a card face down on 2, replacing Reine",
        "(player 0 played Roi)",
    ]
    assert table.seen_by(1) == ["player 0 plays a card face down on 2, replacing Reine"]
    assert table.player == 1


def test_pass_only_with_neither_a_face_down_card_nor_a_hand_card():
    table = Table("Chevalier Reine Roi", ["", "Roi"], refill=False)
    assert table.options() == ["pass"]
    table.do("pass")
    assert table.player == 1
    assert "pass" not in table.options()


# --- Drawing back ---------------------------------------------------------------------------------


def test_refill_draws_back_to_a_full_hand_after_the_effect():
    table = Table(COURT, HANDS).do("play Assassin on 4")
    assert table.player == 0
    table.do("look 1 2")
    assert table.player == -1
    table.do("draw Roi")
    assert table.hand(0) == "Chevalier Roi Roi"
    assert table.player == 1


def test_revealing_a_card_draws_nothing():
    table = Table(COURT, ["Roi", "Roi"]).do("reveal 4", "look 1 2")
    assert table.player == 1
    assert table.hand(0) == "Roi"


def test_without_refill_only_effects_draw():
    table = Table(COURT, HANDS, refill=False).do("play Assassin on 4", "look 1 2")
    assert table.player == 1
    assert table.hand(0) == "Chevalier Roi"


def test_exchange_takes_the_replaced_card_in_hand_and_draws_nothing():
    table = Table(COURT, HANDS, exchange=True).do("play Assassin on 2 face down")
    assert table.player == 1
    assert table.hand(0) == "Chevalier Reine Roi"
    assert table.discard() == ""
    assert table.seen_by(0) == [
        "player 0 plays a card face down on 2, replacing a hidden card",
        "(player 0 played Assassin)",
        "(player 0 took Reine)",
    ]
    assert table.seen_by(1) == ["player 0 plays a card face down on 2, replacing a hidden card"]


@pytest.mark.parametrize("card", ["Reine", "(Reine:1)", "(Reine:01)"])
def test_exchange_of_a_card_that_the_opponent_knows_is_seen_by_both(card):
    table = Table(f"(Roi) {card} (Roi)", HANDS, exchange=True).do("play Assassin on 2 face down")
    assert table.seen_by(1) == ["player 0 plays a card face down on 2, replacing Reine"]
    assert table.known_of(0) == "Reine"


def test_exchange_happens_before_the_effect():
    table = Table("Reine (Chevalier) (Roi) (Roi)", ["Roi", "Roi"], exchange=True)
    table.do("play Roi on 1", "draw two", "draw Assassin Assassin")
    assert table.hand(0) == "Reine Assassin Assassin"


# --- Turn limit -----------------------------------------------------------------------------------


def test_after_max_turns_the_game_is_a_draw():
    table = Table("(Chevalier) (Roi) (Reine)", ["Roi Roi", "Roi"], refill=False, max_turns=2)
    table.do("play Roi on 1 face down")
    assert table.result() is None
    table.do("play Roi on 1 face down")
    assert table.result() == ("turn limit", None)


def test_a_win_in_the_last_turn_counts():
    table = Table("Roi (Roi) Roi", ["", ""], max_turns=1).do("reveal 2")
    assert table.result() == ("Coronation", 0)


def test_no_turn_begins_after_the_limit_so_no_mariage_either():
    hands = ["Roi", "Reine Reine Reine"]
    table = Table("(Chevalier) (Roi) (Assassin)", hands, refill=False, max_turns=1)
    assert table.do("play Roi on 1 face down").result() == ("turn limit", None)
