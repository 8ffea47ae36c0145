"""The results file of a tournament: a log whose header says what is played, and a game a record."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from intrigue.games.files import Log

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
        self._log = Log(
            path, self._header, "arena", "results file of this tournament", self._check_header
        )

    def read(self) -> list[GameResult]:
        """Return the games in the file, none if there is no file yet."""
        return [self._game(number, record) for number, record in enumerate(self._log.read(), 2)]

    def _game(self, line: int, record: Any) -> GameResult:
        try:
            lists = {name: tuple(record[name]) for name in ("returns", "seats")}
            return GameResult(**{**record, **lists})
        except (KeyError, TypeError):
            raise ValueError(f"{self.path} is damaged in line {line}: it is no game") from None

    def _check_header(self, found: Any) -> None:
        if not isinstance(found, dict) or not isinstance(found.get("digests", {}), dict):
            raise ValueError(f"{self.path} is no results file of this tournament")
        for name, value in self._header.items():
            if name not in ("identity", "digests") and found.get(name) != value:
                raise ValueError(
                    f"{self.path} holds another tournament: its {name} is {found.get(name)!r}, "
                    f"not {value!r}"
                )
        if found.get("identity") != self._header["identity"]:
            raise ValueError(
                f"{self.path} holds games by other rules of {found['game']}: the rules, or a file "
                "that they are read from, have changed since; name another file for the results"
            )
        for bot, digest in self._header["digests"].items():
            if found.get("digests", {}).get(bot) != digest:
                raise ValueError(
                    f"{self.path} holds games of another {bot}: its program, or the file it plays "
                    "from, has changed since; name another file for the results"
                )

    def __enter__(self) -> "GamesFile":
        """Open and lock the file to append, without a torn last line."""
        self._log.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file."""
        self._log.__exit__(kind, error, trace)

    def changed(self, now: "GamesFile") -> str:
        """Return what is not as in `now`, the same tournament looked at again; empty if nothing."""
        before, after = self._header, now._header
        if before["identity"] != after["identity"]:
            return f"what {before['game']} is read from"
        bots = [bot for bot in before["bots"] if before["digests"][bot] != after["digests"][bot]]
        return f"the file of {bots[0]}" if bots else ""

    def append(self, results: Sequence[GameResult]) -> None:
        """Add finished games; they are on the disk when this returns."""
        self._log.append([asdict(result) for result in results])
