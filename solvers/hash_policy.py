"""Policies of compiled games keyed by information-state hashes, as MCCFR makes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from intrigue.games.compiler import jit
from intrigue.games.driver import start, step
from intrigue.games.kernel import current_player, legal_actions, new_states
from intrigue.solvers import storage
from intrigue.solvers.compiled_game import CompiledGame, information_key, kept_places
from intrigue.solvers.policy import Distribution, Policy, write_row
from intrigue.solvers.sequence_form import Floats
from intrigue.solvers.tree import GameTree


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
        self._index = {key: i for i, key in enumerate(map(tuple, keys.tolist()))}

    @property
    def num_rows(self) -> int:
        """How many information states have a row."""
        return len(self.keys)

    def knows(self, state: pyspiel.State) -> bool:
        """Return whether there is a row for the player to move at `state`."""
        return self._key(state.record) in self._index

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the row of the player to move at a state of `intrigue.games`."""
        return self.at_record(state.record)

    def at_record(self, record: Any) -> Distribution:
        """Return the row of the player to move at a kernel's record (an array of one)."""
        row = self._index.get(self._key(record))
        if row is None:
            count = _list_legal(record, self._choices)
            return dict.fromkeys(self._choices[:count].tolist(), 1.0 / count)
        begin, end = self.action_offset[row], self.action_offset[row + 1]
        return dict(
            zip(
                self.actions[begin:end].tolist(),
                self.row_probabilities[begin:end].tolist(),
                strict=True,
            )
        )

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

    def _key(self, record: Any) -> tuple[int, int]:
        first, second = _key_of(record, self._choices, self._observation, self._kept)
        return int(first), int(second)

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
def _list_legal(record: Any, out: Any) -> int:
    return legal_actions(record[0], out)  # type: ignore[no-any-return]


@jit
def _key_of(record: Any, choices: Any, observation: Any, kept: Any) -> Any:
    state = record[0]
    count = legal_actions(state, choices)
    return information_key(state, current_player(state), choices, count, observation, kept)
