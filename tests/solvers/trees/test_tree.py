"""Trees as arrays: counts, order, refusals, files, and compiled walks against the OpenSpiel API."""

import leduc
import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states

from intrigue.solvers.trees.arrays import CHANCE, TERMINAL, load_tree
from intrigue.solvers.trees.building import assemble, build_tree, forecast
from intrigue.solvers.trees.compiled_walk import dive, walk_kernel

COUNTS = {
    # game: nodes, information sets, actions summed over them
    "kuhn_poker": (58, 12, 24),
    "kuhn_poker(players=3)": (617, 48, 96),
    "leduc_poker": (9457, 936, 2184),
}


@pytest.fixture(scope="module")
def leduc_tree():
    return build_tree("leduc_poker")


@pytest.mark.parametrize("name", COUNTS)
def test_published_sizes(name):
    tree = build_tree(name)
    assert (tree.num_nodes, tree.num_infosets, tree.num_actions) == COUNTS[name]


def test_liars_dice_sizes():
    """Every bid sequence of one die each: 294,883 nodes and 24,576 information sets."""
    tree = build_tree("liars_dice")
    assert (tree.num_nodes, tree.num_infosets) == (294_883, 24_576)
    assert tree.nbytes < 20e6


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "leduc_poker"])
def test_nodes_are_those_of_the_game(name):
    """Replaying the way to every node gives what the arrays say."""
    game = pyspiel.load_game(name)
    tree = build_tree(game)
    place = {int(node): i for i, node in enumerate(tree.terminals)}
    step = max(1, tree.num_nodes // 400)
    for node in range(0, tree.num_nodes, step):
        state = game.new_initial_state()
        for action in tree.path(node):
            state.apply_action(action)
        assert state.current_player() == tree.player[node]
        if state.is_terminal():
            assert tree.returns[place[node]].tolist() == state.returns()
            continue
        assert tree.num_children[node] == len(state.legal_actions())
        first = tree.first_child[node]
        children = slice(first, first + tree.num_children[node])
        assert tree.action[children].tolist() == state.legal_actions()
        assert (tree.parent[children] == node).all()
        if state.is_chance_node():
            chances = [chance for _, chance in state.chance_outcomes()]
            assert tree.chance_probability[children].tolist() == chances
        else:
            name = state.information_state_string()
            infoset = tree.infoset[node]
            assert tree.infostate_strings[infoset] == name
            assert tree.infoset_index[state.current_player(), name] == infoset


def test_all_states_are_there():
    """As many nodes as histories in OpenSpiel's own walk."""
    states = get_all_states.get_all_states(
        pyspiel.load_game("leduc_poker"),
        depth_limit=-1,
        include_terminals=True,
        include_chance_states=True,
        to_string=lambda state: state.history_str(),
    )
    assert len(states) == build_tree("leduc_poker").num_nodes


def test_breadth_first_order(leduc_tree):
    tree = leduc_tree
    assert (np.diff(tree.parent[1:]) >= 0).all()
    inner = tree.num_children > 0
    ends = tree.first_child[inner] + tree.num_children[inner]
    assert (ends[:-1] == tree.first_child[inner][1:]).all()
    assert tree.levels[0] == 0
    assert tree.levels[-1] == tree.num_nodes
    assert (tree.player[tree.terminals] == TERMINAL).all()
    below_chance = tree.player[tree.parent[1:]] == CHANCE
    assert (tree.chance_probability[1:][~below_chance] == 1).all()


def test_ancestors_come_first(leduc_tree):
    """A player's information set has a larger number than the one it follows from."""
    tree = leduc_tree
    owner_of = np.repeat(np.arange(tree.num_infosets), np.diff(tree.action_offset))
    sequence = tree.last_sequence[tree.infoset_node, tree.infoset_player]
    follows = sequence < tree.num_actions
    assert (owner_of[sequence[follows]] < np.flatnonzero(follows)).all()
    assert (np.diff(tree.infoset_player) >= 0).all()


def test_compiled_walk_equals_openspiel(leduc_tree):
    """Our Leduc rules, walked as machine code, give OpenSpiel's tree array for array."""
    game = leduc.GAME
    walk = walk_kernel(game.kernel, game.parameters, 10**6, game.name)
    tree, _ = assemble(game.name, 2, walk)
    for field in (
        "player",
        "infoset",
        "parent",
        "first_child",
        "num_children",
        "action",
        "terminals",
        "returns",
        "infoset_player",
        "action_offset",
        "legal_actions",
        "infoset_node",
    ):
        assert np.array_equal(getattr(tree, field), getattr(leduc_tree, field)), field
    assert np.allclose(tree.chance_probability, leduc_tree.chance_probability, atol=1e-15)


def test_compiled_walk_refuses_large_trees():
    game = leduc.GAME
    with pytest.raises(ValueError, match="too large: more than max_nodes=1,000"):
        walk_kernel(game.kernel, game.parameters, 1000, game.name)


def test_forecast_is_unbiased():
    """Knuth's estimate is exact on average; many dives come within a few standard errors."""
    tree = build_tree("leduc_poker")
    expected = forecast(pyspiel.load_game("leduc_poker"), dives=4000, seed=1)
    assert abs(expected.nodes - tree.num_nodes) < 4 * expected.nodes_error
    assert expected.infosets_seen <= tree.num_infosets <= expected.decisions
    assert expected.max_depth == len(tree.levels) - 2
    totals, seen, depth = dive(leduc.GAME.kernel, leduc.GAME.parameters, 4000, 1)
    assert abs(totals[0].mean() - tree.num_nodes) < 4 * totals[0].std() / np.sqrt(4000)
    assert seen <= tree.num_infosets
    assert depth == expected.max_depth
    assert "9," in str(expected)


def test_forecast_of_games_far_too_large():
    """Far beyond the limit the forecast alone refuses, and its figures are in the message."""
    with pytest.raises(ValueError, match=r"too large.*forecast: about"):
        build_tree("leduc_poker(players=4)", max_nodes=1000)
    with pytest.raises(ValueError, match="at least 1 dive"):
        forecast(pyspiel.load_game("kuhn_poker"), dives=0)


def test_walk_stops_at_its_limit():
    with pytest.raises(ValueError, match="more than max_nodes=57"):
        build_tree("kuhn_poker", max_nodes=57)
    assert build_tree("kuhn_poker", max_nodes=58).num_nodes == 58


def test_simultaneous_games_are_sent_to_conversion():
    with pytest.raises(ValueError, match="convert_to_turn_based"):
        build_tree("goofspiel(num_cards=3)")
    game = pyspiel.load_game_as_turn_based("goofspiel", {"num_cards": 3})
    assert build_tree(game).num_players == 2


def test_games_without_information_states_are_refused():
    with pytest.raises(ValueError, match="no information-state strings"):
        build_tree("backgammon")


class _Forgetful(pyspiel.Game):
    """One player chooses twice and sees nothing the second time: no perfect recall."""

    def __init__(self):
        kind = pyspiel.GameType
        game_type = kind(
            "forgetful",
            "Forgetful",
            kind.Dynamics.SEQUENTIAL,
            kind.ChanceMode.DETERMINISTIC,
            kind.Information.IMPERFECT_INFORMATION,
            kind.Utility.GENERAL_SUM,
            kind.RewardModel.TERMINAL,
            1,
            1,
            True,
            False,
            False,
            False,
            {},
        )
        info = pyspiel.GameInfo(2, 0, 1, 0.0, 1.0, None, 2)
        super().__init__(game_type, info, {})

    def new_initial_state(self, given=None):
        return _ForgetfulState(self)


class _ForgetfulState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.taken = []

    def current_player(self):
        return 0 if len(self.taken) < 2 else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player):
        return [0, 1]

    def _apply_action(self, action):
        self.taken.append(action)

    def is_terminal(self):
        return len(self.taken) == 2

    def returns(self):
        return [float(len(self.taken) == 2 and self.taken[0] == self.taken[1])]

    def information_state_string(self, player=0):
        return f"move {len(self.taken)}"

    def __str__(self):
        return str(self.taken)


def test_imperfect_recall_is_refused():
    tree = build_tree(_Forgetful())
    assert tree.num_infosets == 2
    with pytest.raises(ValueError, match="not a game of perfect recall: player 0"):
        _ = tree.last_sequence


def test_saved_and_loaded(leduc_tree, tmp_path):
    file = tmp_path / "leduc.npz"
    leduc_tree.save(file)
    again = load_tree(file, "leduc_poker()")
    assert again.infostate_strings == leduc_tree.infostate_strings
    assert again.game == leduc_tree.game
    for name, value in vars(leduc_tree).items():
        if isinstance(value, np.ndarray) and name not in ("levels", "last_sequence"):
            assert np.array_equal(getattr(again, name), value)
    assert np.array_equal(again.last_sequence, leduc_tree.last_sequence)
    with pytest.raises(ValueError, match=r"for the game leduc_poker\(\), not for kuhn_poker\(\)"):
        load_tree(file, "kuhn_poker()")
    assert file.stat().st_size < 100_000
