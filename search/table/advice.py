"""What each move of a seat is worth, and why: what has to be so, and what others do then."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.openspiel import KernelState
from intrigue.search.analysis import Analysis, MoveAnalysis, analyse
from intrigue.search.options import Options
from intrigue.search.table.worlds import TooManyError, Worlds

Array = np.ndarray[Any, Any]

SEARCHES = 10
"""Independent searches: how they differ is the standard error."""

_EXPLAINED = 6
"""Most moves, the best ones, of which it is found what follows."""

_TELLING = 0.2
"""What follows is told only if something of it is at least that likely."""


@dataclass(frozen=True)
class Follow:
    """What the seat may see after a move.

    Attributes
    ----------
    text, chance
        Its words, and how likely it is under the model of the opponents.
    right
        How likely the move was in the right, given that (see `Definition.in_the_right`); None for
        moves that say nothing of hidden things.
    """

    text: str
    chance: float
    right: float | None


@dataclass(frozen=True)
class MoveAdvice:
    """A move: what searches found, how likely it is in the right, and what may follow.

    Attributes
    ----------
    found
        Its words, value and error; see `MoveAnalysis`.
    chance, error
        Its chance to win with the standard error, None in games that are not about winning.
    right
        How likely it says what is so: a claim that is true, a challenge of a lie. None for moves
        that say nothing of hidden things.
    follows
        What the seat sees next, likeliest first; empty where only one thing can follow, and for
        moves that are not among the best.
    """

    found: MoveAnalysis
    chance: float | None
    error: float | None
    right: float | None
    follows: tuple[Follow, ...]

    @property
    def why(self) -> str:
        """Return in words what has to be so, and what follows."""
        parts = [] if self.right is None else [_rightness(self.right)]
        for follow in self.follows[:3]:
            told = f"{100 * follow.chance:.0f} % {follow.text}"
            uncertain = self.right is not None and 0.0 < self.right < 1.0
            if uncertain and follow.right is not None:
                told += f" (right in {100 * follow.right:.0f} % of these)"
            parts.append(told)
        left = len(self.follows) - 3
        if left > 0:
            parts.append(f"{left} others less likely")
        return "; ".join(parts)


@dataclass(frozen=True)
class Advice:
    """The moves of a seat, best first, and the searches and beliefs behind them."""

    moves: tuple[MoveAdvice, ...]
    analysis: Analysis


def advise(
    worlds: Worlds,
    state: KernelState,
    options: Options | None = None,
    searches: int = SEARCHES,
    seed: int = 0,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Advice:
    """Return what the moves of the seat are worth in the worlds that it thinks possible.

    Parameters
    ----------
    worlds
        The worlds, where the seat is to move.
    state
        A state that looks to the seat as the real one does.
    options, searches, seed, progress
        As for `analyse`.
    """
    definition = state.definition
    found = analyse(state, options, seed, searches, progress, believed=worlds)
    about_winning = definition.is_about_winning
    players = definition.sizes.num_players
    explained: set[int] = set()
    moves = []
    for move in found.moves:
        right = definition.in_the_right(worlds.records, move.action)
        explain = len(explained) < _EXPLAINED or min(move.alike) in explained
        if explain:
            explained.add(min(move.alike))
        moves.append(
            MoveAdvice(
                move,
                definition.chance_to_win(move.value) if about_winning else None,
                move.error * (players - 1) / players if about_winning else None,
                None if right is None else _share(worlds.weights, right),
                _what_follows(worlds, state, move.action, right) if explain else (),
            )
        )
    return Advice(tuple(moves), found)


def _share(weights: Array, holds: Array) -> float:
    return round(float(weights[holds].sum() / weights.sum()), 12)


def _rightness(share: float) -> str:
    if share == 1.0:
        return "in the right for sure"
    return "a bluff" if share == 0.0 else f"in the right in {100 * share:.0f} %"


def _what_follows(
    worlds: Worlds, state: KernelState, action: int, right: Array | None
) -> tuple[Follow, ...]:
    """Return the first thing after a move that may be one way or another."""
    following = worlds.next_steps
    numbers = np.flatnonzero((following.openings == action) & (following.shares > 0.0))
    origins = following.origins[numbers]
    if len(np.unique(following.groups[numbers])) == 1:
        # Nothing to tell apart yet: look one step further.
        if len(numbers) > worlds.setting.most:
            return ()
        try:
            following, before = following.taken(numbers, all_of_them=True).next_steps, origins
        except TooManyError:
            return ()
        numbers = np.flatnonzero(following.shares > 0.0)
        origins = before[following.origins[numbers]]
    seen = [following.seen[group] for group in range(len(following.seen))]
    shortest = _first_difference([seen[group] for group in np.unique(following.groups[numbers])])
    if shortest is None:
        return ()
    chances: dict[int, float] = defaultdict(float)
    rights: dict[int, float] = defaultdict(float)
    shares = following.shares[numbers]
    for group in np.unique(following.groups[numbers]):
        of_group = following.groups[numbers] == group
        word = seen[group][shortest]
        chances[word] += float(shares[of_group].sum())
        if right is not None:
            rights[word] += float((shares * right[origins])[of_group].sum())
    total = sum(chances.values())
    if max(chances.values()) < _TELLING * total:
        return ()
    player = state.current_player()
    follows = [
        Follow(
            state.definition.event_line(player, word),
            chance / total,
            None if right is None else rights[word] / chance,
        )
        for word, chance in chances.items()
    ]
    return tuple(sorted(follows, key=lambda follow: (-follow.chance, follow.text)))


def _first_difference(seen: list[tuple[int, ...]]) -> int | None:
    """Return the place of the first event that is not the same in all, None if there is none."""
    for place in range(min(map(len, seen), default=0)):
        if len({events[place] for events in seen}) > 1:
            return place
    return None
