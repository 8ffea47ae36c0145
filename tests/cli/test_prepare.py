"""`intrigue prepare` runs the usual commands, so that afterwards they compile nothing."""

import json
import subprocess
import sys

import pytest

from intrigue.cli import preparing
from intrigue.games.names import definitions

TOLD = """
import sys
from intrigue.cli.main import main
from intrigue.games.core.notices import tell_of_compiling
tell_of_compiling(lambda name: print(name, file=sys.stderr))
sys.argv = ["intrigue", *sys.argv[1:]]
main()
"""

BOTS = ["play", "cunning-folk", "--seats", "ismcts:100,thumb", "--seed", "3"]
HINT = ["play", "cunning-folk", "--seats", "human,thumb", "--seed", "5"]
ADVICE = ["advise", "cunning-folk"]


def test_what_was_prepared_compiles_nothing(command):
    code, out, _ = command("prepare", "cunning-folk", "--json")
    assert code == 0
    said = json.loads(out)
    assert [words[0] for words in said["commands"]] == ["play", "play", "arena", "advise"]
    for words, typed in ((BOTS, ""), (HINT, "hint\n"), (ADVICE, "look B2\n1\n1\n")):
        done = subprocess.run(
            [sys.executable, "-c", TOLD, *words],
            input=typed,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr.split() == []


def test_every_game_is_prepared_with_a_bot_a_hint_and_an_arena():
    chains = preparing.rehearsals([])
    assert len(chains) == len(definitions())
    for chain, definition in zip(chains, definitions(), strict=True):
        asked = [rehearsal.words[:2] for rehearsal in chain[:3]]
        name = definition.command_name()
        assert asked == [("play", name), ("play", name), ("arena", name)]
        assert [rehearsal.typed for rehearsal in chain[:3]] == ["", "hint\n", ""]


def test_progress_counts_the_commands():
    version = preparing.Rehearsal(("--version",))
    seen = []
    preparing.prepare([[version, version], [version]], 2, lambda *what: seen.append(what[:2]))
    assert seen == [(0, 3), (1, 3), (2, 3), (3, 3)]


def test_a_command_that_fails_is_named_with_what_it_said():
    wrong = preparing.Rehearsal(("play", "nothing"))
    with pytest.raises(ValueError, match=r"^intrigue play nothing: .*unknown game 'nothing'"):
        preparing.prepare([[wrong]], 1)


def test_an_unknown_game_is_refused_before_anything_runs(command):
    code, out, complaint = command("prepare", "emissary", "chess")
    assert (code, out) == (2, "")
    assert complaint.startswith("intrigue: 'chess' has nothing to prepare; games: ")
    assert complaint.count("\n") == 1


def test_nothing_runs_where_nothing_can_be_kept(command, monkeypatch):
    monkeypatch.setattr(preparing, "access", lambda: preparing.Access.READ)
    code, out, complaint = command("prepare", "emissary")
    assert (code, out) == (2, "")
    assert "INTRIGUE_CACHE_DIR" in complaint


class TestForAWheel:
    def test_a_folder_with_something_in_it_is_refused(self, command, tmp_path):
        (tmp_path / "kept").write_text("mine")
        code, out, complaint = command("prepare", "emissary", "--into", str(tmp_path))
        assert (code, out) == (2, "")
        assert complaint == f"intrigue: {tmp_path}: expected a new or an empty folder\n"
        assert (tmp_path / "kept").read_text() == "mine"

    def test_the_folder_gets_machine_code_for_the_baseline(self, tmp_path):
        solved = preparing.Rehearsal(("solve", "kuhn_poker", "--iterations", "1"))
        folder = tmp_path / "machine_code"
        if not preparing.baseline.usable():
            with pytest.raises(ValueError, match="this processor is not x86-64-v3"):
                preparing.prepare_to_ship([[solved]], folder, 1)
            return
        made = preparing.prepare_to_ship([[solved]], folder, 1)
        assert made == len(list(folder.glob("*/*.nbc")))
