"""Compiling beforehand: the usual commands are run once, on all processors, and heard by nobody.

So what is prepared is what the commands need, whatever they come to need. All machine code is kept
function by function: whoever stops it, or is stopped, loses no more than the functions just then
being compiled.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from intrigue.games.core import baseline
from intrigue.games.core.cache import cache_folder
from intrigue.games.core.machine_code import Access, access
from intrigue.games.definition import Definition
from intrigue.games.names import definitions, load_game
from intrigue.search.thumbs.registry import has_rule_of_thumb

_HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"

_ABOUT_ONE_GAME = {
    "emissary": [["hand", _HAND], ["hand", _HAND, "--advisors", "h", "--trump", "c", "--search"]],
}
"""Usual commands that do not ask which game, by the game that they are about."""

_START = "from intrigue.cli.main import main; main()"


@dataclass(frozen=True)
class Rehearsal:
    """A command that is run for what it compiles: its words, and what is typed at its prompt."""

    words: tuple[str, ...]
    typed: str = ""


def rehearsals(games: list[str]) -> list[list[Rehearsal]]:
    """Return the usual commands of each of the `games`, all if there are none.

    Commands of one game need much the same; those of different games share little.

    Raises
    ------
    ValueError
        In one line, for what is not the name of a game of this library.
    """
    if not games:
        return [_of_game(definition) for definition in definitions()]
    found = {definition.command_name(): definition for definition in definitions()}
    chains = []
    for game in dict.fromkeys(games):
        if game not in found:
            raise ValueError(f"'{game}' has nothing to prepare; games: {', '.join(found)}")
        chains.append(_of_game(found[game]))
    return chains


def _of_game(definition: type[Definition]) -> list[Rehearsal]:
    name = definition.command_name()
    others = load_game(name).num_players() - 1
    bots = ["ismcts:20", "random"]
    if has_rule_of_thumb(definition.kernel):
        bots.append("thumb")
    seats = ",".join(["ismcts:20", *["random"] * others])
    person = ",".join(["human", *["random"] * others])
    return [
        Rehearsal(("play", name, "--seats", seats)),
        Rehearsal(("play", name, "--seats", person), "hint\n"),
        Rehearsal(("arena", name, "--bots", ",".join(bots), "--games", "2")),
        *([] if definition.perfect_information else [Rehearsal(("advise", name), "1\n" * 6)]),
        *(Rehearsal(tuple(words)) for words in _ABOUT_ONE_GAME.get(name, [])),
    ]


def functions_kept() -> int:
    """Return how many compiled functions are kept in the cache folder, of all versions."""
    return sum(1 for _ in (cache_folder() / "numba").glob("*/*.nbc"))


Progress = Callable[[int, int, str], None]
"""Called with commands done, all commands, and what ended last."""


def _unheard(done: int, total: int, text: str) -> None:
    pass


def prepare(chains: list[list[Rehearsal]], workers: int, report: Progress = _unheard) -> None:
    """Run the commands of all `chains`, one after the other in each, `workers` chains at a time.

    Raises
    ------
    ValueError
        In one line, if what is compiled cannot be kept, or if a command fails.
    """
    if access() is not Access.WRITE:
        raise ValueError(
            f"nothing can be kept in {cache_folder()}: set INTRIGUE_CACHE_DIR to a folder that "
            "only you can write into"
        )
    _run(chains, workers, report, {})


def prepare_to_ship(
    chains: list[list[Rehearsal]], folder: Path, workers: int, report: Progress = _unheard
) -> int:
    """Compile for the baseline, from nothing, what the `chains` need, into a new `folder`.

    Returns
    -------
    The number of functions.

    Raises
    ------
    ValueError
        In one line, if the folder has something in it, this processor cannot run the code, or a
        command fails.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder}: expected a new or an empty folder")
    if not baseline.usable():
        raise ValueError(f"this processor is not {baseline.PROCESSOR}, which is compiled for")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        chosen = {**baseline.environment(), "INTRIGUE_CACHE_DIR": name}
        _run(chains, workers, report, chosen)
        made = Path(name) / "numba"
        shutil.copytree(made, folder, dirs_exist_ok=True)
        return sum(1 for _ in made.glob("*/*.nbc"))


def _run(
    chains: list[list[Rehearsal]], workers: int, report: Progress, chosen: dict[str, str]
) -> None:
    running = _Running(sum(map(len, chains)), report, {**os.environ, **chosen})
    report(0, running.total, "")
    with _threads(workers, running) as threads:
        for _ in threads.map(running.run_all, chains):
            pass


@dataclass
class _Running:
    """The commands that run, and how many have."""

    total: int
    report: Progress
    environment: dict[str, str]
    done: int = 0
    stopped: bool = False
    processes: set[subprocess.Popen[str]] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)

    def run_all(self, chain: list[Rehearsal]) -> None:
        """Run some commands one after the other."""
        for rehearsal in chain:
            with self.lock:
                if self.stopped:
                    return
                process = _started(rehearsal, self.environment)
                self.processes.add(process)
            complaint = process.communicate(rehearsal.typed)[1]
            with self.lock:
                self.processes.discard(process)
                if self.stopped:
                    return
                if process.returncode:
                    said = (complaint.strip() or "nothing was said").splitlines()[-1]
                    raise ValueError(f"intrigue {' '.join(rehearsal.words)}: {said}")
                self.done += 1
                self.report(self.done, self.total, f"commands, {' '.join(rehearsal.words[:2])}")

    def stop(self) -> None:
        """End all commands that run, and begin no more."""
        with self.lock:
            self.stopped = True
            for process in self.processes:
                with suppress(OSError):
                    process.terminate()


def _started(rehearsal: Rehearsal, environment: dict[str, str]) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", _START, *rehearsal.words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**environment, "PYTHONIOENCODING": "utf-8"},
    )


@contextmanager
def _threads(workers: int, running: _Running) -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(workers) as threads:
        try:
            yield threads
        except BaseException:
            running.stop()
            raise


def kept_in() -> Path:
    """Return the folder that compiled functions are kept in."""
    return cache_folder() / "numba"
