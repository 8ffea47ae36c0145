"""Search for other people's OpenSpiel games: right moves, nothing hidden seen, bounds."""

import numpy as np
import pyspiel
import pytest
from small_games import position

from intrigue.search.openspiel_bot import OpenSpielSearchBot
from intrigue.search.options import parse_options

KUHN = pyspiel.load_game("kuhn_poker")
LEDUC = pyspiel.load_game("leduc_poker")
JACK, QUEEN, KING = range(3)
PASS, BET = range(2)

# Actions that every optimal strategy of Kuhn poker takes (Kuhn 1950).
KNOWN_BEST = [
    ((JACK, KING, BET), BET),
    ((QUEEN, KING, PASS), BET),
    ((QUEEN, JACK, BET), PASS),
    ((KING, JACK, PASS, BET), BET),
    ((JACK, KING, PASS, BET), PASS),
]


@pytest.mark.parametrize("selection", ["ucb1", "puct", "exp3"])
@pytest.mark.parametrize("variant", ["mo", "so", "pimc", "flat", "cheat"])
def test_kuhn_known_actions(variant: str, selection: str) -> None:
    options = parse_options(f"3000,variant={variant},selection={selection}")
    # EXP3 needs longer to tell apart what differs by little.
    cases = KNOWN_BEST if selection != "exp3" else [KNOWN_BEST[0], *KNOWN_BEST[2:]]
    for history, best in cases:
        bot = OpenSpielSearchBot(KUHN, len(history) % 2, options, seed=2)
        assert bot.step(position(KUHN, *history)) == best, history


def test_a_queen_passes_after_a_pass() -> None:
    bot = OpenSpielSearchBot(KUHN, 1, parse_options("5000"), seed=2)
    assert bot.step(position(KUHN, KING, QUEEN, PASS)) == PASS


def test_leduc_raises_with_a_pair_and_folds_without_hope() -> None:
    bot = OpenSpielSearchBot(LEDUC, 0, parse_options("5000"), seed=2)
    fold, raise_ = 0, 2
    # Cards 0, 1 are Jacks, 4, 5 Kings. Both call; a King comes to a King in the hand.
    assert bot.step(position(LEDUC, 4, 0, 1, 1, 5)) == raise_
    # A Jack faces two raises after a King came.
    assert bot.step(position(LEDUC, 0, 2, 1, 1, 4, 1, 2)) == fold


@pytest.mark.parametrize("variant", ["mo", "so", "pimc", "flat"])
@pytest.mark.parametrize("belief", ["uniform", "particles,model=rollouts"])
def test_hidden_card_does_not_matter(variant: str, belief: str) -> None:
    options = parse_options(f"300,variant={variant},belief={belief},final=distribution")
    policies = [
        OpenSpielSearchBot(LEDUC, 0, options, seed=5).get_policy(position(LEDUC, 2, other, 1, 2))
        for other in (0, 1, 3, 4, 5)
    ]
    assert all(policy == policies[0] for policy in policies)


def test_a_seed_is_a_policy() -> None:
    state = position(LEDUC, 2, 0)
    options = parse_options("200,final=distribution")
    fresh = OpenSpielSearchBot(LEDUC, 0, options, seed=4)
    assert fresh.step_with_policy(state) == fresh.step_with_policy(state)
    other = OpenSpielSearchBot(LEDUC, 0, options, seed=5)
    assert other.get_policy(state) != fresh.get_policy(state)


def test_perfect_information_agrees_with_minimax() -> None:
    tic = pyspiel.load_game("tic_tac_toe")
    bot = OpenSpielSearchBot(tic, 0, parse_options("2000"), seed=1)
    assert bot.step(position(tic, 0, 3, 1, 4)) == 2  # completes the row
    assert bot.step(position(tic, 0, 3, 8, 4)) == 5  # stops the other's


@pytest.mark.parametrize("variant", ["mo", "so"])
def test_memory_bound(variant: str) -> None:
    bot = OpenSpielSearchBot(LEDUC, 0, parse_options(f"500,variant={variant},max_nodes=5"), seed=1)
    found = bot.search(position(LEDUC, 2, 0))
    assert found.nodes == 5
    assert found.overflow > 0
    assert found.visits.sum() == 500


def test_tree_reuse() -> None:
    bot = OpenSpielSearchBot(LEDUC, 0, parse_options("500,reuse=yes"), seed=1)
    state = position(LEDUC, 2, 0)
    bot.step(state)
    state.apply_action(1)
    state.apply_action(2)
    policy = bot.get_policy(state)
    assert bot.last is not None
    assert bot.last.visits.sum() > 500
    assert bot.get_policy(state) == policy
    bot.restart()
    bot.get_policy(state)
    assert bot.last.visits.sum() == 500


def test_values_are_in_the_units_of_the_game() -> None:
    """A King that faces a bet wins two by calling and loses one by folding."""
    bot = OpenSpielSearchBot(KUHN, 1, parse_options("1000"), seed=1)
    found = bot.search(position(KUHN, QUEEN, KING, BET))
    np.testing.assert_allclose(found.values, [-1, 2], atol=1e-9)


def test_budget_in_milliseconds() -> None:
    bot = OpenSpielSearchBot(KUHN, 0, parse_options("10ms"), seed=1)
    found = bot.search(position(KUHN, QUEEN, KING))
    assert found.simulations == found.visits.sum() > 0


def test_games_that_cannot_be_searched() -> None:
    with pytest.raises(ValueError, match="matrix_rps is not sequential"):
        OpenSpielSearchBot(pyspiel.load_game("matrix_rps"), 0)
    phantom = pyspiel.load_game("phantom_ttt")
    with pytest.raises(ValueError, match="phantom_ttt cannot resample what is hidden"):
        OpenSpielSearchBot(phantom, 0, parse_options("10"))
    cheater = OpenSpielSearchBot(phantom, 0, parse_options("10,variant=cheat"))
    assert cheater.step(phantom.new_initial_state()) in range(9)  # it samples nothing
