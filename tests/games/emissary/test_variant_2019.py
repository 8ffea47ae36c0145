"""The first version of The Emissary, each ruling on a position."""

from emissary_table import Table

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import CLUBS


def first_version(hand, **options):
    return Table(hand, variant=2019, **options)


def test_2019_each_point_off_the_target_turns_one_card_the_player_chooses():
    table = first_version("3♥ 8♥", hand_size=2, supporters="K♦", kingdoms=4)
    table.do("visit kingdom 3", "topic 4♠", "answer 3♥", "topic 5♠", "answer 8♥")
    assert table.phase == s.PAY
    assert table.record.pending_costs == 3
    assert table.actions() == [*(f"turn down J{x}" for x in "♣♦♥♠"), "turn down supporter ♦"]
    table.do("turn down J♣", "turn down supporter ♦", "turn down J♠")
    assert table.jacks() == "dh"
    assert table.is_chance  # the next hand


def test_2019_lost_when_the_last_card_would_have_to_be_turned():
    table = first_version("3♥ 8♥", hand_size=2, advisors="chd", kingdoms=4, objective="score")
    table.do("visit kingdom 3", "topic 4♠", "answer 3♥")
    table.do("topic 5♠", "answer 8♥")
    assert table.over
    assert table.score == 0


def test_2019_jacks_do_not_come_back():
    table = first_version("3♥ 8♥", hand_size=2, kingdoms=4).do("visit kingdom 2", "debate")
    table.do("topic 4♠", "use J♣", "answer 3♥", "topic 5♠", "use J♥")
    assert "use J♥" not in table.actions()


def test_2019_clubs_win_and_hearts_lose_the_debate_under_way():
    table = first_version("3♥ 8♥ A♠", hand_size=3, kingdoms=4)
    table.do("visit kingdom 1", "topic 4♥")
    assert table.actions() == ["answer 3♥", "answer 8♥", "use J♣", "use J♥"]
    table.do("use J♣")
    assert table.actions() == ["answer 3♥", "answer 8♥"]  # settled; still follow suit
    table.do("answer 3♥")
    assert table.record.wins == 1
    assert table.at(s.SCORING) == "3♥"
    table.do("topic 2♥", "use J♥", "answer 8♥")
    assert table.record.wins == 1
    assert "8♥" in table.at(s.DISCARD)


def test_2019_spades_are_trump_for_the_rest_of_the_kingdom():
    table = first_version("3♥ A♠", hand_size=2, kingdoms=4).do("visit kingdom 1", "use J♠")
    assert "use J♠" not in table.actions()
    table.do("topic 8♦", "answer A♠")
    assert table.record.wins == 1
    assert table.record.ruler[0] // 2 == CLUBS  # the ruler stays


def test_2019_diamonds_draw_two_and_discard_two_before_a_topic():
    table = first_version("3♥ A♠", hand_size=2, kingdoms=4).do("visit kingdom 1", "use J♦")
    table.do("draw 8♠", "draw 7♠", "discard 3♥", "discard A♠")
    assert table.hand == "7♠ 8♠"


def test_2019_the_last_card_cannot_be_used():
    table = first_version("3♥ A♠", hand_size=2, advisors="d", kingdoms=4).do("visit kingdom 1")
    assert table.is_chance  # turning the last card face down would lose the game


def test_2019_hit_exactly_gives_the_ruler_and_score_counts_kingdoms_visited():
    table = first_version("8♥", hand_size=1, kingdoms=2, objective="score", advisors="ch")
    table.do("visit kingdom 1", "topic 2♥", "answer 8♥")
    assert table.record.supporter_state[0] == s.FACE_UP
    assert table.record.kingdoms_done == 1
