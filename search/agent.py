"""A bot as an agent of OpenSpiel's reinforcement-learning environments."""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_agent


class BotAgent(rl_agent.AbstractAgent):  # type: ignore[misc]
    """Lets a bot act in ``open_spiel.python.rl_environment``.

    The environment has to be made with ``include_full_state=True``: the bot needs a state to
    search. It looks only at what its player saw in it.
    """

    def __init__(self, bot: pyspiel.Bot, player_id: int, num_actions: int) -> None:
        self._bot = bot
        self._player_id = player_id
        self._num_actions = num_actions

    def step(self, time_step: Any, is_evaluation: bool = False) -> rl_agent.StepOutput | None:
        """Return the bot's action and policy, None where the game is over or another moves.

        Raises
        ------
        ValueError
            If the environment does not hand out states.
        """
        if time_step.first():
            self._bot.restart()
        if time_step.last():
            return None
        if not time_step.observations.get("serialized_state"):
            raise ValueError("make the environment with include_full_state=True")
        if time_step.current_player() != self._player_id:
            return None
        saved = time_step.observations["serialized_state"]
        _, state = pyspiel.deserialize_game_and_state(saved)
        policy, action = self._bot.step_with_policy(state)
        probs = np.zeros(self._num_actions)
        for legal, probability in policy:
            probs[legal] = probability
        return rl_agent.StepOutput(action=action, probs=probs)
