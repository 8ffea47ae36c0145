"""`intrigue solve`: one line for what it cannot do, and word of a checkpoint that was damaged."""

import subprocess
import sys

import pytest

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
