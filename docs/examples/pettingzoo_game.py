"""A game of this library as a PettingZoo environment, by way of Shimmy's OpenSpiel wrapper.

Three things go wrong in the wrapper of Shimmy 2.0.1, for all OpenSpiel games with chance:

- It counts chance outcomes when it compares a game's length with ``max_game_length()``, which does
  not count them, so games are cut off before their end: every game of Kuhn poker after one action.
- It adds the last rewards again whenever a finished agent leaves: the second player is paid twice,
  the third three times.
- It makes new action spaces at every step, so ``action_space(agent).seed()`` has no effect.
"""

from shimmy import OpenSpielCompatibilityV0


class PettingZooGame(OpenSpielCompatibilityV0):
    """The wrapper without these faults.

    Pass ``game_name`` and the game's parameters as ``config``: the wrapper loads the game again at
    every ``reset()``, and a game object passed as ``env`` would lose its parameters there.
    """

    def _update_termination_truncation(self) -> None:
        self.game_length = 0  # OpenSpiel's games end by themselves
        super()._update_termination_truncation()

    def _end_routine(self) -> bool:
        left: bool = super()._end_routine()
        if left:
            self._clear_rewards()
        return left

    def _update_action_spaces(self) -> None:
        if not self.action_spaces:
            super()._update_action_spaces()
