"""Looking into a bot: what it found for each move, and what may be where."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.openspiel import KernelState
from intrigue.search.bots import Believed, SearchBot
from intrigue.search.options import Options
from intrigue.search.search_result import SampledWorlds, SearchResult
from intrigue.search.what_may_be import WhatMayBe, described, what_may_be

Array = np.ndarray[Any, Any]

NEAR = 2.0
"""Standard errors of a difference within which two moves count as about equal."""

_SEED_BITS = 40
"""Further searches change the seed above this bit, so that near seeds share no search."""


@dataclass(frozen=True)
class MoveAnalysis:
    """A legal move and what the bot thinks of it.

    Attributes
    ----------
    action, text
        Its number and words.
    visits
        Visits in all searches.
    value
        Mean return of the mover over the visits of all moves that are `alike` (NaN without any).
    probability
        The probability that the bot plays it, by what all searches found together.
    error
        Standard error of `value`, from how the searches differ; NaN if fewer than two looked.
    alike
        The actions, this one among them, that a symmetry of the game makes worth the same.
    near_best
        Whether it may be as good as the best move: two standard errors of the difference reach as
        far. True of the best move itself; False of others where an error is not known.
    """

    action: int
    text: str
    visits: int
    value: float
    probability: float
    error: float
    alike: tuple[int, ...]
    near_best: bool


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
        What the player does not know, and how likely it is what.
    simulations, worlds, effective
        Simulations run; worlds sampled, and the effective sample size of the particles behind them.
        All three count every search.
    searches
        How many independent searches were made.
    """

    player: int
    moves: tuple[MoveAnalysis, ...]
    beliefs: WhatMayBe
    simulations: int
    worlds: int
    effective: float
    searches: int


def analyse(
    state: KernelState,
    options: Options | None = None,
    seed: int = 0,
    searches: int = 1,
    progress: Callable[[int, int], None] = lambda done, total: None,
    believed: Believed | None = None,
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
    progress
        Told after each search how many are done, and of how many.
    believed
        The worlds to search, and to say what may be where; sampled if not given.

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
    results = []
    for number in range(searches):
        bot = SearchBot(state.get_game(), player, options, seed ^ (number << _SEED_BITS))
        found = bot.search(state) if believed is None else bot.search_in(state, believed)
        results.append(found)
        progress(number + 1, searches)
    together = _together(results)
    return Analysis(
        player,
        _moves(state, results, together, options.final),
        what_may_be(state, seed)
        if believed is None
        else described(state, player, believed.records, believed.weights, believed.counted),
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


def _errors(visits: Array, sums: Array) -> Array:
    """Return the standard error of each pooled mean, NaN where fewer than two searches looked.

    A pooled mean is a ratio (sum of returns over visits) of what independent searches found; its
    variance by linearisation, Cochran, Sampling Techniques (1977), section 6.4.

    Parameters
    ----------
    visits, sums
        What each search (row) found of each move or group of moves (column).
    """
    all_visits = visits.sum(axis=0)
    looked = (visits > 0).sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        residuals = sums - visits * np.nan_to_num(sums.sum(axis=0) / all_visits)
        variance = (residuals**2).sum(axis=0) / all_visits**2 * looked / (looked - 1)
    return np.sqrt(np.where(looked > 1, variance, np.nan))


def _moves(
    state: KernelState, results: list[SearchResult], together: SearchResult, final: str
) -> tuple[MoveAnalysis, ...]:
    """Return the moves, best first; those that are alike share one value and error."""
    player = state.current_player()
    policy = together.policy(final)
    texts = [state.action_to_string(player, action) for action in together.actions]
    story = state.transcript(player)
    groups: dict[str, list[int]] = {}
    for i, text in enumerate(texts):
        groups.setdefault(state.definition.canonical(text, story), []).append(i)
    columns = list(groups.values())
    visits = np.array([[result.visits[i].sum() for i in columns] for result in results])
    sums = np.array([[_sums(result)[i].sum() for i in columns] for result in results])
    with np.errstate(invalid="ignore"):
        values = sums.sum(axis=0) / visits.sum(axis=0)
    errors = _errors(visits, sums)
    best = next(k for k, group in enumerate(columns) if int(policy.argmax()) in group)
    with np.errstate(invalid="ignore"):
        near = values[best] - values <= NEAR * np.hypot(errors, errors[best])
    near[best] = True
    moves = [
        MoveAnalysis(
            together.actions[i],
            texts[i],
            int(together.visits[i]),
            float(values[k]),
            float(policy[i]),
            float(errors[k]),
            tuple(together.actions[j] for j in group),
            bool(near[k]),
        )
        for k, group in enumerate(columns)
        for i in group
    ]
    return tuple(sorted(moves, key=lambda move: (-move.probability, -move.visits, move.action)))
