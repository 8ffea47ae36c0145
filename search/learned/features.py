"""What a network sees of a game, and which of its scores stand for which action.

A game declares *items* that are alike (places, cards), each with numbers of its own, and numbers
about the *whole*: as the player to move knows them, that player first. A network treats all items
alike, with the same weights, so what it learns of one place holds for all. Its scores are one for
each item and way to use it, and some for the whole; an action's score is a sum of a few of them
(:attr:`Features.terms`).

A game's features are a compiled function ``write(state, player, items, whole)`` that writes to
zeroed float32 arrays, (items, item numbers) and (whole numbers,). It may read only what `player`
knows. The first number of an item is 1 where the decision is about this item, else 0.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.dispatch import generic, specialise
from intrigue.games.core.kernel import Kernel
from intrigue.games.openspiel import KernelGame

Array = np.ndarray[Any, Any]

NO_SCORE = 0
"""The number of a score that is always 0."""


@dataclass(frozen=True)
class Features:
    """How many numbers there are, and what actions are made of.

    Attributes
    ----------
    items, item_size, whole_size : int
        How many items there are, numbers of each, numbers of the whole.
    whole_scores, item_scores : int
        Scores of the whole, and of each item.
    terms : (actions, 3) int64
        The numbers of the scores whose sum is an action's: :data:`NO_SCORE`, then the scores of the
        whole, then those of the first item, of the second ...; see :meth:`whole` and :meth:`item`.
    """

    items: int
    item_size: int
    whole_size: int
    whole_scores: int
    item_scores: int
    terms: Array

    @property
    def scores(self) -> int:
        """How many scores there are in all, the one that is always 0 among them."""
        return 1 + self.whole_scores + self.items * self.item_scores


class Terms:
    """Gathers the terms of all actions.

    Parameters
    ----------
    actions, whole_scores, item_scores : int
    """

    def __init__(self, actions: int, whole_scores: int, item_scores: int) -> None:
        self._whole_scores = whole_scores
        self._item_scores = item_scores
        self.terms = np.full((actions, 3), NO_SCORE)

    def whole(self, action: int, score: int) -> None:
        """Let an action be a score of the whole."""
        self.terms[action, 0] = 1 + score

    def item(self, action: int, score: int, *items: int) -> None:
        """Let an action be the sum of one score of one or two items."""
        for slot, item in enumerate(items, 1):
            self.terms[action, slot] = 1 + self._whole_scores + item * self._item_scores + score


@generic
def write_features(state: Any, player: int, items: Any, whole: Any) -> None:
    """Write what `player` knows to the zeroed float32 arrays `items` and `whole`."""


_DECLARED: dict[np.dtype[Any], Callable[[Any], Features]] = {}
_SOURCES: dict[np.dtype[Any], Path] = {}


def register(
    kernel: Kernel, write: Callable[..., None], declare: Callable[[Any], Features]
) -> None:
    """Make `write`, compiled with ``compiler.jit``, the features of a kernel's game.

    `declare` returns their :class:`Features` for a record at the start of a game.
    """
    _DECLARED[kernel.dtype] = declare
    _SOURCES[kernel.dtype] = Path(inspect.getfile(inspect.unwrap(write)))
    specialise(write_features, kernel.dtype, write)


def has_features(game: Any) -> bool:
    """Return whether networks can see this game."""
    return isinstance(game, KernelGame) and game.definition.kernel.dtype in _DECLARED


def features_of(game: KernelGame) -> Features:
    """Return what a network sees of a game.

    Raises
    ------
    ValueError
        In one line, if no features were declared for it.
    """
    if not has_features(game):
        raise ValueError(f"no network can see {game.get_type().short_name} yet")
    return _DECLARED[game.definition.kernel.dtype](game.new_initial_state().record[0])


def source_of_features(kernel: Kernel) -> Path:
    """Return the module of the features of the kernel's game, which has some."""
    return _SOURCES[kernel.dtype]
