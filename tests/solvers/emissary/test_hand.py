"""Full hands: the seed's example, the reference values, guarantees, limits, workers."""

import numpy as np
import pytest

from intrigue.solvers.emissary import Position, hand_values, solve_hand
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.limits import Limits

SEED = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"

# Values of an independent program (full deck, no spades): hand, trump, Jacks, chances for 0..8.
REFERENCE = [
    ("C2 C6 D2 D5 D6 H6 S5 S8", "D", "",
     [0.002536845356, 0.032674166061, 0.153234223753, 0.359494563337, 0.507526536607,
      0.527128038111, 0.429067192564, 0.208269260366, 0.028971910517]),
    ("C3 C4 C8 D5 H1 H5 S2 S5", "C", "h",
     [0.525814041031, 0.80585607969, 0.934749744673, 0.941112827981, 0.861489195278,
      0.609862610879, 0.243193532411, 0.027241888596, 0.0]),
    ("C2 C7 H3 H4 H8 S2 S3 S8", "H", "",
     [0.0, 0.137051970778, 0.465638915807, 0.719604061412, 0.734733358051,
      0.670264453334, 0.282716174019, 0.03691457583, 0.0]),
    ("C3 D3 D6 H3 H6 S1 S7 S8", "H", "h",
     [0.380897896916, 0.627463421399, 0.74675279218, 0.770667632369, 0.661954278009,
      0.4039904366, 0.136836646068, 0.018274004006, 0.0]),
    ("C8 D4 H1 H5 S3 S5 S6 S8", "S", "h",
     [0.304912478826, 0.71771874515, 0.934022518353, 0.990726945726, 0.99754354045,
      0.992512033591, 0.788505330015, 0.267280151087, 0.0]),
    ("C2 D3 D4 D5 D8 H1 S1 S5", "H", "c",
     [0.368710662963, 0.602367502176, 0.598601522257, 0.475136540052, 0.26382034929,
      0.090924725532, 0.016684373425, 0.001188069691, 0.0]),
    ("C6 D1 D5 D6 H6 H8 S2 S8", "D", "hc",
     [0.126132246377, 0.395393858012, 0.653189997411, 0.86047931079, 0.88846635115,
      0.859347242178, 0.737027932422, 0.488010491894, 0.204904007476]),
    ("D2 H3 H5 H6 H7 H8 S1 S6", "H", "d",
     [0.0, 0.0, 0.169335439026, 0.585026856948, 0.890802756812, 0.988341142413, 0.889268153179,
      0.598507782824, 0.179935937122]),
]  # fmt: skip


@pytest.mark.parametrize(("hand", "trump", "advisors", "expected"), REFERENCE)
def test_reference_values(hand, trump, advisors, expected):
    np.testing.assert_allclose(hand_values(hand, trump, advisors), expected, rtol=0, atol=1e-11)


def test_the_seeds_example():
    assert hand_values(SEED, "clubs")[4] == pytest.approx(0.510622405, abs=1e-9)
    assert hand_values(SEED, "♣", "h")[4] == pytest.approx(0.661537660, abs=1e-9)


def test_card_numbers_and_suit_numbers():
    numbers = [0, 5, 9, 12, 18, 23, 27, 30]
    assert (hand_values(numbers, 0) == hand_values(SEED, "c")).all()


def test_renaming_side_suits_changes_nothing():
    renamed = "A♣ 6♣ 3♠ 8♠ 2♥ 5♥ 4♦ 7♦"
    assert (hand_values(SEED, "c", "h") == hand_values(renamed, "c", "h")).all()


def test_an_ability_never_hurts():
    without, hearts = hand_values(SEED, "c"), hand_values(SEED, "c", "h")
    assert (hearts >= without).all()
    assert (hand_values(SEED, "c", "ch") >= hearts).all()


def test_politics_needs_another_ruler():
    last = hand_values(SEED, "c", "s")
    assert (last == hand_values(SEED, "c")).all()
    swap = hand_values(SEED, "c", "s", other_rulers="dhs")
    assert (swap >= last).all()
    assert (swap >= hand_values(SEED, "d")).all()


def test_guaranteed_is_exact():
    answer = solve_hand("H12345678", "clubs")
    # Without a club or another suit, spades and diamonds are lost, hearts cannot come: never a win.
    assert answer.guaranteed.tolist() == [True] + [False] * 8
    assert answer.possible.tolist() == [True] + [False] * 8
    answer = solve_hand("C12345678", "clubs")
    assert answer.guaranteed.tolist() == [False] * 8 + [True]
    sure = solve_hand(SEED, "clubs", "h")
    assert (sure.guaranteed == (sure.probability == 1)).all()
    assert (sure.possible == (sure.probability > 0)).all()


@pytest.mark.parametrize("advisors", ["", "h", "ch"])
def test_same_answer_for_any_number_of_workers(advisors):
    one = solve_hand(SEED, "clubs", advisors, workers=1)
    three = solve_hand(SEED, "clubs", advisors, workers=3)
    assert (one.probability == three.probability).all()
    assert one.positions == three.positions


def test_a_limit_gives_true_bounds_and_no_guess():
    exact = solve_hand(SEED, "clubs", "ch")
    limited = solve_hand(SEED, "clubs", "ch", memory_limit=2_000_000)
    assert limited.limit == "memory"
    assert not limited.exact
    assert np.isnan(limited.probability).all()
    assert limited.upper[8] < 0.8
    assert (limited.lower <= exact.probability).all()
    assert (limited.upper >= exact.probability).all()
    assert (limited.lower >= hand_values(SEED, "clubs", "h") - 1e-12).all()
    assert not (limited.possible & ~exact.possible).any()
    late = solve_hand(SEED, "clubs", "ch", time_limit=0.0)
    assert late.limit == "time"
    assert (late.lower == 0).all()
    enough = solve_hand(SEED, "clubs", "h", time_limit=1e6, memory_limit=10**12)
    assert enough.exact
    assert (enough.lower == enough.probability).all()


def test_nothing_can_be_won_beyond_the_cards():
    position = Position.parse("trump c; hand ♣A ♥2; deck ♦A2 ♥A3 ♠A2 ♣23")
    answer = solve_all_targets(position)
    assert (answer.probability[3:] == 0).all()
    limited = solve_all_targets(position, limits=Limits(time=0.0))
    assert limited.upper.tolist() == [1.0] * 3 + [0.0] * 6


def test_progress_is_reported():
    calls = []
    solve_hand(SEED, "clubs", "h", progress=lambda *call: calls.append(call))
    assert {call[0] for call in calls} == {"search", "values"}
    assert calls[-1][1] == calls[-1][2]


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("A♣", "c"), "expected 8 cards"),
        ((SEED, "x"), "unknown suit 'x'"),
        ((SEED, "c", "q"), "unknown advisor 'q'"),
        ((list(range(9)), "c"), "expected 8 cards, got 9"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments, named):
    with pytest.raises(ValueError, match=named):
        hand_values(*arguments)
