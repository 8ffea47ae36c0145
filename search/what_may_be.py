"""What may be where, as a player sees it: counted over all possible worlds, or over a sample.

Others are taken to act at random: cards count, what somebody did on purpose does not.
"""

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.core.rng import new_rng
from intrigue.games.definition import EVERYTHING, Definition
from intrigue.games.openspiel import KernelState
from intrigue.search.kernel_search import KernelSearch
from intrigue.search.options import Options
from intrigue.search.possible_worlds import possible_worlds
from intrigue.search.sampled_worlds import uniform_worlds
from intrigue.search.weighing import effective_sample_size

WORLDS = 1000
"""Most worlds that are described: so many are counted, or if there are more, sampled."""

DIGITS = 12
"""Digits of a probability: what is equal but for the order of a sum is equal."""

Shares = list[tuple[str, float]]
"""What something may be, in words, with probabilities, likeliest first."""


@dataclass(frozen=True)
class WhatMayBe:
    """What a player does not know, in words.

    Attributes
    ----------
    places
        For each thing that the player does not know, by its path in the description of a state:
        what it may be. The probabilities sum to one.
    holdings
        For each set of cards that the player does not know whole, by its path: how likely it holds
        at least one of a kind.
    worlds
        How many worlds were looked at.
    counted
        Whether these are all that are possible, so that the probabilities are exact.
    effective
        How many equally likely worlds would say as much.
    """

    places: dict[str, Shares]
    holdings: dict[str, Shares]
    worlds: int
    counted: bool
    effective: float

    def error(self, chance: float) -> float:
        """Return the standard error of a probability found here, zero where worlds were counted."""
        return 0.0 if self.counted else math.sqrt(chance * (1.0 - chance) / self.effective)


def what_may_be(state: KernelState, seed: int = 0, most: int = WORLDS) -> WhatMayBe:
    """Return what may be where for the player to move, who sees no more than their seat does.

    Parameters
    ----------
    state
        A position where a player is to move.
    seed
        Seed of the sample.
    most
        Most worlds to look at.
    """
    player = state.current_player()
    found = possible_worlds(state, most)
    if found is not None:
        worlds, weights = found
    else:
        worlds = list(_sample(state, most, seed))
        weights = [1.0 / len(worlds)] * len(worlds)
    return described(state, player, worlds, weights, found is not None)


def described(
    state: KernelState, player: int, worlds: Any, weights: Any, counted: bool
) -> WhatMayBe:
    """Return what may be where for a player, by worlds (records) and their probabilities.

    Parameters
    ----------
    state
        A state that looks to the player as the real one does.
    player
        Whose eyes.
    worlds, weights, counted
        The worlds, how likely each is, and whether these are all.
    """
    definition = state.definition
    places: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    holdings: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    hidden = definition.hidden_values(worlds) if isinstance(worlds, np.ndarray) else None
    for path, (codes, words) in (hidden or {}).items():
        sums = np.bincount(codes, weights, len(words)).tolist()
        places[path].update(
            (word, share) for word, share in zip(words, sums, strict=True) if share > 0.0
        )
    if hidden is None:
        for world, weight in zip(worlds, weights, strict=True):
            facts, sets = _facts(definition, definition.describe(world, EVERYTHING))
            for path, value in facts.items():
                places[path][value] += float(weight)
            for path, values in sets.items():
                for value in values:
                    holdings[path][value] += float(weight)
    own_facts, own_sets = _facts(definition, definition.describe(state.record[0], player))
    story = state.transcript(player)
    return WhatMayBe(
        {
            path: _sorted(shares)
            for path, shares in _alike_in_one(definition, story, places).items()
            if len(shares) > 1 or own_facts.get(path) != next(iter(shares))
        },
        {
            path: _sorted(shares)
            for path, shares in holdings.items()
            if not _all_seen(shares, own_sets.get(path, set()))
        },
        len(worlds),
        counted,
        effective_sample_size(np.asarray(weights)),
    )


def _all_seen(shares: Mapping[str, float], seen: set[str]) -> bool:
    """Return whether the player sees all that may be in a set."""
    return all(value in seen and share > 1.0 - 1e-9 for value, share in shares.items())


def _sample(state: KernelState, count: int, seed: int) -> Any:
    search = KernelSearch(state.definition, Options())
    root = search.root(state.record, state.history(), state.current_player())
    return uniform_worlds(root, count, new_rng(seed)).worlds


def _sorted(shares: Mapping[str, float]) -> Shares:
    return sorted(
        ((value, round(share, DIGITS)) for value, share in shares.items()),
        key=lambda entry: (-entry[1], entry[0]),
    )


def _alike_in_one(
    definition: Definition, story: list[str], places: Mapping[str, dict[str, float]]
) -> dict[str, dict[str, float]]:
    """Return the probabilities with those of places that are alike by a symmetry made equal.

    The mean over such places is as right as each of them, and of smaller error.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for path in places:
        name = definition.place_name(path)
        groups[path if name is None else "=" + definition.canonical(name, story)].append(path)
    even: dict[str, dict[str, float]] = {}
    for paths in groups.values():
        mean: dict[str, float] = defaultdict(float)
        for path in paths:
            for value, share in places[path].items():
                mean[value] += share / len(paths)
        even |= {path: dict(mean) for path in paths}
    return {path: even[path] for path in places}


def _facts(definition: Definition, data: Any) -> tuple[dict[str, str], dict[str, set[str]]]:
    """Return the text of every plain value in a description, and its sets, both by path."""
    facts: dict[str, str] = {}
    sets: dict[str, set[str]] = {}
    waiting = [("", data)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, list | tuple) and definition.set_name(path) is not None:
            sets[path] = {str(item) for item in value}
        elif isinstance(value, Mapping | list | tuple):
            items = value.items() if isinstance(value, Mapping) else enumerate(value)
            inner = [(f"{path}.{key}" if path else str(key), item) for key, item in items]
            waiting += reversed(inner)
        else:
            facts[path] = str(value)
    return facts, sets
