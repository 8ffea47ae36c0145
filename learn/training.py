"""Training a policy by playing against itself, its past, and scripted players.

Training goes by *epochs*. In each all tables begin new games, and an older self is drawn from the
past; then rounds of play and learning alternate. A round plays some steps at every table, judges
every decision, and goes a few times through all of them in batches. Between two epochs weights, the
optimiser's state and older selves are all that decides what comes next, so a training saved there
goes on to the same weights to the bit, with fewer or more processors too
(:mod:`intrigue.learn.jax_threads`).
"""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import jax
import numpy as np

from intrigue.games.openspiel import KernelGame
from intrigue.learn import network
from intrigue.learn.jax_threads import start_jax
from intrigue.learn.learning import Batch, improve, judge, optimiser
from intrigue.learn.self_play import (
    LEARNER,
    OLDER,
    SCRIPTED,
    Seen,
    Tables,
    look_around,
    move,
    new_seen,
    new_tables,
)
from intrigue.search.learned.features import features_of
from intrigue.search.learned.network import shapes, summing
from intrigue.search.scripted.registry import scripts_of
from intrigue.solvers import storage
from intrigue.solvers.game_rules import require_rules, rules_of
from intrigue.solvers.layout import Column, Fact, Layout, Number, check_content, naming

Array = np.ndarray[Any, Any]
Weights = Mapping[str, Any]

KIND, VERSION = "intrigue unfinished training", 1

RESPONDER: dict[str, Any] = {
    "older": 1.0,
    "scripted": 0.0,
    "temperature": 0.03,
    "last_temperature": 0.005,
}
"""Settings of a responder: it plays nobody else, and need not stay hard to read."""

MOST_KEPT = 40
"""Older selves that are kept; when there are more, every second one is dropped."""


@dataclass(frozen=True)
class Settings:
    """How to train.

    Attributes
    ----------
    steps : int
        Decisions to play in all, the learner's and older selves'; rounded up to whole epochs.
    tables, length, rounds : int
        Games at once, decisions at each of them in a round, and rounds of an epoch.
    older, scripted : float
        Shares of tables where the others are an older self, and scripted players.
    temperature, last_temperature : float
        Worth of a unit of entropy at the beginning and at the end; it falls by a constant factor.
    at_random, last_at_random : float
        How often the learner moves at random; falls evenly.
    rate : float
        Of Adam at the beginning; it falls evenly to 0.
    passes, batch : int
        How often each decision is learnt from, and decisions a batch.
    seed : int
    """

    steps: int = 40_000_000
    tables: int = 512
    length: int = 64
    rounds: int = 10
    older: float = 0.2
    scripted: float = 0.2
    temperature: float = 0.12
    last_temperature: float = 0.02
    at_random: float = 0.05
    last_at_random: float = 0.01
    rate: float = 7e-4
    passes: int = 2
    batch: int = 4096
    seed: int = 0

    @property
    def epochs(self) -> int:
        """How many epochs there are."""
        return max(1, -(-self.steps // self.steps_an_epoch))

    @property
    def steps_an_epoch(self) -> int:
        """Decisions of an epoch."""
        return self.tables * self.length * self.rounds

    @property
    def batches(self) -> int:
        """Batches of all epochs."""
        a_round = self.tables * self.length // self.batch
        return self.epochs * self.rounds * self.passes * max(1, a_round)


LIMITS = {
    "steps": Number(1, 10**12),
    "tables": Number(2, 10**5),
    "length": Number(2, 10**4),
    "rounds": Number(1, 10**4),
    "older": Number(0.0, 1.0, whole=False),
    "scripted": Number(0.0, 0.5, whole=False),
    "temperature": Number(1e-6, 100.0, whole=False),
    "last_temperature": Number(1e-6, 100.0, whole=False),
    "at_random": Number(0.0, 1.0, whole=False),
    "last_at_random": Number(0.0, 1.0, whole=False),
    "rate": Number(0.0, 1.0, whole=False),
    "passes": Number(1, 1000),
    "batch": Number(1, 10**7),
    "seed": Number(0, 2**63 - 1),
}
"""What the settings may be."""


class Training:
    """A policy on its way.

    Parameters
    ----------
    game : KernelGame
    settings : Settings
    against : weights
        A policy that does not change, by default none. If there is one, it has the place of the
        older selves, and training begins with its weights: what is learned then is a *responder*,
        and with ``older=1.0`` nothing else. How much it wins from the policy is a lower bound of
        what a best response would.

    Attributes
    ----------
    epoch : int
        Epochs done.
    weights
        Of the network, as :func:`intrigue.search.learned.network.shapes` names them.
    """

    def __init__(
        self, game: KernelGame, settings: Settings, against: Weights | None = None
    ) -> None:
        start_jax()
        self.game = game
        self.settings = settings
        self.features = features_of(game)
        self.epoch = 0
        self.weights: Weights = against or network.begin(self.features, settings.seed)
        self._responds = against is not None
        self._past: list[Weights] = [self.weights]
        self._optimiser_state: Any = self._optimiser.init(self.weights)

    @cached_property
    def _optimiser(self) -> Any:
        return optimiser(self.settings.rate, self.settings.batches)

    @cached_property
    def _terms(self) -> Any:
        return jax.device_put(summing(self.features))

    @property
    def is_over(self) -> bool:
        """Whether all epochs are done."""
        return self.epoch >= self.settings.epochs

    def answers(self, policy: Weights | None) -> bool:
        """Return whether this is a responder to just that policy, or no responder for None."""
        if policy is None or not self._responds:
            return policy is None and not self._responds
        return all(np.array_equal(self._past[0][name], policy[name]) for name in policy)

    def run_epoch(self) -> dict[str, float]:
        """Play and learn for one epoch.

        Returns
        -------
        dict of str to float
            What is worth telling: mean decisions of the networks a game, and the mean return
            against the older self and the scripted players.
        """
        settings = self.settings
        rng = np.random.default_rng([settings.seed, self.epoch])
        older = self._past[int(rng.integers(len(self._past)))]
        tables = new_tables(
            self.game, settings.tables, settings.older, settings.scripted, int(rng.integers(2**62))
        )
        tallies = np.zeros((3, 2))  # games and what they brought: all, against older, scripted
        for number in range(settings.rounds):
            part = (self.epoch + number / settings.rounds) / settings.epochs
            fallen = (settings.last_temperature / settings.temperature) ** part
            at_random = settings.at_random + part * (settings.last_at_random - settings.at_random)
            batch = self._play(tables, older, at_random, tallies)
            self._learn(batch, settings.temperature * fallen, rng)
        self.epoch += 1
        if not self._responds:
            self._past.append(self.weights)
        if len(self._past) > MOST_KEPT:
            self._past = self._past[::2]
        games, gains = np.maximum(tallies[:, 0], 1.0), tallies[:, 1]
        length, older_gain, scripted_gain = (
            settings.steps_an_epoch / games[0],
            *gains[1:] / games[1:],
        )
        return {
            "length": float(length), "older": float(older_gain), "scripted": float(scripted_gain),
        }  # fmt: skip

    def _play(self, tables: Tables, older: Weights, at_random: float, tallies: Array) -> Batch:
        """Play a round; return all its decisions, and add to the tallies."""
        settings = self.settings
        scripts = len(scripts_of(self.game.definition.kernel))
        count, length = settings.tables, settings.length
        first = int((tables.kind == LEARNER).sum())
        stack = new_seen(self.features, (length + 1, count), self.game.num_players())
        taken = np.zeros((length, count), np.int64)
        chance, value, advantage, target = np.zeros((4, length, count), np.float32)
        judged = np.zeros((length, count), np.bool_)
        for t in range(length):
            seen = Seen(*(column[t] for column in stack))
            look_around(tables, scripts, seen)
            logits, value[t] = _answer(self.weights, self._terms, seen.items, seen.whole)
            others, _ = _answer(older, self._terms, seen.items[first:], seen.whole[first:])
            move(
                tables, seen, np.asarray(logits), np.asarray(others), at_random, taken[t], chance[t]
            )
        look_around(tables, scripts, Seen(*(column[length] for column in stack)))
        ended, final, gain = stack.ended[1:], stack.final[1:], stack.gain[1:]
        judge(stack.mover[:-1], value, ended, final, advantage, target, judged)
        everywhere = np.ones(count, np.bool_)
        against = (everywhere, tables.kind == OLDER, tables.kind == SCRIPTED)
        for tally, at in zip(tallies, against, strict=True):
            tally += (ended & at).sum(), gain[ended & at].sum()
        weight = (judged & stack.learns[:-1]).astype(np.float32)
        before = (stack.items[:-1], stack.whole[:-1], stack.legal[:-1])
        columns = (*before, taken, chance, advantage, target, weight)
        return Batch(*(column.reshape(-1, *column.shape[2:]) for column in columns))

    def _learn(self, decisions: Batch, temperature: float, rng: np.random.Generator) -> None:
        """Go through all decisions of a round, in batches of another order in each pass."""
        settings = self.settings
        size = min(settings.batch, len(decisions.taken))
        for _ in range(settings.passes):
            order = rng.permutation(len(decisions.taken))
            for first in range(0, len(order) - size + 1, size):
                batch = Batch(*(column[order[first : first + size]] for column in decisions))
                self.weights, self._optimiser_state = improve(
                    self._optimiser, self.weights, self._optimiser_state, self._terms, batch,
                    np.float32(temperature),
                )  # fmt: skip

    # --- Checkpoints ------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint; the one before it stays beside it as ``<path>.previous``."""
        name = str(self.game)
        header = {
            "game": name,
            "rules": rules_of(name),
            "settings": asdict(self.settings),
            "epoch": self.epoch,
            "past": len(self._past),
            "responds": int(self._responds),
        }
        storage.save_arrays(path, KIND, VERSION, header, self._arrays(), keep_previous=True)

    def _arrays(self) -> storage.Arrays:
        """Return all that decides what comes next, by name."""
        found = {f"weights.{name}": array for name, array in self.weights.items()}
        for number, weights in enumerate(self._past):
            found |= {f"past{number}.{name}": array for name, array in weights.items()}
        for number, leaf in enumerate(jax.tree.leaves(self._optimiser_state)):
            found[f"optimiser.{number}"] = leaf
        return {name: np.asarray(array) for name, array in found.items()}

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: KernelGame) -> "Training":
        """Go on from a checkpoint, to the same weights as if there had been no interruption.

        Raises
        ------
        ValueError
            In one line: neither the newest nor the older checkpoint can be read, it makes no sense,
            or it is for another game or was made by other rules of it.
        FileNotFoundError
            There is none.
        """
        header, arrays = storage.load_checkpoint(path, KIND, VERSION)
        require_rules(path, header, str(game))
        with naming(path):
            settings = header.get("settings")
            if not isinstance(settings, dict) or settings.keys() != LIMITS.keys():
                raise ValueError("it does not say how to train")
            for name, limits in LIMITS.items():
                if problem := limits.problem(settings[name]):
                    raise ValueError(f"'{name}' {problem}")
            training = cls(game, Settings(**settings))
            training._restore(header, arrays)
        return training

    def _restore(self, header: dict[str, Any], arrays: storage.Arrays) -> None:
        problem = Number(1, MOST_KEPT).problem(header.get("past"))
        if problem:
            raise ValueError(f"'past' {problem}")
        past: int = header["past"]
        self._past = [self.weights] * past
        columns = {
            name: Column(str(array.dtype), array.shape) for name, array in self._arrays().items()
        }
        facts: dict[str, Fact] = {
            "game": str,
            "settings": dict,
            "epoch": Number(0, self.settings.epochs),
            "past": Number(1, MOST_KEPT),
            "responds": Number(0, 1),
        }
        check_content(Layout(facts, columns), header, arrays)
        self.epoch = header["epoch"]
        self._responds = header["responds"] == 1
        names = shapes(self.features)
        self.weights = {name: arrays[f"weights.{name}"] for name in names}
        self._past = [
            {name: arrays[f"past{number}.{name}"] for name in names} for number in range(past)
        ]
        leaves, structure = jax.tree.flatten(self._optimiser_state)
        self._optimiser_state = jax.tree.unflatten(
            structure, [arrays[f"optimiser.{number}"] for number in range(len(leaves))]
        )


_answer = jax.jit(network.answer)
