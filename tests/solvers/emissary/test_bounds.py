"""Bounds under limits: never untrue, never worse with more to spend, the same everywhere."""

from dataclasses import replace
from itertools import pairwise

import game_oracle
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from small_tables import SMALL, exact_values, tables

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import CLUBS
from intrigue.solvers.emissary import Position, advise, solve_hand
from intrigue.solvers.emissary.bounds import bound_values
from intrigue.solvers.emissary.limits import LimitReached, Limits
from intrigue.solvers.emissary.search.encoding import encode
from intrigue.solvers.emissary.search.solve import solve_positions

SEED = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


@settings(deadline=None, max_examples=150)
@given(tables(), st.lists(st.floats(0, 1.5), min_size=2, max_size=4))
@example(Position.parse("trump c; hand ♣A ♥2; deck ♦A2 ♥A3 ♠A2 ♣23; use c1 d1"), [0.3, 0.9])
def test_bounds_hold_and_never_get_worse_with_a_larger_limit(position, shares):
    exact, positions = exact_values(position)
    lower, upper = np.zeros(9), np.ones(9)
    for share in sorted(shares):
        found = bound_values([position], 1, Limits(positions=int(share * positions)))
        assert (found.lower[0] <= exact).all()
        assert (found.upper[0] >= exact).all()
        assert (found.lower[0] >= lower).all()
        assert (found.upper[0] <= upper).all()
        assert found.exact[0] == (found.limit is None)
        lower, upper = found.lower[0], found.upper[0]


@settings(deadline=None, max_examples=100)
@given(tables(), st.integers(0, 4))
def test_politics_kept_for_few_cards_is_worth_no_more(position, cards):
    exact, _ = exact_values(position)
    run_out = position.deck_may_run_out
    root = [encode(position, run_out)]
    late, _ = solve_positions(root, run_out, position.ruler_mask, 1, swap_hand=cards)
    assert (late[0] <= exact * (1 + 1e-12)).all()
    if len(position.hand) + position.to_draw <= cards and not position.abilities[CLUBS]:
        np.testing.assert_allclose(late[0], exact, rtol=0, atol=1e-12)


def test_bounds_hold_for_the_game_itself():
    """Brute force over the OpenSpiel game, with limits at which easier questions are asked."""
    rng = np.random.default_rng(8)
    bounded = 0
    for _ in range(150):
        state = game_oracle.random_table(rng)
        if state.is_terminal() or state.record[0].phase not in (s.PREPARE, s.TOPIC):
            continue
        position = game_oracle.position_of(state)
        exact = game_oracle.Oracle().values(state)[0]
        wins = position.wins
        exact = np.append(exact[wins:], np.zeros(wins))
        whole = bound_values([position], 1).search.positions
        for share in (0.3, 0.6, 0.9, 1.5):
            found = bound_values([position], 1, Limits(positions=int(share * whole)))
            bounded += found.limit is not None
            assert (found.lower[0] <= exact + 1e-12).all()
            assert (found.upper[0] >= exact - 1e-12).all()
    assert bounded > 100


def test_commerce_at_once_and_late_politics_raise_what_is_sure():
    hand = "2♣ 4♣ 8♣ 4♦ 2♥ 3♠ 5♠ 6♠"
    found = solve_hand(
        hand, "clubs", "chds", other_rulers="chddhss", position_limit=1_000_000, workers=1
    )
    fewer = solve_hand(hand, "clubs", "hs", other_rulers="chddhss").probability
    assert not found.exact
    assert fewer[6] < 0.63
    assert found.lower[6] > 0.9


@settings(deadline=None, max_examples=60)
@given(tables(decide=True), st.floats(0, 1.2), st.booleans())
def test_every_choice_has_true_bounds(position, share, turned):
    if turned:
        assume(position.deck)
        topic, *deck = position.deck
        position = replace(position, topic=topic, deck=tuple(deck), to_discard=0)
    known = advise(position, workers=1, position_limit=SMALL)
    assume(known.limit is None)
    assert known.exact
    chances = {choice.text: choice.chance for choice in known.choices}
    limit = int(share * known.search.positions)
    found = advise(position, workers=1, position_limit=limit)
    assert {choice.text for choice in found.choices} == set(chances)
    for choice in found.choices:
        assert choice.at_least <= chances[choice.text] <= choice.at_most
        assert choice.exact == (not np.isnan(choice.chance))
        assert not choice.exact or choice.chance == chances[choice.text]
        assert chances[choice.text] > 0 or not choice.possible
        assert chances[choice.text] == 1 or not choice.guaranteed
    worth = [choice.at_least for choice in found.choices]
    assert all(first >= second - 1e-9 for first, second in pairwise(worth))


@pytest.fixture(scope="module")
def example_hand():
    return solve_hand(SEED, "clubs", "ch").probability


@pytest.mark.parametrize("limit", [0, 3_000, 30_000, 120_000, 240_000, 400_000])
def test_a_full_hand_at_every_stage(limit, example_hand):
    found = solve_hand(SEED, "clubs", "ch", position_limit=limit)
    assert found.limit == "positions"
    assert (found.lower <= example_hand).all()
    assert (found.upper >= example_hand).all()
    assert (np.isnan(found.probability) == (found.lower < found.upper)).all()
    if limit >= 30_000:
        assert found.lower[4] == pytest.approx(0.661538, abs=1e-6)  # the hearts Jack alone
        assert found.upper[8] < 0.8
    if limit >= 120_000:
        assert found.upper[0] < 0.3
        assert found.upper[4] < 0.9
    if limit >= 240_000:
        assert found.upper[8] < 0.3


def test_enough_is_exact(example_hand):
    found = solve_hand(SEED, "clubs", "ch", position_limit=1_200_000)
    assert found.exact
    assert (found.probability == example_hand).all()


def test_where_a_limit_of_positions_strikes_does_not_depend_on_the_workers():
    one, three = (
        solve_hand(SEED, "clubs", "hd", position_limit=600_000, workers=n) for n in (1, 3)
    )
    assert not one.exact
    assert one.positions == three.positions
    assert (one.lower == three.lower).all()
    assert (one.upper == three.upper).all()


@pytest.mark.parametrize(
    "limits", [{"time_limit": 0.0}, {"memory_limit": 0}, {"position_limit": 0}]
)
@pytest.mark.parametrize(
    "text",
    [
        f"trump c; target 4; hand {SEED}; use c1 d1 h1 s1; rulers d h s",
        f"trump c; target 4; hand {SEED}; topic 6♥; use c1 d1 h1 s1; rulers d h s",
        f"trump c; target 4; hand {SEED} 8♠ 7♥; drop 2; use c1 h1",
        "trump c; target 2; hand ♣A2345; deck ♦A2 ♥A; discard ♠A23; use c3 d3 h3",
    ],
)
def test_advice_under_any_limit_is_an_answer(text, limits):
    found = advise(Position.parse(text), **limits)
    assert found.limit is not None
    assert not found.exact
    for choice in found.choices:
        assert 0 <= choice.at_least <= choice.at_most <= 1


def test_a_choice_is_exact_where_only_others_are_too_hard():
    position = Position.parse(f"trump c; target 1; hand {SEED}; use d1")
    known = {choice.text: choice.chance for choice in advise(position).choices}
    found = {c.text: c for c in advise(position, position_limit=1_600_000).choices}
    drawn = "use commerce (diamonds)"
    assert found[drawn].chance == known[drawn]
    assert not found["debate"].exact
    assert found["debate"].at_least < known["debate"] < found["debate"].at_most < 0.7


def test_commerce_is_worth_at_least_what_it_is_without_the_draw():
    position = Position.parse(f"trump c; target 4; hand {SEED}; use c1 d1 h1 s1; rulers d h s")
    found = {c.text: c for c in advise(position, position_limit=30_000).choices}
    assert found["use commerce (diamonds)"].at_least == pytest.approx(0.661538, abs=1e-6)
    # Of two choices with the same bounds the debate, which keeps the ability, comes first.
    assert list(found).index("debate") < list(found).index("use commerce (diamonds)")


@pytest.mark.parametrize("bad", [{"time": -1.0}, {"time": float("nan")}, {"memory": -1}])
def test_what_is_no_limit_is_refused(bad):
    with pytest.raises(ValueError, match=f"{next(iter(bad))} limit: .* is not zero or more"):
        Limits(**bad)


def test_the_exception_says_which_limit_and_what_was_found():
    position = Position.start(SEED, "clubs", "h")
    with pytest.raises(LimitReached, match="positions limit reached") as reached:
        solve_positions([encode(position, False)], False, 1, limits=Limits(positions=100))
    assert reached.value.limit == "positions"
    assert 0 < reached.value.positions <= 100
