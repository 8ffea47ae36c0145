"""The network of :mod:`intrigue.search.learned.network` in JAX: beginning and answering."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from intrigue.search.learned import network
from intrigue.search.learned.features import Features

Array = np.ndarray[Any, Any]

SMALL = 0.01
"""How much smaller the last layers begin: the first policy is nearly uniform, values nearly 0."""


def begin(features: Features, seed: int) -> dict[str, Array]:
    """Return random weights: He et al. (2015) for rectified layers, small ones for the last."""
    rng = np.random.default_rng(seed)
    weights = {}
    for name, shape in network.shapes(features).items():
        scale = np.sqrt(2.0 / shape[0]) if len(shape) == 2 else 0.0
        if name in ("item_scores", "whole_on_items", "whole_scores", "value"):
            scale = SMALL
        weights[name] = (scale * rng.standard_normal(shape)).astype(np.float32)
    return weights


def answer(weights: Any, terms: Any, items: Any, whole: Any) -> tuple[jax.Array, jax.Array]:
    """Return logits and values, as :func:`intrigue.search.learned.network.answer` does."""
    return network.answer(weights, terms, items, whole, jnp)  # type: ignore[no-any-return]
