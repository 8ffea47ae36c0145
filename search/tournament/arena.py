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
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import comb
from pathlib import Path

import joblib

from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.search.bot_words import BotMaker, Make, bot_digests, make_bot, word_of
from intrigue.search.parallel import backend
from intrigue.search.tournament.crosstable import Crosstable, make_crosstable
from intrigue.search.tournament.games_file import GameResult, GamesFile
from intrigue.search.tournament.one_game import play_seated

BATCH = 8
"""Games that a worker plays between two reports, at most."""

Progress = Callable[[int, int], None]
"""Called with the games done and all games after every report."""


MOST_GAMES = 1_000_000
"""Most games of a tournament: every one of them is kept in memory for the table."""


@dataclass(frozen=True)
class Arena:
    """What is to be played.

    Parameters
    ----------
    game
        A game, as :func:`intrigue.games.names.load_game` reads it.
    bots
        At least two, different from one another: words, or what `bot_words.parse_bot` returns, or
        classes and functions of (game, seat, seed) that can be imported.
    games
        Games a pairing, rounded up to a whole number of deals (each is played in every seating).
    seed
        Any non-negative integer.

    Attributes
    ----------
    words
        The words for the bots.
    """

    game: str
    bots: Sequence[str | BotMaker | Make]
    games: int
    seed: int = 0
    words: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Raise ``ValueError`` with one line for what cannot be played."""
        if isinstance(self.bots, str):
            raise ValueError(f"bots={self.bots!r}: an arena takes a list of bots")
        object.__setattr__(self, "words", tuple(word_of(bot) for bot in self.bots))
        if len(self.words) < 2 or len(set(self.words)) < len(self.words):
            raise ValueError("an arena needs two or more bots, each named once")
        if self.games < 1:
            raise ValueError(f"games={self.games} is not at least 1")
        if self.seed < 0:
            raise ValueError(f"seed={self.seed} is negative")
        game = load_game(self.game)
        object.__setattr__(self, "game", str(game))
        for word in self.words:
            make_bot(word, game, 0)
        if self.size > MOST_GAMES:
            raise ValueError(
                f"games={self.games} a pairing is {self.size} games in all; an arena plays at most "
                f"{MOST_GAMES}"
            )

    @property
    def players(self) -> int:
        """Seats at the table."""
        return int(load_game(self.game).num_players())

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """The arrangements of bots 0 and 1 of a pairing that each deal is played in."""
        return seatings(self.players)

    @property
    def games_a_deal(self) -> int:
        """Games that a pairing plays on one deal."""
        return 1 if self.players == 1 else len(self.seatings)

    @property
    def size(self) -> int:
        """Games in all."""
        pairings = comb(len(self.words), 2)
        return -(-self.games // self.games_a_deal) * self.games_a_deal * pairings

    def schedule(self) -> list[tuple[int, int, int, int]]:
        """Return all games as (first bot, second bot, deal, seating)."""
        count = self.games_a_deal
        pairings = list(combinations(range(len(self.words)), 2))
        return [
            (a, b, deal, seating)
            for deal in range(-(-self.games // count))
            for a, b in pairings
            for seating in range(count)
        ]

    def file(self, path: Path | str) -> GamesFile:
        """Return the results file of this tournament at `path`, as game and bots are now."""
        game = load_game(self.game)
        identity, digests = game_identity(game), bot_digests(self.words, game)
        return GamesFile(Path(path), self.game, self.words, self.seed, identity, digests)

    def crosstable(self, results: Sequence[GameResult]) -> Crosstable:
        """Return the table of finished games."""
        identity = game_identity(load_game(self.game))
        return make_crosstable(self.game, identity, self.words, self.seed, results)


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


def play_entry(
    game: str, bots: Sequence[str], seed: int, entry: tuple[int, int, int, int]
) -> GameResult:
    """Play one game of a schedule."""
    first, second, deal, number = entry
    pair = [bots[first], bots[second]]
    arrangements = seatings(load_game(game).num_players())
    if len(arrangements[0]) == 1:
        solo = [play_seated(game, pair, seats, seed, deal) for seats in arrangements]
        returns = [played.returns[0] for played in solo]
        length = sum(played.length for played in solo) / 2
        return GameResult(first, second, deal, number, tuple(returns), (0, 1), length)
    seats = arrangements[number]
    played = play_seated(game, pair, seats, seed, deal)
    return GameResult(first, second, deal, number, played.returns, seats, float(played.length))


def _play_batch(
    game: str, bots: Sequence[str], seed: int, batch: Sequence[tuple[int, int, int, int]]
) -> list[GameResult]:
    return [play_entry(game, bots, seed, entry) for entry in batch]


def run_arena(
    arena: Arena,
    path: Path | str,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Crosstable:
    """Play what is missing in the results file at `path`, and return the table.

    Parameters
    ----------
    arena
        What to play. A results file of the same game, rules, bots and seed is continued; it may
        have been meant for fewer games.
    path
        Results file, see `games_file`. Every finished batch is appended at once.
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler to use instead, for example ``tcp://host:8786``.
    progress
        Told how many games are done.

    Raises
    ------
    ValueError
        If the file belongs to another tournament, or to the same by other rules or other programs
        of its bots; if it is damaged, or another arena is writing to it; if a file that the game or
        a bot is read from is replaced meanwhile.
    """
    schedule = arena.schedule()
    wanted = set(schedule)
    with backend(workers, cluster) as width, arena.file(path) as file:
        done = {result.entry: result for result in file.read() if result.entry in wanted}
        missing = [entry for entry in schedule if entry not in done]
        for results in _batches(arena, missing, width):
            changed = file.changed(arena.file(path))
            if changed:
                raise ValueError(f"{changed} was replaced while the arena played")
            file.append(results)
            done.update({result.entry: result for result in results})
            if progress is not None:
                progress(len(done), len(schedule))
    return arena.crosstable([done[entry] for entry in schedule])


def read_crosstable(arena: Arena, path: Path | str) -> Crosstable:
    """Return the table of the games that are in a results file, finished or not."""
    return arena.crosstable(arena.file(path).read())


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
                joblib.delayed(_play_batch)(arena.game, arena.words, arena.seed, batch)
                for batch in round_
            )
