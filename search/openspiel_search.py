"""Information-set search for any OpenSpiel game that can resample from an information state.

The same options as for the kernels, in plain Python over the OpenSpiel API. Speed comes from not
asking the API twice: states that simulations come through repeatedly are kept, with their legal
actions, successors and returns, for all searches of a bot, so that a small game soon runs on Python
objects alone. States that are met once, in the rollouts of a large game, are played on a clone and
forgotten. Kept or not, the same random numbers are drawn: what is kept changes speed only.
"""

import gc
import random
from bisect import bisect
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import e, exp, log, sqrt
from typing import Any

import numpy as np
import pyspiel

from intrigue.search.options import Options

Array = np.ndarray[Any, Any]

MOST_STATES = 200_000
"""States kept at most; beyond them everything is played on clones."""

TABLED = 4096
"""Numbers of visits whose roots are looked up: that is quicker than to work them out."""

SPREAD = [0.0] + [1.0 / sqrt(n) for n in range(1, TABLED)]
SQRT_LOG = [0.0] + [sqrt(log(n)) for n in range(1, TABLED)]


class _Node:
    """Statistics of an information set: parallel lists over its actions, in order of appearance."""

    __slots__ = (
        "actions", "available", "every", "index", "mean", "score", "spread", "total", "value",
        "visits",
    )  # fmt: skip

    def __init__(self, actions: list[int], single: bool) -> None:
        n = len(actions)
        self.actions = actions
        self.every = range(n)
        self.visits = [0] * n
        self.value = [0.0] * n
        self.total = 0
        self.mean = [0.0] * n  # value / visits
        self.spread = [0.0] * n  # 1 / sqrt(visits)
        # Of the rest, only EXP3 and single-observer search need a copy of their own.
        self.score: list[float] | None = None
        if single:
            self.actions = list(actions)
            self.available = [0] * n
            self.index = {action: i for i, action in enumerate(actions)}

    def places(self, actions: list[int]) -> list[int]:
        """Return the indices of `actions`, adding those that are new (single-observer search)."""
        for action in actions:
            if action not in self.index:
                self.index[action] = len(self.actions)
                self.actions.append(action)
                self.visits.append(0)
                self.available.append(0)
                self.value.append(0.0)
                self.mean.append(0.0)
                self.spread.append(0.0)
                if self.score is not None:
                    self.score.append(0.0)
        return [self.index[action] for action in actions]


class _Kept:
    """A state that is kept: the API's answers about it, and its node in the search `search`."""

    __slots__ = (
        "actions", "children", "cumulative", "node", "passed", "player", "returns", "search",
        "state",
    )  # fmt: skip

    def __init__(self, state: Any, low: float, span: float) -> None:
        self.state = state
        self.player = state.current_player()
        self.node: _Node | None = None
        self.search = 0
        self.passed = False
        self.cumulative: list[float] | None = None
        self.returns: list[float] | None = None
        if self.player >= 0:
            self.actions = state.legal_actions()
        elif self.player == pyspiel.PlayerId.CHANCE:
            outcomes = state.chance_outcomes()
            self.actions = [outcome for outcome, _ in outcomes]
            self.cumulative = list(accumulate(p for _, p in outcomes))
        else:
            self.actions = []
            self.returns = [(value - low) / span for value in state.returns()]
        self.children: list[_Kept | None] = [None] * len(self.actions)


class KeptStates:
    """The states that the searches of a bot have come through, from the start of the game."""

    def __init__(self, game: pyspiel.Game) -> None:
        self._game = game
        self.low = game.min_utility()
        self.span = (game.max_utility() - self.low) or 1.0
        self.searches = 0
        self._forget()

    def _forget(self) -> None:
        self.count = 0
        self._start = self._keep(self._game.new_initial_state())

    def _keep(self, state: Any) -> _Kept:
        self.count += 1
        return _Kept(state, self.low, self.span)

    def child(self, parent: _Kept, i: int) -> _Kept:
        """Return the successor by a state's action number `i`, kept from now on."""
        child = parent.children[i]
        if child is None:
            child = self._keep(parent.state.child(parent.actions[i]))
            parent.children[i] = child
        return child

    def begin_search(self, states: list[Any]) -> list[_Kept]:
        """Return the worlds of another search; equal states are one object."""
        self.searches += 1
        if 2 * self.count >= MOST_STATES:
            self._forget()
        known: dict[tuple[int, ...], _Kept] = {}
        return [known.get(key) or known.setdefault(key, self._at(key)) for key in map(_way, states)]

    def _at(self, history: tuple[int, ...]) -> _Kept:
        kept = self._start
        for action in history:
            kept = self.child(kept, kept.actions.index(action))
        return kept


def _way(state: Any) -> tuple[int, ...]:
    return tuple(state.history())


class OpenSpielSearch:
    """One search: its worlds among the kept states, and its nodes."""

    def __init__(self, states: KeptStates, options: Options, player: int, seed: int) -> None:
        self.options = options
        self.player = player
        self._random = random.Random(seed)
        self._draw = self._random.random
        self._nodes: dict[Any, _Node] = {}
        self._states = states
        self._number = 0
        self.overflow = 0
        self._c = options.exploration_constant
        self._single = options.variant == "so"
        self._prob = 1.0  # with which EXP3 took its last choice
        self._flat = options.variant == "flat"
        self._apart = options.variant in ("pimc", "cheat")
        self._select: Callable[[_Node, Sequence[int]], int] = {
            "ucb1": self._ucb1_available if self._single else self._ucb1,
            "puct": self._puct,
            "exp3": self._exp3,
        }[options.selection]
        if options.variant == "flat":
            self._select = self._least_tried

    def keep_worlds(self, states: list[Any]) -> list[_Kept]:
        """Return the worlds to search; equal states are one object."""
        worlds = self._states.begin_search(states)
        self._number = self._states.searches
        return worlds

    def inherit(self, earlier: "OpenSpielSearch") -> None:
        """Go on with the nodes of an earlier search, unless they take half the room or more."""
        if 2 * len(earlier._nodes) < self.options.max_nodes:
            self._nodes = earlier._nodes

    def _key(self, kept: _Kept, world: int, hidden: int) -> Any:
        state = kept.state
        if self._apart:
            return world, tuple(state.history())
        if self._single:
            return kept.player, hidden, state.information_state_string(self.player)
        return kept.player, state.information_state_string(kept.player)

    def run(self, worlds: list[_Kept], first: int, count: int) -> None:
        """Run simulations number `first` to ``first + count - 1``, through the worlds in turn."""
        # Nodes and kept states form no cycles, and looking for some takes a third of the time.
        collecting = gc.isenabled()
        gc.disable()
        try:
            for i in range(first, first + count):
                world = i % len(worlds)
                self._simulate(worlds[world], world)
        finally:
            if collecting:
                gc.enable()

    def _simulate(self, kept: _Kept, world: int) -> None:
        path: list[tuple[_Node, int, int, float]] = []
        hidden = 0
        seen: str | None = None
        single, flat, select = self._single, self._flat, self._select
        child, number = self._states.child, self._number
        while kept.returns is None:
            if kept.cumulative is not None:
                chosen = self._chance(kept.cumulative)
                kept = kept.children[chosen] or child(kept, chosen)
                continue
            node = kept.node
            if single or node is None or kept.search != number:
                if single:
                    now = kept.state.information_state_string(self.player)
                    hidden = hidden + 1 if now == seen else 0
                    seen = now
                node, new = self._node_at(kept, world, hidden)
                if node is None or (new and path):
                    break
            if single:
                places = node.places(kept.actions)
                chosen = select(node, places)
                for place in places:
                    node.available[place] += 1
                path.append((node, places[chosen], kept.player, self._prob))
            else:
                chosen = select(node, node.every)
                path.append((node, chosen, kept.player, self._prob))
            kept = kept.children[chosen] or child(kept, chosen)
            if flat:
                break
        returns = self._roll_out(kept)
        for node, place, player, prob in path:
            value = returns[player]
            visits = node.visits[place] + 1
            total = node.value[place] + value
            node.visits[place] = visits
            node.value[place] = total
            node.mean[place] = total / visits
            node.spread[place] = SPREAD[visits] if visits < TABLED else 1.0 / sqrt(visits)
            node.total += 1
            if node.score is not None:
                node.score[place] += value / prob

    def _node_at(self, kept: _Kept, world: int, hidden: int) -> tuple[_Node | None, bool]:
        """Return the node of a state, and whether it is new; None if there is no room."""
        key = self._key(kept, world, hidden)
        node = self._nodes.get(key)
        new = node is None
        if node is None:
            if len(self._nodes) >= self.options.max_nodes:
                self.overflow += 1
                return None, False
            node = self._nodes[key] = _Node(kept.actions, self._single)
        if not self._single:
            kept.node = node
            kept.search = self._number
        return node, new

    def _chance(self, cumulative: list[float]) -> int:
        return min(bisect(cumulative, self._draw() * cumulative[-1]), len(cumulative) - 1)

    def _roll_out(self, kept: _Kept) -> list[float]:
        """Play on at random and return the returns, scaled."""
        draw = self._draw
        while kept.returns is None:
            cumulative = kept.cumulative
            i = self._chance(cumulative) if cumulative else int(draw() * len(kept.actions))
            child = kept.children[i]
            if child is None:
                if not kept.passed or self._states.count >= MOST_STATES:
                    kept.passed = True
                    return self._play_on(kept.state.child(kept.actions[i]))
                child = self._states.child(kept, i)
            kept = child
        return kept.returns

    def _play_on(self, state: Any) -> list[float]:
        draw = self._draw
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                cumulative = list(accumulate(p for _, p in outcomes))
                state.apply_action(outcomes[self._chance(cumulative)][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
        low, span = self._states.low, self._states.span
        return [(value - low) / span for value in state.returns()]

    # Selection, as in `selection`: each returns a position in `places`.

    def _ucb1(self, node: _Node, places: Sequence[int]) -> int:
        visits = node.visits
        total = node.total
        if total < len(visits):  # as untried actions come first, some are left
            untried = [i for i in places if visits[i] == 0]
            return untried[int(self._draw() * len(untried))]
        scale = self._c * (SQRT_LOG[total] if total < TABLED else sqrt(log(total)))
        best, best_bound = 0, -1.0
        spread = node.spread
        for i, mean in enumerate(node.mean):
            bound = mean + scale * spread[i]
            if bound > best_bound:
                best, best_bound = i, bound
        return best

    def _ucb1_available(self, node: _Node, places: Sequence[int]) -> int:
        visits = node.visits
        untried = [i for i, place in enumerate(places) if visits[place] == 0]
        if untried:
            return untried[int(self._draw() * len(untried))]
        best, best_bound = 0, -1.0
        for i, place in enumerate(places):
            n = visits[place]
            explore = sqrt(log(node.available[place]) / n)
            bound = node.value[place] / n + self._c * explore
            if bound > best_bound:
                best, best_bound = i, bound
        return best

    def _puct(self, node: _Node, places: Sequence[int]) -> int:
        total = sum(node.visits[place] for place in places)
        unknown = sum(node.value[place] for place in places) / total if total else 0.5
        scale = self._c * sqrt(total + 1.0) / len(places)
        best, best_value = 0, -1.0
        for i, place in enumerate(places):
            n = node.visits[place]
            bound = (node.value[place] / n if n else unknown) + scale / (1.0 + n)
            if bound > best_value:
                best, best_value = i, bound
        return best

    def _exp3(self, node: _Node, places: Sequence[int]) -> int:
        n = len(places)
        if n == 1:
            self._prob = 1.0
            return 0
        if node.score is None:
            node.score = [0.0] * len(node.visits)
        score = node.score
        total = 1 + sum(node.visits[place] for place in places)
        explore = min(1.0, sqrt(n * log(n) / ((e - 1.0) * total)))
        highest = max(score[place] for place in places)
        weights = [exp((score[p] - highest) * explore / n) for p in places]
        weight_sum = sum(weights)
        probs = [(1.0 - explore) * weight / weight_sum + explore / n for weight in weights]
        chosen = self._chance(list(accumulate(probs)))
        self._prob = probs[chosen]
        return chosen

    def _least_tried(self, node: _Node, places: Sequence[int]) -> int:
        visits = [node.visits[place] for place in places]
        return visits.index(min(visits))

    def totals(self, worlds: list[_Kept], actions: list[int]) -> Array:
        """Return visits and sums of scaled values of the root's actions, (n, 2)."""
        totals = np.zeros((len(actions), 2))
        roots = range(len(worlds)) if self._apart else range(1)
        for key in {self._key(worlds[world], world, 0) for world in roots}:
            node = self._nodes.get(key)
            if node is not None:
                for i, action in enumerate(actions):
                    if action in node.actions:
                        place = node.actions.index(action)
                        totals[i] += node.visits[place], node.value[place]
        return totals

    @property
    def node_count(self) -> int:
        """Number of nodes."""
        return len(self._nodes)
