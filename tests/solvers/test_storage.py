"""Files: complete or not there, verified, and the older checkpoint when the newest is broken."""

import json
import os

import numpy as np
import pytest

from intrigue.solvers import storage
from intrigue.solvers.exact.cfr import CHECKPOINT_KIND, CHECKPOINT_VERSION, CFRSolver
from intrigue.solvers.trees.building import build_tree

ARRAYS = {"a": np.arange(6).reshape(2, 3), "b": np.zeros(0), "c": np.array([1.5, np.pi])}


def save(path, **options):
    storage.save_arrays(path, "thing", 3, {"game": "chess"}, ARRAYS, **options)


@pytest.mark.parametrize("compress", [True, False])
def test_round_trip(tmp_path, compress):
    save(tmp_path / "x", compress=compress)
    header, arrays = storage.load_arrays(tmp_path / "x", "thing", 3)
    assert header == {"game": "chess", "kind": "thing", "version": 3}
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert np.array_equal(arrays[name], array)
        assert arrays[name].dtype == array.dtype
    assert os.listdir(tmp_path) == ["x"]


def test_readable_with_numpy_alone(tmp_path):
    save(tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as archive:
        assert json.loads(archive["header"].tobytes())["game"] == "chess"
        assert archive["c"][1] == np.pi


def test_wrong_kind_version_and_game_are_named(tmp_path):
    save(tmp_path / "x")
    with pytest.raises(ValueError, match="holds a 'thing', expected a 'policy'"):
        storage.load_arrays(tmp_path / "x", "policy", 3)
    with pytest.raises(ValueError, match="has version 3 of 'thing', this program reads version 4"):
        storage.load_arrays(tmp_path / "x", "thing", 4)
    with pytest.raises(ValueError, match="x is for the game chess, not for go"):
        storage.require_game("x", "chess", "go")
    with pytest.raises(FileNotFoundError):
        storage.load_arrays(tmp_path / "y", "thing", 3)


@pytest.mark.parametrize("compress", [True, False])
def test_damage_anywhere_is_noticed(tmp_path, compress):
    """Cut short or with any byte changed, a file is never read as something else."""
    file = tmp_path / "x"
    save(file, compress=compress)
    whole = file.read_bytes()
    for length in range(0, len(whole), 37):
        file.write_bytes(whole[:length])
        with pytest.raises(ValueError, match="damaged"):
            storage.load_arrays(file, "thing", 3)
    for place in range(0, len(whole), 11):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            _, arrays = storage.load_arrays(file, "thing", 3)
        except ValueError:
            continue
        # Bytes that say nothing (dates in the archive's directory) may change.
        assert all(np.array_equal(arrays[name], ARRAYS[name]) for name in ARRAYS)


def test_objects_are_refused(tmp_path):
    with pytest.raises(ValueError, match="'o' cannot be saved"):
        storage.save_arrays(tmp_path / "x", "k", 1, {}, {"o": np.array([None])})
    assert not os.listdir(tmp_path)


def test_strings_round_trip():
    strings = ["", "♠A", "two\nlines", "x" * 1000]
    assert storage.unpack_strings(*storage.pack_strings(strings)) == strings
    assert storage.unpack_strings(*storage.pack_strings([])) == []


@pytest.fixture
def solver():
    return CFRSolver(build_tree("kuhn_poker"))


def test_killed_during_a_checkpoint(solver, tmp_path, monkeypatch):
    """Whatever moment a save dies at, a checkpoint that loads is left."""
    file = tmp_path / "run.npz"
    solver.run(10)
    solver.save(file)
    solver.run(10)

    class KilledError(Exception):
        pass

    real_replace = os.replace
    for survived in (0, 1):
        calls = []

        def dying_replace(source, target, survived=survived, calls=calls):
            if len(calls) == survived:
                raise KilledError
            calls.append(target)
            real_replace(source, target)

        monkeypatch.setattr(os, "replace", dying_replace)
        with pytest.raises(KilledError):
            solver.save(file)
        monkeypatch.setattr(os, "replace", real_replace)
        if survived:
            with pytest.warns(UserWarning, match="is missing; going on from"):
                assert CFRSolver.load(file, solver.game).iteration == 10
        else:
            assert CFRSolver.load(file, solver.game).iteration == 10
    solver.save(file)
    assert CFRSolver.load(file, solver.game).iteration == 20


def test_older_checkpoint_when_the_newest_is_broken(solver, tmp_path):
    file = tmp_path / "run.npz"
    for _ in range(3):
        solver.run(10)
        solver.save(file)
    assert sorted(os.listdir(tmp_path)) == ["run.npz", "run.npz.previous"]
    file.write_bytes(file.read_bytes()[:200])
    told = r"run\.npz is damaged.*; going on from .*run\.npz\.previous$"
    with pytest.warns(UserWarning, match=told):
        header, _ = storage.load_checkpoint(file, CHECKPOINT_KIND, CHECKPOINT_VERSION)
    assert header["restored_from"] == "run.npz.previous"
    with pytest.warns(UserWarning, match=told):
        assert CFRSolver.load(file, solver.game).iteration == 20
    file.with_name("run.npz.previous").unlink()
    with pytest.raises(ValueError, match=r"run\.npz is damaged"):
        CFRSolver.load(file, solver.game)
    file.unlink()
    with pytest.raises(FileNotFoundError, match="no checkpoint"):
        CFRSolver.load(file, solver.game)


def test_an_archive_that_unpacks_to_far_more_than_it_is_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "bomb.npz"
    storage.save_arrays(path, "test", 1, {}, {"zeros": np.zeros(10**6)})
    assert len(storage.load_arrays(path, "test", 1)[1]["zeros"]) == 10**6
    monkeypatch.setattr(storage, "LARGE", 10**6)
    with pytest.raises(ValueError, match="damaged or no intrigue file"):
        storage.load_arrays(path, "test", 1)
    assert storage.kind_of_arrays(path) is None
