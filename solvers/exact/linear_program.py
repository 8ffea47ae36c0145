"""Exact Nash equilibria of two-player zero-sum games by the sequence-form linear program.

Player 0's realization plan x and the values q of player 1's information sets solve

    maximise q_root   subject to   E x = e,   F' q <= A' x,   x >= 0

with A the sparse payoffs by pairs of sequences and E, F the plans' flow constraints; player 1's
plan is the dual solution of the inequalities. Sources: von Stengel 1996, "Efficient computation of
behavior strategies"; Koller, Megiddo and von Stengel 1996.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csc_matrix, csr_matrix, hstack

from intrigue.games.core.types import Array
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm


@dataclass(frozen=True)
class Equilibrium:
    """A Nash equilibrium.

    Attributes
    ----------
    value : float
        What player 0 gets.
    behavior : (A,) float64
        Both players' behavior strategies, uniform where they never go.
    exploitability : float
        Of `behavior`, by exact best responses: the solver's rounding, about 1e-9.
    """

    value: float
    behavior: Floats
    exploitability: float


def nash_equilibrium(game: GameTree | SequenceForm, time_limit: float | None = None) -> Equilibrium:
    """Solve a two-player zero-sum game exactly.

    Parameters
    ----------
    game : GameTree or SequenceForm
    time_limit : float
        Seconds after which the solver gives up; None for no limit. Hundreds of information sets
        take well below a second, ten thousands may take hours: use CFR there.

    Raises
    ------
    ValueError
        The game has not two players or is not constant-sum.
    RuntimeError
        The solver found no solution (for example within the time limit).
    """
    form = SequenceForm.of(game) if isinstance(game, GameTree) else game
    if form.num_players != 2:
        raise ValueError(
            f"the linear program needs 2 players, {form.tree.game} has {form.num_players}"
        )
    if not form.tree.is_constant_sum:
        raise ValueError(f"the linear program needs a zero-sum game, {form.tree.game} is not")
    own, other = (_Treeplex.of(form, player) for player in (0, 1))
    payoffs = _payoffs(form, own, other)
    # Variables: x (own sequences, >= 0), then q (a value an information set of the other, and one
    # for the root's constraint), free.
    cost = np.zeros(own.size + other.rows)
    cost[own.size] = -1.0
    inequalities = hstack([-payoffs.T, other.flow.T], format="csc")
    equalities = hstack([own.flow, csc_matrix((own.rows, other.rows))], format="csc")
    result = linprog(
        cost,
        A_ub=inequalities,
        b_ub=np.zeros(other.size),
        A_eq=equalities,
        b_eq=own.total,
        bounds=[(0, None)] * own.size + [(None, None)] * other.rows,
        method="highs",
        options={} if time_limit is None else {"time_limit": time_limit},
    )
    if not result.success:
        raise RuntimeError(f"no equilibrium of {form.tree.game} found: {result.message}")
    plan = np.ones(form.num_actions + 2)
    plan[own.sequences[1:]] = np.maximum(result.x[1 : own.size], 0.0)
    plan[other.sequences[1:]] = np.maximum(-result.ineqlin.marginals[1:], 0.0)
    behavior = form.behavior(plan)
    value = float(form.values(form.plan(behavior))[0])
    return Equilibrium(value, behavior, exploitability(form, behavior))


@dataclass(frozen=True)
class _Treeplex:
    """One player's sequences, the empty one first, and the constraints of their plans."""

    sequences: Array
    local: Array
    flow: csr_matrix
    total: Floats

    @property
    def size(self) -> int:
        return len(self.sequences)

    @property
    def rows(self) -> int:
        return len(self.total)

    @classmethod
    def of(cls, form: SequenceForm, player: int) -> _Treeplex:
        first, last = form.first_infoset[player : player + 2].tolist()
        offsets = form.action_offset[first : last + 1].astype(np.int64)
        empty = form.num_actions + player
        sequences = np.concatenate([[empty], np.arange(offsets[0], offsets[-1])])
        local = np.full(form.num_actions + form.num_players, -1)
        local[sequences] = np.arange(len(sequences))
        sets = last - first
        # Row 0: the empty sequence has weight 1. Row i: actions sum to what leads there.
        rows = [
            np.zeros(1, np.int64),
            np.repeat(np.arange(1, sets + 1), offsets[1:] - offsets[:-1]),
        ]
        rows.append(np.arange(1, sets + 1))
        columns = [np.zeros(1, np.int64), np.arange(1, len(sequences))]
        columns.append(local[form.parent[first:last]])
        ones = np.ones(len(sequences))
        entries = np.concatenate([ones, -np.ones(sets)])
        flow = csr_matrix(
            (entries, (np.concatenate(rows), np.concatenate(columns))),
            shape=(sets + 1, len(sequences)),
        )
        total = np.zeros(sets + 1)
        total[0] = 1.0
        return cls(sequences, local, flow, total)


def _payoffs(form: SequenceForm, own: _Treeplex, other: _Treeplex) -> csr_matrix:
    """Player 0's payoffs by (own sequence, other's sequence)."""
    row = form.row.astype(np.int64)
    counts = row[1:] - row[:-1]
    owner = np.repeat(np.arange(len(counts)), counts)
    mine = own.local[owner] >= 0
    return csr_matrix(
        (form.value[mine], (own.local[owner[mine]], other.local[form.others[mine]])),
        shape=(own.size, other.size),
    )
