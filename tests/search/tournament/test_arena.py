"""Tournaments: schedule, resuming after a kill, damaged files, workers, tables."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyspiel
import pytest
from own_bots import OwnBot
from small_games import KUHN  # noqa: F401  registers the games

from intrigue.games.bots import RandomBot
from intrigue.search.bot_words import parse_bot
from intrigue.search.tournament.arena import Arena, read_crosstable, run_arena, seatings
from intrigue.search.tournament.crosstable import make_crosstable
from intrigue.search.tournament.games_file import GameResult
from intrigue.search.tournament.one_game import play_one_game

GAME = "python_small_kuhn()"
BOTS = ("random", "thumb", "ismcts:3")


def test_every_seating_once() -> None:
    assert seatings(1) == [(0,), (1,)]
    assert seatings(2) == [(0, 1), (1, 0)]
    assert len(seatings(3)) == 6
    assert sorted(seatings(4)) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    for players in range(2, 12):
        arrangements = seatings(players)
        shares = [sum(seats[p] for seats in arrangements) for p in range(players)]
        assert shares == [len(arrangements) / 2] * players  # both sit everywhere equally often


def test_schedule_is_a_round_robin_on_common_deals() -> None:
    arena = Arena(GAME, BOTS, 5)
    schedule = arena.schedule()
    assert len(schedule) == 3 * 6  # five games are rounded up to three deals
    for pair in ((0, 1), (0, 2), (1, 2)):
        games = [entry[2:] for entry in schedule if entry[:2] == pair]
        assert games == [(deal, seating) for deal in range(3) for seating in range(2)]


def test_the_same_deal_gives_the_same_cards() -> None:
    game = pyspiel.load_game(GAME)
    for deal in range(10):
        cards = {
            play_one_game(game, [RandomBot(0, seed), RandomBot(1, seed)], 5, deal).history[:2]
            for seed in range(10)
        }
        assert len(cards) == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no_such_game", BOTS, 10), "unknown game 'no_such_game'"),
        ((GAME, ("random",), 10), "two or more bots"),
        ((GAME, ("random", "random"), 10), "two or more bots"),
        ((GAME, ("random", "mighty"), 10), "'mighty' is not a bot"),
        ((GAME, BOTS, 0), "games=0"),
        ((GAME, BOTS, 10**9), "games=1000000000 a pairing is 3000000000 games in all"),
        ((GAME, "random,thumb", 10), "takes a list of bots"),
        ((GAME, ("random", lambda game, seat, seed: RandomBot(seat)), 10), "can import"),
        ((GAME, BOTS, 5, -1), "seed=-1"),
        (("kuhn_poker", ("random", "thumb"), 10), "no rule of thumb"),
    ],
)
def test_bad_arenas_are_answered_in_one_line(arguments: tuple, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        Arena(*arguments)
    assert "\n" not in str(error.value)


def test_bots_are_given_as_words_or_as_what_makes_them(tmp_path: Path) -> None:
    """A maker as `parse_bot` returns it, and a class that other processes can import."""
    arena = Arena("kuhn_poker()", (parse_bot("random"), OwnBot), 4)
    assert arena.words == ("random", "own_bots:OwnBot")
    table = run_arena(arena, tmp_path / "games", workers=2)
    assert table == run_arena(Arena(arena.game, arena.words, 4), tmp_path / "again")


_SCRIPT = """
import sys
import small_games
from intrigue.search.tournament.arena import Arena, run_arena
run_arena(Arena({game!r}, ("random", "thumb"), 2000, 7), sys.argv[1])
"""


def test_a_killed_arena_resumes_to_the_same_table(tmp_path: Path) -> None:
    """2,000 games: killed in the middle without warning, and torn in the middle of a line."""
    arena = Arena(GAME, ("random", "thumb"), 2000, 7)
    path = tmp_path / "games"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    command = [sys.executable, "-c", _SCRIPT.format(game=GAME), str(path)]
    process = subprocess.Popen(command, env=environment)
    while process.poll() is None and not (path.exists() and path.stat().st_size > 40_000):
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    content = path.read_bytes()
    assert process.returncode == -signal.SIGKILL
    played = content.count(b"\n") - 1
    assert 0 < played < 2000
    path.write_bytes(content[:-9])
    resumed = run_arena(arena, path)
    whole = run_arena(arena, tmp_path / "unbroken")
    assert resumed == whole
    assert resumed.games == 2000
    assert sorted(path.read_bytes().splitlines()) == sorted(
        (tmp_path / "unbroken").read_bytes().splitlines()
    )


def test_interrupted_by_hand_and_extended(tmp_path: Path) -> None:
    path = tmp_path / "games"

    def stop(done: int, total: int) -> None:
        assert total == 60
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(Arena(GAME, BOTS, 20, 1), path, progress=stop)
    assert 20 < read_crosstable(Arena(GAME, BOTS, 20, 1), path).games < 60
    assert run_arena(Arena(GAME, BOTS, 20, 1), path).games == 60
    longer = run_arena(Arena(GAME, BOTS, 30, 1), path)
    assert longer == run_arena(Arena(GAME, BOTS, 30, 1), tmp_path / "other")


def test_damaged_and_foreign_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "games"
    run_arena(Arena(GAME, BOTS, 2, 1), path)
    content = path.read_bytes()
    for arena, said in (
        (Arena(GAME, BOTS, 2, 2), "its seed is 1, not 2"),
        (Arena(GAME, BOTS[:2], 2, 1), "its bots is"),
        (Arena("python_small_tic()", ("random", "ismcts:3"), 2, 1), "its game is"),
    ):
        with pytest.raises(ValueError, match=said):
            run_arena(arena, path)
    path.write_bytes(content.replace(b'"deal": 0', b'"deal": 1', 1))
    with pytest.raises(ValueError, match="is damaged in line 2"):
        run_arena(Arena(GAME, BOTS, 2, 1), path)


def test_a_foreign_file_of_one_line_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    for notes in ("my precious notes\n", "my precious notes", '{"kind": "other"}\t00000000\n'):
        path.write_text(notes)
        with pytest.raises(ValueError, match=r"notes\.txt is no results file"):
            run_arena(Arena(GAME, BOTS[:2], 2, 7), path)
        assert path.read_text() == notes


def test_a_torn_first_line_is_written_again(tmp_path: Path) -> None:
    arena = Arena(GAME, BOTS[:2], 2, 7)
    whole = run_arena(arena, tmp_path / "whole")
    first = (tmp_path / "whole").read_bytes().splitlines(keepends=True)[0]
    (tmp_path / "torn").write_bytes(first[:10])
    assert run_arena(arena, tmp_path / "torn") == whole


def test_workers_do_not_change_the_table(tmp_path: Path) -> None:
    """One and two processes, and a Dask cluster by address."""
    from distributed import LocalCluster

    arena = Arena("kuhn_poker()", ("random", "ismcts:5"), 20, 3)
    alone = run_arena(arena, tmp_path / "one")
    assert run_arena(arena, tmp_path / "two", workers=2) == alone
    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        address = cluster.scheduler_address
        assert run_arena(arena, tmp_path / "dask", cluster=address) == alone
    with pytest.raises(ValueError, match="workers=0"):
        run_arena(arena, tmp_path / "none", workers=0)


def test_a_game_for_one_compares_returns_on_the_same_deal(tmp_path: Path) -> None:
    arena = Arena("python_emissary(kingdoms=2,ranks=4,hand_size=3)", ("random", "thumb"), 30)
    table = run_arena(arena, tmp_path / "games")
    assert table.games == 30
    assert table.pairings[0].mean_return_second >= table.pairings[0].mean_return


def _result(deal: int, returns: tuple[float, ...], seats: tuple[int, ...]) -> GameResult:
    return GameResult(0, 1, deal, 0, returns, seats, 10.0)


def test_table_of_known_results(tmp_path: Path) -> None:
    results = [
        _result(0, (1.0, -1.0), (0, 1)),
        _result(1, (1.0, -1.0), (1, 0)),
        _result(2, (0.0, 0.0), (0, 1)),
        _result(3, (1.0, -0.5, -0.5), (0, 1, 0)),
    ]
    table = make_crosstable("g", "rules", ["a", "b"], 0, results)
    pair = table.pairings[0]
    assert (pair.won, pair.drawn, pair.lost, pair.rate) == (2, 1, 1, 0.625)
    assert pair.mean_return == pytest.approx((1 - 1 + 0 + 0.25) / 4)
    assert table.draw_rate == 0.25
    assert [standing.bot for standing in table.standings] == ["a", "b"]
    assert table == make_crosstable("g", "rules", ["a", "b"], 0, results[::-1])
    for ending in ("json", "csv", "svg", "png"):
        table.write(tmp_path / f"table.{ending}")
        assert (tmp_path / f"table.{ending}").stat().st_size > 100
    assert json.loads((tmp_path / "table.json").read_text())["pairings"][0]["won"] == 2
    rows = list(csv.DictReader((tmp_path / "table.csv").open()))
    assert rows[0]["first"] == "a"
    assert float(rows[0]["rate"]) == 0.625
    with pytest.raises(ValueError, match=r"\.json, \.csv"):
        table.write(tmp_path / "table.txt")
