"""Predictive CFR+ on a tree that grows meanwhile, aimed at one information set.

The tree always starts where the game starts, so the strategy at an information set is part of one
strategy for the whole (truncated) game: nothing is re-solved from the middle, and no gadget is
needed to keep it consistent. Growth is aimed as in information-set targeting (Lisy, Lanctot and
Bowling 2015, online outcome sampling): most walks begin at a history that the player to move cannot
tell from the true one, the others at the start. One player walks half by their current strategy and
half evenly, the other by their current strategy, in turns (growing-tree CFR, Schmid et al. 2023).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from intrigue.search.sound.growing_tree import GrowingTree, LeafValue, Node, random_playout
from intrigue.solvers.exact.cfr_update import Learnt, Rule, iterate
from intrigue.solvers.exact.variants import variant
from intrigue.solvers.policy import Distribution
from intrigue.solvers.trees.passes import realize
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm

ALGORITHM = "predictive+"
AIMED = 0.9
"""Share of the walks that begin at the information set asked about, if one is."""
EVEN = 0.5
"""Share of even choices where a player explores."""


@dataclass(frozen=True)
class Budget:
    """What a question may cost.

    Attributes
    ----------
    walks : int
        Walks that may each look into one more leaf, at least 1.
    rounds : int
        Turns of growing and solving that they are spread over, at least 1.
    iterations : int
        Iterations after the growth of each round, at least 1.

    Raises
    ------
    ValueError
        One is less than 1.
    """

    walks: int = 1000
    rounds: int = 10
    iterations: int = 100

    def __post_init__(self) -> None:
        for name in ("walks", "rounds", "iterations"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} must be at least 1, got {getattr(self, name)}")


class SoundSearch:
    """A strategy for a game that is worked out where it is asked for, and kept from there on.

    Parameters
    ----------
    game : pyspiel.Game
        See :class:`GrowingTree`. The strategy comes to an equilibrium only in zero-sum games for
        two; others run without any guarantee.
    budget : Budget
        Of each question.
    seed : int
        Same seed and same questions, same answers.
    leaf_value : callable
        See :data:`intrigue.search.sound.growing_tree.LeafValue`.

    Attributes
    ----------
    tree : GrowingTree
    iteration : int
        Iterations done.
    """

    def __init__(
        self,
        game: pyspiel.Game,
        budget: Budget | None = None,
        seed: int = 0,
        leaf_value: LeafValue = random_playout,
    ) -> None:
        self.budget = budget or Budget()
        self.iteration = 0
        self._source = random.Random(seed)
        self.tree = GrowingTree(game, self._source, leaf_value)
        self._rule = Rule.of(variant(ALGORITHM))
        # By the tree's number of an information set: regrets, current strategy, average's weights.
        self._learnt: list[tuple[Floats, Floats, Floats]] = []

    def probabilities(self, state: Any) -> Distribution:
        """Search around the present information set and return its average strategy.

        Of `state` only what the player to move has seen matters: histories are drawn by
        ``resample_from_infostate``, so the game must provide it if anything is hidden.
        """
        self.search(state)
        return self.answer(state)

    def answer(self, state: Any) -> Distribution:
        """Return the average strategy where `state` is, even where the tree has not been yet."""
        player = state.current_player()
        found = self.tree.infosets.get((player, state.information_state_string(player)))
        actions = state.legal_actions()
        if found is None or found >= len(self._learnt):
            return {action: 1.0 / len(actions) for action in actions}
        weights = self._learnt[found][2]
        total = weights.sum()
        mix = weights / total if total > 0.0 else np.full(len(actions), 1.0 / len(actions))
        return dict(zip(actions, mix.tolist(), strict=True))

    def search(self, state: Any | None = None) -> None:
        """Spend a budget around the information set of `state`, or on the whole game without."""
        for done in range(self.budget.rounds):
            share = self.budget.walks // self.budget.rounds
            share += done < self.budget.walks % self.budget.rounds
            for walk in range(share):
                start = self.tree.root
                if state is not None and self._source.random() < AIMED:
                    start = self._world(state)
                self._grow(start, explorer=walk % self.tree.game.num_players())
            self.solve(self.budget.iterations)

    def solve(self, iterations: int) -> None:
        """Run iterations on the tree as it is."""
        tree, numbers = self.tree.flat()
        for actions in self.tree.legal[len(self._learnt) :]:
            n = len(actions)
            self._learnt.append((np.zeros(n), np.full(n, 1.0 / n), np.zeros(n)))
        if not self._learnt:
            return
        form = SequenceForm.of(tree)
        regrets, strategy, weights = (
            np.concatenate([self._learnt[number][part] for number in numbers]) for part in range(3)
        )
        plan = np.ones(form.num_actions + form.num_players)
        realize(form.action_offset, form.parent, strategy, plan)
        learnt = Learnt(regrets, strategy, weights, plan, np.zeros(len(plan)))
        iterate(iterations, self.iteration, self._rule, form.arrays, learnt)
        self.iteration += iterations
        for place, number in enumerate(numbers):
            part = slice(form.action_offset[place], form.action_offset[place + 1])
            self._learnt[number] = (regrets[part], strategy[part], weights[part])

    def _world(self, state: Any) -> Node:
        """Return a history that the player to move cannot tell from that of `state`."""
        kind = self.tree.game.get_type()
        if kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION:
            state = state.resample_from_infostate(state.current_player(), self._source.random)
        return self.tree.follow(state.history())

    def _grow(self, start: Node, explorer: int) -> None:
        def chosen(player: int, infoset: int) -> Sequence[float]:
            n = len(self.tree.legal[infoset])
            if infoset >= len(self._learnt):
                return [1.0] * n
            current = self._learnt[infoset][1]
            if player != explorer:
                return current.tolist()
            return ((1.0 - EVEN) * current + EVEN / n).tolist()

        self.tree.grow_below(start, chosen)
