"""What all bots that search share, whether through compiled rules or through OpenSpiel."""

from abc import abstractmethod
from typing import Any

import numpy as np

from intrigue.games.bots import ActionProbabilities, DrawingBot, information_seed
from intrigue.search.options import Options
from intrigue.search.search_result import SearchResult

Array = np.ndarray[Any, Any]


class SearchingBot(DrawingBot):
    """Plays by search.

    Attributes
    ----------
    options
        See `Options`.
    last
        What the last search found, None before the first. A forced move is not searched.
    """

    def __init__(self, player_id: int, options: Options, seed: int) -> None:
        super().__init__(player_id, seed)
        self.options = options
        self.last: SearchResult | None = None
        self._answer: tuple[int, ActionProbabilities, int] | None = None

    @abstractmethod
    def _search(self, state: Any, rng: Array, until_decided: bool) -> SearchResult:
        """Search `state`; with `until_decided` perhaps only until its move cannot change."""

    def restart(self) -> None:
        """Forget everything about the last game."""
        super().restart()
        self.last = self._answer = None

    def search(self, state: Any) -> SearchResult:
        """Search `state` with the whole budget and return what was found, forced move or not."""
        self.last = self._search(state, self.rng(state), until_decided=False)
        return self.last

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Search and return the policy by the option ``final``."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions, np.ones(1)
        self.last = self._search(state, rng, until_decided=True)
        return self.last.actions, self.last.policy(self.options.final)

    def step_with_policy(self, state: Any) -> tuple[ActionProbabilities, int]:
        """Return the policy and the action drawn from it.

        Asked again about the same information state, a bot that reuses its tree answers the same
        without searching on.
        """
        if not self.options.reuse or state.current_player() < 0:
            return super().step_with_policy(state)
        seen = information_seed(state)
        if self._answer is None or self._answer[0] != seen:
            self._answer = (seen, *super().step_with_policy(state))
        return self._answer[1:]
