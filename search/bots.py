"""Bots for the games of this package: by rule of thumb, and by search over compiled rules.

Within a game, a search bot without tree reuse is a function of (seed, information state).
"""

from typing import Any, Protocol

import numpy as np

from intrigue.games.bots import DrawingBot
from intrigue.games.core import driver
from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import current_player, legal_actions
from intrigue.games.core.rng import random_unit
from intrigue.games.openspiel import KernelGame, KernelState
from intrigue.search.kernel_search import KernelSearch
from intrigue.search.options import Options
from intrigue.search.scripted.registry import scripted_weights
from intrigue.search.search_result import SampledWorlds, SearchResult
from intrigue.search.searching_bot import SearchingBot
from intrigue.search.thumbs.registry import thumb_weights

Array = np.ndarray[Any, Any]


class Believed(Protocol):
    """Worlds that a player cannot tell apart, as somebody keeps and weighs them.

    `records` and `weights` are arrays (W,), weights sum to one; `counted` says whether these are
    all worlds, and `effective` how many equally likely ones would say as much.
    """

    @property
    def records(self) -> Array: ...  # noqa: D102

    @property
    def weights(self) -> Array: ...  # noqa: D102

    @property
    def counted(self) -> bool: ...  # noqa: D102

    @property
    def effective(self) -> float: ...  # noqa: D102

    def drawn(self, count: int, offset: float) -> Array:
        """Return so many records drawn by their weights, in random order.

        `offset` in [0, 1) is all the chance in it.
        """


class ThumbBot(DrawingBot):
    """Plays by the game's rule of thumb (see `thumbs.registry`), drawing by its weights."""

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the rule's weights, scaled to sum to one."""
        actions, weights = list_thumb_weights(state.record)
        return actions.tolist(), weights / weights.sum()


@jit
def list_thumb_weights(states: Array) -> Any:
    """Return the legal actions of ``states[0]`` (int64) and the rule of thumb's weights."""
    actions = np.empty(driver.MAX_CHOICES, np.int64)
    weights = np.empty(driver.MAX_CHOICES)
    n = legal_actions(states[0], actions)
    thumb_weights(states[0], current_player(states[0]), actions, n, weights)
    return actions[:n].copy(), weights[:n].copy()


class ScriptedBot(DrawingBot):
    """Plays by one of the game's scripts (see `scripted.registry`), drawing by its weights.

    Parameters
    ----------
    script
        The number of the script in its game.
    player_id, seed
        Its seat, and any integer of 64 bits.
    """

    def __init__(self, script: int, player_id: int = 0, seed: int = 0) -> None:
        super().__init__(player_id, seed)
        self._script = script

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the script's weights, scaled to sum to one."""
        actions, weights = list_scripted_weights(state.record, self._script)
        return actions.tolist(), weights / weights.sum()


@jit
def list_scripted_weights(states: Array, script: int) -> Any:
    """Return the legal actions of ``states[0]`` (int64) and the weights of a script."""
    actions = np.empty(driver.MAX_CHOICES, np.int64)
    weights = np.empty(driver.MAX_CHOICES)
    n = legal_actions(states[0], actions)
    scripted_weights(states[0], script, current_player(states[0]), actions, n, weights)
    return actions[:n].copy(), weights[:n].copy()


class SearchBot(SearchingBot):
    """Plays by search over the kernel of one of this package's games.

    Parameters
    ----------
    game
        A game of `intrigue.games` (``pyspiel.load_game("python_...")``).
    player_id, options, seed
        Its seat, see `Options`, and any integer of 64 bits.
    """

    def __init__(
        self, game: KernelGame, player_id: int, options: Options | None = None, seed: int = 0
    ) -> None:
        super().__init__(player_id, options or Options(), seed)
        self._searched = KernelSearch(game.definition, self.options)

    def restart(self) -> None:
        """Forget everything about the last game."""
        super().restart()
        self._searched.forget()

    def _search(self, state: KernelState, rng: Array, until_decided: bool) -> SearchResult:
        """Search; one for the most visited move may end as soon as no other could catch up."""
        root = self._searched.root(state.record, state.history(), state.current_player())
        return self._searched.search(root, rng, until_decided)

    def search_in(self, state: KernelState, believed: Believed) -> SearchResult:
        """Search `state` in worlds that somebody else keeps, with the whole budget.

        Of `state` only what the player to move has seen matters.
        """
        rng = self.rng(state)
        root = self._searched.root(state.record, state.history(), state.current_player())
        worlds = believed.drawn(self._searched.options.world_count, float(random_unit(rng)))
        sampled = SampledWorlds(worlds, len(worlds), believed.effective)
        self.last = self._searched.search(root, rng, sampled=sampled)
        return self.last
