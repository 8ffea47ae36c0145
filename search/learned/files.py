"""Files of learned policies, those that come with the package among them.

A file holds a network's weights and the game that it was trained for. Weights mean something only
to a network that sees the same, so the file carries a digest of how whole random games look to a
network (:func:`sight`): it changes with rules and features, whatever the sources look like.
"""

import hashlib
import os
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES, random_action
from intrigue.games.core.kernel import CHANCE, TERMINAL, apply, current_player, new_states, reset
from intrigue.games.core.rng import new_rng
from intrigue.games.openspiel import KernelGame
from intrigue.search.learned.features import features_of, write_features
from intrigue.search.learned.network import Weights, answer, shapes, summing
from intrigue.solvers import storage
from intrigue.solvers.layout import Column, Layout, check_content, naming
from intrigue.solvers.policy import Distribution, Policy

Array = np.ndarray[Any, Any]

KIND, VERSION = "intrigue learned policy", 1

SHIPPED = {
    "python_cunning_folk()": "cunning_folk.npz",
    "python_roy_des_ribauds()": "roy_des_ribauds.npz",
}
"""Files that come with the package: a game's words, with nothing said that is as usual."""

LARGEST_WEIGHT = 1e4

GAMES_LOOKED_AT = 8


class LearnedPolicy(Policy):
    """A policy that a network gives: its weights, and what it sees.

    Parameters
    ----------
    game : KernelGame
        The game it was trained for.
    weights : mapping of str to float32 array
        As :func:`intrigue.search.learned.network.shapes` names them.

    Attributes
    ----------
    game : str
        The game with all parameters.
    features : Features
    """

    def __init__(self, game: KernelGame, weights: Weights) -> None:
        self.game = str(game)
        self.features = features_of(game)
        self.weights = weights
        self._summing = summing(self.features)

    def probabilities(self, state: Any) -> Distribution:
        """Return the probability of each legal action of the player to move."""
        chances, _ = self.judge(state)
        return dict(zip(state.legal_actions(), chances.tolist(), strict=True))

    def judge(self, state: Any) -> tuple[Array, float]:
        """Return the probabilities of the legal actions, and what the player to move expects."""
        items = np.zeros((1, self.features.items, self.features.item_size), np.float32)
        whole = np.zeros((1, self.features.whole_size), np.float32)
        look(state.record, items[0], whole[0])
        logits, value = answer(self.weights, self._summing, items, whole)
        scores = logits[0, state.legal_actions()].astype(np.float64)
        chances = np.exp(scores - scores.max())
        return chances / chances.sum(), float(value[0])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file that :func:`load_learned` reads."""
        header = {"game": self.game, "sight": sight(self.game)}
        arrays = {name: np.asarray(array) for name, array in self.weights.items()}
        storage.save_arrays(path, KIND, VERSION, header, arrays)


def load_learned(path: str | os.PathLike[str], game: KernelGame) -> LearnedPolicy:
    """Read a learned policy for a game.

    Raises
    ------
    ValueError
        In one line: the file is damaged, makes no sense, is of another kind or version, is for
        another game, or was trained when networks saw something else.
    FileNotFoundError
        There is no such file.
    """
    header, arrays = storage.load_arrays(path, KIND, VERSION)
    features = features_of(game)
    with naming(path):
        columns = {
            name: Column("float32", shape, low=-LARGEST_WEIGHT, high=LARGEST_WEIGHT)
            for name, shape in shapes(features).items()
        }
        if header.get("game") == str(game):
            check_content(Layout({"game": str, "sight": str}, columns), header, arrays)
    storage.require_game(path, str(header.get("game")), str(game))
    if header["sight"] != sight(str(game)):
        raise ValueError(
            f"{os.fspath(path)} was trained when rules or what networks see of {game} were "
            "others; train it again"
        )
    return LearnedPolicy(game, arrays)


def shipped_for(game: KernelGame) -> Path | None:
    """Return the file of the policy that comes with the package for this very game, or None."""
    for words, name in SHIPPED.items():
        if str(pyspiel.load_game(words)) == str(game):
            return Path(str(resources.files(__package__) / "trained" / name))
    return None


@jit
def look(states: Any, items: Any, whole: Any) -> None:
    """Write what the player to move in ``states[0]`` knows, see `features`."""
    write_features(states[0], current_player(states[0]), items, whole)


@cache
def sight(game: str) -> str:
    """Return 16 hex digits that change with what networks see of a game, or with its rules."""
    loaded = pyspiel.load_game(game)
    definition, features = loaded.definition, features_of(loaded)
    digest = hashlib.blake2b(features.terms.astype(np.int64).tobytes(), digest_size=8)
    for number in range(GAMES_LOOKED_AT):
        states = new_states(definition.kernel)
        items, whole = _look_at_game(
            states, definition.encoded, number, features.items, features.item_size,
            features.whole_size,
        )  # fmt: skip
        digest.update(items.tobytes() + whole.tobytes())
    return digest.hexdigest()


@jit
def _look_at_game(
    states: Any, parameters: Any, number: int, items: int, item_size: int, whole_size: int
) -> Any:
    """Return all that a network would see of a random game."""
    state = states[0]
    reset(state, parameters)
    rng = new_rng(number)
    actions = np.empty(MAX_CHOICES, np.int64)
    probs = np.empty(MAX_CHOICES, np.float64)
    of_items = np.zeros((256, items, item_size), np.float32)
    of_whole = np.zeros((256, whole_size), np.float32)
    n = 0
    player = current_player(state)
    while player != TERMINAL and n < 256:
        if player != CHANCE:
            write_features(state, player, of_items[n], of_whole[n])
            n += 1
        apply(state, random_action(state, rng, actions, probs))
        player = current_player(state)
    return of_items[:n].copy(), of_whole[:n].copy()
