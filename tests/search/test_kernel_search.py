"""Search over kernels: right moves, equal to plain UCT, nothing seen that is hidden, bounds."""

import numpy as np
import pyspiel
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_uct import Uct
from small_games import BET, JACK, KING, PASS, QUEEN, position

from intrigue.games.bots import information_seed
from intrigue.games.core.rng import new_rng
from intrigue.search.bot_words import make_bot
from intrigue.search.bots import SearchBot
from intrigue.search.options import Options, parse_options

KUHN = pyspiel.load_game("python_small_kuhn")
TIC = pyspiel.load_game("python_small_tic")

# What every optimal strategy of Kuhn poker does (Kuhn 1950): history and the only good action.
KNOWN_BEST = {
    "a King calls": ((JACK, KING, BET), BET),
    "a King bets after a pass": ((QUEEN, KING, PASS), BET),
    "a Jack folds": ((QUEEN, JACK, BET), PASS),
    "a Queen passes after a pass": ((KING, QUEEN, PASS), PASS),
    "the first King calls": ((KING, JACK, PASS, BET), BET),
    "the first Jack folds": ((JACK, KING, PASS, BET), PASS),
}


# Only a search whose opponents act by what they see finds this one: see the test below.
SUBTLE = "a Queen passes after a pass"


@pytest.mark.parametrize(
    ("variant", "case"),
    [("mo", case) for case in KNOWN_BEST]
    + [
        (variant, case)
        for variant in ("so", "pimc", "flat", "cheat")
        for case in KNOWN_BEST
        if case != SUBTLE
    ],
)
def test_kuhn_known_actions(variant: str, case: str) -> None:
    history, best = KNOWN_BEST[case]
    bot = SearchBot(KUHN, len(history) % 2, parse_options(f"4000,variant={variant}"), seed=3)
    assert bot.step(position(KUHN, *history)) == best


def test_against_known_opponents_the_best_response_is_found() -> None:
    """After a bet a Queen calls who bets with any card, and folds to who bets mostly with Kings."""
    facing_a_bet = position(KUHN, JACK, QUEEN, BET)
    for opponents, best in (("random", BET), ("thumb", PASS)):
        bot = SearchBot(KUHN, 1, parse_options(f"4000,opponents={opponents}"), seed=3)
        assert bot.step(facing_a_bet) == best


@pytest.mark.parametrize("variant", ["mo", "so"])
def test_against_known_opponents_moves_are_worth_what_they_bring(variant: str) -> None:
    """The rule of thumb bets and calls with a King always, with a Jack one time in four.

    A first Queen that bets loses 2 to the King, wins 1 or 2 from the Jack; one that passes folds to
    any bet.
    """
    bot = SearchBot(KUHN, 0, parse_options(f"40000,opponents=thumb,variant={variant}"), seed=3)
    found = bot.search(position(KUHN, QUEEN, KING))
    values = dict(zip(found.actions, found.values.tolist(), strict=True))
    assert values[BET] == pytest.approx((-2 + 0.25 * 2 + 0.75 * 1) / 2, abs=0.05)
    assert values[PASS] == pytest.approx((-1 - 0.25 + 0.75) / 2, abs=0.05)


@pytest.mark.parametrize(
    ("name", "opponents"), [("python_small_kuhn", "honest"), ("leduc_poker", "random")]
)
def test_opponents_that_a_game_does_not_know_are_refused(name: str, opponents: str) -> None:
    with pytest.raises(ValueError, match=f"opponents={opponents}: .*searched"):
        make_bot(f"ismcts:10,opponents={opponents}", pyspiel.load_game(name), 0)


def test_single_observer_opponents_do_not_know_their_own_card() -> None:
    """A bet with the Queen loses to a King and is folded to by a Jack: worth less than a pass.

    In single-observer search King and Jack share a node, so the bet looks as good as the pass.
    """
    values = {}
    for variant in ("mo", "so"):
        bot = SearchBot(KUHN, 1, parse_options(f"20000,variant={variant}"), seed=3)
        values[variant] = bot.search(position(KUHN, *KNOWN_BEST[SUBTLE][0])).values
    assert values["mo"][BET] < values["mo"][PASS] - 0.2
    assert values["so"][BET] == pytest.approx(values["so"][PASS], abs=0.1)


@pytest.mark.parametrize("selection", ["ucb1", "puct", "exp3"])
@pytest.mark.parametrize("variant", ["mo", "so"])
def test_kuhn_every_selection(selection: str, variant: str) -> None:
    options = parse_options(f"5000,variant={variant},selection={selection}")
    for case in ("a King calls", "a Jack folds", "the first King calls", "the first Jack folds"):
        history, best = KNOWN_BEST[case]
        bot = SearchBot(KUHN, len(history) % 2, options, seed=1)
        assert bot.step(position(KUHN, *history)) == best, case


def _minimax(state: pyspiel.State) -> float:
    """Value for player 0."""
    if state.is_terminal():
        return state.returns()[0]
    values = [_minimax(state.child(action)) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)


@pytest.mark.parametrize("variant", ["mo", "so", "cheat"])
def test_perfect_information_agrees_with_minimax(variant: str) -> None:
    bot = SearchBot(TIC, 0, parse_options(f"3000,variant={variant}"), seed=5)
    source = np.random.default_rng(2)
    checked = 0
    while checked < 25:
        state = TIC.new_initial_state()
        for _ in range(source.integers(3, 7)):
            if not state.is_terminal():
                state.apply_action(int(source.choice(state.legal_actions())))
        if state.is_terminal():
            continue
        chosen = state.child(bot.step(state))
        assert _minimax(chosen) == _minimax(state), str(state)
        checked += 1


@settings(deadline=None, max_examples=10)
@given(seed=st.integers(0, 2**62), moves=st.permutations(range(9)), depth=st.integers(0, 4))
@pytest.mark.parametrize("variant", ["mo", "so"])
def test_one_world_per_information_set_is_plain_uct(
    variant: str, seed: int, moves: list[int], depth: int
) -> None:
    """With nothing hidden, both variants make the very visits and values of plain UCT."""
    state = position(TIC, *moves[:depth])
    bot = SearchBot(TIC, 0, parse_options(f"300,variant={variant},exploration=0.7"), seed)
    found = bot.search(state)
    uct = Uct(0.7, new_rng(seed, information_seed(state)))
    for _ in range(300):
        uct.simulate(state)
    root = uct.nodes[tuple(state.history())]
    assert found.visits.tolist() == [root[action][0] for action in found.actions]
    expected = [2 * root[a][1] / root[a][0] - 1 if root[a][0] else np.nan for a in root]
    np.testing.assert_allclose(found.values, expected, rtol=1e-12, atol=1e-12)
    assert found.nodes == len(uct.nodes)


@pytest.mark.parametrize("variant", ["mo", "so", "pimc", "flat"])
@pytest.mark.parametrize("belief", ["uniform", "particles"])
def test_hidden_card_does_not_matter(variant: str, belief: str) -> None:
    """The other player's card changed behind the same information state: the same policy."""
    options = parse_options(f"500,variant={variant},belief={belief},final=distribution")
    for rest in ((), (PASS,), (BET,), (PASS, BET)):
        mover = len(rest) % 2
        for own in (JACK, QUEEN, KING):
            policies = []
            for other in {JACK, QUEEN, KING} - {own}:
                cards = (own, other) if mover == 0 else (other, own)
                bot = SearchBot(KUHN, mover, options, seed=9)
                policies.append(bot.get_policy(position(KUHN, *cards, *rest)))
            assert policies[0] == policies[1]


def test_cheating_sees_the_hidden_card() -> None:
    bot = SearchBot(KUHN, 1, parse_options("2000,variant=cheat"), seed=1)
    assert bot.step(position(KUHN, JACK, QUEEN, BET)) == BET
    assert bot.step(position(KUHN, KING, QUEEN, BET)) == PASS


def test_a_seed_is_a_policy() -> None:
    """Same seed, same policy, whatever was asked before; another seed, another search."""
    state, other = position(KUHN, QUEEN, JACK), position(KUHN, JACK, KING, BET)
    options = parse_options("200,final=distribution")
    fresh = SearchBot(KUHN, 0, options, seed=4)
    used = SearchBot(KUHN, 0, options, seed=4)
    used.step(other)
    assert fresh.step_with_policy(state) == used.step_with_policy(state)
    assert fresh.get_policy(state) == fresh.step_with_policy(state)[0]
    assert SearchBot(KUHN, 0, options, seed=5).get_policy(state) != fresh.get_policy(state)


@pytest.mark.parametrize("variant", ["mo", "so"])
@pytest.mark.parametrize("bound", [1, 2, 10])
def test_full_tree_goes_on_without_new_nodes(variant: str, bound: int) -> None:
    bot = SearchBot(TIC, 0, parse_options(f"2000,variant={variant},max_nodes={bound}"), seed=1)
    found = bot.search(position(TIC, 0, 4))
    assert found.nodes <= bound
    assert found.overflow > 0
    assert found.visits.sum() == 2000


def test_growing_does_not_change_the_search() -> None:
    """A tree that starts with room for few nodes ends as one that never had to grow."""
    from intrigue.search import kernel_search

    state = position(TIC, 0)
    results = []
    for first in (16, kernel_search.FIRST_NODES):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernel_search, "FIRST_NODES", first)
            results.append(SearchBot(TIC, 1, Options(simulations=3000), seed=2).search(state))
    assert results[0].visits.tolist() == results[1].visits.tolist()
    assert results[0].nodes == results[1].nodes > 1024


@pytest.mark.parametrize("variant", ["mo", "so"])
def test_tree_reuse_keeps_what_was_learnt(variant: str) -> None:
    bot = SearchBot(TIC, 0, parse_options(f"1000,variant={variant},reuse=yes"), seed=2)
    state = TIC.new_initial_state()
    first = bot.step(state)
    assert bot.last is not None
    before = bot.last
    state.apply_action(first)
    state.apply_action(state.legal_actions()[0])
    policy = bot.get_policy(state)
    kept = bot.last.visits.sum() - 1000
    assert 0 < kept < before.visits.max()
    assert bot.get_policy(state) == policy  # asked again: the same answer, no further search
    bot.restart()
    bot.get_policy(state)
    assert bot.last.visits.sum() == 1000


def test_budget_in_milliseconds() -> None:
    bot = SearchBot(TIC, 0, parse_options("20ms"), seed=2)
    found = bot.search(TIC.new_initial_state())
    assert found.simulations >= 1
    assert found.visits.sum() == found.simulations


def test_rollouts_follow_the_rule_of_thumb_unless_told_otherwise() -> None:
    usual, told, random = (
        SearchBot(KUHN, 1, parse_options(f"500{more}"), seed=2)
        for more in ("", ",rollout=thumb", ",rollout=random")
    )
    state = position(KUHN, QUEEN, JACK)
    values = [bot.search(state).values for bot in (usual, told, random)]
    np.testing.assert_array_equal(values[0], values[1])
    assert not np.array_equal(values[0], values[2])


def test_rollouts_and_prior_by_the_rule_of_thumb() -> None:
    bot = SearchBot(KUHN, 1, parse_options("500,rollout=thumb,selection=puct,prior=thumb"), seed=2)
    assert bot.step(position(KUHN, JACK, KING, BET)) == BET
    # The rule never lets a Queen call: with a prior of zero, PUCT hardly tries it.
    found = bot.search(position(KUHN, JACK, QUEEN, BET))
    assert found.visits[BET] < found.visits[PASS]


def test_final_move() -> None:
    state = position(KUHN, QUEEN, JACK)
    policies = {}
    for final in ("visits", "value", "distribution"):
        found = SearchBot(KUHN, 0, parse_options("300"), seed=1).search(state)
        policies[final] = found.policy(final)
        assert policies[final].sum() == pytest.approx(1)
    assert sorted(policies["visits"]) == [0, 1]
    assert sorted(policies["value"]) == [0, 1]
    assert (policies["distribution"] > 0).all()


def test_bots_move_only_where_a_player_moves() -> None:
    bot = SearchBot(KUHN, 0)
    with pytest.raises(ValueError, match="a player is to move"):
        bot.step(KUHN.new_initial_state())
