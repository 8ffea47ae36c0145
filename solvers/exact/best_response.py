"""Exact best responses, NashConv and exploitability on a game's arrays.

A best response maximises bottom-up over a player's treeplex against the other players' realization
plans, so it costs one pass over the payoffs and one over the information sets. For two players and
constant sum, exploitability bounds how far a strategy is from a Nash equilibrium; with more
players or general sums NashConv is still zero exactly at Nash equilibria, but no algorithm here
promises to bring it there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.types import Array
from intrigue.solvers.trees.passes import FormArrays, row_value
from intrigue.solvers.trees.sequence_form import Floats, SequenceForm


@dataclass(frozen=True)
class BestResponse:
    """A best response of one player.

    Attributes
    ----------
    player : int
    value : float
        What the player gets by it, the others' strategies fixed.
    behavior : (A,) float64
        Pure: 1 for the first best action of each of the player's information sets; zero at the
        information sets of other players.
    """

    player: int
    value: float
    behavior: Floats


def best_response(game: SequenceForm, behavior: Floats, player: int) -> BestResponse:
    """Return `player`'s best response to the others' part of a behavior strategy.

    Parameters
    ----------
    game : SequenceForm
    behavior : (A,) float64
        Action probabilities at every information set; the player's own are ignored.
    player : int

    Raises
    ------
    ValueError
        There is no such player, or `behavior` is no behavior strategy.
    """
    if not 0 <= player < game.num_players:
        raise ValueError(f"player must be 0..{game.num_players - 1}, got {player}")
    plan = game.plan(behavior)
    choice = np.zeros(game.num_actions)
    below = np.zeros(len(plan))
    value = _respond(player, game.arrays, plan, below, choice)
    return BestResponse(player, float(value), choice)


def best_response_values(game: SequenceForm, plan: Floats) -> Floats:
    """Return each player's value of best responding to the others' realization plans: (n,)."""
    below = np.zeros(len(plan))
    choice = np.zeros(0)
    return np.array(
        [_respond(p, game.arrays, plan, below, choice) for p in range(game.num_players)]
    )


def nash_conv(game: SequenceForm, behavior: Floats) -> float:
    """Return the sum over players of what a best response would gain over `behavior` (A,).

    It equals `pyspiel.nash_conv` (Lanctot et al. 2017); zero exactly at a Nash equilibrium.
    """
    return nash_conv_of_plan(game, game.plan(behavior))


def nash_conv_of_plan(game: SequenceForm, plan: Floats) -> float:
    """Return NashConv of realization plans (A + n,)."""
    gains = best_response_values(game, plan) - game.values(plan)
    return float(gains.sum())


def exploitability(game: SequenceForm, behavior: Floats) -> float:
    """Return NashConv divided by the number of players.

    For two players and constant sum this is `pyspiel.exploitability`: what a best responder wins
    on average over both seats beyond the value of the game.
    """
    return nash_conv(game, behavior) / game.num_players


def exploitability_name(num_players: int, *, constant_sum: bool) -> str:
    """Return the name under which people are shown :func:`exploitability` of a game.

    Only for two players and constant sum it says what a strategy may lose against anybody; in other
    games it is called what it is computed as.
    """
    return "exploitability" if num_players == 2 and constant_sum else f"NashConv / {num_players}"


@jit
def _respond(player: int, form: FormArrays, plan: Array, below: Array, choice: Array) -> float:
    """Value of a best response; `below` (A + n,) zeros, left zero; `choice` (A,) or empty."""
    offset, parent = form.action_offset, form.parent
    row, others, value = form.row, form.others, form.value
    for infoset in range(form.first_infoset[player + 1] - 1, form.first_infoset[player] - 1, -1):
        begin, end = offset[infoset], offset[infoset + 1]
        best, best_k = -np.inf, begin
        for k in range(begin, end):
            total = below[k] + row_value(k, row, others, value, plan)
            below[k] = 0.0
            if total > best:
                best, best_k = total, k
        below[parent[infoset]] += best
        if len(choice):
            choice[best_k] = 1.0
    empty = offset[-1] + player
    total = below[empty] + row_value(empty, row, others, value, plan)
    below[empty] = 0.0
    return float(total)
