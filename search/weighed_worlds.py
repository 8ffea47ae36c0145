"""Worlds weighed by how the opponents acted in them, under a model of the opponents.

Many uniform worlds (see `sampled_worlds`), each weighed by the likelihood of the opponents' actions
in it under the model, relative to an opponent who acts uniformly at random (which is what the
sampling assumes). With the uniform model all weights are one, so the worlds are as they were. The
weights are exact if the opponents' public decisions offer the same number of actions in all worlds.
How weights are softened and worlds drawn by them is in `weighing`.
"""

import math
from typing import Any

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
from intrigue.search.known_policies import RANDOM, THUMB, UNKNOWN, policy_weights
from intrigue.search.sampled_worlds import SearchRoot, sample_worlds
from intrigue.search.search_result import SampledWorlds
from intrigue.search.simulation import Scratch, roll_out
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

ROLLOUT_MODEL = -2
"""Stands for opponents who act by what random rollouts promise, beside `known_policies`."""

MODELS = {"uniform": RANDOM, "thumb": THUMB, "rollouts": ROLLOUT_MODEL}


def particle_worlds(
    root: SearchRoot,
    count: int,
    particles: int,
    model: int,
    scale: tuple[float, float],
    scratch: Scratch,
    rng: Array,
) -> SampledWorlds:
    """Return `count` worlds drawn from `particles` ones by the likelihood of the opponents' acts.

    `model` is one of `MODELS` or of `known_policies`, `scale` the lowest return and the span of the
    returns of the game.
    """
    worlds = np.zeros(particles, root.states.dtype)
    log_weights = np.zeros(particles)
    states, start, history, player = root
    _sample_and_weigh(
        states, start, history, player, worlds, log_weights, model, scale, scratch, rng
    )
    weights, effective = tempered(log_weights, LEAST_EFFECTIVE * particles)
    chosen = systematic(weights, count, float(random_unit(rng)))
    drawn = np.zeros(count, worlds.dtype)
    _gather(worlds, chosen, drawn)
    return SampledWorlds(drawn, particles, effective)


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
            if mover != CHANCE and mover != player and model != RANDOM:
                decisions -= 1
                if model != ROLLOUT_MODEL:
                    n = _policy_model(world[0], model, mover, scratch, probs)
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
def _policy_model(state: Any, policy: int, mover: int, scratch: Scratch, probs: Array) -> int:
    """Write legal actions to ``scratch.choices`` and what a known policy does to `probs`."""
    n = legal_actions(state, scratch.choices)
    policy_weights(state, policy, mover, scratch.choices, n, probs)
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
            roll_out(scratch.states[0], RANDOM, UNKNOWN, mover, scratch, rng)
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
