"""Policies of compiled games keyed by information-state hashes, as MCCFR makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import start, step
from intrigue.games.core.kernel import current_player, legal_actions, new_states
from intrigue.solvers import storage
from intrigue.solvers.compiled_game import CompiledGame, information_key, kept_places
from intrigue.solvers.policy import Distribution, Policy, write_row
from intrigue.solvers.sampled.regret_table import find
from intrigue.solvers.sampled.responder_walk import index_rows, list_policy, weigh_and_roll_out
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.sequence_form import Floats


class HashPolicy(Policy):
    """A table by information-state hash; uniform where it has no row.

    Parameters
    ----------
    game : CompiledGame
    keys : (I, 2) uint64
        See :func:`intrigue.solvers.compiled_game.information_key`.
    action_offset : (I + 1,) int64
    actions : (A,) int32
    probabilities : (A,) float64
    abstraction : str
        What the keys cover, one of :data:`intrigue.solvers.compiled_game.ABSTRACTIONS`.
    """

    def __init__(
        self,
        game: CompiledGame,
        keys: NDArray[np.uint64],
        action_offset: NDArray[np.int64],
        actions: NDArray[np.int32],
        probabilities: Floats,
        abstraction: str = "none",
    ) -> None:
        self.game = game.name
        self.abstraction = abstraction
        self.keys = keys
        self.action_offset = action_offset
        self.actions = actions
        self.row_probabilities = probabilities
        self._kept = kept_places(abstraction, game)
        self._compiled = game
        self._observation = np.zeros(game.observation_size, np.float32)
        self._choices = np.zeros(game.max_choices, np.int64)
        self._weights = np.empty(game.max_choices, np.float64)
        self._slots = index_rows(keys, action_offset)

    @property
    def num_rows(self) -> int:
        """How many information states have a row."""
        return len(self.keys)

    def knows(self, state: pyspiel.State) -> bool:
        """Return whether there is a row for the player to move at `state`."""
        return bool(_has_row(state.record, self._choices, *self.lookup))

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the row of the player to move at a state of `intrigue.games`."""
        return self.at_record(state.record)

    def at_record(self, record: Any) -> Distribution:
        """Return the row of the player to move at a kernel's record (an array of one)."""
        count = list_policy(record[0], *self.lookup, self._choices, self._weights)
        pairs = self._choices[:count].tolist(), self._weights[:count].tolist()
        return dict(zip(*pairs, strict=True))

    @property
    def lookup(self) -> tuple[Any, ...]:
        """What `responder_walk.list_policy` takes to find rows: table, probabilities, key."""
        return self._slots, self.row_probabilities, self._kept, self._observation

    def respond(
        self, state: pyspiel.State, worlds: int, rng: np.ndarray[Any, Any], *, weigh: bool = True
    ) -> Floats:
        """Return what the player to move gets by each legal action, (n,), against this policy.

        One ply deep: worlds weighed by how likely this policy made the choices of others, rollouts
        by it; see :mod:`intrigue.solvers.sampled.responder`. `rng` is advanced.
        """
        start_state = new_states(self._compiled.kernel)
        start(start_state, self._compiled.parameters)
        history = np.array(state.history(), np.int64)
        player = state.current_player()
        return weigh_and_roll_out(  # type: ignore[no-any-return]
            state.record, start_state, history, player, worlds, weigh, *self.lookup,
            self._compiled.max_choices, rng,
        )  # fmt: skip

    def behavior(self, tree: GameTree, game: pyspiel.Game | None = None) -> Floats:
        """Return the policy on the arrays of a game's tree, uniform where it has no row: (A,)."""
        storage.require_game("this policy", self.game, tree.game)
        out = np.zeros(tree.num_actions)
        begin = new_states(self._compiled.kernel)
        start(begin, self._compiled.parameters)
        record = begin.copy()
        for infoset, node in enumerate(tree.infoset_node.tolist()):
            record[:] = begin
            for action in tree.path(node):
                step(record, action)
            write_row(tree, infoset, self.at_record(record), out)
        return out

    def _pack(self) -> tuple[dict[str, Any], storage.Arrays]:
        header = {"game": self.game, "form": "hashes", "abstraction": self.abstraction}
        return header, {
            "keys": self.keys,
            "action_offset": self.action_offset,
            "actions": self.actions,
            "probabilities": self.row_probabilities,
        }


def unpack_hash_policy(
    header: dict[str, Any], arrays: storage.Arrays, game: CompiledGame | None = None
) -> HashPolicy:
    """Return the policy that a file of form ``hashes`` holds."""
    return HashPolicy(
        game or CompiledGame.of(header["game"]),
        arrays["keys"],
        arrays["action_offset"],
        arrays["actions"],
        arrays["probabilities"],
        header["abstraction"],
    )


@jit
def _has_row(
    record: Any, choices: Any, slots: Any, row_probabilities: Any, kept: Any, observation: Any
) -> bool:
    state = record[0]
    player = current_player(state)
    count = legal_actions(state, choices)
    first, second = information_key(state, player, choices, count, observation, kept)
    return slots[find(slots, first, second)].count != 0  # type: ignore[no-any-return]
