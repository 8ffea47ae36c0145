"""Who knows which Court card, hand card and pile card, now and after cards have moved."""

import numpy as np
from roy_table import Table

from intrigue.games.core import driver
from intrigue.games.definition import PUBLIC

HANDS = ["Chevalier Roi Assassin", "Chevalier Reine Roi"]


def test_knowledge_follows_a_card_through_switches():
    table = Table("(Chevalier) (Reine:0) (Roi:1) (Assassin)", HANDS)
    table.do("reveal 1", "switch 2 4")
    assert table.court() == "Chevalier (Assassin) (Roi:1) (Reine:0)"
    table.do("flip 2")
    assert table.court() == "Chevalier Assassin (Roi:1) (Reine:0)"


def test_knowledge_is_private_and_of_each_player():
    table = Table("(Assassin) (Reine:1) (Roi:1) Chevalier", HANDS).do("reveal 1")
    assert table.court() == "Assassin (Reine:01) (Roi:01) Chevalier"


def test_the_next_card_on_a_place_is_as_unknown_as_it_was_played():
    table = Table("(Reine:01) (Roi)", HANDS, refill=False).do("play Roi on 1 face down")
    assert table.court() == "(Roi:0) (Roi)"


def test_a_player_knows_what_a_reine_showed_until_it_may_have_been_played():
    table = Table("(Reine) (Roi) (Roi) (Chevalier)", HANDS, refill=False)
    table.do("reveal 1", "inspect Chevalier Roi")
    assert table.known_of(1) == "Chevalier Roi"
    table.do("play Roi on 1")
    assert table.known_of(1) == "Chevalier", "played openly: the other card is still there"
    table.do("flip 2", "reveal 4", "switch 1 2", "flip 1", "play Reine on 2 face down")
    assert table.known_of(1) == "", "it may have been the Chevalier"


def test_hands_are_unordered_so_copies_of_a_kind_are_alike():
    """Nobody sees which card of a hand is played face down, not even that it is one seen before."""
    table = Table("(Reine) (Roi)", ["Roi", "Chevalier Chevalier Assassin"], refill=False)
    table.do("reveal 1", "inspect Chevalier Assassin")
    assert [text for text in table.options() if text.endswith("on 1 face down")] == [
        "play Chevalier on 1 face down",
        "play Assassin on 1 face down",
    ]


def test_the_discard_pile_is_public_and_comes_back_hidden():
    table = Table(
        "(Chevalier) (Reine) (Reine)", ["Roi Roi Roi", "Roi"], pile="", discard="Assassin Reine"
    )
    assert table.definition.describe(table.record, PUBLIC)["discard_pile"] == ["Reine", "Assassin"]
    table.do("play Roi on 2 face down")
    shown = table.definition.describe(table.record, PUBLIC)
    assert shown["discard_pile"] == []
    assert shown["pile_size"] == 3
    assert "pile" not in shown


def observation(table, player):
    pieces = table.definition.pieces
    out = np.zeros(sum(piece.size for piece in pieces), np.float32)
    driver.write_observation(table.states, player, out)
    parts, start = {}, 0
    for piece in pieces:
        parts[piece.name] = out[start : start + piece.size].reshape(piece.shape)
        start += piece.size
    return parts


def test_the_observation_holds_what_a_player_knows():
    table = Table("(Chevalier) (Reine:0) (Roi:01) Assassin", HANDS)
    seen = observation(table, 0)
    assert seen["known_court"].tolist() == [[0, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
    assert observation(table, 1)["known_court"][1].tolist() == [0, 0, 0, 0]
    # card if both know it, face up, known to player 0, to player 1
    assert seen["court"].tolist() == [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 1, 0],
        [0, 0, 1, 0, 0, 1, 1],
        [0, 0, 0, 1, 1, 1, 1],
    ]
    assert seen["hands"].tolist() == [[0.25, 0, 0.25, 0.25], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert seen["players"].tolist() == [[0.75, 0.75], [1, 0]]
