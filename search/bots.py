"""Bots as OpenSpiel knows them: random, rule of thumb, search over kernels, stored policies.

Every bot is a ``pyspiel.Bot`` with ``get_policy`` and ``step_with_policy``. Random numbers are
derived from the bot's seed, the number of games it has begun and the information state at hand,
nothing else: a bot moves the same on any machine, in any process, and whatever the true hidden
world is. Within a game, a bot without tree reuse is a function of (seed, information state).
"""

import hashlib
from abc import abstractmethod
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core import driver
from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import current_player, legal_actions
from intrigue.games.core.rng import new_rng, random_index
from intrigue.games.openspiel import KernelGame, KernelState
from intrigue.search.options import Options
from intrigue.search.searcher import Result, Searcher
from intrigue.search.thumbs.rule_of_thumb import thumb_weights

Array = np.ndarray[Any, Any]
Policy = list[tuple[int, float]]


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that has a policy and draws its moves from it.

    Subclasses give :meth:`probabilities`; `seed` and what the mover saw decide the draw.
    """

    def __init__(self, player_id: int, seed: int = 0) -> None:
        super().__init__()
        self._player_id = player_id
        self.seed = seed
        self._games = 0

    @abstractmethod
    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the legal actions of the player to move and the probability of each."""

    def player_id(self) -> int:
        """Return the seat this bot was made for."""
        return self._player_id

    def provides_policy(self) -> bool:
        """Say that :meth:`get_policy` can be called."""
        return True

    def restart(self) -> None:
        """Get ready for a new game; from the second one on, random numbers are others."""
        self._games += 1

    def restart_at(self, state: Any) -> None:
        """Get ready to play from `state`."""
        self.restart()

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Take note of somebody's action: nothing to do, the state tells everything."""

    def rng(self, state: Any) -> Array:
        """Return the generator for the decision at `state`."""
        return new_rng(self.seed, information_seed(state) + max(0, self._games - 1))

    def get_policy(self, state: Any) -> Policy:
        """Return (action, probability) of every legal action."""
        return self.step_with_policy(state)[0]

    def step(self, state: Any) -> int:
        """Return the action to take."""
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: Any) -> tuple[Policy, int]:
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


def information_seed(state: Any) -> int:
    """Return 62 bits that follow from what the player to move has seen, and from nothing else."""
    player = state.current_player()
    if isinstance(state, KernelState):
        return state.information_state_hash(player)[0] >> 2
    text = _information_text(state, player)
    return int.from_bytes(_digest(text.encode()), "little") >> 2


def _information_text(state: Any, player: int) -> str:
    if state.get_game().get_type().provides_information_state_string:
        return str(state.information_state_string(player))
    return str(state.observation_string(player)) + str(state.move_number())


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=8).digest()


class RandomBot(Bot):
    """Plays uniformly at random; works in every OpenSpiel game."""

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Return the same probability for every legal action."""
        actions = state.legal_actions()
        return actions, np.full(len(actions), 1.0 / len(actions))


class ThumbBot(Bot):
    """Plays by the game's rule of thumb (see `rules_of_thumb`), drawing by its weights."""

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


class SearchBot(Bot):
    """Plays by search over the kernel of one of this package's games.

    Parameters
    ----------
    game
        A game of `intrigue.games` (``pyspiel.load_game("python_...")``).
    player_id
        Its seat.
    options
        See `Options`.
    seed
        Any integer of 64 bits.

    Attributes
    ----------
    last
        What the last search found, None before the first. A forced move is not searched.
    """

    def __init__(
        self, game: KernelGame, player_id: int, options: Options | None = None, seed: int = 0
    ) -> None:
        super().__init__(player_id, seed)
        self.options = options or Options()
        self._searcher = Searcher(game.definition, self.options)
        self._seen: tuple[int, Policy, int] | None = None
        self.last: Result | None = None

    def restart(self) -> None:
        """Forget everything about the last game."""
        super().restart()
        self._searcher.forget()
        self._seen = None
        self.last = None

    def search(self, state: KernelState) -> Result:
        """Search `state` with the whole budget and return what was found, forced move or not."""
        return self._search(state, self.rng(state))

    def _search(self, state: KernelState, rng: Array, until_decided: bool = False) -> Result:
        position = self._searcher.position(state.record, state.history(), state.current_player())
        self.last = self._searcher.search(position, rng, until_decided)
        return self.last

    def probabilities(self, state: Any, rng: Array) -> tuple[list[int], Array]:
        """Search and return the policy by the option ``final``.

        A search for the most visited move ends as soon as no other one could catch up.
        """
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions, np.ones(1)
        result = self._search(state, rng, until_decided=True)
        return result.actions, result.policy(self.options.final)

    def step_with_policy(self, state: Any) -> tuple[Policy, int]:
        """Return the policy and the action drawn from it.

        Asked again about the same information state, a bot that reuses its tree answers the same
        without searching on.
        """
        if not self.options.reuse or state.current_player() < 0:
            return super().step_with_policy(state)
        seen = information_seed(state)
        if self._seen is None or self._seen[0] != seen:
            self._seen = (seen, *super().step_with_policy(state))
        return self._seen[1:]
