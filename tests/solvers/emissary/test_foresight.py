"""Foresight: exact for one order, an upper bound over all of them."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from intrigue.solvers.emissary import Position, clairvoyant, clairvoyant_share
from intrigue.solvers.emissary.advice import advise
from intrigue.solvers.emissary.choices import options, turn_topic
from intrigue.solvers.emissary.hand import solve_all_targets

SMALL = [
    "trump c; hand ♣2 ♥A; deck ♣A3 ♥2 ♦A",
    "trump h; hand ♣2 ♥A3; deck ♣A3 ♥2 ♦A; use h1",
    "trump d; hand ♣2 ♠A; deck ♣A3 ♦2 ♠2; use c1",
    "trump c; hand ♣2 ♥A; deck ♣A ♥2 ♦A ♠2; use d1",
    "trump c; hand ♥2 ♦3; deck ♣A ♥3 ♦A; use s1; rulers d h",
    "trump s; hand ♣2 ♥A ♠A; deck ♣3 ♦A; discard ♥2 ♠2",
]


def can_hit(position, order):
    """The same question by plain recursion over positions with one order, without run-out."""
    if position.wins > position.target:
        return False
    if not position.hand:
        return position.wins == position.target
    if position.to_draw:
        card, rest = order[0], order[1:]
        drawn = replace(
            position,
            hand=(*position.hand, card),
            deck=tuple(c for c in position.deck if c != card),
            to_draw=position.to_draw - 1,
        )
        return can_hit(drawn, rest)
    for option in options(position):
        if option.text == "debate":
            if can_hit(turn_topic(position, order[0]), order[1:]):
                return True
        elif can_hit(option.events[0][1][0], order):
            return True
    return False


@pytest.mark.parametrize("text", SMALL[:5])
def test_every_order_of_small_decks_by_another_route(text):
    position = Position.parse(text)
    for target in (1, 2):
        aimed = replace(position, target=target)
        for order in permutations(position.deck):
            assert clairvoyant(aimed, order).hit == can_hit(aimed, order), (text, target, order)


@pytest.mark.parametrize("text", SMALL)
def test_share_over_all_orders_bounds_the_chance(text):
    position = Position.parse(text)
    answer = solve_all_targets(position)
    for target in (1, 2, 3):
        aimed = replace(position, target=target)
        hits = [clairvoyant(aimed, order).hit for order in permutations(position.deck)]
        assert np.mean(hits) >= answer.probability[target] - 1e-12
        assert any(hits) == answer.possible[target]
        if answer.guaranteed[target]:
            assert all(hits)


def test_line_of_play_can_be_followed_with_the_advice():
    position = Position.start("A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "c", target=4)
    hearts_first = sorted(position.deck, key=lambda card: (card // 8 + 2) % 4)
    found = clairvoyant(position, hearts_first)
    assert found.hit
    assert [step.split()[0] for step in found.line] == ["topic", "answer"] * 8
    cards = [step.split()[1] for step in found.line]
    assert cards[0] == "A♥"
    assert sum("(won)" in step for step in found.line) == 4
    place = turn_topic(position, 16)
    assert found.line[1].removesuffix(" (won)").removesuffix(" (lost)") in [
        choice.text for choice in advise(place).choices
    ]


def test_sampled_share_is_seeded_and_has_its_interval():
    position = Position.parse(SMALL[1] + "; target 2")
    orders = list(permutations(position.deck))
    share = np.mean([clairvoyant(position, order).hit for order in orders])
    first = clairvoyant_share(position, 200, seed=3)
    assert first == clairvoyant_share(position, 200, seed=3)
    assert first.low <= first.share <= first.high
    assert first.low <= share <= first.high
    never = clairvoyant_share(replace(position, target=8), 20, seed=1)
    assert (never.hits, never.low) == (0, 0.0)
    assert 0 < never.high < 0.2


def test_deck_order_as_text_keeps_its_order():
    position = Position.parse("trump c; hand ♥2; deck ♥A ♣A; target 1")
    assert clairvoyant(position, "A♥ A♣").hit
    assert not clairvoyant(position, "A♣, A♥").hit


@pytest.mark.parametrize(
    ("order", "named"),
    [("A♥", "each unseen card once"), ("A♥ A♥", "each unseen card once"), ("A♥ 2♣", "each unseen")],
)
def test_an_order_of_other_cards_is_refused(order, named):
    position = Position.parse("trump c; hand ♥2; deck ♥A ♣A; target 1")
    with pytest.raises(ValueError, match=named):
        clairvoyant(position, order)


def test_bad_sampling_is_refused():
    position = Position.parse("trump c; hand ♥2; deck ♥A ♣A; target 1")
    with pytest.raises(ValueError, match="samples: 0"):
        clairvoyant_share(position, 0, 1)
    with pytest.raises(ValueError, match="confidence: 1"):
        clairvoyant_share(position, 5, 1, confidence=1)
    with pytest.raises(ValueError, match="needs a target"):
        clairvoyant(replace(position, target=None), "A♥ A♣")
