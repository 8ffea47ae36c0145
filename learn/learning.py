"""Learning from play: how good moves were, and the step of the weights that follows.

Proximal policy optimisation (Schulman et al. 2017) with generalised advantages (Schulman et al.
2016), each player's decisions a sequence of its own, and a bonus for entropy: the *temperature*,
lowered slowly, keeps self-play from running in circles and mixed strategies from being given up
too early (compare Sokol et al. 2023 on magnetic mirror descent). Advantages are taken as they are:
scaled to one spread, they made play collapse.
"""

from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from intrigue.games.core.compiler import jit
from intrigue.learn.network import answer

Array = np.ndarray[Any, Any]

DISCOUNT = 0.99
"""What a return is worth one decision of the player earlier."""
LAMBDA = 0.95
"""How far advantages trust what happened over what was expected."""
CLIP = 0.2
"""By how much one round may change the chance of an action that it judges."""
VALUE_SHARE = 0.5
"""Weight of the error of values beside that of the policy."""
MOST_GRADIENT = 0.5
"""Norm to which gradients are cut."""


@jit(nogil=True)
def judge(
    mover: Any, value: Any, ended: Any, final: Any, advantage: Any, target: Any, judged: Any
) -> None:
    """Write how much better decisions were than expected, and what values should have been.

    Parameters
    ----------
    mover, value : (T, B) int64, (T, B) float32
        Who decided at each step of each table, and expected what.
    ended : (T, B) bool
        Whether the game ended after this step, before the next.
    final : (T, B, players) float32
        What each player got then.
    advantage, target : (T, B) float32
        Written.
    judged : (T, B) bool
        Written: False for a player's last decision here in a game that goes on.
    """
    steps, tables = mover.shape
    players = final.shape[2]
    following = np.zeros(players)
    gained = np.zeros(players)
    known = np.zeros(players, np.bool_)
    for b in range(tables):
        known[:] = False
        for t in range(steps - 1, -1, -1):
            if ended[t, b]:
                for p in range(players):
                    following[p] = final[t, b, p] / DISCOUNT
                    gained[p] = 0.0
                    known[p] = True
            p = mover[t, b]
            judged[t, b] = known[p]
            better = DISCOUNT * following[p] - value[t, b] if known[p] else 0.0
            gained[p] = better + DISCOUNT * LAMBDA * gained[p] if known[p] else 0.0
            advantage[t, b] = gained[p]
            target[t, b] = value[t, b] + gained[p]
            following[p] = value[t, b]
            known[p] = True


class Batch(NamedTuple):
    """Decisions to learn from, N of them.

    Attributes
    ----------
    items, whole, legal
        What was seen.
    taken, chance
        The action (int64), and its probability when it was taken; 0 where nothing is learnt from it
        about the policy.
    advantage, target
        As :func:`judge` writes them.
    weight
        1 for a decision that counts, else 0.
    """

    items: Any
    whole: Any
    legal: Any
    taken: Any
    chance: Any
    advantage: Any
    target: Any
    weight: Any


def loss(weights: Any, terms: Any, batch: Batch, temperature: Any) -> Any:
    """Return what is to be made small, averaged over a batch."""
    logits, value = answer(weights, terms, batch.items, batch.whole)
    logs = jax.nn.log_softmax(jnp.where(batch.legal, logits, -1e9))
    counts = jnp.maximum(batch.weight.sum(), 1.0)
    taken = jnp.take_along_axis(logs, batch.taken[:, None], axis=1)[:, 0]
    by_policy = batch.chance > 0
    ratio = jnp.exp(taken - jnp.log(jnp.where(by_policy, batch.chance, 1.0)))
    clipped = jnp.clip(ratio, 1.0 - CLIP, 1.0 + CLIP)
    gain = jnp.minimum(ratio * batch.advantage, clipped * batch.advantage)
    entropy = -(jnp.exp(logs) * jnp.where(batch.legal, logs, 0.0)).sum(axis=1)
    error = (value - batch.target) ** 2
    per_decision = -jnp.where(by_policy, gain, 0.0) - temperature * entropy + VALUE_SHARE * error
    return (per_decision * batch.weight).sum() / counts


@cache
def optimiser(rate: float, steps: int) -> optax.GradientTransformation:
    """Return Adam with gradients cut to a norm, and a rate that falls to 0 in so many steps.

    The same object for the same numbers: JAX compiles :func:`improve` once for each.
    """
    falling = optax.linear_schedule(rate, 0.0, steps)
    return optax.chain(optax.clip_by_global_norm(MOST_GRADIENT), optax.adam(falling, eps=1e-5))


@partial(jax.jit, static_argnums=0)
def improve(
    transform: optax.GradientTransformation,
    weights: Any,
    state: Any,
    terms: Any,
    batch: Batch,
    temperature: Any,
) -> Any:
    """Return weights and the optimiser's state after one step on a batch."""
    gradient = jax.grad(loss)(weights, terms, batch, temperature)
    change, state = transform.update(gradient, state, weights)
    return optax.apply_updates(weights, change), state
