"""Debates of The Emissary: what may answer, what wins, and where the cards go."""

import pytest
from emissary_table import SEED_HAND, Table

from intrigue.games.emissary import state as s


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
