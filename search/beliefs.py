"""What a player believes: worlds sampled uniformly, or weighed by how the opponents acted.

*Uniform*: worlds as `kernel.resample` gives them: chance by its probability, hidden choices of the
opponents uniform. What the opponents did in the open counts for nothing.

*Particles*: many uniform worlds, each weighed by the likelihood of the opponents' actions in it
under a model of them, relative to an opponent who acts uniformly at random (which is what the
sampling assumes). With the uniform model all weights are one, so the two beliefs coincide. The
weights are exact if the opponents' public decisions offer the same number of actions in all worlds.
The model errs with probability `MISTAKES`, so no world is ever ruled out that was possible.
If few particles carry nearly all weight, the weights are flattened (raised to a power below one)
until the effective sample size is a share `LEAST_EFFECTIVE` of the particles: the belief can be
blunt, never empty. Particle filters: Doucet and Johansen (2009); tempering: Del Moral et al.
(2006).
"""

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES
from intrigue.games.core.kernel import (
    CHANCE,
    apply,
    current_player,
    legal_actions,
    resample,
    returns,
)
from intrigue.games.core.rng import random_unit
from intrigue.search.ismcts import RANDOM, Scratch, roll_out
from intrigue.search.thumbs.rule_of_thumb import thumb_weights
from intrigue.search.worlds import sample_worlds

Array = np.ndarray[Any, Any]

UNIFORM_MODEL, THUMB_MODEL, ROLLOUT_MODEL = 0, 1, 2
MODELS = {"uniform": UNIFORM_MODEL, "thumb": THUMB_MODEL, "rollouts": ROLLOUT_MODEL}

MISTAKES = 0.1
"""Probability with which a modelled opponent acts uniformly at random instead."""

LEAST_EFFECTIVE = 0.05
"""Smallest effective sample size that is accepted, as a share of the particles."""

RECENT = 4
"""How many of the opponents' last decisions the rollout model looks at (it is expensive)."""

ROLLOUTS = 4
"""Rollouts an action of the rollout model."""

TEMPERATURE = 0.1
"""Of the softmax over values (scaled to 0..1) in the rollout model."""


class Position(NamedTuple):
    """Where a search starts.

    The true state and the start of the game (arrays of one record), the history that leads from one
    to the other (int64), and the player who searches.

    Of the state and history only what the player saw matters.
    """

    states: Array
    start: Array
    history: Array
    player: int


@dataclass(frozen=True)
class Belief:
    """Equally likely worlds (records; OpenSpiel states in other games) and what they are worth.

    `particles` were sampled; `effective` is the effective sample size of their weights.
    """

    worlds: Any = field(repr=False)
    particles: int
    effective: float


def uniform_belief(position: Position, count: int, rng: Array) -> Belief:
    """Return `count` worlds that the player cannot tell from the true one."""
    worlds = np.zeros(count, position.states.dtype)
    states, start, history, player = position
    sample_worlds(states, start, history, player, worlds, rng)
    return Belief(worlds, count, float(count))


def particle_belief(
    position: Position,
    count: int,
    particles: int,
    model: int,
    scale: tuple[float, float],
    scratch: Scratch,
    rng: Array,
) -> Belief:
    """Return `count` worlds drawn from `particles` ones by the likelihood of the opponents' acts.

    `scale` is the lowest return and the span of the returns of the game.
    """
    worlds = np.zeros(particles, position.states.dtype)
    log_weights = np.zeros(particles)
    states, start, history, player = position
    _sample_and_weigh(
        states, start, history, player, worlds, log_weights, model, scale, scratch, rng
    )
    weights, effective = tempered(log_weights, LEAST_EFFECTIVE * particles)
    chosen = systematic(weights, count, float(random_unit(rng)))
    drawn = np.zeros(count, worlds.dtype)
    _gather(worlds, chosen, drawn)
    return Belief(drawn, particles, effective)


def effective_sample_size(weights: Array) -> float:
    """Return (sum of weights)**2 / sum of squared weights: 1 to the number of weights."""
    return float(weights.sum() ** 2 / np.square(weights).sum())


def tempered(log_weights: Array, least: float) -> tuple[Array, float]:
    """Return weights (summing to one) and their effective sample size, at least `least`.

    They are proportional to ``exp(power * log_weights)`` with the largest power in 0..1 (found by
    bisection) that keeps the effective sample size.
    """

    def weights_at(power: float) -> Array:
        weights = np.exp(power * (log_weights - log_weights.max()))
        return weights / weights.sum()  # type: ignore[no-any-return]

    low, high = 0.0, 1.0
    if effective_sample_size(weights_at(1.0)) >= least:
        low = 1.0
    else:
        for _ in range(40):
            middle = (low + high) / 2
            if effective_sample_size(weights_at(middle)) >= least:
                low = middle
            else:
                high = middle
    weights = weights_at(low)
    return weights, effective_sample_size(weights)


def systematic(weights: Array, count: int, offset: float) -> Array:
    """Draw `count` indices, int64, by weights that sum to one, with one uniform `offset` in [0, 1).

    Systematic resampling: index i is drawn floor or ceil of ``count * weights[i]`` times.
    """
    points = (np.arange(count) + offset) / count
    chosen: Array = np.searchsorted(np.cumsum(weights), points, side="right")
    return np.minimum(chosen, len(weights) - 1)  # type: ignore[no-any-return]


@jit
def _gather(worlds: Array, chosen: Array, out: Array) -> None:
    """Set `out` to ``worlds[chosen]`` (NumPy would copy field by field)."""
    for i in range(len(chosen)):
        out[i] = worlds[chosen[i]]


@jit
def _sample_and_weigh(
    states: Array,
    start: Array,
    history: Array,
    player: int,
    worlds: Array,
    log_weights: Array,
    model: int,
    scale: tuple[float, float],
    scratch: Scratch,
    rng: Array,
) -> None:
    """Fill `worlds` and the logarithms of their weights."""
    sampled = np.empty(2 * len(history) + 64, np.int64)
    probs = np.empty(MAX_CHOICES)
    for i in range(len(worlds)):
        length = resample(states[0], history, player, rng, sampled)
        world = worlds[i : i + 1]
        decisions = 0  # of the opponents, still to come
        if model == ROLLOUT_MODEL:
            decisions = _count_decisions(start, sampled, length, player, world)
        world[0] = start[0]
        for j in range(length):
            mover = current_player(world[0])
            if mover != CHANCE and mover != player and model != UNIFORM_MODEL:
                decisions -= 1
                if model == THUMB_MODEL:
                    n = _thumb_model(world[0], mover, scratch, probs)
                elif decisions < RECENT:
                    n = _rollout_model(world, start, sampled[:j], mover, scale, scratch, rng, probs)
                else:
                    n = 0
                for k in range(n):
                    if scratch.choices[k] == sampled[j]:
                        likelihood = (1.0 - MISTAKES) * probs[k] + MISTAKES / n
                        log_weights[i] += math.log(likelihood * n)
            apply(world[0], sampled[j])


@jit
def _count_decisions(start: Array, history: Array, length: int, player: int, work: Array) -> int:
    """Return how many decisions others than `player` took in ``history[:length]``."""
    count = 0
    work[0] = start[0]
    for j in range(length):
        mover = current_player(work[0])
        if mover != CHANCE and mover != player:
            count += 1
        apply(work[0], history[j])
    return count


@jit
def _thumb_model(state: Any, mover: int, scratch: Scratch, probs: Array) -> int:
    """Write legal actions to ``scratch.choices`` and the rule of thumb's policy to `probs`."""
    n = legal_actions(state, scratch.choices)
    thumb_weights(state, mover, scratch.choices, n, probs)
    total = probs[:n].sum()
    for k in range(n):
        probs[k] /= total
    return n  # type: ignore[no-any-return]


@jit
def _rollout_model(
    world: Array,
    start: Array,
    history: Array,
    mover: int,
    scale: tuple[float, float],
    scratch: Scratch,
    rng: Array,
    probs: Array,
) -> int:
    """Write legal actions to ``scratch.choices`` and a softmax over their values to `probs`.

    The values are means of random rollouts from worlds that `mover` thinks possible in `world`.
    """
    n = legal_actions(world[0], scratch.choices)
    low, span = scale
    possible = np.zeros_like(world)
    probs[:n] = 0.0
    for _ in range(ROLLOUTS):
        sample_worlds(world, start, history, mover, possible, rng)
        for k in range(n):
            scratch.states[0] = possible[0]
            apply(scratch.states[0], scratch.choices[k])
            roll_out(scratch.states[0], RANDOM, scratch, rng)
            scratch.returns[:] = 0.0
            returns(scratch.states[0], scratch.returns)
            probs[k] += (scratch.returns[mover] - low) / span / ROLLOUTS
    best = probs[:n].max()
    total = 0.0
    for k in range(n):
        probs[k] = math.exp((probs[k] - best) / TEMPERATURE)
        total += probs[k]
    for k in range(n):
        probs[k] /= total
    return n  # type: ignore[no-any-return]
