"""The worlds that fit what a seat has seen, each with its probability, step by step.

As long as there are few enough, all of them are kept and weighed by Bayes: chance by its
probability, an opponent's decision by a model of the opponents. Worlds that differ in nothing but
what the others have seen are kept as one, with one of their histories. Where there are too many, a
sample of them is kept instead (particles): drawn by the game's own `resample`, weighed by the same
model, and drawn anew when few are left.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import TERMINAL, new_states
from intrigue.games.core.rng import new_rng, random_unit
from intrigue.games.definition import Definition
from intrigue.search.table import stepping
from intrigue.search.weighing import LEAST_EFFECTIVE, effective_sample_size, systematic, tempered

Array = np.ndarray[Any, Any]

MOST = 50_000
"""Most worlds that are all kept."""

MOST_BYTES = 40 * 2**20
"""Most memory of all worlds that are kept."""

WIDEST = 2
"""So many times as many may be looked at before equal ones are made one."""

PARTICLES = 1000
"""Worlds of a sample."""

FEW = 0.5
"""A sample is drawn anew where less than this share of its worlds is left."""

MODELS = ("uniform", "thumb")
"""Models of the opponents: any action is as likely, or they follow the game's rule of thumb."""

NO_ACTION = -1
"""Fills histories up."""

_MERGE = 512
"""So many worlds are looked through for equal ones."""


@dataclass(frozen=True)
class Setting:
    """What does not change at a table: the game, the seat, the model, the bounds, the seed."""

    definition: Definition
    seat: int
    model: str
    most: int
    particles: int
    seed: int

    @property
    def by_thumb(self) -> bool:
        """Whether opponents are taken to follow the rule of thumb."""
        return self.model == "thumb"

    @cached_property
    def start(self) -> Array:
        """The start of the game, an array of one record."""
        states = new_states(self.definition.kernel)
        driver.start(states, self.definition.encoded)
        return states


@dataclass(frozen=True, eq=False)
class Worlds:
    """Worlds that the seat cannot tell apart, at a point where it decides or sees something next.

    Attributes
    ----------
    records
        Array (W,) of records.
    weights
        Their probabilities, which sum to one.
    histories
        Actions and chance outcomes of each, int64 (W, length), with `NO_ACTION` among them where
        others took more steps; see :meth:`history`.
    counted
        Whether these are all worlds that are possible, so that the probabilities are exact under
        the model; otherwise they are a sample.
    """

    setting: Setting
    records: Array
    weights: Array
    histories: Array
    counted: bool

    @property
    def mover(self) -> int:
        """Who is to move (in the first world; only the seat itself is the same in all)."""
        return _movers(self.records[:1])[0]

    def history(self, number: int) -> Array:
        """Return the actions and chance outcomes that led to a world, int64."""
        row = self.histories[number]
        return row[row != NO_ACTION]

    @property
    def likeliest(self) -> int:
        """The number of the likeliest world."""
        return int(self.weights.argmax())

    @property
    def effective(self) -> float:
        """How many equally likely worlds would say as much."""
        return effective_sample_size(self.weights)

    @cached_property
    def next_steps(self) -> "NextSteps":
        """All steps that may follow."""
        return NextSteps(self)

    def forget_next(self) -> None:
        """Free the memory of :attr:`next_steps`, which are found again when asked for."""
        self.__dict__.pop("next_steps", None)

    def drawn(self, count: int, offset: float) -> Array:
        """Return so many records drawn by their weights, with one `offset` in [0, 1).

        They come in random order: a search goes through them one after another, and those that lie
        side by side here are alike.
        """
        numbers = systematic(self.weights, count, offset)
        rng = np.random.default_rng(int(offset * 2**53))
        return _some(self.records, rng.permutation(numbers))

    def redrawn(self, times: int) -> "Worlds":
        """Return a new sample, so many times as large as usual, of what looks the same."""
        setting = replace(self.setting, particles=times * self.setting.particles)
        return replace(_drawn(setting, self.history(self.likeliest)), setting=self.setting)

    def chosen(self, numbers: Array, weights: Array) -> "Worlds":
        """Return some of the worlds, with other weights (any sum)."""
        records = _some(self.records, numbers)
        shares = weights / weights.sum()
        return Worlds(self.setting, records, shares, self.histories[numbers], self.counted)

    def after(self, chosen: Array) -> "Worlds":
        """Return the worlds after some of the next steps, by number: what the seat saw happen."""
        return _settled(self.next_steps.taken(chosen))


class NextSteps:
    """Everything that may follow and that the seat would see, grouped by what it would see.

    A step of which the seat sees nothing (a hidden choice, a hidden draw) is followed by others
    until it sees something, or until it is its turn: then it has seen that nothing happened.

    Attributes
    ----------
    steps
        Array (S,) of `stepping.STEP`.
    shares
        The probability of each; that of the own moves, given that they are made.
    origins, openings
        Of each: the world that it starts from, and the first action there (its own unless others
        that the seat does not see come before).
    groups
        Of each: the number of what would be seen, an index of `seen`.
    seen
        What would be seen, each a tuple of packed events (empty: it is the seat's turn).
    """

    def __init__(self, worlds: Worlds) -> None:
        self._worlds = worlds
        seat = worlds.setting.seat
        self._records, self._histories = worlds.records, worlds.histories
        weights, origins = worlds.weights, np.arange(len(worlds.records))
        openings = np.full(len(worlds.records), NO_ACTION)
        rng = np.random.default_rng(worlds.setting.seed)
        parts = []
        first = 0
        while first < len(self._records):
            steps = _list_steps(worlds.setting, self._records[first:])
            steps["world"] += first
            first = len(self._records)
            silent = steps["silent"] == 1
            parts.append(steps[~silent])
            hidden = steps[silent] if worlds.counted else _one_a_world(steps[silent], rng)
            if len(hidden):
                if len(self._records) + len(hidden) > WIDEST * worlds.setting.most:
                    raise TooManyError
                after = self._after(hidden)
                resting = np.isin(_movers(after), (seat, TERMINAL))
                if resting.any():
                    parts.append(hidden[resting])
                    hidden, after = hidden[~resting], _some(after, np.flatnonzero(~resting))
                self._records = _joined(self._records, after)
                self._histories = _joined_histories(self._histories, hidden)
                weights = np.append(weights, weights[hidden["world"]] * hidden["chance"])
                origins = np.append(origins, origins[hidden["world"]])
                openings = np.append(openings, _first_of(openings, hidden))
        self.steps = np.concatenate(parts) if parts else np.empty(0, stepping.STEP)
        self.shares = weights[self.steps["world"]] * self.steps["chance"]
        self.origins = origins[self.steps["world"]]
        self.openings = _first_of(openings, self.steps)
        _, ones, self.groups = np.unique(self.steps["seen"], return_index=True, return_inverse=True)
        self.seen = [self._events(int(number)) for number in ones]

    def _after(self, steps: Array) -> Array:
        after = np.empty(len(steps), self._records.dtype)
        stepping.take_steps(self._records, steps, np.arange(len(steps)), after)
        return after

    def _events(self, number: int) -> tuple[int, ...]:
        state, seat = self._after(self.steps[number : number + 1])[0], self._worlds.setting.seat
        count = int(state.n_events)
        words, masks = state.events[:count].tolist(), state.event_masks[:count].tolist()
        return tuple(word for word, mask in zip(words, masks, strict=True) if (mask >> seat) & 1)

    def taken(self, chosen: Array, all_of_them: bool = False) -> Worlds:
        """Return the worlds after the steps numbered `chosen`.

        Too many to keep are one of them, of a sample as many as usual, unless `all_of_them` are
        wanted.
        """
        before, setting = self._worlds, self._worlds.setting
        counted = before.counted and (all_of_them or len(chosen) <= WIDEST * setting.most)
        if before.counted and not counted:
            chosen = chosen[self.shares[chosen].argmax() :][:1]
        weights = self.shares[chosen]
        if not before.counted and not all_of_them and len(chosen) > setting.particles:
            chosen = chosen[systematic(weights / weights.sum(), setting.particles, 0.5)]
            weights = np.ones(len(chosen))
        steps = self.steps[chosen]
        histories = np.column_stack((self._histories[steps["world"]], steps["action"]))
        return Worlds(setting, self._after(steps), weights / weights.sum(), histories, counted)


def first_worlds(setting: Setting) -> Worlds:
    """Return the worlds at the start of the game."""
    nothing = np.empty((1, 0), np.int64)
    return _settled(Worlds(setting, driver.duplicate(setting.start), np.ones(1), nothing, True))


def _first_of(openings: Array, steps: Array) -> Array:
    """Return the first action on the way to the end of each step."""
    earlier = openings[steps["world"]]
    return np.where(earlier == NO_ACTION, steps["action"], earlier)


class TooManyError(Exception):
    """There are too many worlds to keep them all."""


def _one_a_world(steps: Array, rng: np.random.Generator) -> Array:
    """Return one step a world, drawn by its chance, that stands for all of that world."""
    sums = np.cumsum(steps["chance"])
    _, first, counts = np.unique(steps["world"], return_index=True, return_counts=True)
    before = sums[first] - steps["chance"][first]
    totals = sums[first + counts - 1] - before
    numbers = np.searchsorted(sums, before + rng.random(len(first)) * totals, side="right")
    chosen = steps[np.clip(numbers, first, first + counts - 1)]
    chosen["chance"] = totals
    return chosen


def _list_steps(setting: Setting, records: Array) -> Array:
    """Return every step (`stepping.STEP`) that may follow in some of the `records`."""
    scratch = np.empty(1, records.dtype)
    room = max(driver.MAX_CHOICES, 4 * len(records))
    parts, first = [], 0
    while first < len(records):
        steps = np.empty(room, stepping.STEP)
        first, count = stepping.list_steps(
            records, setting.seat, setting.by_thumb, scratch, first, steps
        )
        parts.append(steps[:count])
    return np.concatenate(parts)


def _some(records: Array, numbers: Array) -> Array:
    found = np.empty(len(numbers), records.dtype)
    stepping.gather(records, numbers, found)
    return found


def _joined(first: Array, second: Array) -> Array:
    both = np.empty(len(first) + len(second), first.dtype)
    both.view(np.uint8)[: first.nbytes] = first.view(np.uint8)
    both.view(np.uint8)[first.nbytes :] = second.view(np.uint8)
    return both


def _joined_histories(histories: Array, steps: Array) -> Array:
    """Return the histories with those after some steps; the shorter ones end in `NO_ACTION`."""
    longer = np.column_stack((histories[steps["world"]], steps["action"]))
    padded = np.column_stack((histories, np.full(len(histories), NO_ACTION)))
    return np.concatenate((padded, longer))


def _settled(worlds: Worlds) -> Worlds:
    """Return the worlds after all steps that are due in every one and that the seat does not see.

    So the cards that are dealt to others are in the worlds as soon as they lie there.
    """
    worlds = _bounded(_merged(worlds))
    while worlds.counted:
        following = _after_silence(worlds)
        if following is None:
            try:
                worlds.next_steps  # noqa: B018  found now, and kept
            except TooManyError:
                worlds = _sample_of_one(worlds)
                break
            return worlds
        worlds = _bounded(_merged(following))
    return _refreshed(worlds)


def _after_silence(worlds: Worlds) -> Worlds | None:
    """Return the worlds a step later, None if the seat sees something of it in any of them."""
    resting = (worlds.setting.seat, TERMINAL)
    if worlds.mover in resting:
        return None
    steps = _list_steps(worlds.setting, worlds.records)
    if not steps["silent"].all():
        return None
    following = _all_taken(worlds, steps)
    rest = np.isin(_movers(following.records), resting)
    return following if rest.all() or not rest.any() else None


def _all_taken(worlds: Worlds, steps: Array) -> Worlds:
    """Return the worlds after every one of the `steps`, or after one of them if too many."""
    counted = len(steps) <= WIDEST * worlds.setting.most
    steps = steps if counted else steps[:1]
    records = np.empty(len(steps), worlds.records.dtype)
    stepping.take_steps(worlds.records, steps, np.arange(len(steps)), records)
    weights = worlds.weights[steps["world"]] * steps["chance"]
    histories = np.column_stack((worlds.histories[steps["world"]], steps["action"]))
    return Worlds(worlds.setting, records, weights / weights.sum(), histories, counted)


def _bounded(worlds: Worlds) -> Worlds:
    """Return all worlds, or one of them, as a sample, if they are too many to keep."""
    if not worlds.counted or len(worlds.records) <= worlds.setting.most:
        return worlds
    return _sample_of_one(worlds)


def _sample_of_one(worlds: Worlds) -> Worlds:
    one = worlds.chosen(np.array([worlds.likeliest]), np.ones(1))
    return replace(one, counted=False)


def _merged(worlds: Worlds) -> Worlds:
    """Return the worlds with those made one that differ only in what others have seen."""
    if not worlds.counted or len(worlds.records) < _MERGE:
        return worlds
    plain = driver.duplicate(worlds.records)
    for name in ("info_hash", "events", "event_masks", "n_events"):
        plain[name] = 0
    _, first, which = np.unique(
        plain.view(np.dtype((np.void, plain.dtype.itemsize))),
        return_index=True,
        return_inverse=True,
    )
    if len(first) == len(plain):
        return worlds
    records = _some(worlds.records, first)
    weights = np.bincount(which, worlds.weights, len(first))
    return Worlds(worlds.setting, records, weights, worlds.histories[first], True)


def _refreshed(worlds: Worlds) -> Worlds:
    """Return a sample that is large enough: as it is, or drawn anew from one of its worlds."""
    setting = worlds.setting
    history, moved = _walk_on(worlds)
    enough = len(worlds.records) >= FEW * setting.particles
    if enough and not moved and worlds.effective >= LEAST_EFFECTIVE * setting.particles:
        return worlds
    return _drawn(setting, history)


def _walk_on(worlds: Worlds) -> tuple[Array, bool]:
    """Return the likeliest history, with steps taken of which the seat sees nothing."""
    setting = worlds.setting
    best = worlds.likeliest
    record = _some(worlds.records, np.array([best]))
    history = worlds.history(best)
    moved = False
    while _movers(record)[0] not in (setting.seat, TERMINAL):
        seen = record["info_hash"][0, setting.seat].tolist()
        after = driver.duplicate(record)
        action = int(driver.list_choices(record)[0])
        driver.step(after, action)
        if after["info_hash"][0, setting.seat].tolist() != seen:
            break
        record, history, moved = after, np.append(history, action), True
    return history, moved


def _drawn(setting: Setting, history: Array) -> Worlds:
    """Return a sample of the worlds that look like the one that `history` leads to."""
    true = np.empty(1, setting.start.dtype)
    stepping.follow(setting.start, history, setting.seat, False, true)
    rng = new_rng(setting.seed, len(history))
    records = np.empty(setting.particles, setting.start.dtype)
    histories = np.empty((setting.particles, len(history)), np.int64)
    logs = np.zeros(setting.particles)
    for i in range(setting.particles):
        seed = int(random_unit(rng) * 2**53)
        histories[i] = driver.resample_history(true, history, setting.seat, seed)
        logs[i] = stepping.follow(
            setting.start, histories[i], setting.seat, setting.by_thumb, records[i : i + 1]
        )
    weights, _ = tempered(logs, LEAST_EFFECTIVE * setting.particles)
    return Worlds(setting, records, weights, histories, False)


def _movers(states: Array) -> list[int]:
    out = np.empty(len(states), np.int64)
    stepping.whose_turns(states, out)
    return out.tolist()  # type: ignore[no-any-return]
