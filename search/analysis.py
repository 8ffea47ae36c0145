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
from intrigue.search.searcher import Result


@dataclass(frozen=True)
class MoveAnalysis:
    """A legal move and what the bot thinks of it.

    Its number and words, visits, mean return of the mover (NaN without visits), and the probability
    that the bot plays it.
    """

    action: int
    text: str
    visits: int
    value: float
    probability: float


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
    """

    player: int
    moves: tuple[MoveAnalysis, ...]
    beliefs: dict[str, list[tuple[str, float]]]
    simulations: int
    worlds: int
    effective: float


def analyse(state: KernelState, options: Options | None = None, seed: int = 0) -> Analysis:
    """Search a position of one of this package's games and say what was found.

    Only what the player to move has seen counts, so showing the result to them gives nothing away.

    Raises
    ------
    ValueError
        If no player is to move.
    """
    player = state.current_player()
    if player < 0:
        raise ValueError("only a position where a player is to move can be analysed")
    bot = SearchBot(state.get_game(), player, options, seed)
    result = bot.search(state)
    return Analysis(
        player,
        _moves(state, player, result, bot.options.final),
        believed(state, player, result.belief.worlds),
        result.simulations,
        len(result.belief.worlds),
        result.belief.effective,
    )


def _moves(state: KernelState, player: int, result: Result, final: str) -> tuple[MoveAnalysis, ...]:
    policy = result.policy(final)
    moves = [
        MoveAnalysis(
            action,
            state.action_to_string(player, action),
            int(result.visits[i]),
            float(result.values[i]),
            float(policy[i]),
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
