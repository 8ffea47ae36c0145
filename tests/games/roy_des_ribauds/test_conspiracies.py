"""Coronation, Murder and Mariage, at every moment at which they can arise."""

import pytest
from roy_table import Table

SMALL = ["Chevalier", "Chevalier"]


# --- Coronation -----------------------------------------------------------------------------------


def test_coronation_by_revealing_the_third_roi():
    table = Table("Roi (Roi) Chevalier Roi", SMALL).do("reveal 2")
    assert table.result() == ("Coronation", 0)


def test_coronation_by_playing_the_third_roi_before_its_effect():
    table = Table("Roi (Reine) Chevalier Roi", ["Roi", "Reine"], active=0).do("play Roi on 3")
    assert table.result() == ("Coronation", 0)


def test_coronation_by_a_roi_that_turns_a_card_up():
    table = Table("Roi (Roi) Chevalier (Roi)", SMALL, active=1).do("reveal 2", "flip 4")
    assert table.result() == ("Coronation", 1)


def test_coronation_by_a_chevalier_that_turns_a_card_up():
    table = Table("Roi (Roi) (Chevalier) Roi", SMALL).do("reveal 3", "switch 1 4", "flip 2")
    assert table.result() == ("Coronation", 0)


def test_no_coronation_by_a_roi_played_face_down():
    table = Table("Roi (Reine) Chevalier Roi", ["Roi", "Reine"], refill=False)
    assert table.do("play Roi on 3 face down").result() is None


def test_the_active_player_wins_also_with_cards_of_the_other():
    table = Table("(Roi:0) Roi Chevalier Roi", SMALL, active=1).do("reveal 1")
    assert table.result() == ("Coronation", 1)


@pytest.mark.parametrize("copies", [1, 2, 3, 4])
def test_coronation_needs_three_rois_or_as_many_as_there_are(copies):
    wanted = min(3, copies)
    court = " ".join(["Roi"] * (wanted - 1) + ["(Roi)"] + ["(Chevalier)"])
    table = Table(court, ["", ""], copies=copies, hand_size=1)
    assert table.do(f"reveal {wanted}").result() == ("Coronation", 0)


# --- Murder ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("court", "place"),
    [
        ("(Assassin) Reine Assassin (Roi)", 1),
        ("Assassin (Reine) Assassin (Roi)", 2),
        ("Assassin Reine (Assassin) (Roi)", 3),
        ("(Roi) (Assassin) Reine Assassin", 2),
        ("Roi Assassin (Roi) Assassin", 3),
        ("(Roi) Assassin Reine (Assassin)", 4),
        ("Assassin (Assassin) Assassin (Roi)", 2),
    ],
)
def test_murder_by_revealing_either_assassin_or_the_card_between(court, place):
    """Places 1-2-3 or 2-3-4; the middle may be any face-up card, an Assassin too."""
    table = Table(court, SMALL).do(f"reveal {place}")
    assert table.result() == ("Murder", 0)


def test_no_murder_around_a_face_down_card():
    table = Table("Assassin (Reine) (Assassin) (Roi)", SMALL).do("reveal 3")
    assert table.result() is None


def test_no_murder_at_a_distance():
    table = Table("Assassin Reine Roi (Assassin)", SMALL).do("reveal 4")
    assert table.result() is None


def test_murder_by_playing_a_card():
    table = Table("Assassin Reine Roi (Roi)", ["Assassin", "Roi"]).do("play Assassin on 3")
    assert table.result() == ("Murder", 0)


def test_murder_by_playing_the_victim():
    table = Table("Assassin (Reine) Assassin (Roi)", ["Chevalier", "Roi"]).do("play Chevalier on 2")
    assert table.result() == ("Murder", 0)


def test_murder_after_the_switch_of_a_chevalier_before_it_turns_a_card():
    table = Table("Assassin Assassin (Chevalier) (Roi)", SMALL, active=1)
    table.do("reveal 3", "switch 2 3")
    assert table.result() == ("Murder", 1)


def test_murder_by_the_card_that_a_chevalier_turns_up():
    table = Table("(Assassin) Assassin (Chevalier) (Roi)", SMALL)
    table.do("reveal 3", "switch 2 3", "flip 1")
    assert table.result() == ("Murder", 0)


def test_murder_by_the_card_that_a_roi_turns_up():
    table = Table("Assassin (Reine) Assassin (Roi)", SMALL).do("reveal 4", "flip 2")
    assert table.result() == ("Murder", 0)


def test_murder_needs_three_places():
    table = Table("Assassin (Assassin)", ["Roi", "Roi"], hand_size=1).do("reveal 2")
    assert table.result() is None


def test_murder_in_a_larger_court():
    table = Table("(Roi) (Roi) (Reine) Assassin Roi (Assassin)", SMALL).do("reveal 6")
    assert table.result() == ("Murder", 0)


# --- Mariage --------------------------------------------------------------------------------------


def test_mariage_at_the_start_of_the_turn_with_three_reines():
    hands = ["Roi Roi Chevalier", "Reine Reine Reine"]
    table = Table("(Chevalier) (Roi) (Assassin) (Assassin)", hands, refill=False)
    table.do("play Chevalier on 1 face down")
    assert table.result() == ("Mariage", 1)
    assert table.seen_by(0)[-1] == "Mariage: player 1 wins"


def test_no_mariage_for_the_player_whose_turn_ends():
    hands = ["Reine Reine Chevalier", "Roi Roi Chevalier"]
    table = Table("(Chevalier) (Roi) (Assassin) (Assassin)", hands)
    table.do("play Chevalier on 1 face down", "draw Reine")
    assert table.hand(0) == "Reine Reine Reine"
    assert table.result() is None
    table.do("reveal 1", "switch 1 2", "flip 1")
    assert table.result() == ("Mariage", 0), "unless a Reine takes them, it comes a turn later"


def test_a_reine_prevents_the_mariage():
    hands = ["Reine Reine Reine", "Roi Roi Reine"]
    table = Table("(Chevalier) (Roi) (Assassin) (Assassin)", hands, active=1)
    table.do("play Reine on 1", "inspect Reine Reine", "draw Chevalier Chevalier", "draw Roi")
    assert table.result() is None
    assert table.player == 0


def test_no_mariage_during_a_turn():
    table = Table("(Roi) (Chevalier) (Assassin) (Assassin)", ["Reine Roi", "Roi"], refill=False)
    table.do("reveal 1", "draw two", "draw Reine Reine")
    assert table.hand(0) == "Reine Reine Reine Roi"
    assert table.result() is None


def test_mariage_with_all_reines_of_a_small_deck():
    table = Table(
        "(Chevalier) (Roi)", ["Roi Assassin", "Reine Reine"], copies=2, hand_size=2, refill=False
    )
    table.do("play Roi on 1 face down")
    assert table.result() == ("Mariage", 1)


def test_two_reines_are_no_mariage_where_there_are_three():
    table = Table(
        "(Chevalier) (Roi)", ["Roi Assassin", "Reine Reine"], copies=3, hand_size=2, refill=False
    )
    assert table.do("play Roi on 1 face down").result() is None
