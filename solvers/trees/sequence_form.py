"""The sequence form of a tree: each player's decisions as a treeplex, payoffs as sparse rows.

In a game of perfect recall a player's way to a node is told by their last action alone, their
*sequence*. A strategy is then a realization plan, one weight a sequence: the product of the own
probabilities up to it. Everything else at the ends of the game (chance, the value) folds into one
number for each combination of sequences. So the counterfactual value of a sequence is a sparse row
times the other players' plans, and one pass over information sets, children first, does the rest.
That replaces walking nodes: Leduc's 9,457 nodes become two treeplexes of 468 information sets and
at most 5,520 payoffs (von Stengel 1996, "Efficient computation of behavior strategies"; Hoda et
al. 2010 for the name).

Indices are unsigned because compiled code then needs no test for negative ones, which makes a pass
over the payoffs twice as fast. Sequences are numbered like the tree's actions, 0 .. A - 1;
``A + p`` is player p's empty sequence.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.passes import FormArrays, gradient, normalize, realize

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """Treeplexes and payoffs of a game with n players, I information sets and A actions.

    Attributes
    ----------
    tree : GameTree
        Where it comes from.
    first_infoset : (n + 1,) uint32
        Information sets of player p are ``first_infoset[p] .. first_infoset[p + 1] - 1``,
        ancestors before descendants.
    action_offset : (I + 1,) uint32
        Actions (sequences) of an information set.
    parent : (I,) uint32
        The sequence that leads to each information set.
    row : (A + n + 1,) uint32
        Payoffs of sequence s are entries ``row[s] .. row[s + 1] - 1``.
    others : (entries,) uint32 for two players, else (entries, n - 1) uint32
        The other players' sequences of each entry, in the order of the players.
    value : (entries,) float64
        Sum over the ends of the game with these sequences of chance probability times the
        return of the player whose row it is.
    """

    tree: GameTree
    first_infoset: NDArray[np.uint32]
    action_offset: NDArray[np.uint32]
    parent: NDArray[np.uint32]
    row: NDArray[np.uint32]
    others: NDArray[np.uint32]
    value: Floats

    @classmethod
    def of(cls, tree: GameTree) -> SequenceForm:
        """Derive the sequence form of a tree.

        Raises
        ------
        ValueError
            The game has no perfect recall.
        """
        n, num_actions = tree.num_players, tree.num_actions
        sequences = tree.last_sequence[tree.terminals].astype(np.int64)
        chance = _chance_reach(tree)[tree.terminals]
        first_infoset = np.searchsorted(tree.infoset_player, np.arange(n + 1)).astype(np.uint32)
        parent = tree.last_sequence[tree.infoset_node, tree.infoset_player].astype(np.uint32)
        keys, members = _distinct(sequences)
        combined = np.empty((len(keys), n))
        for p in range(n):
            combined[:, p] = np.bincount(members, chance * tree.returns[:, p], minlength=len(keys))
        owners, others, values = [], [], []
        for p in range(n):
            paying = np.flatnonzero(combined[:, p] != 0.0)
            rows = keys[paying]
            order = np.lexsort([*(rows[:, q] for q in reversed(range(n)) if q != p), rows[:, p]])
            owners.append(rows[order, p])
            others.append(np.delete(rows[order], p, axis=1))
            values.append(combined[paying[order], p])
        owner = np.concatenate(owners)
        by_row = np.argsort(owner, kind="stable")
        row = np.zeros(num_actions + n + 1, dtype=np.uint32)
        np.cumsum(np.bincount(owner, minlength=num_actions + n), out=row[1:])
        sequences_of_others = np.ascontiguousarray(np.concatenate(others)[by_row], dtype=np.uint32)
        return cls(
            tree=tree,
            first_infoset=first_infoset,
            action_offset=tree.action_offset.astype(np.uint32),
            parent=parent,
            row=row,
            others=sequences_of_others[:, 0] if n == 2 else sequences_of_others,
            value=np.ascontiguousarray(np.concatenate(values)[by_row]),
        )

    @property
    def num_players(self) -> int:
        """How many players the game has."""
        return self.tree.num_players

    @property
    def num_actions(self) -> int:
        """How many sequences there are that are not empty."""
        return self.tree.num_actions

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays, without those of the tree."""
        return sum(array.nbytes for array in vars(self).values() if isinstance(array, np.ndarray))

    @property
    def arrays(self) -> FormArrays:
        """The arrays as compiled passes take them."""
        return FormArrays(
            self.first_infoset,
            self.action_offset,
            self.parent,
            self.row,
            self.others,
            self.value,
        )

    def uniform(self) -> Floats:
        """Return the uniform behavior strategy: (A,) float64."""
        counts = np.diff(self.action_offset)
        return np.repeat(1.0 / counts, counts)

    def plan(self, behavior: Floats) -> Floats:
        """Return the realization plans of all players: (A + n,) float64.

        Parameters
        ----------
        behavior : (A,) float64
            Probability of each action at its information set.

        Raises
        ------
        ValueError
            The shape is wrong, or probabilities at an information set do not sum to one.
        """
        behavior = np.ascontiguousarray(behavior, dtype=np.float64)
        self.check_behavior(behavior)
        plan = np.ones(self.num_actions + self.num_players)
        realize(self.action_offset, self.parent, behavior, plan)
        return plan

    def check_behavior(self, behavior: Floats) -> None:
        """Raise ValueError unless `behavior` is a behavior strategy of this game."""
        if behavior.shape != (self.num_actions,):
            raise ValueError(
                f"a behavior strategy of {self.tree.game} has shape ({self.num_actions},), "
                f"got {behavior.shape}"
            )
        if self.num_actions == 0:
            return
        totals = np.add.reduceat(behavior, self.action_offset[:-1])
        if not (np.all(behavior >= 0) and np.all(np.abs(totals - 1) < 1e-6)):
            raise ValueError(
                "action probabilities must be >= 0 and sum to 1 at each information set"
            )

    def check_plan(self, weights: Floats, total: float) -> None:
        """Raise ValueError unless `weights`, (A,), are `total` times realization plans.

        That is so for any sum of plans whose weights have that total: at each information set the
        actions sum to what leads there.
        """
        if self.num_actions == 0:
            return
        leading = np.append(weights, np.full(self.num_players, total))[self.parent]
        sums = np.add.reduceat(weights, self.action_offset[:-1])
        near = np.abs(sums - leading) <= 1e-6 * max(total, 1.0)
        if not (total < np.inf and np.all(weights >= 0) and np.all(near)):
            raise ValueError("weights of actions do not sum to the weight that leads to them")

    def behavior(self, plan: Floats) -> Floats:
        """Return the behavior strategy of realization plans, uniform where they never go: (A,)."""
        behavior = np.empty(self.num_actions)
        normalize(self.action_offset, plan, behavior)
        return behavior

    def gradient(self, plan: Floats) -> Floats:
        """Return each sequence's own payoffs against the other players' plans: (A + n,) float64."""
        out = np.empty(self.num_actions + self.num_players)
        gradient(self.arrays, plan, out)
        return out

    def values(self, plan: Floats) -> Floats:
        """Return what each player expects if all follow their plans: (n,) float64."""
        contributions = self.gradient(plan) * plan
        bounds = self.action_offset[self.first_infoset]
        empty = contributions[self.num_actions :]
        return np.array(
            [
                contributions[bounds[p] : bounds[p + 1]].sum() + empty[p]
                for p in range(self.num_players)
            ]
        )


def _distinct(sequences: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the distinct rows, ascending, and for each given row the number of its equal."""
    order = np.lexsort(sequences.T[::-1])
    ordered = sequences[order]
    new = np.ones(len(ordered), dtype=bool)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    members = np.empty(len(ordered), dtype=np.int64)
    members[order] = np.cumsum(new) - 1
    return ordered[new], members


def _chance_reach(tree: GameTree) -> Floats:
    """Chance's contribution to the reach probability of every node: (N,) float64."""
    reach = tree.chance_probability.copy()
    levels = tree.levels.tolist()
    for begin, end in pairwise(levels[1:]):
        reach[begin:end] *= reach[tree.parent[begin:end]]
    return reach
