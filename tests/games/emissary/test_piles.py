"""What happens in The Emissary when the deck runs out."""

from emissary_table import Table

from intrigue.games.emissary import state as s


def test_the_discard_pile_not_the_scoring_pile_becomes_the_deck_when_a_card_is_needed():
    table = Table("3♥ 8♥", hand_size=2, advisors="none", deck="2♦", discard="5♠ 6♠", scoring="A♣")
    table.do("visit kingdom 1", "topic 2♦")
    assert table.record.count[s.DECK] == 0  # not before a card is needed
    table.do("answer 3♥")
    assert table.actions() == ["topic 2♦", "topic 3♥", "topic 5♠", "topic 6♠"]
    assert table.record.count[s.DISCARD] == 0


def test_a_draw_reshuffles_in_the_middle():
    table = Table("A♣ 2♣", hand_size=2, deck="8♠", discard="5♠ 6♠").do("visit kingdom 1", "use J♣")
    assert table.actions() == ["draw 8♠"]
    assert table.do("draw 8♠").actions() == ["draw 5♠", "draw 6♠"]


def test_a_draw_from_nothing_yields_fewer_cards_and_commerce_still_discards_two():
    table = Table("A♣ 2♣ 3♣", hand_size=3, deck="8♠", advisors="d").do("visit kingdom 1", "use J♦")
    table.do("draw 8♠", "discard A♣", "discard 8♠")
    assert table.hand == "2♣ 3♣"
    table = Table("A♣ 2♣", hand_size=2, deck="", advisors="d").do("visit kingdom 1", "use J♦")
    table.do("discard A♣", "discard 2♣")
    assert table.over  # an emptied hand ends the kingdom, here off target


def test_commerce_with_a_single_card_discards_that_one():
    table = Table("A♣", hand_size=1, deck="", advisors="d", wins=1).do("visit kingdom 1", "use J♦")
    table.do("discard A♣")
    assert table.record.kingdom_state[0] == s.SUPPORTING


def test_if_a_topic_cannot_be_turned_the_kingdom_ends():
    table = Table("3♥ 8♥", hand_size=2, advisors="none", deck="", wins=1).do("visit kingdom 1")
    assert table.record.kingdom_state[0] == s.SUPPORTING
