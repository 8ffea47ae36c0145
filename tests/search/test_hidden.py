"""Search on our games never sees what its player cannot; its hints tell no more either."""

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401
from intrigue.search.analysis import analyse
from intrigue.search.bots import SearchBot
from intrigue.search.options import parse_options
from intrigue.search.tournament.one_game import sample_chance

GAMES = [
    "python_cunning_folk",
    "python_roy_des_ribauds",
    "python_emperors_new_clothes(players=3,cards=True)",
]
OPTIONS = [
    "60,worlds=30,final=distribution",
    "60,worlds=30,final=distribution,variant=so",
    "60,variant=pimc,worlds=5,final=distribution",
    "60,worlds=30,final=distribution,belief=particles",
    "60,worlds=30,final=distribution,opponents=thumb",
    "60,worlds=30,final=distribution,belief=exact",
]


def _decisions(name: str, share: float, seed: int) -> list[pyspiel.State]:
    source = np.random.default_rng(seed)
    state = pyspiel.load_game(name).new_initial_state()
    found = []
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample_chance(state, source.random()))
            continue
        if len(state.legal_actions()) > 1 and source.random() < share:
            found.append(state.clone())
        state.apply_action(int(source.choice(state.legal_actions())))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_another_hidden_world_gives_the_same_policy(name: str) -> None:
    """Everything hidden is drawn anew behind the same information state; the seed is the same."""
    game = pyspiel.load_game(name)
    states = [state for seed in range(3) for state in _decisions(name, 0.3, seed)][:12]
    assert len(states) > 5
    changed = 0
    for number, state in enumerate(states):
        player = state.current_player()
        options = parse_options(OPTIONS[number % len(OPTIONS)])
        expected = SearchBot(game, player, options, seed=number).get_policy(state)
        for sample in range(2):
            other = state.resample_from_infostate(player, sample)
            changed += other.history() != state.history()
            assert SearchBot(game, player, options, seed=number).get_policy(other) == expected
    assert changed > 0


@pytest.mark.parametrize("name", GAMES)
def test_hints_say_moves_and_beliefs_from_one_view(name: str) -> None:
    state = _decisions(name, 0.3, 3)[1]
    player = state.current_player()
    hint = analyse(state, parse_options("100"), seed=1)
    assert hint.player == player
    assert [move.action for move in hint.moves] != []
    assert {move.action for move in hint.moves} == set(state.legal_actions())
    assert sum(move.visits for move in hint.moves) == hint.simulations == 100
    assert sum(move.probability for move in hint.moves) == pytest.approx(1)
    assert hint.moves[0].text == state.action_to_string(player, hint.moves[0].action)
    assert hint.beliefs.places
    for possible in hint.beliefs.places.values():
        shares = [share for _, share in possible]
        assert sum(shares) == pytest.approx(1)
        assert shares == sorted(shares, reverse=True)
    other = state.resample_from_infostate(player, 5)
    again = analyse(other, parse_options("100"), seed=1)
    assert again.beliefs == hint.beliefs
    assert [str(move) for move in again.moves] == [str(move) for move in hint.moves]


def test_hints_are_for_decisions() -> None:
    with pytest.raises(ValueError, match="a player is to move"):
        analyse(pyspiel.load_game(GAMES[0]).new_initial_state())
