"""The table as it is drawn, and a game as a story."""

import pyspiel
from roy_table import Table

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.definition import EVERYTHING, PUBLIC

HANDS = ["Chevalier Roi Assassin", "Chevalier Reine Roi"]


def view(table, viewer):
    return table.definition.view(table.record, viewer).splitlines()


def test_the_court_is_drawn_as_a_row_with_what_the_viewer_knows():
    table = Table("(Chevalier) (Reine:0) (Roi:01) Assassin", HANDS)
    assert view(table, EVERYTHING)[1] == "Court:  1 (Chevalier)  2 (Reine)  3 (Roi)  4 Assassin"
    assert view(table, 0)[1] == "Court:  1 ?  2 (Reine)  3 (Roi)  4 Assassin"
    assert view(table, 1)[1] == "Court:  1 ?  2 ?  3 (Roi)  4 Assassin"
    assert view(table, PUBLIC)[1] == "Court:  1 ?  2 ?  3 (Roi)  4 Assassin"


def test_hands_are_drawn_as_the_viewer_knows_them():
    table = Table("(Reine) (Roi) (Roi) (Reine)", HANDS).do("reveal 1", "inspect Chevalier Roi")
    assert view(table, 0)[2:4] == [
        "Hand of player 0: Chevalier, Roi, Assassin",
        "Hand of player 1: Chevalier, Roi, ?",
    ]
    assert view(table, 1)[2:4] == [
        "Hand of player 0: ?, ?, ?",
        "Hand of player 1: Chevalier, Reine, Roi",
    ]
    private = table.definition.private_text(table.record, 0)
    assert private.splitlines() == [
        "Hand: Chevalier, Roi, Assassin",
        "Face down in the Court: none known",
        "Seen in the other hand: Chevalier, Roi",
    ]


def test_reines_under_the_pile_are_shown_to_all():
    table = Table("(Roi) (Roi)", ["Chevalier", "Roi"], pile="Assassin Roi", under=2, hand_size=1)
    assert "Pile: two cards and two Reines under it" in view(table, PUBLIC)
    assert "In the pile: Roi, Assassin" in view(table, EVERYTHING)


def test_a_story_reads_from_deal_to_end():
    """The whole game in words, as one player saw it."""
    state = pyspiel.load_game("python_roy_des_ribauds").new_initial_state()
    deal = ["player 1 begins", "Court 1 Roi", "Court 2 Assassin", "Court 3 Roi", "Court 4 Reine"]
    deal += ["hand Chevalier Reine Roi", "hand Chevalier Assassin Assassin"]
    turns = ["reveal 3", "flip 1", "play Roi on 2"]
    for text in deal + turns:
        state.apply_action(state.string_to_action(text))
    assert state.returns() == [1.0, -1.0]
    assert state.transcript(0) == [
        "player 1 takes the first turn",
        "(player 0 is dealt Chevalier, Reine and Roi)",
        "player 1 reveals Roi on 3",
        "player 1 turns Roi on 1 face up",
        "player 0 plays Roi on 2, replacing Assassin",
        "Coronation: player 0 wins",
    ]
