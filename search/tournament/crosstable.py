"""The crosstable of a tournament: pairings with intervals, Elo ratings, JSON, CSV, a plot."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from intrigue.games.files import kind_of_json, write_atomically
from intrigue.search.extras import require_extra
from intrigue.search.pictures import ENDINGS, is_picture, picture
from intrigue.search.tournament.games_file import GameResult
from intrigue.search.tournament.ratings import bradley_terry, wilson_interval

KIND, VERSION = "intrigue arena table", 2


@dataclass(frozen=True)
class Pairing:
    """Two bots' games.

    Won, drawn and lost by `first`; its rate of points (a draw is half) with the Wilson interval
    `low`..`high`; its mean return and the opponent's.
    """

    first: str
    second: str
    games: int
    won: int
    drawn: int
    lost: int
    rate: float
    low: float
    high: float
    mean_return: float
    mean_return_second: float


@dataclass(frozen=True)
class Standing:
    """A bot's rating (Elo, mean of all zero) with its interval, games and rate of points."""

    bot: str
    elo: float
    low: float
    high: float
    games: int
    rate: float


@dataclass(frozen=True)
class Crosstable:
    """The outcome of a tournament, best bot first; lengths in decisions, intervals 95 percent.

    Tables whose `identity` differs were not played by the same rules, see `games.identity`.
    """

    game: str
    identity: str
    seed: int
    games: int
    mean_length: float
    draw_rate: float
    standings: tuple[Standing, ...]
    pairings: tuple[Pairing, ...]

    def to_json(self) -> str:
        """Return everything as JSON."""
        facts = {"kind": KIND, "version": VERSION, **asdict(self)}
        return json.dumps(facts, indent=2) + "\n"

    def to_csv(self) -> str:
        """Return the pairings, one a row, with a heading."""
        text = io.StringIO()
        rows = [asdict(pairing) for pairing in self.pairings]
        writer = csv.DictWriter(text, list(Pairing.__dataclass_fields__), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def write(self, path: Path | str) -> None:
        """Write the table (``.json``, ``.csv``) or its plot (``.png``, ``.svg``, ``.pdf``).

        Raises
        ------
        ValueError
            For any other ending.
        """
        path = Path(path)
        if path.suffix == ".json":
            write_atomically(path, self.to_json().encode())
        elif path.suffix == ".csv":
            write_atomically(path, self.to_csv().encode())
        elif path.suffix in ENDINGS:
            write_atomically(path, self.plot(path.suffix[1:]))
        else:
            raise ValueError(f"{path}: a table is written as .json, .csv, .png, .svg or .pdf")

    def plot(self, kind: str = "png") -> bytes:
        """Return a picture of the ratings with their intervals.

        Raises ``ValueError`` in one line where matplotlib is not installed.
        """
        require_extra("plots", "a picture of the table")
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 1.2 + 0.4 * len(self.standings)), layout="constrained")
        axes = figure.subplots()
        elo = np.array([standing.elo for standing in self.standings])
        errors = [
            elo - [standing.low for standing in self.standings],
            [standing.high for standing in self.standings] - elo,
        ]
        places = np.arange(len(elo))
        axes.errorbar(elo, places, xerr=errors, fmt="o", capsize=3)
        axes.set_yticks(places, [standing.bot for standing in self.standings])
        axes.invert_yaxis()
        axes.set_xlabel("Elo (mean 0), 95 % interval")
        axes.set_title(f"{self.game}, {self.games} games")
        axes.grid(axis="x", alpha=0.3)
        return picture(figure, kind)


def is_table(path: Path) -> bool:
    """Return whether a file is a table or a plot that :meth:`Crosstable.write` wrote."""
    if kind_of_json(path) == KIND or is_picture(path):
        return True
    heading = ",".join(Pairing.__dataclass_fields__).encode()
    return path.read_bytes().startswith(heading + b"\n")


def make_crosstable(
    game: str, identity: str, bots: Sequence[str], seed: int, results: Sequence[GameResult]
) -> Crosstable:
    """Return the table of finished games; their order does not matter."""
    results = sorted(results, key=lambda result: result.entry)
    k = len(bots)
    points = np.zeros((k, k))
    games = np.zeros((k, k))
    pairs: dict[tuple[int, int], list[GameResult]] = {}
    for result in results:
        a, b = result.first, result.second
        points[a, b] += result.score
        points[b, a] += 1 - result.score
        games[a, b] += 1
        games[b, a] += 1
        pairs.setdefault((a, b), []).append(result)
    ratings = bradley_terry(points, games)
    standings = [
        Standing(
            bots[i],
            float(ratings.elo[i]),
            float(ratings.elo[i] - ratings.half_width[i]),
            float(ratings.elo[i] + ratings.half_width[i]),
            int(games[i].sum()),
            float(points[i].sum() / max(1.0, games[i].sum())),
        )
        for i in range(k)
    ]
    count = max(1, len(results))
    return Crosstable(
        game,
        identity,
        seed,
        len(results),
        sum(result.length for result in results) / count,
        sum(result.score == 0.5 for result in results) / count,
        tuple(sorted(standings, key=lambda standing: (-standing.elo, standing.bot))),
        tuple(_pairing(bots[a], bots[b], played) for (a, b), played in sorted(pairs.items())),
    )


def _pairing(first: str, second: str, played: Sequence[GameResult]) -> Pairing:
    won = sum(result.score == 1.0 for result in played)
    lost = sum(result.score == 0.0 for result in played)
    count = len(played)
    drawn = count - won - lost
    points = won + drawn / 2
    low, high = wilson_interval(points, count)
    return Pairing(
        first,
        second,
        count,
        won,
        drawn,
        lost,
        points / count,
        low,
        high,
        sum(result.mean_return(0) for result in played) / count,
        sum(result.mean_return(1) for result in played) / count,
    )
