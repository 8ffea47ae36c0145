"""The search bot for other people's OpenSpiel games, and the worlds that it samples."""

import math
import random
import time
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.rng import random_bits
from intrigue.games.names import load_game, silent_library
from intrigue.search.openspiel_search import KeptStates, OpenSpielSearch
from intrigue.search.options import SEARCHED, Options
from intrigue.search.search_result import SampledWorlds, SearchResult
from intrigue.search.searching_bot import SearchingBot
from intrigue.search.weighing import (
    LEAST_EFFECTIVE,
    MISTAKES,
    RECENT,
    ROLLOUTS,
    TEMPERATURE,
    systematic,
    tempered,
)

Array = np.ndarray[Any, Any]

WORLDS = 100
"""Worlds sampled a move unless told otherwise: through the API they are dear."""

CHUNK = 32
"""Simulations between two looks at the clock."""

CANNOT_RESAMPLE = "cannot resample what is hidden, as search needs to"


class OpenSpielSearchBot(SearchingBot):
    """Plays any sequential OpenSpiel game with ``resample_from_infostate`` by search.

    The options are those of `SearchBot`, without rules of thumb.

    Raises
    ------
    ValueError
        If the game is not sequential, has no information-state strings or cannot resample from
        them, or if the options ask for a rule of thumb.
    """

    def __init__(
        self, game: pyspiel.Game, player_id: int, options: Options | None = None, seed: int = 0
    ) -> None:
        super().__init__(player_id, _with_worlds(options or Options()), seed)
        weighed = self.options.belief == "particles"
        if "thumb" in (self.options.rollout, self.options.prior) or (
            weighed and self.options.model == "thumb"
        ):
            raise ValueError(
                f"there is no rule of thumb for {game.get_type().short_name}: "
                "rollout=auto|random, prior=uniform and model=uniform|rollouts are accepted"
            )
        if self.options.opponents != SEARCHED:
            raise ValueError(
                f"opponents={self.options.opponents}: no policies of {game.get_type().short_name} "
                f"are known, only opponents={SEARCHED} is accepted"
            )
        if self.options.belief == "exact":
            raise ValueError(
                f"belief=exact: worlds of {game.get_type().short_name} cannot be counted, "
                "belief=auto|uniform|particles are accepted"
            )
        problem = _why_not_searched(str(game))
        if problem and not (self.options.variant == "cheat" and problem == CANNOT_RESAMPLE):
            raise ValueError(f"{game.get_type().short_name} {problem}")
        self._states = KeptStates(game)
        self._earlier: OpenSpielSearch | None = None

    def restart(self) -> None:
        """Forget everything about the last game."""
        super().restart()
        self._earlier = None

    def _search(self, state: Any, rng: Array, until_decided: bool) -> SearchResult:
        """Search with the whole budget."""
        options, player = self.options, state.current_player()
        search = OpenSpielSearch(self._states, options, player, int(random_bits(rng)))
        if options.reuse and self._earlier is not None:
            search.inherit(self._earlier)
        sampled = sample_worlds(state, options, random.Random(int(random_bits(rng))))
        worlds = search.keep_worlds(sampled.worlds)
        done = 0
        deadline = time.perf_counter() + options.milliseconds / 1000
        while done < options.simulations or (
            options.milliseconds and time.perf_counter() < deadline
        ):
            count = options.simulations or CHUNK
            search.run(worlds, done, count)
            done += count
        actions = state.legal_actions()
        totals = search.totals(worlds, actions)
        if options.reuse:
            self._earlier = search
        low, span = self._states.low, self._states.span
        with np.errstate(invalid="ignore"):
            values = totals[:, 1] / totals[:, 0] * span + low
        nodes, overflow = search.node_count, search.overflow
        return SearchResult(actions, totals[:, 0], values, done, nodes, overflow, sampled)


@lru_cache(maxsize=64)
def _why_not_searched(name: str) -> str:
    """Return why a game cannot be searched, in words that go on after its name; empty if it can."""
    game = load_game(name)
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        return "is not sequential"
    if not kind.provides_information_state_string:
        return "has no information-state strings"
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    if state.is_terminal():
        return ""
    try:
        with silent_library():
            state.resample_from_infostate(state.current_player(), random.Random(0).random)
    except pyspiel.SpielError:
        return CANNOT_RESAMPLE
    return ""


def _with_worlds(options: Options) -> Options:
    if options.worlds or options.variant not in ("mo", "so", "flat"):
        return options
    return replace(options, worlds=WORLDS)


def sample_worlds(state: Any, options: Options, source: random.Random) -> SampledWorlds:
    """Sample worlds (OpenSpiel states) for the player to move at `state`."""
    player = state.current_player()
    if options.variant == "cheat":
        return SampledWorlds([state.clone()], 1, 1.0)
    weighed = options.belief == "particles"
    count = options.particle_count if weighed else options.world_count
    worlds = [state.resample_from_infostate(player, source.random) for _ in range(count)]
    if not weighed:
        return SampledWorlds(worlds, count, float(count))
    known: dict[tuple[int, ...], float] = {}
    log_weights = np.zeros(count)
    for i, world in enumerate(worlds):
        history = tuple(world.history())
        if history not in known:
            known[history] = _log_weight(world, player, options.model, source)
        log_weights[i] = known[history]
    weights, effective = tempered(log_weights, LEAST_EFFECTIVE * count)
    chosen = systematic(weights, options.world_count, source.random())
    return SampledWorlds([worlds[i] for i in chosen], count, effective)


def _log_weight(world: Any, player: int, model: str, source: random.Random) -> float:
    """Return the logarithm of the likelihood of the others' last decisions, over uniform play."""
    if model == "uniform":
        return 0.0
    history = world.full_history()
    others = [i for i, step in enumerate(history) if step.player >= 0 and step.player != player]
    recent = set(others[-RECENT:])
    state = world.get_game().new_initial_state()
    total = 0.0
    for i, step in enumerate(history):
        if i in recent:
            actions = state.legal_actions()
            prob = _rollout_policy(state, actions, source)[actions.index(step.action)]
            total += math.log(((1.0 - MISTAKES) * prob + MISTAKES / len(actions)) * len(actions))
        state.apply_action(step.action)
    return total


def _rollout_policy(state: Any, actions: list[int], source: random.Random) -> Array:
    """Return a softmax over values of rollouts in worlds that the mover thinks possible."""
    game, mover = state.get_game(), state.current_player()
    span = (game.max_utility() - game.min_utility()) or 1.0
    values = np.zeros(len(actions))
    for _ in range(ROLLOUTS):
        possible = state.resample_from_infostate(mover, source.random)
        for k, action in enumerate(actions):
            values[k] += _random_return(possible.child(action), mover, source) / span / ROLLOUTS
    weights: Array = np.exp((values - values.max()) / TEMPERATURE)
    return weights / weights.sum()  # type: ignore[no-any-return]


def _random_return(state: Any, player: int, source: random.Random) -> float:
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probs = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(source.choices(outcomes, probs)[0])
        else:
            state.apply_action(source.choice(state.legal_actions()))
    return state.returns()[player]  # type: ignore[no-any-return]
