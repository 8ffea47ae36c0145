"""One hand, one trump, all targets: exact chances under play that does not know the deck."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUM_RANKS,
    SPADES,
    card_suit,
)
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.ranking import ORDERINGS
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
        True bounds of `probability`; equal to it if it is known. If a limit struck, `lower` is the
        exact chance with fewer abilities, and `upper` only says how many debates there can be.
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
        Seconds, and bytes of the solver's own tables. If one strikes, the answer has bounds. With a
        limit, positions with fewer abilities are solved first.
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
    answer = solve_all_targets(position, workers, time_limit, memory_limit, progress)
    only_hearts = not (position.abilities[CLUBS] or position.abilities[DIAMONDS])
    if answer.exact and only_hearts and not (position.abilities[SPADES] and position.other_rulers):
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


def solve_all_targets(
    position: Position,
    workers: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    progress: Progress | None = None,
) -> HandAnswer:
    """Solve a position without a topic to answer; index = debates still to win, 0..8."""
    started = time.perf_counter()
    lower = np.zeros(9)
    searched = 0
    steps = [position.abilities]
    if time_limit is not None or memory_limit is not None:
        steps = _with_ever_more_abilities(position.abilities)
    for abilities in steps:
        step = replace(position, abilities=abilities)
        run_out = step.deck_may_run_out
        left = None if time_limit is None else time_limit - (time.perf_counter() - started)
        try:
            values, search = solve_positions(
                [step.encode(run_out)],
                run_out,
                position.ruler_mask,
                workers,
                left,
                memory_limit,
                progress,
            )
        except LimitReached as reached:
            return _bounds(position, lower, searched + reached.positions, started, reached.limit)
        searched += search.positions
        lower = np.maximum(lower, values[0])
    chances = values[0]
    return HandAnswer(
        probability=chances,
        lower=chances,
        upper=chances,
        possible=chances > 0,
        guaranteed=chances == 1,
        positions=search.positions,
        seconds=time.perf_counter() - started,
        search=search,
    )


def _with_ever_more_abilities(counts: tuple[int, ...]) -> list[tuple[int, int, int, int]]:
    """Return sets of abilities to solve for one after the other, up to all of `counts`.

    Diplomacy costs almost nothing and is always among them; the others join from the cheapest on.
    """
    steps = []
    for diamonds in range(counts[DIAMONDS] + 1):
        for clubs in range(counts[CLUBS] + 1):
            for spades in range(counts[SPADES] + 1):
                steps.append((clubs, diamonds, counts[HEARTS], spades))
    steps.sort(key=lambda use: 60.0 ** use[DIAMONDS] * 12.0 ** use[CLUBS] * 4.0 ** use[SPADES])
    # A few steps are enough, each much larger than the one before; the last has them all.
    return steps[:: -max(1, len(steps) // 8)][::-1]


def _bounds(
    position: Position, lower: NDArray[np.float64], searched: int, started: float, limit: str
) -> HandAnswer:
    """Return what is known for sure when a limit has struck."""
    clubs = sum(card_suit(card) == CLUBS for card in position.hand)
    most = len(position.hand) + position.to_draw
    military, commerce = position.abilities[CLUBS], position.abilities[DIAMONDS]
    if military:
        # Each use draws at most a card for every club there can be by then.
        held = clubs + position.to_draw + 2 * commerce
        for _ in range(military):
            draws = min(held, NUM_RANKS)
            most += draws
            held += draws
    upper = np.where(np.arange(9) <= most, 1.0, 0.0)
    return HandAnswer(
        probability=np.full(9, np.nan),
        lower=lower,
        upper=upper,
        possible=lower > 0,
        guaranteed=lower == 1,
        positions=searched,
        seconds=time.perf_counter() - started,
        limit=limit,
    )
