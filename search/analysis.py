"""Looking into a bot: what it found for each move, and what it believes is where."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.definition import EVERYTHING
from intrigue.games.openspiel import KernelState
from intrigue.search.bots import SearchBot
from intrigue.search.options import Options
from intrigue.search.search_result import SampledWorlds, SearchResult

Array = np.ndarray[Any, Any]

_SEED_BITS = 40
"""Further searches change the seed above this bit, so that near seeds share no search."""


@dataclass(frozen=True)
class MoveAnalysis:
    """A legal move and what the bot thinks of it.

    Attributes
    ----------
    action, text
        Its number and words.
    visits, value
        Visits in all searches; mean return of the mover over them (NaN without visits).
    probability
        The probability that the bot plays it, by what all searches found together.
    error
        Standard error of `value`, from how the searches differ; NaN if fewer than two visited it.
    """

    action: int
    text: str
    visits: int
    value: float
    probability: float
    error: float


@dataclass(frozen=True)
class Analysis:
    """What a bot thinks of a position.

    Attributes
    ----------
    player
        Who is to move.
    moves
        The legal moves, best first.
    beliefs
        For each thing that the player does not know, named by its path in the description of the
        state: what it may be, in words, with probabilities, likeliest first.
    simulations, worlds, effective
        Simulations run; worlds sampled, and the effective sample size of the particles behind them.
        All three count every search.
    searches
        How many independent searches were made.
    """

    player: int
    moves: tuple[MoveAnalysis, ...]
    beliefs: dict[str, list[tuple[str, float]]]
    simulations: int
    worlds: int
    effective: float
    searches: int


def analyse(
    state: KernelState, options: Options | None = None, seed: int = 0, searches: int = 1
) -> Analysis:
    """Search a position of one of this package's games and say what was found.

    Only what the player to move has seen counts, so showing the result to them gives nothing away.

    Parameters
    ----------
    state, options, seed
        The position, the options of one search, and where its random numbers start.
    searches
        How many searches to make, each with the whole budget and with worlds of its own. One says
        nothing about its noise; from two on every move has a standard error.

    Raises
    ------
    ValueError
        If no player is to move, or without a search.
    """
    player = state.current_player()
    if player < 0:
        raise ValueError("only a position where a player is to move can be analysed")
    if searches < 1:
        raise ValueError(f"searches={searches}: expected 1 or more")
    options = options or Options()
    results = [
        SearchBot(state.get_game(), player, options, seed ^ (number << _SEED_BITS)).search(state)
        for number in range(searches)
    ]
    together = _together(results)
    return Analysis(
        player,
        _moves(state, player, together, options.final, _errors(results, together)),
        believed(state, player, together.sampled.worlds),
        together.simulations,
        len(together.sampled.worlds),
        together.sampled.effective,
        searches,
    )


def _together(results: list[SearchResult]) -> SearchResult:
    """Return searches of one position as if they were one: sums, and means over all visits."""
    visits = np.sum([result.visits for result in results], axis=0)
    sums = np.sum([_sums(result) for result in results], axis=0)
    with np.errstate(invalid="ignore"):
        values = sums / visits
    sampled = [result.sampled for result in results]
    return SearchResult(
        results[0].actions,
        visits,
        values,
        sum(result.simulations for result in results),
        sum(result.nodes for result in results),
        sum(result.overflow for result in results),
        SampledWorlds(
            np.concatenate([one.worlds for one in sampled]),
            sum(one.particles for one in sampled),
            sum(one.effective for one in sampled),
        ),
    )


def _sums(result: SearchResult) -> Array:
    """Return the sum of returns of each move (zero without visits)."""
    return np.where(result.visits > 0, result.visits * np.nan_to_num(result.values), 0.0)


def _errors(results: list[SearchResult], together: SearchResult) -> Array:
    """Return the standard error of each pooled mean, NaN where fewer than two searches looked.

    A pooled mean is a ratio (sum of returns over visits) of what independent searches found; its
    variance by linearisation, Cochran, Sampling Techniques (1977), section 6.4.
    """
    visits = np.array([result.visits for result in results])
    residuals = np.array([_sums(result) for result in results])
    residuals -= visits * np.nan_to_num(together.values)
    looked = (visits > 0).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = (residuals**2).sum(axis=0) / together.visits**2 * looked / (looked - 1)
    return np.sqrt(np.where(looked > 1, variance, np.nan))


def _moves(
    state: KernelState, player: int, result: SearchResult, final: str, errors: Array
) -> tuple[MoveAnalysis, ...]:
    policy = result.policy(final)
    moves = [
        MoveAnalysis(
            action,
            state.action_to_string(player, action),
            int(result.visits[i]),
            float(result.values[i]),
            float(policy[i]),
            float(errors[i]),
        )
        for i, action in enumerate(result.actions)
    ]
    return tuple(sorted(moves, key=lambda move: (-move.probability, -move.visits, move.action)))


def believed(
    state: KernelState, player: int, worlds: Any, most: int = 200
) -> dict[str, list[tuple[str, float]]]:
    """Return how likely each hidden thing is what, over (at most `most` of) the `worlds`.

    Hidden are those entries of ``definition.describe`` that differ between the worlds, or that only
    a viewer who sees everything gets.
    """
    definition = state.definition
    own = dict(_leaves(definition.describe(state.record[0], player)))
    chosen = np.unique(np.linspace(0, len(worlds) - 1, min(most, len(worlds))).astype(int))
    counts: dict[str, Counter[str]] = {}
    for i in chosen:
        for path, value in _leaves(definition.describe(worlds[i], EVERYTHING)):
            counts.setdefault(path, Counter())[value] += 1
    return {
        path: [(value, count / len(chosen)) for value, count in counter.most_common()]
        for path, counter in counts.items()
        if len(counter) > 1 or own.get(path) != next(iter(counter))
    }


def _leaves(data: Any, path: str = "") -> list[tuple[str, str]]:
    """Return (path, text) of every plain value inside nested dicts and lists."""
    if isinstance(data, Mapping):
        items = [(str(key), value) for key, value in data.items()]
    elif isinstance(data, list | tuple):
        items = [(str(number), value) for number, value in enumerate(data)]
    else:
        return [(path, str(data))]
    return [
        leaf for key, value in items for leaf in _leaves(value, f"{path}.{key}" if path else key)
    ]
