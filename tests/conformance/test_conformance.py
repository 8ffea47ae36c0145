"""What every game must do with every listed parameter set (``sets/*.txt``)."""

import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pyspiel
import pytest
from open_spiel.python.tests import games_sim_test
from plays import digest, game_strings, random_history, replay

from intrigue.games.core.kernel import CHANCE, TERMINAL
from intrigue.games.definition import EVERYTHING, PUBLIC

GAMES = 6  # random games a parameter set for cheap checks
LOOKS = 25  # states a parameter set for costly checks


def some_states(game, seeds=range(GAMES), looks=LOOKS):
    """Clones of evenly spaced states of a few random games, first and last ones included."""
    histories = [random_history(game, seed) for seed in seeds]
    stride = max(1, sum(len(h) + 1 for h in histories) // looks)
    index = 0
    for history in histories:
        for state in replay(game, history):
            if index % stride == 0 or state.is_terminal():
                yield state.clone()
            index += 1


def test_openspiel_simulation_with_serialisation(game, capfd):
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_what_openspiels_own_simulation_test_does(game, capfd):
    """Pickling of games, game types and states included."""
    np.random.seed(7)  # which that test draws from
    games_sim_test.GamesSimTest("sim_game").sim_game(game)


def test_a_pickled_game_plays_on(game):
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), type(again)) == (str(game), type(game))
    history = random_history(game, 3).tolist()
    state = again.new_initial_state({"history": history})
    assert state.returns() == game.new_initial_state({"history": history}).returns()


def test_whoever_is_no_player_is_refused(game):
    """Compiled rules index arrays with players: one from nowhere would read anywhere."""
    players = game.num_players()
    observer = game.make_py_observer()
    recall = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for state in some_states(game, seeds=[0], looks=3):
        doors = {
            "hash": state.information_state_hash,
            "resample": lambda player: state.resample_from_infostate(player, 1),  # noqa: B023
            "struct": state.to_observation_struct,
            "set": lambda player: observer.set_from(state, player),  # noqa: B023
            "string": lambda player: recall.string_from(state, player),  # noqa: B023
            "view": state.view,
            "transcript": state.transcript,
        }
        for name, door in doors.items():
            door(players - 1)
            door(np.int64(0))
            wrong = [players, 10**6, -3, -4, CHANCE, PUBLIC, 1.5, True, None, "0"]
            if name in ("view", "transcript"):
                wrong = [player for player in wrong if player not in (EVERYTHING, PUBLIC)]
            if name == "struct":  # OpenSpiel itself refuses what is no integer
                wrong = [player for player in wrong if type(player) is int]
            for player in wrong:
                with pytest.raises(ValueError, match=rf"^player {player!r}: expected 0 to"):
                    door(player)


def test_words_for_no_action_are_refused(game):
    state = game.new_initial_state()
    for player, action in ((0, -1), (0, game.num_distinct_actions()), (CHANCE, 10**6), (99, 0)):
        with pytest.raises(ValueError, match="expected 0 to"):
            state.action_to_string(player, action)


def test_every_kind_of_random_generator_is_taken_or_refused_in_one_line(game):
    *_, state = replay(game, random_history(game, 1)[:20])
    makers = (np.random.default_rng, np.random.RandomState, random.Random, lambda seed: seed)
    for maker in makers:
        found, again = (state.resample_from_infostate(0, maker(5)).history() for _ in range(2))
        assert found == again
    for seed in (-(2**63), 2**63 - 1, np.int64(3), np.uint64(3)):
        state.resample_from_infostate(0, seed)
    wrong = [2**63, 2**64, -(2**63) - 1, np.uint64(2**63), 1.5, None, True, "7", [1]]
    wrong += [np.random.PCG64(1), lambda: 1.0, lambda: -0.5, lambda: "a", lambda: float("nan")]
    for sampler in wrong:
        with pytest.raises(ValueError, match=r"^[^\n]+: expected [^\n]+$"):
            state.resample_from_infostate(0, sampler)


def test_a_state_has_a_picture(game):
    for state in some_states(game, seeds=[0], looks=3):
        picture = ElementTree.fromstring(state._repr_svg_())
        rows = picture.findall(".//{http://www.w3.org/2000/svg}text")
        assert [row.text or "" for row in rows] == str(state).splitlines()


def test_clone_and_replay_give_the_same_state(game):
    for state in some_states(game):
        again = game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        for other in (state.clone(), again, game.deserialize_state(state.serialize())):
            assert other.record.tobytes() == state.record.tobytes()
            assert other.history() == state.history()
            assert other.current_player() == state.current_player()
        if not state.is_terminal():
            before = state.record.tobytes()
            state.clone().apply_action(state.legal_actions()[0])
            assert state.record.tobytes() == before


def test_actions_are_sorted_unique_accepted_and_parsed_back(game):
    for state in some_states(game):
        player = state.current_player()
        actions = state.legal_actions()
        if player == TERMINAL:
            assert actions == []
            continue
        assert actions
        assert actions == sorted(set(actions))
        names = [state.action_to_string(player, action) for action in actions]
        assert len(set(names)) == len(names), names
        assert all(name and "\n" not in name for name in names)
        for action, name in zip(actions, names, strict=True):
            assert state.string_to_action(player, name) == action
            child = state.clone()
            child.apply_action_with_legality_check(action)
            assert child.history() == [*state.history(), action]


def test_a_name_of_an_action_on_the_game_is_its_name_in_every_state(game):
    for state in some_states(game):
        player = state.current_player()
        for action in state.legal_actions():
            name = game.definition.action_name(player, action)
            assert name in (None, state.action_to_string(player, action))
            if name is not None:
                assert game.action_to_string(player, action) == name
    for action in range(game.num_distinct_actions()):
        assert game.action_to_string(0, action)
    for action in (-1, game.num_distinct_actions(), 10**6):
        assert game.action_to_string(0, action) == f"Action(id={action}, player=0)"


def test_an_action_that_is_not_legal_is_refused(game):
    """Compiled rules index arrays with actions: one from nowhere would write anywhere."""
    state = game.new_initial_state()
    for action in (max(state.legal_actions()) + 1, 10**6):
        with pytest.raises(ValueError, match="no action here"):
            state.apply_action(action)
    assert state.history() == []


def test_structs_go_to_json_and_back(game):
    for state in some_states(game, looks=8):
        struct = state.to_struct()
        data = json.loads(struct.to_json())
        for form in (struct, struct.to_json(), data):
            again = game.new_initial_state(form)
            assert again.record.tobytes() == state.record.tobytes()
        for player in range(game.num_players()):
            seen = json.loads(state.to_observation_struct(player).to_json())
            assert seen["player"] == player
            assert seen["observation"]
        if not state.is_terminal():
            for action in state.legal_actions():
                struct = state.action_to_struct(state.current_player(), action)
                assert state.struct_to_actions(struct) == [action]
                json.loads(struct.to_json())


@pytest.mark.parametrize(
    "bad",
    ["nonsense", "{}", '{"history": 3}', '{"history": [-7]}', '{"history": [1.0]}',
     '{"history": [true]}', '{"history": [null]}', '{"history": [[0]]}'],
)  # fmt: skip
def test_bad_structs_are_refused_in_one_line(game, bad):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        game.new_initial_state(bad)


def test_declared_bounds_hold(game):
    sizes = game.definition.sizes
    capacity = (
        len(game.definition.kernel.dtype["events"].shape)
        and (game.definition.kernel.dtype["events"].shape[0])
    )
    for seed in range(4 * GAMES):
        decisions = chances = 0
        for state in replay(game, random_history(game, seed)):
            player = state.current_player()
            record = state.record[0]
            assert record.n_events <= capacity
            returns = state.returns()
            assert len(returns) == sizes.num_players
            if player == TERMINAL:
                assert all(sizes.min_utility <= r <= sizes.max_utility for r in returns)
                if game.definition.zero_sum:
                    assert sum(returns) == pytest.approx(0, abs=1e-12)
                assert state.rewards() == returns
                assert decisions <= sizes.max_game_length
                assert chances <= sizes.max_chance_nodes
                assert len(state.events()[0]) <= sizes.max_events
                continue
            assert returns == [0.0] * sizes.num_players
            actions = state.legal_actions()
            if player == CHANCE:
                chances += 1
                assert all(0 <= a < sizes.max_chance_outcomes for a in actions)
                outcomes = state.chance_outcomes()
                assert [a for a, _ in outcomes] == actions
                assert all(p > 0 for _, p in outcomes)
                assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-12)
            else:
                decisions += 1
                assert 0 <= player < sizes.num_players
                assert all(0 <= a < sizes.num_actions for a in actions)


OBSERVATIONS = {
    f"{recall}-{public}-{private.name}": pyspiel.IIGObservationType(
        perfect_recall=recall, public_info=public, private_info=private
    )
    for recall in (False, True)
    for public in (False, True)
    for private in (
        pyspiel.PrivateInfoType.NONE,
        pyspiel.PrivateInfoType.SINGLE_PLAYER,
        pyspiel.PrivateInfoType.ALL_PLAYERS,
    )
}


def test_tensors_have_the_declared_shapes(game):
    sizes = game.definition.sizes
    pieces = sum(piece.size for piece in game.definition.pieces)
    assert game.observation_tensor_size() == sizes.num_players + pieces
    assert game.information_state_tensor_size() == sizes.num_players + 5 * sizes.max_events
    observers = [game.make_py_observer(kind) for kind in OBSERVATIONS.values()]
    for state in some_states(game, looks=5):
        for player in range(game.num_players()):
            assert len(state.observation_tensor(player)) == game.observation_tensor_size()
            assert (
                len(state.information_state_tensor(player)) == game.information_state_tensor_size()
            )
            for observer in observers:
                observer.set_from(state, player)
                assert np.isfinite(observer.tensor).all()
                assert observer.tensor.size == sum(part.size for part in observer.dict.values())
                assert isinstance(observer.string_from(state, player), str)


def test_returns_do_not_depend_on_the_way_they_are_asked(game):
    for state in some_states(game, looks=6):
        returns = state.returns()
        assert [state.player_return(p) for p in range(game.num_players())] == returns
        assert state.is_terminal() == (state.current_player() == TERMINAL)
        assert state.is_chance_node() == (state.current_player() == CHANCE)


def test_information_state_strings_and_hashes_agree(game):
    """Equal strings have equal hashes and the other way round, and fix what is known and legal."""
    by_string, by_hash = {}, {}
    for seed in range(GAMES):
        stride = 1 + seed // 3
        for index, state in enumerate(replay(game, random_history(game, seed))):
            if index % stride or (index > 150 and index % 10):
                continue
            for player in range(game.num_players()):
                text = state.information_state_string(player)
                key = state.information_state_hash(player)
                assert by_string.setdefault(text, key) == key
                assert by_hash.setdefault(key, text) == text
    assert len(by_string) == len(by_hash) > 1


def test_perfect_recall(game):
    """Information states only grow, never repeat at decisions, and tell one's own actions apart."""
    legal_at = {}
    for seed in range(GAMES):
        last_seen = [[] for _ in range(game.num_players())]
        decided = set()
        for state in replay(game, random_history(game, seed)):
            player = state.current_player()
            if player < 0:
                continue
            if len(decided) > 60:
                break
            seen = state.information_state_string(player).splitlines()
            assert seen[: len(last_seen[player])] == last_seen[player]
            last_seen[player] = seen
            key = state.information_state_hash(player)
            assert key not in decided, "a player decides twice in the same information state"
            decided.add(key)
            actions = state.legal_actions()
            assert legal_at.setdefault(key, actions) == actions
            after = [state.child(action).information_state_hash(player) for action in actions]
            assert len(set(after)) == len(after), "an action is not seen by the player who takes it"


def what_is_shown(game, state, player):
    """Everything that the API shows a player."""
    shown = {
        "to move": state.current_player(),
        "legal": state.legal_actions(player) if state.current_player() == player else None,
        "information state": state.information_state_string(player),
        "hash": state.information_state_hash(player),
        "observation": state.observation_string(player),
        "view": state.view(player),
        "public view": state.view(PUBLIC),
        "transcript": state.transcript(player),
        "struct": state.to_observation_struct(player).to_json(),
        "information tensor": state.information_state_tensor(player),
        "observation tensor": state.observation_tensor(player),
    }
    for name, kind in OBSERVATIONS.items():
        if "ALL_PLAYERS" not in name:
            shown[name] = game.make_py_observer(kind).string_from(state, player)
    return shown


def test_resampling_changes_nothing_that_a_player_is_shown(game):
    """No leak: whatever is hidden from a player may change, and what they are shown stays."""
    varied = 0
    looks = max(6, LOOKS // game.num_players())
    for index, state in enumerate(some_states(game, looks=looks)):
        for player in range(game.num_players()):
            shown = what_is_shown(game, state, player)
            other = state.resample_from_infostate(player, np.random.default_rng(index))
            check = game.new_initial_state()
            for action in other.history():
                check.apply_action_with_legality_check(action)
            assert what_is_shown(game, other, player) == shown
            varied += other.history() != state.history()
    if not game.definition.perfect_information and game.num_players() > 1:
        assert varied


def test_resampling_is_seeded(game):
    for state in some_states(game, looks=4):
        for player in range(game.num_players()):
            first = state.resample_from_infostate(player, 7).history()
            assert state.resample_from_infostate(player, 7).history() == first
            values = iter([0.25, 0.5] * 2)
            second = state.resample_from_infostate(player, lambda: next(values))  # noqa: B023
            again = state.resample_from_infostate(player, lambda: next(values))  # noqa: B023
            assert second.history() == again.history()


def test_everything_is_drawn_for_every_viewer(game):
    for state in some_states(game, looks=5):
        for viewer in (EVERYTHING, PUBLIC, *range(game.num_players())):
            assert state.view(viewer).strip()
        assert str(state) == state.view(EVERYTHING)
        assert len(state.transcript()) == len(state.events()[0])


def test_plain_python_equals_compiled(short_name):
    """The same random games, byte by byte, with Numba switched off."""
    folder = Path(__file__).parent
    plain = subprocess.run(
        [sys.executable, str(folder / "digest_all.py"), short_name],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    compiled = [
        f"{digest(text, games=1)} {text}"
        for text in game_strings()
        if text.split("(")[0] == short_name
    ]
    assert plain == compiled
