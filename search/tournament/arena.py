"""Tournaments: every bot against every other, on common deals, in all seats, in parallel.

A *pairing* is two bots. A *deal* numbers the random numbers of chance. Each deal is played once in
every *seating*: at a table for two, both ways round; at a larger one the two bots sit alternately
(A B A B, and with an odd number of seats also B A B), rotated through all different arrangements. A
game counts as won by the bot whose seats have the higher mean return. In a game for one, both bots
play the deal on their own, and the higher return wins.

Every game is a function of (game, bots, seed, deal, seating), so the table does not depend on how
many workers there were, nor on interruptions.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from pathlib import Path

import joblib

from intrigue.games.names import load_game
from intrigue.search.bot_words import file_digests, make_bot, parse_bot
from intrigue.search.parallel import backend
from intrigue.search.tournament.match import play_seating
from intrigue.search.tournament.results import GameResult, ResultsFile
from intrigue.search.tournament.table import Table, make_table

BATCH = 8
"""Games that a worker plays between two reports, at most."""

Progress = Callable[[int, int], None]
"""Called with the games done and all games after every report."""


@dataclass(frozen=True)
class Arena:
    """What is to be played.

    Parameters
    ----------
    game
        A game, as :func:`intrigue.games.names.load_game` reads it.
    bots
        Descriptions, see `factory.parse_bot`; different from one another, at least two.
    games
        Games a pairing, rounded up to a whole number of deals (each is played in every seating).
    seed
        Any non-negative integer.
    """

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0

    def __post_init__(self) -> None:
        """Raise ``ValueError`` with one line for what cannot be played."""
        if len(self.bots) < 2 or len(set(self.bots)) < len(self.bots):
            raise ValueError("an arena needs two or more bots, each named once")
        if self.games < 1:
            raise ValueError(f"games={self.games} is not at least 1")
        if self.seed < 0:
            raise ValueError(f"seed={self.seed} is negative")
        game = load_game(self.game)
        for bot in self.bots:
            parse_bot(bot)
            make_bot(bot, game, 0)

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(load_game(self.game).num_players())

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The arrangements of bots 0 and 1 of a pairing that each deal is played in."""
        return seatings(self.players)

    def schedule(self) -> list[tuple[int, int, int, int]]:
        """Return all games as (first bot, second bot, deal, seating)."""
        count = 1 if self.players == 1 else len(self.seatings)
        deals = -(-self.games // count)
        pairings = list(combinations(range(len(self.bots)), 2))
        return [
            (a, b, deal, seating)
            for deal in range(deals)
            for a, b in pairings
            for seating in range(count)
        ]


def seatings(players: int) -> list[tuple[int, ...]]:
    """Return the different rotations of 0 1 0 1 ... and 1 0 1 0 ... over so many seats.

    For one seat the pair (0,), (1,), which together make one game.
    """
    found: dict[tuple[int, ...], None] = {}
    for start in (0, 1):
        seats = tuple((seat + start) % 2 for seat in range(players))
        for turn in range(players):
            found[seats[turn:] + seats[:turn]] = None
    return list(found)


def play_game(
    game: str, bots: Sequence[str], seed: int, entry: tuple[int, int, int, int]
) -> GameResult:
    """Play one game of a schedule."""
    first, second, deal, number = entry
    pair = [bots[first], bots[second]]
    arrangements = seatings(load_game(game).num_players())
    if len(arrangements[0]) == 1:
        solo = [play_seating(game, pair, seats, seed, deal) for seats in arrangements]
        returns = [played.returns[0] for played in solo]
        length = sum(played.length for played in solo) / 2
        return GameResult(first, second, deal, number, tuple(returns), (0, 1), length)
    seats = arrangements[number]
    played = play_seating(game, pair, seats, seed, deal)
    return GameResult(first, second, deal, number, played.returns, seats, float(played.length))


def _play_batch(
    game: str, bots: Sequence[str], seed: int, batch: Sequence[tuple[int, int, int, int]]
) -> list[GameResult]:
    return [play_game(game, bots, seed, entry) for entry in batch]


def run_arena(
    arena: Arena,
    path: Path | str,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Table:
    """Play what is missing in the results file at `path`, and return the table.

    Parameters
    ----------
    arena
        What to play. A results file of the same game, bots and seed is continued; it may have been
        meant for fewer games.
    path
        Results file, see `results`. Every finished batch is appended at once.
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler to use instead, for example ``tcp://host:8786``.
    progress
        Told how many games are done.

    Raises
    ------
    ValueError
        If the file belongs to another tournament, is damaged, or another arena is writing to it; if
        a file that a bot plays from is replaced meanwhile.
    """
    schedule = arena.schedule()
    wanted = set(schedule)
    with backend(workers, cluster) as width, _results_file(arena, path) as file:
        done = {result.entry: result for result in file.read() if result.entry in wanted}
        missing = [entry for entry in schedule if entry not in done]
        for results in _batches(arena, missing, width):
            for bot, digest in file_digests(arena.bots).items():
                if file.digests[bot] != digest:
                    raise ValueError(f"{bot}: the file was replaced while the arena played")
            file.append(results)
            done.update({result.entry: result for result in results})
            if progress is not None:
                progress(len(done), len(schedule))
    return make_table(arena.game, arena.bots, arena.seed, [done[entry] for entry in schedule])


def read_table(arena: Arena, path: Path | str) -> Table:
    """Return the table of the games that are in a results file, finished or not."""
    return make_table(arena.game, arena.bots, arena.seed, _results_file(arena, path).read())


def _results_file(arena: Arena, path: Path | str) -> ResultsFile:
    digests = file_digests(arena.bots)
    return ResultsFile(Path(path), arena.game, arena.bots, arena.seed, digests)


def _batches(
    arena: Arena, missing: list[tuple[int, int, int, int]], width: int
) -> Iterator[list[GameResult]]:
    """Yield results as they come, a few batches for every worker at a time."""
    size = max(1, min(BATCH, len(missing) // (4 * width)))
    batches = iter([missing[i : i + size] for i in range(0, len(missing), size)])
    parallel = joblib.Parallel(n_jobs=width)
    with parallel:
        while round_ := list(islice(batches, 4 * width if width > 1 else 1)):
            yield from parallel(
                joblib.delayed(_play_batch)(arena.game, arena.bots, arena.seed, batch)
                for batch in round_
            )
