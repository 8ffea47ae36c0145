"""Bots as OpenSpiel knows them: what every bot of this library shares.

A bot of one's own is a subclass of `Bot` that says what it does at a state (`step_with_policy`), or
of `DrawingBot` that says with which probabilities it acts (`probabilities`).
"""

import hashlib
from abc import abstractmethod
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.rng import new_rng, random_index
from intrigue.games.openspiel import KernelState

Array = np.ndarray[Any, Any]
ActionProbabilities = list[tuple[int, float]]
"""(action, probability) of every action that a bot may take."""


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that knows its policy. Subclasses give :meth:`step_with_policy`.

    Parameters
    ----------
    player_id
        Its seat.
    seed
        Any integer of 64 bits, for bots that use random numbers.
    """

    def __init__(self, player_id: int = 0, seed: int = 0) -> None:
        super().__init__()
        self._player_id = player_id
        self.seed = seed

    @abstractmethod
    def step_with_policy(self, state: Any) -> tuple[ActionProbabilities, int]:
        """Return the policy at `state`, and the action drawn from it."""

    def player_id(self) -> int:
        """Return the seat this bot was made for."""
        return self._player_id

    def provides_policy(self) -> bool:
        """Say that :meth:`get_policy` can be called."""
        return True

    def get_policy(self, state: Any) -> ActionProbabilities:
        """Return (action, probability) of every action that may be taken."""
        return self.step_with_policy(state)[0]

    def step(self, state: Any) -> int:
        """Return the action to take."""
        return self.step_with_policy(state)[1]

    def restart(self) -> None:
        """Get ready for a new game: nothing is remembered between moves."""

    def restart_at(self, state: Any) -> None:
        """Get ready to play from `state`."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Take note of somebody's action: nothing to do, the state tells everything."""


class DrawingBot(Bot):
    """A bot that draws its actions from its policy. Subclasses give :meth:`probabilities`.

    Random numbers are derived from the bot's seed, the number of games it has begun and the
    information state at hand, nothing else: a bot moves the same on any machine, in any process,
    and whatever the true hidden world is.
    """

    def __init__(self, player_id: int = 0, seed: int = 0) -> None:
        super().__init__(player_id, seed)
        self._games = 0

    @abstractmethod
    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the legal actions of the player to move and the probability of each."""

    def restart(self) -> None:
        """Get ready for a new game; from the second one on, random numbers are others."""
        self._games += 1

    def rng(self, state: Any) -> Array:
        """Return the generator for the decision at `state`."""
        return new_rng(self.seed, information_seed(state) + max(0, self._games - 1))

    def step_with_policy(self, state: Any) -> tuple[ActionProbabilities, int]:
        """Return the policy and the action drawn from it.

        Raises
        ------
        ValueError
            If no player is to move.
        """
        if state.current_player() < 0:
            raise ValueError("a bot can only move where a player is to move")
        rng = self.rng(state)
        actions, probs = self.probabilities(state, rng)
        policy = list(zip(actions, probs.tolist(), strict=True))
        return policy, actions[int(random_index(rng, probs, len(probs)))]


class RandomBot(DrawingBot):
    """Plays uniformly at random; works in every OpenSpiel game."""

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the same probability for every legal action."""
        actions = state.legal_actions()
        return actions, np.full(len(actions), 1.0 / len(actions))


def information_seed(state: Any) -> int:
    """Return 62 bits that follow from what the player to move has seen, and from nothing else."""
    player = state.current_player()
    if isinstance(state, KernelState):
        return state.information_state_hash(player)[0] >> 2
    digest = hashlib.blake2b(_information_text(state, player).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 2


def _information_text(state: Any, player: int) -> str:
    if state.get_game().get_type().provides_information_state_string:
        return str(state.information_state_string(player))
    return str(state.observation_string(player)) + str(state.move_number())
