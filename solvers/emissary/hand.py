"""One hand, one trump, all targets: exact chances under play that does not know the deck."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import CLUBS, DIAMONDS, SPADES
from intrigue.games.emissary.notation import format_advisors
from intrigue.solvers.emissary.bounds import bound_values
from intrigue.solvers.emissary.from_tables import StoredTables
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import PassProgress, Search
from intrigue.solvers.emissary.tables.jacks.table import ERROR, JACK_SETS, opened_table
from intrigue.solvers.emissary.tables.numbering import ORDERINGS


@dataclass(frozen=True)
class HandAnswer:
    """Answers for the targets 0..8 of one hand (arrays have shape (9,), index = target).

    Attributes
    ----------
    probability
        Chance to win exactly that many debates under the best play for that target that does not
        know the deck's order (rulings, "winnable"). NaN where a limit struck before it was known.
    lower, upper
        True bounds of `probability`, equal to it where it is known. Else `lower` is the exact
        chance with fewer abilities and `upper` that of an easier game, see `bounds`.
    possible
        Some order of the deck and some play win exactly that many.
    guaranteed
        Some play wins exactly that many whatever the order.
    positions
        Different positions searched.
    seconds
        Wall-clock time.
    search
        Memory and more.
    limit
        ``"time"``, ``"memory"`` or ``"positions"`` if that limit struck, ``"table"`` if a table
        has bounds only: then `possible` and `guaranteed` hold where they are True. Where `upper` is
        0 a target is impossible, where it is below 1 it is not guaranteed, and else it is not
        known.
    error
        How far a number from a table may be from what it stands for; 0 if it was searched.
    """

    probability: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    possible: NDArray[np.bool_]
    guaranteed: NDArray[np.bool_]
    positions: int
    seconds: float
    search: Search
    limit: str | None = None
    error: float = 0.0

    @property
    def exact(self) -> bool:
        """Whether the chances are known exactly, or to `error`."""
        return self.limit is None


def solve_hand(
    hand: str | Iterable[int],
    trump: str | int,
    advisors: str = "",
    *,
    other_rulers: Iterable[str | int] = (),
    workers: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    position_limit: int | None = None,
    progress: PassProgress | None = None,
    tables: StoredTables | None = None,
) -> HandAnswer:
    """Solve a full hand on entering a kingdom, for all targets at once.

    Parameters
    ----------
    hand
        Eight cards: text in any form of the rulings, or card numbers 0..31.
    trump
        Suit of the kingdom's ruler: letter, name, symbol or number 0..3.
    advisors
        Jacks that may be used, a subset of ``chds`` (or ``none``).
    other_rulers
        Suits of the rulers on the other unvisited kingdoms. By default there are none, as in the
        last kingdom; then the spades Jack cannot change anything.
    workers
        Threads; by default one a processor. The answer does not depend on it.
    time_limit, memory_limit, position_limit
        Seconds, bytes of the solver's own arrays, and positions. If one strikes, the answer has
        bounds, see `bounds`. Where the limit of positions strikes, and so its bounds, are the same
        on every machine, and larger limits never make these worse.
    progress
        Called now and then, see `solve.PassProgress`.
    tables
        What is looked up before anything is searched; by default nothing.

    Returns
    -------
    HandAnswer
        Chances, and which are possible and guaranteed, for the targets 0..8.

    Raises
    ------
    ValueError
        If the hand, trump, advisors or rulers are not readable, or a limit is no number (one
        line).
    """
    position = Position.start(hand, trump, advisors, other_rulers=other_rulers)
    limits = Limits(time_limit, memory_limit, position_limit)
    answer = solve_all_targets(position, workers, limits, progress, tables)
    only_hearts = not (position.abilities[CLUBS] or position.abilities[DIAMONDS])
    if (
        answer.exact
        and not answer.error
        and only_hearts
        and not (position.abilities[SPADES] and position.other_rulers)
    ):
        return _rounded(answer)
    return answer


def _rounded(answer: HandAnswer) -> HandAnswer:
    """Remove the last errors of arithmetic from the answer for a full hand without draws.

    Its chances are shares of the `ORDERINGS` of eight topics, so whole numbers of them.
    """
    chances = np.rint(answer.probability * ORDERINGS) / ORDERINGS
    return replace(answer, probability=chances, lower=chances, upper=chances)


def hand_values(
    hand: str | Iterable[int],
    trump: str | int,
    advisors: str = "",
    *,
    other_rulers: Iterable[str | int] = (),
) -> NDArray[np.float64]:
    """Return the chances to win exactly 0..8 debates when aiming at just that number.

    The parameters are those of `solve_hand`.

    Returns
    -------
    float64 array, shape (9,)
        Under the best play for each number that does not know the deck's order. They do not sum to
        one: each is for another way to play.
    """
    return solve_hand(hand, trump, advisors, other_rulers=other_rulers).probability


def look_up_hand(
    hand: str | Iterable[int],
    trump: str | int,
    advisors: str,
    *,
    other_rulers: Iterable[str | int] = (),
    folder: Path | None = None,
) -> HandAnswer | None:
    """Look a full hand up in the tables of all hands with their Jacks; None if they are not built.

    The parameters are those of `solve_hand`, and where the tables are, by default in the user's
    cache folder. With the Jack of spades the answer is known if a swap may bring all three other
    suits. If only some, it is at least the best that comes of a swap at once or of none, and at
    most what it were with all three.

    Raises
    ------
    ValueError
        As `solve_hand`, or if a table is damaged (one line).
    """
    began = time.perf_counter()
    start = Position.start(hand, trump, advisors, other_rulers=other_rulers)
    jacks = format_advisors((*start.abilities[:SPADES], 0))
    table = opened_table(jacks, folder) if jacks in JACK_SETS else None
    if table is None:
        return None
    known = StoredTables(folder).known(start)
    assert known is not None
    lower, upper = known.lower, known.upper
    seconds = time.perf_counter() - began
    return HandAnswer(
        probability=np.where(lower == upper, lower, np.nan),
        lower=lower,
        upper=upper,
        possible=lower > 0,
        guaranteed=lower == 1,
        positions=0,
        seconds=seconds,
        search=Search(0, seconds, 0, 0),
        limit=None if (lower == upper).all() else "table",
        error=ERROR,
    )


def solve_all_targets(
    position: Position,
    workers: int | None = None,
    limits: Limits | None = None,
    progress: PassProgress | None = None,
    tables: StoredTables | None = None,
) -> HandAnswer:
    """Solve a position without a topic to answer; index = debates still to win, 0..8.

    The parameters are those of `bound_values`.
    """
    bounds = bound_values([position], workers, limits, progress, tables)
    lower, upper = bounds.lower[0], bounds.upper[0]
    return HandAnswer(
        probability=np.where(lower == upper, lower, np.nan),
        lower=lower,
        upper=upper,
        possible=lower > 0,
        guaranteed=lower == 1,
        positions=bounds.search.positions,
        seconds=bounds.search.seconds,
        search=bounds.search,
        limit=bounds.limit,
        error=float(bounds.errors[0]),
    )
