"""The results file of a tournament: one line a game, appended as games end, checked when read.

The first line says what is played, every further one is a game. Each line is JSON, a tab and the
CRC-32 of the JSON in hex. A program that is killed while writing leaves at most one torn line at
the end, which is cut off when the file is continued.

Whoever appends holds a lock on the file, which the system takes away when the program ends, however
it ends. Windows has no such lock: there it is up to the user.
"""

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

try:
    import fcntl
except ModuleNotFoundError:  # Windows
    fcntl = None  # type: ignore[assignment]

VERSION = 2


@dataclass(frozen=True)
class GameResult:
    """A finished game.

    Bots `first` and `second` (numbers), which deal, which seating; the return of every seat, which
    of the two (0, 1) sat there, and how many decisions it took.
    """

    first: int
    second: int
    deal: int
    seating: int
    returns: tuple[float, ...]
    seats: tuple[int, ...]
    length: float

    @property
    def entry(self) -> tuple[int, int, int, int]:
        """Which game of the schedule it is."""
        return self.first, self.second, self.deal, self.seating

    def mean_return(self, which: int) -> float:
        """Mean return of the seats of the first (0) or second (1) bot."""
        own = [r for r, seat in zip(self.returns, self.seats, strict=True) if seat == which]
        return sum(own) / len(own)

    @property
    def score(self) -> float:
        """1 if the first bot did better, 0 if the second, 1/2 if neither."""
        margin = self.mean_return(0) - self.mean_return(1)
        return 0.5 if abs(margin) < 1e-9 else float(margin > 0)


class GamesFile:
    """The results of one tournament; use it as a context manager to append, and to read safely.

    Parameters
    ----------
    path
        The file.
    game, bots, seed
        What is played.
    identity
        What decides how the game goes beyond its name, see `games.identity`.
    digests
        For each bot what decides how it plays, see `bot_words.BotMaker`.

    Raises
    ------
    ValueError
        When read: if it is damaged before its last line, or belongs to another tournament. When
        opened: also if another arena is writing to it.
    """

    def __init__(
        self,
        path: Path,
        game: str,
        bots: Sequence[str],
        seed: int,
        identity: str,
        digests: Mapping[str, str],
    ) -> None:
        self.path = path
        self._header: dict[str, Any] = {
            "kind": "intrigue arena",
            "version": VERSION,
            "game": game,
            "bots": list(bots),
            "seed": seed,
            "identity": identity,
            "digests": dict(digests),
        }
        self._file: BinaryIO | None = None

    def read(self) -> list[GameResult]:
        """Return the games in the file, none if there is no file yet."""
        return self._scan()[0]

    def _scan(self) -> tuple[list[GameResult], int]:
        """Return the games and the length in bytes of what is whole."""
        if not self.path.exists():
            return [], 0
        lines = self.path.read_bytes().splitlines(keepends=True)
        results = []
        size = 0
        for number, line in enumerate(lines, start=1):
            content = _decode(line)
            if content is None:
                torn = number == len(lines)
                if number == 1 and not _encode(self._header).startswith(line):
                    raise ValueError(f"{self.path} is no results file of this tournament")
                if torn:
                    break
                raise ValueError(f"{self.path} is damaged in line {number}")
            if number == 1:
                self._check_header(content)
            else:
                content["returns"] = tuple(content["returns"])
                content["seats"] = tuple(content["seats"])
                results.append(GameResult(**content))
            size += len(line)
        return results, size

    def _check_header(self, found: dict[str, Any]) -> None:
        for name, value in self._header.items():
            if name not in ("identity", "digests") and found.get(name) != value:
                raise ValueError(
                    f"{self.path} holds another tournament: its {name} is {found.get(name)!r}, "
                    f"not {value!r}"
                )
        if found["identity"] != self._header["identity"]:
            raise ValueError(
                f"{self.path} holds games by other rules of {found['game']}: the rules, or a file "
                "that they are read from, have changed since; name another file for the results"
            )
        for bot, digest in self._header["digests"].items():
            if found["digests"].get(bot) != digest:
                raise ValueError(
                    f"{self.path} holds games of another {bot}: its program, or the file it plays "
                    "from, has changed since; name another file for the results"
                )

    def __enter__(self) -> "GamesFile":
        """Open and lock the file to append, without a torn last line."""
        self._file = self.path.open("ab")
        try:
            self._lock()
            _, size = self._scan()
            self._file.truncate(size)
            if size == 0:
                self._write([self._header])
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def _lock(self) -> None:
        if fcntl is None or self._file is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ValueError(
                f"another arena is writing to {self.path}: wait for it, or name another file"
            ) from None
        except OSError as problem:
            raise ValueError(
                f"{self.path} cannot be locked ({problem.strerror}): name a file on another disk"
            ) from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def changed(self, now: "GamesFile") -> str:
        """Return what is not as in `now`, the same tournament looked at again; empty if nothing."""
        before, after = self._header, now._header
        if before["identity"] != after["identity"]:
            return f"what {before['game']} is read from"
        bots = [bot for bot in before["bots"] if before["digests"][bot] != after["digests"][bot]]
        return f"the file of {bots[0]}" if bots else ""

    def append(self, results: Sequence[GameResult]) -> None:
        """Add finished games; they are on the disk when this returns."""
        self._write([asdict(result) for result in results])

    def _write(self, contents: Sequence[dict[str, Any]]) -> None:
        if self._file is None:
            raise ValueError(f"{self.path} is not open to append")
        self._file.write(b"".join(_encode(content) for content in contents))
        self._file.flush()
        os.fsync(self._file.fileno())


def _encode(content: dict[str, Any]) -> bytes:
    text = json.dumps(content).encode()
    return b"%b\t%08x\n" % (text, zlib.crc32(text))


def _decode(line: bytes) -> dict[str, Any] | None:
    """Return what a line holds, None if it is torn or damaged."""
    text, tab, check = line.rpartition(b"\t")
    if not tab or not line.endswith(b"\n") or check.strip() != b"%08x" % zlib.crc32(text):
        return None
    content: dict[str, Any] = json.loads(text)
    return content
