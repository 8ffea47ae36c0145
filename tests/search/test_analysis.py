"""What is said about a position after several searches: together, and how far they differ."""

import math

import numpy as np
import pyspiel
import pytest
from small_games import position

import intrigue.games  # noqa: F401  registers the games
from intrigue.search.analysis import analyse
from intrigue.search.options import parse_options


def start(name: str = "python_cunning_folk"):
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def test_one_search_knows_nothing_about_its_noise() -> None:
    found = analyse(start(), parse_options("60"))
    assert found.searches == 1
    assert all(math.isnan(move.error) for move in found.moves)
    with pytest.raises(ValueError, match="searches=0"):
        analyse(start(), searches=0)


def test_searches_together_are_sums_and_means_over_all_visits() -> None:
    """Against single searches put together by hand, and errors by the textbook's formula."""
    options = parse_options("40")
    state, seed = position(pyspiel.load_game("python_small_kuhn"), 0, 1), 5
    found = analyse(state, options, seed, searches=4)
    single = [analyse(state, options, seed ^ (k << 40)) for k in range(4)]
    assert (found.searches, found.simulations, found.worlds) == (4, 160, 160)
    assert sum(move.visits for move in found.moves) == 160
    assert sum(move.probability for move in found.moves) == pytest.approx(1)
    for move in found.moves:
        each = [next(m for m in one.moves if m.action == move.action) for one in single]
        looked = [m for m in each if m.visits]
        n = sum(m.visits for m in looked)
        mean = sum(m.visits * m.value for m in looked) / n
        assert (move.visits, move.value) == (n, pytest.approx(mean))
        squares = sum((m.visits * (m.value - mean)) ** 2 for m in looked)
        k = len(looked)
        assert move.error == pytest.approx(math.sqrt(squares / n**2 * k / (k - 1)))


def test_a_move_that_one_search_alone_tried_has_no_error() -> None:
    state = start("python_roy_des_ribauds")
    state.apply_action(state.legal_actions()[-1])  # from now on no two moves are alike
    while len(state.legal_actions()) <= 20 or state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    found = analyse(state, parse_options("10"), searches=2)
    assert any(move.visits == 0 and math.isnan(move.value) for move in found.moves)
    assert any(move.visits == 1 and math.isnan(move.error) for move in found.moves)
    assert all(move.visits >= 2 for move in found.moves if not math.isnan(move.error))


def test_the_standard_error_is_how_far_the_mean_strays() -> None:
    """Over 60 seeds: the spread of the pooled mean beside the mean of the errors claimed for it."""
    state = start()
    action = state.legal_actions()[0]
    found = [
        next(m for m in analyse(state, parse_options("90"), seed, 8).moves if m.action == action)
        for seed in range(60)
    ]
    spread = np.std([move.value for move in found], ddof=1)
    claimed = np.sqrt(np.mean([move.error**2 for move in found]))
    assert 0.7 < claimed / spread < 1.4


def test_moves_that_are_alike_have_one_value() -> None:
    """On the empty board all nine places are alike; after a look the one looked at is not."""
    state = start()
    found = analyse(state, parse_options("90"), searches=3)
    assert {move.alike for move in found.moves} == {tuple(range(9))}
    assert len({(move.value, move.error, move.near_best) for move in found.moves}) == 1
    total = sum(move.visits for move in found.moves)
    assert total == 270
    for text in ("look B2", "stay silent", "look A1", "stay silent"):
        action = next(
            a
            for a in state.legal_actions()
            if state.action_to_string(state.current_player(), a) == text
        )
        state.apply_action(action)
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
    found = analyse(state, parse_options("90"), searches=3)
    groups = {move.text: move.alike for move in found.moves}
    assert groups["look A2"] == tuple(a for a in range(9) if a not in (0, 4))
    assert (groups["look A1"], groups["look B2"]) == ((0,), (4,))


def test_both_ends_of_an_untouched_row_are_alike() -> None:
    state = start("python_roy_des_ribauds")
    found = analyse(state, parse_options("100"), searches=2)
    texts = {move.action: move.text for move in found.moves}
    alike = {move.text: {texts[a] for a in move.alike} for move in found.moves}
    assert alike["reveal 1"] == {"reveal 1", "reveal 4"}
    assert alike["reveal 2"] == {"reveal 2", "reveal 3"}
    state.apply_action(next(a for a, text in texts.items() if text == "reveal 1"))
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert all(len(move.alike) == 1 for move in analyse(state, parse_options("50")).moves)


def test_moves_within_the_error_of_the_best_are_near_it() -> None:
    """Kuhn's King that faces a bet wins two by calling and loses one by folding, for sure."""
    state = position(pyspiel.load_game("python_small_kuhn"), 1, 2, 1)
    found = analyse(state, parse_options("200"), searches=4)
    assert [(move.value, move.near_best) for move in found.moves] == [(2, True), (-1, False)]
    alone = analyse(start("python_roy_des_ribauds"), parse_options("100"))
    assert [move.near_best for move in alone.moves].count(True) == len(alone.moves[0].alike)


def test_a_mean_return_is_a_chance_to_win() -> None:
    two = pyspiel.load_game("python_cunning_folk").definition
    assert [two.chance_to_win(v) for v in (-1, 0, 1)] == [0, 0.5, 1]
    four = pyspiel.load_game("python_cunning_folk(players=4)").definition
    assert [four.chance_to_win(v) for v in (-1 / 3, 0, 1)] == pytest.approx([0, 0.25, 1])
    assert four.chance_to_win(-1) == 0  # who loses alone to three winners
    assert four.is_about_winning
    for name in ("python_small_kuhn", "python_emperors_new_clothes(objective=points)"):
        assert not pyspiel.load_game(name).definition.is_about_winning
