"""Policies of compiled games keyed by information-state hashes, as MCCFR makes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from intrigue.games.core.driver import start, step
from intrigue.games.core.kernel import new_states
from intrigue.games.core.types import Array
from intrigue.solvers import storage
from intrigue.solvers.layout import Column, Layout, check_content
from intrigue.solvers.policy import Distribution, Policy, write_row
from intrigue.solvers.sampled.abstraction import ABSTRACTIONS, keying
from intrigue.solvers.sampled.compiled_game import CompiledGame
from intrigue.solvers.sampled.responder_walk import (
    Lookup,
    has_row,
    index_rows,
    list_policy,
    weigh_and_roll_out,
)
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.sequence_form import Floats

HASHES = Layout(
    header={"game": str, "form": ("hashes",), "abstraction": ABSTRACTIONS},
    columns={
        "keys": Column("uint64", ("I", 2), distinct=True),
        "action_offset": Column("int64", ("I+1",), rises_to="A", step=1),
        "actions": Column("int32", ("A",), low=0, ascends_within="action_offset"),
        "probabilities": Column("float64", ("A",), low=0, sums_to_one="action_offset"),
    },
)
"""What a policy file of form ``hashes`` holds; I rows, A actions."""


class HashPolicy(Policy):
    """A table by information-state hash; uniform where it has no row.

    Parameters
    ----------
    game : CompiledGame
    keys : (I, 2) uint64
        See :func:`intrigue.solvers.sampled.abstraction.information_key`.
    action_offset : (I + 1,) int64
    actions : (A,) int32
    probabilities : (A,) float64
    abstraction : str
        What the keys cover, one of :data:`intrigue.solvers.sampled.abstraction.ABSTRACTIONS`.

    Raises
    ------
    ValueError
        In one line, if the arrays are no table of probabilities.
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
        self._compiled = game
        self._choices = np.zeros(game.max_choices, np.int64)
        self._weights = np.empty(game.max_choices, np.float64)
        check_content(HASHES, *self._pack())
        self._lookup = Lookup(
            index_rows(keys, action_offset), probabilities, keying(abstraction, game.kept)
        )

    @property
    def num_rows(self) -> int:
        """How many information states have a row."""
        return len(self.keys)

    def knows(self, state: pyspiel.State) -> bool:
        """Return whether there is a row for the player to move at `state`."""
        return bool(has_row(state.record[0], self._lookup, self._choices))

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the row of the player to move at a state of `intrigue.games`."""
        return self.at_record(state.record)

    def at_record(self, record: Any) -> Distribution:
        """Return the row of the player to move at a kernel's record (an array of one)."""
        count = list_policy(record[0], self._lookup, self._choices, self._weights)
        pairs = self._choices[:count].tolist(), self._weights[:count].tolist()
        return dict(zip(*pairs, strict=True))

    def respond(
        self, state: pyspiel.State, worlds: int, rng: Array, *, weigh: bool = True
    ) -> Floats:
        """Return what the player to move gets by each legal action, (n,), against this policy.

        One ply deep: worlds weighed by how likely this policy made the choices of others, rollouts
        by it; see :mod:`intrigue.solvers.sampled.responder`. `rng` is advanced.
        """
        start_state = new_states(self._compiled.kernel)
        start(start_state, self._compiled.parameters)
        history = np.array(state.history(), np.int64)
        return weigh_and_roll_out(  # type: ignore[no-any-return]
            state.record, start_state, history, worlds, weigh, self._lookup,
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
    header: Mapping[str, Any], arrays: storage.Arrays, game: CompiledGame | None = None
) -> HashPolicy:
    """Return the policy that a file of form ``hashes`` holds.

    Raises
    ------
    ValueError
        In one line, if header and arrays are not as :data:`HASHES` says, or the game has no
        compiled rules.
    """
    check_content(HASHES, header, arrays)
    return HashPolicy(
        game or CompiledGame.of(header["game"]),
        arrays["keys"],
        arrays["action_offset"],
        arrays["actions"],
        arrays["probabilities"],
        header["abstraction"],
    )
