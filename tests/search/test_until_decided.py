"""A search may stop when its move is decided: the move is that of the whole budget."""

import numpy as np
import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import intrigue.games  # noqa: F401  registers the games
from intrigue.search.bots import SearchBot
from intrigue.search.kernel_search import _decided
from intrigue.search.options import parse_options

GAMES = ("python_cunning_folk", "python_roy_des_ribauds", "python_emperors_new_clothes")


@given(st.lists(st.integers(0, 50), min_size=2, max_size=6), st.integers(0, 60))
def test_decided_means_that_no_other_move_can_catch_up(visits: list[int], left: int) -> None:
    most = max(visits)
    others = sorted(visits)[:-1]
    can_catch_up = max(others) + left >= most
    assert _decided(np.array(visits, float), left) == (not can_catch_up)


def positions(name: str, count: int) -> list:
    """Return `count` states of random games where the player to move has a choice."""
    rng = np.random.default_rng(8)
    game = pyspiel.load_game(name)
    found = []
    while len(found) < count:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probs = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(actions, p=probs)))
                continue
            legal = state.legal_actions()
            if len(legal) > 1 and rng.random() < 0.15 and len(found) < count:
                found.append(state.clone())
            state.apply_action(int(rng.choice(legal)))
    return found


@pytest.mark.parametrize("variant", ["mo", "so", "pimc", "flat", "cheat"])
@pytest.mark.parametrize("name", GAMES)
def test_the_move_is_that_of_the_whole_budget(name: str, variant: str) -> None:
    game = pyspiel.load_game(name)
    options = parse_options(f"400,variant={variant}")
    ran = []
    for state in positions(name, 12):
        bot = SearchBot(game, state.current_player(), options, seed=4)
        move = bot.step(state)
        assert bot.last is not None
        ran.append(bot.last.simulations)
        whole = bot.search(state)
        assert whole.simulations == 400
        assert move == whole.actions[int(np.argmax(whole.policy("visits")))]
    assert max(ran) <= 400
    if variant == "flat":  # tries all moves alike, so nothing is decided before the end
        assert min(ran) == 400
    if variant in ("mo", "so"):
        assert min(ran) < 400


@pytest.mark.parametrize("more", ["final=value", "final=distribution", "reuse=yes"])
def test_where_more_than_the_move_is_wanted_the_whole_budget_is_run(more: str) -> None:
    game = pyspiel.load_game("python_roy_des_ribauds")
    for state in positions("python_roy_des_ribauds", 4):
        bot = SearchBot(game, state.current_player(), parse_options(f"200,{more}"), seed=4)
        bot.step(state)
        assert bot.last is not None
        assert bot.last.simulations == 200
