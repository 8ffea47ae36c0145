"""The effects of the four cards."""

import pytest
from roy_table import Table

HANDS = ["Chevalier Roi Assassin", "Chevalier Reine Roi"]


# --- Chevalier ------------------------------------------------------------------------------------


def test_chevalier_switches_any_two_cards_then_turns_any_one_over_without_effect():
    table = Table("(Chevalier) Reine (Roi) Assassin", HANDS, refill=False).do("reveal 1")
    assert table.options() == [f"switch {i} {j}" for i, j in ["12", "13", "14", "23", "24", "34"]]
    table.do("switch 1 3")
    assert table.court() == "(Roi) Reine Chevalier Assassin"
    assert table.options() == ["flip 1", "flip 2", "flip 3", "flip 4"]
    table.do("flip 1")
    assert table.court() == "Roi Reine Chevalier Assassin"
    assert table.player == 1  # no Roi effect


def test_chevalier_may_hide_a_card_even_itself_and_both_still_know_it():
    table = Table("(Chevalier) Reine (Roi) Assassin", HANDS).do("reveal 1", "switch 1 4", "flip 4")
    assert table.court() == "Assassin Reine (Roi) (Chevalier:01)"
    assert table.seen_by(1) == ["player 0 turns Chevalier on 4 face down"]


def test_a_hidden_card_may_be_revealed_again_with_its_effect():
    table = Table("(Chevalier) Reine (Roi) Assassin", HANDS).do("reveal 1", "switch 1 4", "flip 4")
    table.do("reveal 4")
    assert table.options()[0] == "switch 1 2"


def test_in_a_court_of_two_the_switch_is_done_at_once():
    """An effect that can be carried out in only one way is carried out without asking."""
    table = Table("(Chevalier) Reine", ["Roi", "Roi"], hand_size=1).do("reveal 1")
    assert table.court() == "Reine Chevalier"
    assert table.options() == ["flip 1", "flip 2"]


# --- Reine ----------------------------------------------------------------------------------------


def test_reine_looks_at_two_random_cards_of_the_other_hand():
    table = Table("(Reine) (Roi) (Roi) (Roi)", ["Assassin", "Chevalier Chevalier Roi"])
    table.do("reveal 1")
    assert table.chances() == pytest.approx(
        {"inspect Chevalier Chevalier": 1 / 3, "inspect Chevalier Roi": 2 / 3}
    )
    table.do("inspect Chevalier Roi")
    line = ["player 0 sees Chevalier and Roi in the hand of player 1"]
    assert table.seen_by(0) == line
    assert table.seen_by(1) == line, "the owner sees which cards were looked at"
    assert table.known_of(1) == "Chevalier Roi"


@pytest.mark.parametrize(("seen", "left", "draw"), [
    ("inspect Reine Reine", "Roi", "draw Assassin Assassin"),
    ("inspect Reine Roi", "Reine Roi", "draw Assassin"),
])  # fmt: skip
def test_every_reine_seen_is_discarded_and_the_opponent_draws_as_many(seen, left, draw):
    table = Table("(Reine) (Roi) (Roi) (Assassin)", ["Chevalier", "Reine Reine Roi"])
    table.do("reveal 1", seen)
    assert table.hand(1) == left
    assert table.discard() == " ".join(["Reine"] * seen.count("Reine"))
    table.do(draw)
    assert len(table.hand(1).split()) == 3
    assert table.player == 1


def test_reine_sees_the_whole_hand_if_it_has_at_most_two_cards():
    table = Table("(Reine) (Roi) (Roi) (Roi)", ["Assassin", "Chevalier Reine"])
    table.do("reveal 1")
    assert table.seen_by(0)[1] == "player 0 sees Chevalier and Reine in the hand of player 1"
    assert table.hand(1) == "Chevalier"
    assert table.player == -1  # the opponent draws


def test_reine_finds_nothing_in_an_empty_hand():
    table = Table("(Reine) (Roi) (Roi) (Roi)", ["Assassin", ""]).do("reveal 1")
    assert table.player == 1


# --- Roi ------------------------------------------------------------------------------------------


def test_roi_draws_two_then_discards_two_openly():
    table = Table("(Roi) (Reine) (Reine) (Assassin)", ["Chevalier Roi Roi", "Assassin"])
    table.do("reveal 1", "draw two", "draw Reine Assassin")
    assert table.hand(0) == "Chevalier Reine Roi Roi Assassin"
    assert "discard Roi Roi" in table.options()
    assert "discard Reine Reine" not in table.options()
    table.do("discard Chevalier Assassin")
    assert table.hand(0) == "Reine Roi Roi"
    assert table.discard() == "Chevalier Assassin"
    assert table.seen_by(1) == ["player 0 discards Chevalier and Assassin"]
    assert table.player == 1


def test_roi_turns_a_face_down_card_face_up_without_effect():
    table = Table("(Roi) (Reine) Chevalier (Assassin)", HANDS).do("reveal 1")
    assert table.options() == ["flip 2", "flip 4", "draw two"]
    table.do("flip 2")
    assert table.court() == "Roi Reine Chevalier (Assassin)"
    assert table.player == 1


def test_roi_draws_at_once_if_every_court_card_is_face_up():
    table = Table("(Roi) Reine Chevalier Assassin", HANDS).do("reveal 1")
    assert table.player == -1
    assert all(text.startswith("draw") for text in table.options())


def test_roi_draws_what_there_is_and_still_discards_two():
    table = Table("(Roi) (Chevalier)", ["Roi", "Assassin"], pile="Reine", hand_size=1)
    table.do("reveal 1", "draw two", "draw Reine")
    assert table.hand(0) == ""
    assert table.discard() == "Reine Roi"  # two cards, so both go
    assert table.player == 1


def test_roi_discards_its_whole_hand_of_two_at_once():
    table = Table("(Roi) Reine Chevalier Assassin", ["", "Roi"], refill=False).do("reveal 1")
    table.do("draw Chevalier Reine")
    assert table.seen_by(1)[-1] == "player 0 discards Chevalier and Reine"
    assert table.hand(0) == ""


# --- Assassin -------------------------------------------------------------------------------------


def test_assassin_looks_at_two_face_down_cards_and_the_opponent_sees_which_places():
    table = Table("(Assassin) (Reine) (Roi) (Chevalier)", HANDS).do("reveal 1")
    assert table.options() == ["look 2 3", "look 2 4", "look 3 4"]
    table.do("look 2 4")
    assert table.court() == "Assassin (Reine:0) (Roi) (Chevalier:0)"
    assert table.seen_by(0) == ["player 0 looks at 2 and 4", "(player 0 saw Reine and Chevalier)"]
    assert table.seen_by(1) == ["player 0 looks at 2 and 4"]


def test_assassin_looks_at_the_only_face_down_card():
    table = Table("(Assassin) Reine (Roi) Chevalier", HANDS).do("reveal 1")
    assert table.seen_by(0)[1:] == ["player 0 looks at 3", "(player 0 saw Roi)"]
    assert table.player == 1


def test_assassin_sees_nothing_in_an_open_court():
    table = Table("(Assassin) Reine Roi Chevalier", HANDS).do("reveal 1")
    assert table.player == 1
