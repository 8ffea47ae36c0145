"""The network of a learned policy: its weights by name, and its answer in NumPy.

All items (places, cards) go through the same weights; what is true of all of them together reaches
each as mean and maximum, and the item in question goes on beside (Zaheer et al. 2017, *Deep sets*).
:mod:`intrigue.learn.network` is the same in JAX, where it is trained.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from intrigue.search.learned.features import Features

Array = np.ndarray[Any, Any]
Weights = Mapping[str, Array]

WIDTH = 48
"""Numbers that an item is turned into, in both layers."""
WHOLE_WIDTH = 96
"""Numbers that the whole is turned into."""


def shapes(
    features: Features, width: int = WIDTH, whole_width: int = WHOLE_WIDTH
) -> dict[str, Any]:
    """Return the shape of every array of weights, by name."""
    pooled = 3 * width
    return {
        "item1": (features.item_size, width),
        "whole1": (features.whole_size, width),
        "bias1": (width,),
        "item2": (width, width),
        "whole2": (pooled, width),
        "bias2": (width,),
        "pooled": (pooled, whole_width),
        "whole3": (features.whole_size, whole_width),
        "bias3": (whole_width,),
        "item_scores": (width, features.item_scores),
        "whole_on_items": (whole_width, features.item_scores),
        "bias_items": (features.item_scores,),
        "whole_scores": (whole_width, features.whole_scores),
        "bias_whole": (features.whole_scores,),
        "value": (whole_width,),
        "bias_value": (),
    }


def answer(weights: Weights, terms: Array, items: Any, whole: Any, np: Any = np) -> Any:
    """Return the logits of all actions, and what the player to move expects.

    Parameters
    ----------
    weights
        Arrays as :func:`shapes` says.
    terms
        (scores, actions) float32: which scores an action is the sum of, see :func:`summing`.
    items, whole
        (B, items, item numbers) and (B, whole numbers) float32.
    np
        NumPy, or what has its functions.

    Returns
    -------
    logits, value : (B, actions), (B,)
    """
    w = weights
    focus = items[:, :, :1]

    def pool(hidden: Any) -> Any:
        marked = (hidden * focus).sum(axis=1)
        return np.concatenate([hidden.mean(axis=1), hidden.max(axis=1), marked], axis=1)

    hidden = np.maximum(items @ w["item1"] + (whole @ w["whole1"] + w["bias1"])[:, None], 0)
    context = pool(hidden) @ w["whole2"] + w["bias2"]
    hidden = np.maximum(hidden @ w["item2"] + context[:, None], 0)
    over_all = np.maximum(pool(hidden) @ w["pooled"] + whole @ w["whole3"] + w["bias3"], 0)
    of_items = hidden @ w["item_scores"]
    of_items = of_items + (over_all @ w["whole_on_items"] + w["bias_items"])[:, None]
    of_whole = over_all @ w["whole_scores"] + w["bias_whole"]
    nothing = np.zeros_like(of_whole[:, :1])
    scores = np.concatenate([nothing, of_whole, of_items.reshape(len(items), -1)], axis=1)
    return scores @ terms, over_all @ w["value"] + w["bias_value"]


def summing(features: Features) -> Array:
    """Return the matrix that adds up the scores of each action: (scores, actions) float32."""
    matrix = np.zeros((features.scores, len(features.terms)), np.float32)
    for action, terms in enumerate(features.terms):
        for term in terms:
            matrix[term, action] += 1.0
    return matrix
