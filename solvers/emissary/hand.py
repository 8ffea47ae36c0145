"""One hand, one trump, all targets: exact chances under play that does not know the deck."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.solve import LimitReached, Progress, Search, solve_positions


@dataclass(frozen=True)
class HandAnswer:
    """Answers for the targets 0..8 of one hand (arrays have shape (9,), index = target).

    Attributes
    ----------
    probability
        Chance to win exactly that many debates under the best play for that target that does not
        know the deck's order (rulings, "winnable"). NaN if a limit struck first.
    lower, upper
        True bounds of `probability`; equal to it if it is known.
    possible
        Some order of the deck and some play win exactly that many.
    guaranteed
        Some play wins exactly that many whatever the order.
    positions
        Different positions searched.
    seconds
        Wall-clock time.
    search
        Memory and more (None if a limit struck).
    limit
        ``"time"`` or ``"memory"`` if that limit struck: then `possible` and `guaranteed` hold where
        they are True and are not known where they are False.
    """

    probability: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    possible: NDArray[np.bool_]
    guaranteed: NDArray[np.bool_]
    positions: int
    seconds: float
    search: Search | None = None
    limit: str | None = None

    @property
    def exact(self) -> bool:
        """Whether the chances are known exactly."""
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
    progress: Progress | None = None,
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
    time_limit, memory_limit
        Seconds, and bytes of the solver's own tables. If one strikes, the answer has bounds.
    progress
        Called now and then, see `solve.Progress`.

    Returns
    -------
    HandAnswer
        Chances, and which are possible and guaranteed, for the targets 0..8.

    Raises
    ------
    ValueError
        If the hand, trump, advisors or rulers are not readable (one line).
    """
    position = Position.start(hand, trump, advisors, other_rulers=other_rulers)
    return solve_all_targets(position, workers, time_limit, memory_limit, progress)


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


def solve_all_targets(
    position: Position,
    workers: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress | None = None,
) -> HandAnswer:
    """Solve a position without a topic to answer; index = debates still to win, 0..8."""
    run_out = position.deck_may_run_out
    try:
        values, search = solve_positions(
            [position.encode(run_out)],
            run_out,
            position.ruler_mask,
            workers,
            time_limit,
            memory_limit,
            progress,
        )
    except LimitReached as reached:
        unknown = np.full(9, np.nan)
        return HandAnswer(
            unknown,
            np.zeros(9),
            np.ones(9),
            np.zeros(9, bool),
            np.zeros(9, bool),
            reached.positions,
            reached.seconds,
            limit=reached.limit,
        )
    chances = values[0]
    return HandAnswer(
        chances,
        chances,
        chances,
        chances > 0,
        chances == 1,
        search.positions,
        search.seconds,
        search,
    )
