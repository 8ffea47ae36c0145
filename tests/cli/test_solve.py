"""`intrigue solve`: one line for what it cannot do, and word of a checkpoint that was damaged."""

import json
import subprocess
import sys

import numpy as np
import pytest

from intrigue.solvers.exact.cfr import CHECKPOINT_KIND, CHECKPOINT_VERSION
from intrigue.solvers.policy import POLICY_KIND, POLICY_VERSION

START = "from intrigue.cli.main import main; main()"
SMALL = "roy-des-ribauds(copies=1,court_size=2,hand_size=1,max_turns=2)"


def run(*words):
    """Run the command in a process of its own: OpenSpiel writes past Python."""
    done = subprocess.run([sys.executable, "-c", START, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("chess", "more than 1e300 nodes"),
        ("quoridor", "too large"),
        ("nfg_game", "cannot load 'nfg_game'"),
        ("efg_game", "cannot load 'efg_game'"),
        ("repeated_game", "num_repetitions"),
        ("kuhn_poker(players=99)", "num_players"),
        ("whist", "and those of OpenSpiel"),
    ],
)
def test_games_that_cannot_be_solved_are_refused_in_one_line(game, names):
    code, out, err = run("solve", game, "--max-nodes", "2000")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert names in err
    assert "nan" not in err
    assert "inf " not in err


def test_python_games_of_openspiel(command):
    code, out, err = command("solve", "python_kuhn_poker", "--iterations", "3")
    assert (code, err) == (0, "")
    assert "python_kuhn_poker()" in out


@pytest.mark.parametrize("game", ["emissary", "cunning-folk", "roy-des-ribauds"])
def test_external_sampling_of_a_whole_game_is_refused(game, command):
    code, out, err = command("solve", game, "--algorithm", "mccfr-external")
    assert (code, out) == (2, "")
    assert "mccfr-outcome" in err


@pytest.mark.parametrize("algorithm", ["mccfr-external", "mccfr-outcome"])
def test_sampling_a_game_without_compiled_rules_takes_its_tree(algorithm, command, tmp_path):
    kept = str(tmp_path / "kept.npz")
    words = ["solve", "leduc_poker", "--algorithm", algorithm, "--json", "--checkpoint", kept]
    code, out, err = command(*words, "--iterations", "300")
    assert (code, err) == (0, "")
    first = json.loads(out)
    assert first["information_sets"] == 936
    code, out, err = command(*words, "--iterations", "3000")
    assert (code, err) == (0, "")
    assert json.loads(out)["exploitability"] < first["exploitability"]
    code, out, err = command(*words, "--seed", "5")
    assert (code, out) == (2, "")
    assert "was made with seed 0, not 5" in err


@pytest.mark.parametrize("option", [("--streams", "2"), ("--abstraction", "observation")])
def test_what_a_tree_cannot_be_sampled_with_is_refused(option, command):
    code, out, err = command("solve", "leduc_poker", "--algorithm", "mccfr-outcome", *option)
    assert (code, out) == (2, "")
    assert "needs compiled rules, which leduc_poker() has not" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "option",
    [
        ("--streams", "2147483648"),
        ("--max-nodes", "9" * 400),
        ("--iterations", "9" * 400),
        ("--seed", "9" * 30),
    ],
)
def test_numbers_without_bounds_are_refused_in_one_line(option, command):
    code, out, err = command("solve", "leduc_poker", "--algorithm", "mccfr-outcome", *option)
    assert (code, out) == (2, "")
    assert option[0] in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("target", ["inf", "nan", "-1"])
def test_a_target_is_a_number_that_can_be_reached(target, command):
    code, out, err = command("solve", "kuhn_poker", "--target", target)
    assert (code, out) == (2, "")
    assert "--target" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("algorithm", "option"),
    [
        ("lp", ("--iterations", "7")),
        ("lp", ("--target", "0.1")),
        ("lp", ("--seed", "0")),
        ("lp", ("--checkpoint", "kept")),
        ("predictive+", ("--seed", "3")),
        ("cfr", ("--workers", "2")),
        ("cfr", ("--abstraction", "none")),
        ("linear", ("--streams", "1")),
        ("mccfr-outcome", ("--target", "0.1")),
    ],
)
def test_options_that_an_algorithm_does_not_take_are_refused(
    algorithm, option, command, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    code, out, err = command("solve", "kuhn_poker", "--algorithm", algorithm, *option)
    assert (code, out) == (2, "")
    assert f"{algorithm} takes no {option[0]}" in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("game", "option"), [("leduc_poker", ("--workers", "2")), (SMALL, ("--max-nodes", "9"))]
)
def test_options_that_only_the_other_kind_of_sampling_takes_are_refused(game, option, command):
    code, out, err = command("solve", game, "--algorithm", "mccfr-outcome", *option)
    assert (code, out) == (2, "")
    assert option[0] in err
    assert err.count("\n") == 1


def test_with_three_players_it_is_not_called_exploitability(command):
    words = ["solve", "kuhn_poker(players=3)", "--iterations", "20"]
    code, out, err = command(*words)
    assert (code, err) == (0, "")
    assert "exploitability" not in out
    assert "NashConv / players: what a player gains by a best response" in out
    found = json.loads(command(*words, "--json")[1])
    assert found["nash_conv_per_player"] > 0
    assert "exploitability" not in found


@pytest.mark.parametrize("what", ["--checkpoint", "policy"])
def test_sealed_files_that_make_no_sense_are_refused_in_one_line(what, command, tmp_path):
    from intrigue.solvers import storage

    path = tmp_path / "odd"
    words = {
        "--checkpoint": ["solve", SMALL, "--checkpoint", str(path)],
        "policy": ["arena", SMALL, "--bots", f"random,policy:{path}", "--games", "2"],
    }
    if what == "policy":
        assert command("solve", SMALL, "--iterations", "5", "--save", str(path))[0] == 0
        kind, version, array = POLICY_KIND, POLICY_VERSION, "action_offset"
    else:
        assert command(*words[what], "--iterations", "5")[0] == 0
        kind, version, array = CHECKPOINT_KIND, CHECKPOINT_VERSION, "weights"
    header, arrays = storage.load_arrays(path, kind, version)
    arrays[array] = np.roll(arrays[array], 1)
    storage.save_arrays(path, kind, version, header, arrays)
    code, out, err = command(*words[what])
    assert (code, out) == (2, "")
    assert f"{path} makes no sense: " in err
    assert err.count("\n") == 1


def test_how_sampling_is_cut_changes_nothing(command, tmp_path, monkeypatch):
    from intrigue.cli import solve

    saved = []
    for seconds in (0.0, 100.0):
        monkeypatch.setattr(solve, "_STEP_SECONDS", seconds)
        saved.append(tmp_path / f"{seconds}.npz")
        words = ["--algorithm", "mccfr-external", "--iterations", "130", "--save", str(saved[-1])]
        assert command("solve", SMALL, *words)[0] == 0
    assert saved[0].read_bytes() == saved[1].read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["kuhn_poker", "--iterations", "50"],
        [SMALL, "--algorithm", "mccfr-outcome", "--iterations", "50"],
    ],
)
def test_a_damaged_or_missing_checkpoint_is_told_of(words, tmp_path):
    kept = tmp_path / "kept"
    again = ["solve", *words, "--checkpoint", str(kept)]
    assert run(*again)[0] == 0
    whole = kept.read_bytes()
    for damage in (kept.unlink, lambda: kept.write_bytes(whole[:99])):
        damage()
        code, _, err = run(*again)
        assert code == 0
        assert err.count("\n") == 1
        assert err.startswith(f"intrigue: {kept} is ")
        assert err.endswith(f"; going on from {kept}.previous\n")
