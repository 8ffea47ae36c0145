"""Policies: how a player acts at each information state, wherever they come from.

One interface (:class:`Policy`), five kinds: tables by information-state string, tables by the
128-bit information-state hash of compiled rules (:mod:`intrigue.solvers.sampled.hash_policy`),
uniform play, mixtures, and any function (a search). All but functions can be saved, and
:func:`intrigue.solvers.policy_files.load_policy` reads them back.
"""

from __future__ import annotations

import math
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy as openspiel_policy

from intrigue.games.bots import Bot
from intrigue.solvers import storage
from intrigue.solvers.game_rules import rules_of
from intrigue.solvers.layout import Column, Layout, check_content
from intrigue.solvers.trees.arrays import GameTree
from intrigue.solvers.trees.sequence_form import Floats

POLICY_KIND, POLICY_VERSION = "intrigue policy", 2
Distribution = dict[int, float]
"""Action -> probability."""

UNIFORM = Layout(header={"game": str, "form": ("uniform",)}, columns={})
"""What a policy file of form ``uniform`` holds."""

STRINGS = Layout(
    header={"game": str, "form": ("strings",)},
    columns={
        "player": Column("int8", ("I",), low=0),
        "string_bytes": Column("uint8", ("B",)),
        "string_offsets": Column("int64", ("I+1",), rises_to="B"),
        "action_offset": Column("int64", ("I+1",), rises_to="A", step=1),
        "actions": Column("int32", ("A",), low=0, ascends_within="action_offset"),
        "probabilities": Column("float64", ("A",), low=0, sums_to_one="action_offset"),
    },
)
"""What a policy file of form ``strings`` holds: I rows with A actions in all; the information-state
strings are B bytes of UTF-8."""


class Policy(ABC):
    """How to act in a game.

    Attributes
    ----------
    game : str
        The game with its parameters, as OpenSpiel writes it.
    """

    game: str

    @abstractmethod
    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the probability of each legal action of the player to move at `state`."""

    def bot(self, player: int, seed: int = 0) -> PolicyBot:
        """Return an OpenSpiel bot that draws its actions from this policy."""
        return PolicyBot(self, player, seed)

    def behavior(self, tree: GameTree, game: pyspiel.Game | None = None) -> Floats:
        """Return the policy on the arrays of a game's tree: (A,) float64.

        Parameters
        ----------
        tree : GameTree
        game : pyspiel.Game
            To replay a way to every information set; by default loaded by the tree's name.
        """
        storage.require_game("this policy", self.game, tree.game)
        game = game or pyspiel.load_game(tree.game)
        out = np.zeros(tree.num_actions)
        for infoset, node in enumerate(tree.infoset_node.tolist()):
            state = game.new_initial_state()
            for action in tree.path(node):
                state.apply_action(action)
            write_row(tree, infoset, self.probabilities(state), out)
        return out

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file that `load_policy` reads.

        Raises
        ------
        ValueError
            The policy is a function (a search), which no file can hold.
        """
        header, arrays = self._pack()
        header = {**header, "rules": rules_of(self.game)}
        storage.save_arrays(path, POLICY_KIND, POLICY_VERSION, header, arrays)

    def _pack(self) -> tuple[dict[str, Any], storage.Arrays]:
        raise ValueError(f"a {type(self).__name__} cannot be saved; only tables and their mixtures")


class UniformPolicy(Policy):
    """Every legal action with the same probability."""

    def __init__(self, game: str) -> None:
        self.game = game

    @classmethod
    def unpack(cls, header: Mapping[str, Any], arrays: storage.Arrays) -> UniformPolicy:
        """Return the policy that a file of form ``uniform`` holds; ValueError if it is none."""
        check_content(UNIFORM, header, arrays)
        return cls(header["game"])

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return equal probabilities."""
        return uniform(state.legal_actions())

    def _pack(self) -> tuple[dict[str, Any], storage.Arrays]:
        return {"game": self.game, "form": "uniform"}, {}


class FunctionPolicy(Policy):
    """A policy given by any function from states to distributions, for example a search."""

    def __init__(self, game: str, function: Callable[[pyspiel.State], Distribution]) -> None:
        self.game = game
        self._function = function

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return what the function says; ValueError if that is no distribution over actions."""
        row = self._function(state)
        player = state.current_player()
        name = state.information_state_string(player)
        _check_probabilities(player, name, row)
        _check_actions(player, name, row, state.legal_actions())
        return row


class TabularPolicy(Policy):
    """A table by player and information-state string; uniform where it has no row.

    Parameters
    ----------
    game : str
    rows : mapping
        (player, information-state string) -> {action: probability}. An action that is not in its
        row has probability 0.

    Raises
    ------
    ValueError
        A row is no distribution. Whether its actions are legal cannot be told from a string alone:
        an illegal one is refused when the row is first used, with a state or a tree at hand.
    """

    def __init__(self, game: str, rows: Mapping[tuple[int, str], Distribution]) -> None:
        self.game = game
        self.rows = dict(rows)
        for key, row in self.rows.items():
            if not (isinstance(key, tuple) and len(key) == 2 and isinstance(key[1], str)):
                raise ValueError(
                    f"rows belong to (player, information-state string), got {str(key)[:60]!r}"
                )
            _check_probabilities(*key, row)

    @classmethod
    def from_behavior(cls, tree: GameTree, behavior: Floats) -> TabularPolicy:
        """Return the table of a behavior strategy (A,) on a tree."""
        return cls(
            tree.game,
            {
                (player, name): dict(
                    zip(
                        tree.legal_actions[begin:end].tolist(),
                        behavior[begin:end].tolist(),
                        strict=True,
                    )
                )
                for player, name, begin, end in zip(
                    tree.infoset_player.tolist(),
                    tree.infostate_strings,
                    tree.action_offset[:-1].tolist(),
                    tree.action_offset[1:].tolist(),
                    strict=True,
                )
            },
        )

    @classmethod
    def from_openspiel(cls, policy: openspiel_policy.TabularPolicy) -> TabularPolicy:
        """Return the same table as OpenSpiel's Python `TabularPolicy`."""
        rows = {}
        for player, names in enumerate(policy.states_per_player):
            for name in names:
                index = policy.state_lookup[name]
                legal = np.flatnonzero(policy.legal_actions_mask[index])
                values = policy.action_probability_array[index, legal]
                rows[player, name] = dict(zip(legal.tolist(), values.tolist(), strict=True))
        return cls(str(policy.game), rows)

    def to_openspiel(self, game: pyspiel.Game | None = None) -> openspiel_policy.TabularPolicy:
        """Return OpenSpiel's Python `TabularPolicy` (which walks the whole game once).

        Raises
        ------
        ValueError
            `game` is another game.
        """
        game = game or pyspiel.load_game(self.game)
        storage.require_game("this policy", self.game, str(game))
        table = openspiel_policy.TabularPolicy(game)
        for player, names in enumerate(table.states_per_player):
            for name in names:
                if (player, name) in self.rows:
                    index = table.state_lookup[name]
                    legal = np.flatnonzero(table.legal_actions_mask[index]).tolist()
                    _check_actions(player, name, self.rows[player, name], legal)
                    row = table.action_probability_array[index]
                    row[:] = 0.0
                    for action, value in self.rows[player, name].items():
                        row[action] = value
        return table

    def to_pyspiel(self) -> pyspiel.TabularPolicy:
        """Return OpenSpiel's C++ `TabularPolicy`, which its C++ algorithms take."""
        return pyspiel.TabularPolicy(
            {name: sorted(row.items()) for (_, name), row in self.rows.items()}
        )

    def at(self, player: int, information_state: str) -> Distribution:
        """Return the row of an information-state string.

        Raises
        ------
        ValueError
            There is none.
        """
        try:
            return self.rows[player, information_state]
        except KeyError:
            raise ValueError(
                f"no row for player {player} at information state {information_state!r}"
            ) from None

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the row of the player to move, uniform if there is none."""
        player = state.current_player()
        name = state.information_state_string(player)
        row = self.rows.get((player, name))
        if row is None:
            return uniform(state.legal_actions())
        _check_actions(player, name, row, state.legal_actions())
        return row

    def behavior(self, tree: GameTree, game: pyspiel.Game | None = None) -> Floats:
        """Return the policy on the arrays of a game's tree, uniform where it has no row: (A,)."""
        storage.require_game("this policy", self.game, tree.game)
        counts = np.diff(tree.action_offset)
        out = np.repeat(1.0 / counts, counts)
        owners = tree.infoset_player.tolist()
        for infoset, key in enumerate(zip(owners, tree.infostate_strings, strict=True)):
            row = self.rows.get(key)
            if row is not None:
                begin, end = tree.action_offset[infoset : infoset + 2].tolist()
                _check_actions(*key, row, tree.legal_actions[begin:end].tolist())
                write_row(tree, infoset, row, out)
        return out

    @classmethod
    def unpack(cls, header: Mapping[str, Any], arrays: storage.Arrays) -> TabularPolicy:
        """Return the policy that a file of form ``strings`` holds; ValueError if it is none."""
        check_content(STRINGS, header, arrays)
        names = storage.unpack_strings(arrays["string_bytes"], arrays["string_offsets"])
        keys = zip(arrays["player"].tolist(), names, strict=True)
        return cls(header["game"], dict(zip(keys, _unpack_rows(arrays), strict=True)))

    def _pack(self) -> tuple[dict[str, Any], storage.Arrays]:
        packed, offsets = storage.pack_strings([name for _, name in self.rows])
        arrays = _pack_rows([sorted(row.items()) for row in self.rows.values()])
        arrays |= {
            "player": np.array([player for player, _ in self.rows], dtype=np.int8),
            "string_bytes": packed,
            "string_offsets": offsets,
        }
        return {"game": self.game, "form": "strings"}, arrays


class MixedPolicy(Policy):
    """One of several policies, drawn before the game begins and kept to its end.

    At a state, the components count by weight times the probability that they would have made the
    player's own past choices, so play is the same as if a component had been drawn (Kuhn 1953).
    """

    def __init__(self, components: Sequence[Policy], weights: Sequence[float]) -> None:
        names = sorted({component.game for component in components})
        if len(names) != 1:
            raise ValueError(f"a mixture needs policies of one game, got {names}")
        total = float(sum(weights))
        if len(weights) != len(components) or min(weights) < 0 or not 0 < total < math.inf:
            raise ValueError(f"a mixture needs a weight >= 0 a component, got {list(weights)}")
        self.game = names[0]
        self.components = list(components)
        self.weights = [weight / total for weight in weights]

    def probabilities(self, state: pyspiel.State) -> Distribution:
        """Return the mixture's distribution at `state`, given the player's own past choices."""
        player = state.current_player()
        reach = np.array(self.weights)
        past = state.get_game().new_initial_state()
        for action in state.history():
            if past.current_player() == player:
                reach *= [c.probabilities(past).get(action, 0.0) for c in self.components]
            past.apply_action(action)
        # Where no component would come, any choice will do: take the prior weights.
        reach = reach / reach.sum() if reach.sum() > 0 else np.array(self.weights)
        out = dict.fromkeys(state.legal_actions(), 0.0)
        for share, component in zip(reach.tolist(), self.components, strict=True):
            if share > 0:
                for action, value in component.probabilities(state).items():
                    out[action] += share * value
        return out

    def _pack(self) -> tuple[dict[str, Any], storage.Arrays]:
        headers, arrays = [], {"weights": np.array(self.weights)}
        for index, component in enumerate(self.components):
            header, parts = component._pack()
            headers.append(header)
            arrays |= {f"{index}.{name}": part for name, part in parts.items()}
        return {"game": self.game, "form": "mixed", "components": headers}, arrays


class PolicyBot(Bot):
    """An OpenSpiel bot that draws from a policy with its own seeded generator.

    Attributes
    ----------
    policy
        The policy.
    """

    def __init__(self, policy: Policy, player: int, seed: int = 0) -> None:
        super().__init__(player, seed)
        self.policy = policy
        self._rng = np.random.default_rng(seed)

    def get_policy(self, state: pyspiel.State) -> list[tuple[int, float]]:
        """Return (action, probability) pairs, actions ascending."""
        return sorted(self.policy.probabilities(state).items())

    def step_with_policy(self, state: pyspiel.State) -> tuple[list[tuple[int, float]], int]:
        """Draw an action, and return the distribution too."""
        distribution = self.get_policy(state)
        values = np.array([value for _, value in distribution])
        index = self._rng.choice(len(values), p=values / values.sum())
        return distribution, distribution[index][0]

    def restart(self) -> None:
        """Begin another game, drawing on from the same random numbers."""


def _check_probabilities(player: int, name: str, row: Distribution) -> None:
    values = list(row.values())
    # Written so that a number that is none (nan) fails.
    if not (values and min(values) >= 0 and abs(sum(values) - 1) <= 1e-6):
        raise ValueError(f"probabilities of player {player} at {name!r} must be >= 0 and sum to 1")


def _check_actions(player: int, name: str, row: Distribution, legal: Sequence[int]) -> None:
    others = sorted(row.keys() - set(legal))
    if others:
        raise ValueError(
            f"the row of player {player} at {name!r} has actions that are not legal there: "
            f"{', '.join(map(str, others))} (legal: {', '.join(map(str, legal))})"
        )


def uniform(actions: Sequence[int]) -> Distribution:
    """Return equal probabilities of these actions."""
    return dict.fromkeys(actions, 1.0 / len(actions))


def _pack_rows(rows: Sequence[Sequence[tuple[int, float]]]) -> storage.Arrays:
    offsets = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=offsets[1:])
    flat = [pair for row in rows for pair in row]
    return {
        "action_offset": offsets,
        "actions": np.array([action for action, _ in flat], dtype=np.int32),
        "probabilities": np.array([value for _, value in flat], dtype=np.float64),
    }


def _unpack_rows(arrays: storage.Arrays) -> list[Distribution]:
    offsets = arrays["action_offset"].tolist()
    actions, values = arrays["actions"].tolist(), arrays["probabilities"].tolist()
    return [
        dict(zip(actions[begin:end], values[begin:end], strict=True))
        for begin, end in pairwise(offsets)
    ]


def write_row(tree: GameTree, infoset: int, row: Distribution, out: Floats) -> None:
    """Write a distribution to the places of an information set's actions in `out` (A,)."""
    begin, end = int(tree.action_offset[infoset]), int(tree.action_offset[infoset + 1])
    for k in range(begin, end):
        out[k] = row.get(int(tree.legal_actions[k]), 0.0)
