"""The results file: one writer at a time, and one game and one set of bots in every file."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest
from small_games import KUHN  # noqa: F401  registers the games

from intrigue.games.identity import game_identity
from intrigue.search.bot_words import bot_digests
from intrigue.search.tournament import arena as arena_module
from intrigue.search.tournament.arena import Arena, read_crosstable, run_arena
from intrigue.search.tournament.games_file import GamesFile
from intrigue.solvers.policy import TabularPolicy

GAME = "python_small_kuhn()"
HOLDER = """
import sys, time
from pathlib import Path
from intrigue.search.tournament.games_file import GamesFile
with GamesFile(Path(sys.argv[1]), {game!r}, {bots!r}, 1, {identity!r}, {digests!r}):
    print("held", flush=True)
    time.sleep(600)
"""
BOTS = ("random", "thumb")


def test_another_arena_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    """The lock goes with the process, however it ends."""
    path = tmp_path / "games"
    arena = Arena(GAME, BOTS, 4, 1)
    game = pyspiel.load_game(GAME)
    digests = bot_digests(BOTS, game)
    code = HOLDER.format(game=GAME, bots=BOTS, identity=game_identity(game), digests=digests)
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        before = path.read_bytes()
        with pytest.raises(ValueError, match=r"another arena is writing to .*games: wait"):
            run_arena(arena, path)
        assert path.read_bytes() == before
        assert read_crosstable(arena, path).games == 0  # looking is allowed
        os.kill(holder.pid, signal.SIGKILL)
    assert run_arena(arena, path).games == 4
    assert path.read_bytes().count(b"intrigue arena") == 1


def test_a_file_is_free_again_after_use_and_after_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for _ in range(2):
        with GamesFile(path, GAME, BOTS, 1, "rules", {}) as file:
            assert file.read() == []
    with (
        pytest.raises(ValueError, match="its seed is 1, not 2"),
        GamesFile(path, GAME, BOTS, 2, "rules", {}),
    ):
        pass
    with GamesFile(path, GAME, BOTS, 1, "rules", {}) as file:
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
    for go_on in (run_arena, read_crosstable):
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
    assert 0 < read_crosstable(arena, path).games < 100


def test_a_digest_is_of_a_file_s_content_or_of_a_program(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_bytes(b"the same")
    policies = [f"policy:{tmp_path / name}" for name in "ab"]
    game = pyspiel.load_game(GAME)
    digests = bot_digests(["random", *policies, "ismcts:5", "ismcts:6"], game)
    assert len({digests[policy] for policy in policies}) == 1
    assert digests["ismcts:5"] == digests["ismcts:6"]  # the options are in the word
    assert len(set(digests.values())) == 3
    (tmp_path / "a").write_bytes(b"another")
    assert bot_digests(policies[:1], game)[policies[0]] != digests[policies[0]]


DECK = "Whispered Praise | 1 | reveal | player gains {gains} gullibility\n"


def test_games_of_a_changed_deck_are_not_pooled(tmp_path: Path) -> None:
    """The deck's path is in the game's name, its content in the game's identity."""
    deck, path = tmp_path / "my.deck", tmp_path / "games"
    deck.write_text(DECK.format(gains=1))
    arena = Arena(f"python_emperors_new_clothes(cards=True,deck={deck})", ("random", "thumb"), 2)
    first = run_arena(arena, path)
    content = path.read_bytes()
    deck.write_text(DECK.format(gains=2))
    for go_on in (run_arena, read_crosstable):
        with pytest.raises(ValueError, match=r"games by other rules of .*my\.deck") as error:
            go_on(arena, path)
        assert "\n" not in str(error.value)
    assert path.read_bytes() == content
    deck.write_text("# a remark\n" + DECK.format(gains=1))
    assert run_arena(arena, path) == first  # the same cards are the same game


def test_a_deck_replaced_during_the_games_ends_them(tmp_path: Path) -> None:
    deck, path = tmp_path / "my.deck", tmp_path / "games"
    deck.write_text(DECK.format(gains=1))
    name = f"python_emperors_new_clothes(cards=True,deck={deck})"
    arena = Arena(name, ("random", "thumb"), 40)
    with pytest.raises(ValueError, match=r"my\.deck.* was replaced while the arena played"):
        run_arena(arena, path, progress=lambda *done: deck.write_text(DECK.format(gains=2)))


def test_games_by_other_rules_or_programs_are_not_pooled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an edit of the rules, or of a bot's program, does to a file of before."""
    path = tmp_path / "games"
    arena = Arena(GAME, BOTS, 2, 1)
    table = run_arena(arena, path)
    assert table.identity == game_identity(pyspiel.load_game(GAME))
    with monkeypatch.context() as patch:
        patch.setattr(arena_module, "game_identity", lambda game: "rules of tomorrow")
        with pytest.raises(ValueError, match="games by other rules of python_small_kuhn"):
            run_arena(arena, path)
    with monkeypatch.context() as patch:
        patch.setattr(arena_module, "bot_digests", lambda words, game: dict.fromkeys(words, "new"))
        with pytest.raises(ValueError, match="games of another random: its program, or"):
            run_arena(arena, path)
