"""The abilities of The Emissary, each ruling on a position."""

from emissary_table import SEED_HAND, Table

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import CLUBS, SPADES


def test_diplomacy_discards_every_card_of_the_trump_suit():
    table = Table(SEED_HAND).do("visit kingdom 1", "use J♥")
    assert table.hand == "2♦ 5♦ 3♥ 8♥ 4♠ 7♠"
    assert table.at(s.DISCARD) == "A♣ 6♣"
    assert "use J♥" not in table.actions()


def test_diplomacy_that_empties_the_hand_ends_the_kingdom():
    table = Table("A♣ 6♣", hand_size=2, kingdoms=2, wins=1)
    table.do("visit kingdom 1", "use J♥")
    assert table.record.kingdom_state[0] == s.SUPPORTING
    table = Table("A♣ 6♣", hand_size=2, kingdoms=2).do("visit kingdom 1", "use J♥")
    assert table.over


def test_diplomacy_uses_the_trump_of_now_after_a_swap():
    table = Table(SEED_HAND).do("visit kingdom 1", "use J♠", "swap with kingdom 5", "use J♥")
    assert table.hand == "A♣ 6♣ 2♦ 5♦ 4♠ 7♠"


def test_military_draws_one_card_for_each_club_in_hand():
    table = Table(SEED_HAND).do("visit kingdom 3", "use J♣")
    table.do("draw 2♣", "draw 8♠")  # two clubs in hand; the club just drawn does not count
    assert table.hand == "A♣ 2♣ 6♣ 2♦ 5♦ 3♥ 8♥ 4♠ 7♠ 8♠"
    assert table.phase == s.PREPARE


def test_politics_changes_the_trump_here_now_and_there_later_targets_stay():
    table = Table(SEED_HAND).do("visit kingdom 1", "use J♠")
    assert table.actions() == [f"swap with kingdom {k}" for k in range(3, 9)]
    table.do("swap with kingdom 7")
    assert table.record.trump == SPADES
    assert table.record.kingdom == 0
    assert table.record.ruler[6] // 2 == CLUBS
    assert table.record.ruler[0] // 2 == SPADES


def test_politics_only_with_an_unvisited_kingdom_of_another_suit():
    table = Table(SEED_HAND, visited=(3, 4, 5, 6)).do("visit kingdom 1", "use J♠")
    assert table.actions() == ["swap with kingdom 7", "swap with kingdom 8"]  # 2 has clubs as well


def test_commerce_draws_two_then_discards_two_the_drawn_ones_too():
    table = Table("A♣ 3♥", hand_size=2).do("visit kingdom 1", "use J♦", "draw 2♦", "draw 8♠")
    assert table.actions() == ["discard A♣", "discard 2♦", "discard 3♥"]  # not the highest card
    table.do("discard 2♦")
    assert table.actions() == ["discard 3♥", "discard 8♠"]
    table.do("discard 8♠")
    assert table.hand == "A♣ 3♥"
    assert table.at(s.DISCARD) == "2♦ 8♠"


def test_commerce_offers_every_pair_once():
    table = Table("A♣ 3♥", hand_size=2).do("visit kingdom 1", "use J♦", "draw 2♦", "draw 8♠")
    saved = table.states.copy()
    pairs = []
    for first in table.actions():
        table.states[:] = saved
        table.do(first)
        pairs += [(first, second) for second in table.actions()]
    assert len(pairs) == len(set(pairs)) == 6


def test_abilities_only_before_a_topic_is_turned():
    table = Table(SEED_HAND).do("visit kingdom 1", "topic 6♥")
    assert table.actions() == ["answer 3♥", "answer 8♥"]


def test_each_ability_is_resolved_before_the_next_decision():
    table = Table(SEED_HAND).do("visit kingdom 1", "use J♣", "draw 2♣")
    assert table.is_chance  # the second card of the military comes first


def test_a_jack_works_once_a_kingdom_and_several_may_be_used():
    table = Table(SEED_HAND).do("visit kingdom 1", "use J♣", "draw 2♣", "draw 8♠")
    assert table.actions() == ["debate", "use J♦", "use J♥", "use J♠"]


def test_a_supporter_works_once_a_game():
    table = Table(SEED_HAND, supporters="K♥ Q♥", advisors="none", visited=(5, 6))
    table.do("visit kingdom 1")
    assert table.actions() == ["debate", "use supporter ♥"]
    table.do("use supporter ♥")
    assert table.record.supporter_state[4] == s.FACE_DOWN
    assert table.record.supporter_state[5] == s.FACE_UP


# --- An ability that would change nothing is not a legal action -----------------------------------


def test_hearts_without_a_trump_in_hand_is_not_offered():
    assert "use J♥" not in Table("3♥ 8♥", hand_size=2).do("visit kingdom 1").actions()


def test_clubs_without_a_club_is_not_offered():
    assert "use J♣" not in Table("3♥ 8♥", hand_size=2).do("visit kingdom 5").actions()


def test_clubs_without_any_card_to_draw_is_not_offered():
    table = Table("A♣ 8♥", hand_size=2, deck="").do("visit kingdom 1")
    assert table.actions() == ["debate", "use J♦", "use J♥", "use J♠"]
    table = Table("A♣ 8♥", hand_size=2, deck="", advisors="cd").do("visit kingdom 1")
    assert table.actions() == ["debate", "use J♦"]


def test_spades_in_the_last_kingdom_is_not_offered():
    table = Table(SEED_HAND, visited=range(2, 9)).do("visit kingdom 1")
    assert "use J♠" not in table.actions()


def test_swapping_with_a_ruler_of_the_same_suit_is_not_offered():
    table = Table(SEED_HAND, visited=range(3, 9)).do("visit kingdom 1")  # clubs here and there
    assert "use J♠" not in table.actions()


def test_without_a_useful_ability_the_debate_begins_by_itself():
    assert Table("3♥ 8♥", hand_size=2, advisors="hc").do("visit kingdom 4").is_chance
