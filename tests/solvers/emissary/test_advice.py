"""Advice: every legal choice of the game, each with the chance that the game itself gives it."""

from dataclasses import replace

import numpy as np
import pytest
from game_oracle import Oracle, lay_out, position_of, random_table

from intrigue.games.emissary import state as s
from intrigue.solvers.emissary import Position, advise
from intrigue.solvers.emissary.advice import Choice

SEED = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


def chances(advice):
    return {choice.text: choice.chance for choice in advice.choices}


def test_answering_a_topic_lists_each_card_that_may_be_played():
    position = Position.parse(f"trump c; target 4; hand {SEED}; topic 6♥; use h1")
    advice = advise(position)
    assert sorted(chances(advice)) == ["answer 3♥", "answer 8♥"]
    assert advice.best.chance == max(chances(advice).values())
    assert advice.best.cards in ((18,), (23,))


def test_before_a_topic_each_ability_and_the_debate():
    position = Position.parse(
        "trump c; target 1; hand ♣A ♥3 ♠2; deck ♦A2 ♥A2 ♠A3 ♣2; use c1 h1 s1; rulers d d h"
    )
    advice = advise(position)
    assert sorted(chances(advice)) == [
        "debate", "use diplomacy (hearts)", "use military (clubs)",
        "use politics (spades), swap for diamonds", "use politics (spades), swap for hearts",
    ]  # fmt: skip
    assert [c.chance for c in advice.choices] == sorted(chances(advice).values(), reverse=True)
    assert advice.search.positions > 0


def test_after_commerce_has_drawn_each_pair_of_discards_once():
    position = Position.parse("trump c; target 1; hand A♣ 6♣ 3♥ 8♥; deck 2♦ 3♦ 4♦ 5♦; drop 2")
    advice = advise(position)
    assert len(advice.choices) == 6
    assert len({choice.cards for choice in advice.choices}) == 6


def test_best_choice_is_worth_what_the_position_is_worth():
    rng = np.random.default_rng(5)
    oracle = Oracle()
    checked = 0
    while checked < 40:
        state = random_table(rng)
        if state.is_terminal() or state.record[0].kingdom < 0:
            continue
        position = position_of(state)
        target = position.wins + int(rng.integers(0, 3))
        if not 1 <= target <= 8:
            continue
        expected = oracle.values(state)[:, target]
        best = advise(replace(position, target=target), workers=1).best
        assert best.chance == pytest.approx(expected[0], abs=1e-12)
        assert best.possible == bool(expected[1])
        assert best.guaranteed == bool(expected[2])
        checked += 1


def test_each_choice_is_worth_what_the_game_says():
    rng = np.random.default_rng(8)
    oracle = Oracle()
    checked = 0
    while checked < 15:
        state = lay_out(
            rng, [3, 4, 1, 4], [1, 0, 1, 1], 0, ranks=3, hand_size=1, kingdoms=3, advisors="chds"
        )
        if state.is_terminal() or state.record[0].phase != s.PREPARE:
            continue
        position = replace(position_of(state), target=2)
        if position.wins > 2:
            continue
        found = chances(advise(position, workers=1))
        debate = state.child(int(state.legal_actions()[0]))
        assert found["debate"] == pytest.approx(oracle.values(debate)[0, 2], abs=1e-12)
        asked = debate.child(int(debate.legal_actions()[0]))
        ranks = 3
        topic = int(asked.record[0].topic)
        card = topic // ranks * 8 + topic % ranks
        turned = replace(position, topic=card, deck=tuple(c for c in position.deck if c != card))
        for choice in advise(turned, workers=1).choices:
            action = choice.cards[0] // 8 * ranks + choice.cards[0] % 8
            value = oracle.values(asked.child(action))[0, 2]
            assert choice.chance == pytest.approx(value, abs=1e-12)
        checked += 1


def test_equal_positions_give_equal_advice_for_any_number_of_workers():
    position = Position.start(SEED, "c", "h", target=4)
    first, second = advise(position, workers=1), advise(position, workers=2)
    assert first.choices == second.choices
    assert all(isinstance(choice, Choice) for choice in first.choices)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("trump c; hand AC", "needs a target"),
        ("trump c; hand; target 1", "hand is empty"),
        ("trump c; hand AC; target 1; draw 2; drop 2", "still to be drawn"),
    ],
)
def test_nothing_to_choose_is_said_in_one_line(text, named):
    with pytest.raises(ValueError, match=named):
        advise(Position.parse(text))


def test_how_far_a_choice_is_behind_is_never_too_much():
    position = Position.parse(f"trump c; target 1; hand {SEED}; use c1 h1")
    known = chances(advise(position))
    shown = 0
    for limit in (3_000, 60_000, 300_000, 5_000_000):
        found = advise(position, position_limit=limit)
        for choice in found.choices:
            behind = found.behind(choice)
            assert 0 <= behind <= max(0.0, known[found.best.text] - known[choice.text]) + 1e-9
            shown += behind > 0
    assert shown > 0
