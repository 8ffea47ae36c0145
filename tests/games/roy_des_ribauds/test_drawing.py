"""The draw pile: Reines that lie under it, and rebuilding it from the discard pile."""

from roy_table import Table

COURT = "(Chevalier) (Chevalier) (Assassin) (Assassin)"


def test_cards_under_the_pile_are_drawn_last_and_both_know_them():
    table = Table(COURT, ["Roi Roi Roi", "Chevalier"], pile="Assassin", under=2)
    table.do("play Roi on 1", "draw two", "draw Assassin")
    assert table.seen_by(1) == [
        "player 0 draws one card",
        "player 0 draws one Reine from the bottom of the pile",
    ]
    assert table.hand(0) == "Reine Roi Roi Assassin"
    assert table.known_of(0) == "Reine"
    table.do("discard Roi Assassin")
    # Drawing back: the other Reine.
    assert table.seen_by(1)[-1] == "player 0 draws one Reine from the bottom of the pile"
    assert table.known_of(0) == "Reine Reine"
    assert table.record.under == 0


def test_the_pile_is_rebuilt_from_the_discard_pile_when_it_is_needed_and_empty():
    table = Table(COURT, ["Roi Reine Reine", "Chevalier"], pile="", discard="Roi Assassin")
    table.do("play Roi on 1 face down")
    assert table.seen_by(1)[-1] == "the discard pile (three cards) is shuffled into a new pile"
    assert table.discard() == ""
    assert table.pile() == "Chevalier Roi Assassin"
    assert set(table.options()) == {"draw Chevalier", "draw Roi", "draw Assassin"}


def test_the_pile_is_not_rebuilt_before_it_is_needed():
    table = Table(COURT, ["Roi Reine Reine", "Chevalier"], pile="Roi", discard="Roi Assassin")
    table.do("play Roi on 1 face down", "draw Roi")
    assert table.pile() == ""
    assert table.discard() == "Chevalier Roi Assassin"


def test_one_drawing_may_take_the_last_card_and_then_cards_of_the_new_pile():
    table = Table(COURT, ["Roi Roi Roi", "Chevalier"], pile="Reine", discard="Assassin")
    table.do("play Roi on 1", "draw two", "draw Reine")
    assert table.pile() == "Chevalier Assassin"
    table.do("draw Chevalier", "discard Roi Roi")
    assert table.pile() == "Assassin"
    assert table.player == -1


def test_reines_under_the_pile_come_before_the_rebuilt_pile():
    table = Table(COURT, ["Roi Roi", "Chevalier"], pile="", under=2, discard="Assassin")
    table.do("play Roi on 1", "draw two")
    assert table.hand(0) == "Reine Reine Roi"
    assert table.player == 0  # two discards to choose, nothing drawn at random
    assert table.discard() == "Chevalier Assassin"


def test_a_player_draws_what_there_is_if_pile_and_discard_pile_run_out():
    table = Table(COURT, ["Roi Roi", "Chevalier"], pile="", discard="")
    table.do("play Roi on 1 face down", "draw Chevalier")  # the card just replaced
    assert table.hand(0) == "Chevalier Roi"
    assert table.player == 1


def test_a_short_hand_is_filled_up_when_cards_are_back():
    table = Table(COURT, ["Roi", "Chevalier"], pile="Reine Reine Assassin", discard="")
    table.do("play Roi on 1 face down", "draw Reine Reine Assassin")
    assert table.hand(0) == "Reine Reine Assassin"


def test_the_opponent_draws_from_the_rebuilt_pile_after_a_reine():
    table = Table("(Reine) (Roi)", ["Roi", "Reine"], pile="", discard="Assassin", hand_size=1)
    table.do("reveal 1")
    assert table.player == -1
    assert table.pile() == "Reine Assassin"
    table.do("draw Assassin")
    assert table.hand(1) == "Assassin"
