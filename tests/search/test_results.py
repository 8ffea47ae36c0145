"""The results file: one writer at a time, and one content of each policy file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from small_games import KUHN  # noqa: F401  registers the games

from intrigue.search.bot_words import file_digests
from intrigue.search.tournament.arena import Arena, read_table, run_arena
from intrigue.search.tournament.results import ResultsFile
from intrigue.solvers.policy import TabularPolicy

GAME = "python_small_kuhn()"
HOLDER = """
import sys, time
from pathlib import Path
from intrigue.search.tournament.results import ResultsFile
with ResultsFile(Path(sys.argv[1]), {game!r}, {bots!r}, 1):
    print("held", flush=True)
    time.sleep(600)
"""
BOTS = ("random", "thumb")


def test_another_arena_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    """The lock goes with the process, however it ends."""
    path = tmp_path / "games"
    arena = Arena(GAME, BOTS, 4, 1)
    code = HOLDER.format(game=GAME, bots=BOTS)
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        before = path.read_bytes()
        with pytest.raises(ValueError, match=r"another arena is writing to .*games: wait"):
            run_arena(arena, path)
        assert path.read_bytes() == before
        assert read_table(arena, path).games == 0  # looking is allowed
        os.kill(holder.pid, signal.SIGKILL)
    assert run_arena(arena, path).games == 4
    assert path.read_bytes().count(b"intrigue arena") == 1


def test_a_file_is_free_again_after_use_and_after_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for _ in range(2):
        with ResultsFile(path, GAME, BOTS, 1) as file:
            assert file.read() == []
    with pytest.raises(ValueError, match="its seed is 1, not 2"), ResultsFile(path, GAME, BOTS, 2):
        pass
    with ResultsFile(path, GAME, BOTS, 1) as file:
        assert file.read() == []


def save_policy(file: Path, bet: float) -> None:
    TabularPolicy("kuhn_poker()", {(0, "0"): {0: 1.0 - bet, 1: bet}}).save(file)


def test_games_of_a_replaced_policy_are_not_pooled(tmp_path: Path) -> None:
    file, path = tmp_path / "kuhn.policy", tmp_path / "games"
    save_policy(file, 0.0)
    arena = Arena("kuhn_poker()", ("random", f"policy:{file}"), 4)
    first = run_arena(arena, path)
    os.utime(file, ns=(1, 1))
    assert run_arena(arena, path) == first  # the same content is the same bot
    save_policy(file, 1.0)
    content = path.read_bytes()
    for go_on in (run_arena, read_table):
        with pytest.raises(ValueError, match=r"games of another policy:.*has changed") as error:
            go_on(arena, path)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == content


def test_a_policy_replaced_during_the_games_ends_them(tmp_path: Path) -> None:
    file, path = tmp_path / "kuhn.policy", tmp_path / "games"
    save_policy(file, 0.0)
    arena = Arena("kuhn_poker()", ("random", f"policy:{file}"), 100)
    with pytest.raises(ValueError, match="replaced while the arena played"):
        run_arena(arena, path, progress=lambda done, total: save_policy(file, 1.0))
    save_policy(file, 0.0)
    assert 0 < read_table(arena, path).games < 100


def test_digests_are_of_contents_and_only_of_bots_with_a_file(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_bytes(b"the same")
    bots = [f"policy:{tmp_path / name}" for name in "ab"]
    digests = file_digests(["random", *bots, "ismcts:5"])
    assert list(digests) == bots
    assert len(set(digests.values())) == 1
    assert file_digests(["random"]) == {}
