"""Each ruling of The Emissary, shown on a position; test names say which."""

import pyspiel
import pytest
from emissary_table import Table

from intrigue.games.emissary import state as s

SEED_HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


# --- A kingdom ------------------------------------------------------------------------------------


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
    assert (table.record.kingdom, table.record.trump) == (3, s.DIAMONDS)


def test_only_unvisited_kingdoms_can_be_chosen():
    table = Table(SEED_HAND, visited=(1, 4, 8))
    assert table.actions() == [f"visit kingdom {k}" for k in (2, 3, 5, 6, 7)]


def test_follow_suit_if_you_can():
    table = Table(SEED_HAND, advisors="none").do("visit kingdom 1", "topic 6♥")
    assert table.actions() == ["answer 3♥", "answer 8♥"]


def test_any_card_if_you_cannot_follow():
    table = Table("A♣ 6♣ 2♦", hand_size=3, advisors="none").do("visit kingdom 1", "topic 6♥")
    assert table.actions() == ["answer A♣", "answer 6♣", "answer 2♦"]


@pytest.mark.parametrize(
    ("topic", "answer", "wins"),
    [
        ("6♥", "8♥", 1),  # a higher card of the same suit
        ("6♥", "3♥", 0),
        ("4♣", "6♣", 1),  # the trump suit is followed like any other
        ("4♣", "A♣", 0),
    ],
)
def test_a_higher_card_of_the_same_suit_wins(topic, answer, wins):
    table = Table(SEED_HAND, advisors="none").do("visit kingdom 1", f"topic {topic}")
    assert table.do(f"answer {answer}").record.wins == wins


@pytest.mark.parametrize(
    ("topic", "answer", "wins"),
    [
        ("8♥", "A♣", 1),  # any trump beats any card of another suit
        ("A♥", "8♦", 0),
    ],
)
def test_a_trump_on_a_non_trump_topic_wins(topic, answer, wins):
    table = Table("A♣ 8♦ 7♠", hand_size=3, advisors="none").do("visit kingdom 1")
    assert table.do(f"topic {topic}", f"answer {answer}").record.wins == wins


def test_a_trump_topic_that_you_cannot_follow_is_lost():
    table = Table("8♦ 8♠ 8♥", hand_size=3, advisors="none").do("visit kingdom 1", "topic A♣")
    assert table.do("answer 8♦").record.wins == 0


def test_won_card_to_the_scoring_pile_everything_else_to_the_discard_pile():
    table = Table(SEED_HAND, advisors="none").do("visit kingdom 1", "topic 6♥", "answer 8♥")
    assert (table.at(s.SCORING), table.at(s.DISCARD)) == ("8♥", "6♥")
    table.do("topic 7♥", "answer 3♥")
    assert (table.at(s.SCORING), table.at(s.DISCARD)) == ("8♥", "3♥ 6♥ 7♥")


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


# --- Abilities ------------------------------------------------------------------------------------


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
    assert table.record.trump == s.SPADES
    assert table.record.kingdom == 0
    assert table.record.ruler[6] // 2 == s.CLUBS
    assert table.record.ruler[0] // 2 == s.SPADES


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


# --- The deck runs out ----------------------------------------------------------------------------


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


# --- Score ----------------------------------------------------------------------------------------


def test_score_counts_kingdoms_won_and_face_up_supporters():
    table = Table("3♥", hand_size=1, advisors="none", objective="score", visited=range(1, 6),
                  supporters="K♣ Q♣ K♦", spent="Q♦ K♥")  # fmt: skip
    table.do("visit kingdom 8", "topic 4♥", "answer 3♥")
    assert table.over
    assert table.score == 8  # the rulebook's example: five won, two spent


@pytest.mark.parametrize(("objective", "value"), [("win", 1), ("score", 15)])
def test_eight_supporters_won_spent_or_not_is_a_win(objective, value):
    table = Table("8♥", hand_size=1, advisors="none", objective=objective, visited=range(2, 9),
                  supporters="Q♣ K♦ Q♦ K♥ Q♥ K♠", spent="Q♠")  # fmt: skip
    table.do("visit kingdom 1", "topic 2♥", "answer 8♥")
    assert table.over
    assert table.record.won_game
    assert table.score == value


# --- Variant 2019 ---------------------------------------------------------------------------------


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
    assert table.record.ruler[0] // 2 == s.CLUBS  # the ruler stays


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


# --- Parameters -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "parameters",
    [
        {"ranks": 0},
        {"ranks": 9},
        {"hand_size": 33},
        {"hand_size": 0},
        {"ranks": 2, "hand_size": 9},
        {"kingdoms": 0},
        {"kingdoms": 9},
        {"variant": 2020},
        {"objective": "points"},
        {"advisors": "q"},
        {"advisors": "cc"},
        {"advisors": ""},
        {"colour": 1},
        {"ranks": "8"},
    ],
)
def test_parameters_out_of_range_are_refused_in_one_line(parameters):
    from intrigue.games.emissary.game import Emissary

    with pytest.raises(ValueError, match=r"^python_emissary[^\n]+$"):
        Emissary(parameters)
