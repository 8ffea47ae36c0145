"""A session at a real table: one seat enters what it sees happen, and nothing else.

The session never asks for a hidden card. What the seat saw is a sequence of events; at every point
the session offers what the seat may do, or see happen next, in the words of the game, and keeps the
worlds that fit (see `worlds`).

Use
---
::

    session = SeatSession("cunning-folk", seat=0)
    session.question            # Question(kind="see", prompt=..., choices=(Choice(key, text), ...))
    session.enter("player 0 takes the first turn")   # the words, the key or the number of a choice
    session.undo()
    session.view(); session.story(); session.state()
    session.beliefs()           # WhatMayBe: what each hidden thing may be, and how likely
    session.advice(seed=0)      # what every move of the seat is worth, and what follows it
    session.worlds              # Worlds: .counted says whether all are kept or a sample
    data = session.to_dict(); SeatSession.from_dict(data)   # plain data for JSON

`question.kind` is ``"move"`` where the seat chooses, ``"see"`` where it is asked what happened, and
``"over"``. An entry that leaves only one thing that can follow takes that along, so `undo` takes
back both. A choice's `key` is stable: it may be kept by a page and sent back.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from intrigue.games.core.kernel import TERMINAL, unpack_event
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.games.openspiel import KernelGame, KernelState
from intrigue.games.people import call, seat_name, spoken
from intrigue.search.options import Options
from intrigue.search.table.advice import SEARCHES, Advice, advise
from intrigue.search.table.worlds import (
    MODELS,
    MOST,
    MOST_BYTES,
    PARTICLES,
    Setting,
    Worlds,
    first_worlds,
)
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.search.what_may_be import WhatMayBe, described

MOVE, SEE, OVER = "move", "see", "over"

Entry = tuple[str, int]
"""What was entered: ``("move", action)`` or ``("see", packed event)``."""

NOTHING_MORE = -1
"""Stands for an event where a step may end and another one that began alike goes on."""

MOST_LETTERS = 30
"""Of a player's name."""

WIDER = (4, 16)
"""So many times as many worlds are looked through for what is not among the choices."""

_KEPT_BYTES = 8 * 2**20
"""Most memory for the worlds of earlier points, which make undo quick."""


@lru_cache(maxsize=4)
def _beginning(
    game: str, seat: int, model: str, most: int, particles: int, seed: int
) -> tuple[Any, Setting, Worlds]:
    """Return the game, the setting and the first worlds, which sessions share."""
    loaded = load_game(game)
    setting = Setting(loaded.definition, seat, model, most, particles, seed)
    return loaded, setting, first_worlds(setting)


@dataclass(frozen=True)
class Choice:
    """Something that the seat may do or see.

    Attributes
    ----------
    key
        Its name: ``move:ACTION`` or ``see:EVENT``, the same whenever the same is meant.
    text
        Its words.
    chance
        How likely it is under the model of the opponents; 1 for an own move.
    """

    key: str
    text: str
    chance: float


@dataclass(frozen=True)
class Question:
    """What is asked next: `kind` (move, see or over), a `prompt`, and the `choices`."""

    kind: str
    prompt: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class _Point:
    """A point of the session: worlds, and what is known of the step that is being entered."""

    worlds: Worlds
    action: int | None  # the own move whose outcome is being told
    seen: tuple[int, ...]  # events of this step that were told


class SeatSession:
    """What one seat of a real table has seen, and what that tells.

    Parameters
    ----------
    game
        Words for :func:`intrigue.games.names.load_game`, for example ``cunning-folk(players=3)``.
    seat
        Whose eyes, from 0.
    model
        How opponents are taken to act: ``uniform``, ``thumb`` (the game's rule of thumb, with
        mistakes), or ``auto``: the rule of thumb where the game has one.
    most, particles
        Most worlds of which all are kept, and the size of a sample where there are more.
    seed
        Of samples and searches.
    names
        Who sits where, from seat 0; the words of the game name them then. None unless given.

    Raises
    ------
    ValueError
        In one line, for an unknown game, a game without hidden things, or a seat, model or names
        that cannot be.
    """

    def __init__(
        self,
        game: str,
        seat: int = 0,
        model: str = "auto",
        most: int = MOST,
        particles: int = PARTICLES,
        seed: int = 0,
        names: Sequence[str] = (),
    ) -> None:
        loaded = load_game(game)
        if not isinstance(loaded, KernelGame) or loaded.definition.perfect_information:
            raise ValueError(f"{game!r}: this table is for the library's games with hidden cards")
        definition = loaded.definition
        players = definition.sizes.num_players
        if players < 2:
            raise ValueError(f"{game!r} has one player: nobody hides anything")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise ValueError(f"seat={seat!r} is not in 0..{players - 1}")
        if model == "auto":
            model = "thumb" if has_rule_of_thumb(definition.kernel) else "uniform"
        if model not in MODELS:
            raise ValueError(f"model {model[:60]!r} is not one of auto, {', '.join(MODELS)}")
        self.game = str(loaded)
        self.seat = seat
        most = min(most, MOST_BYTES // definition.kernel.dtype.itemsize)
        self._loaded, self._setting, self._first = _beginning(
            self.game, seat, model, most, particles, seed
        )
        self.names = tuple(_checked_names(names, players))
        people = self.names or [seat_name(player) for player in range(players)]
        self._by_call = dict(zip(map(call, range(players)), people, strict=True))
        self.entries: list[Entry] = []
        self._points: list[_Point | None] = []
        self._question: Question | None = None
        self._beliefs: WhatMayBe | None = None
        self._restart()

    # --- What is asked, and answers ---------------------------------------------------------------

    @property
    def model(self) -> str:
        """The model of the opponents."""
        return self._setting.model

    @property
    def worlds(self) -> Worlds:
        """The worlds that fit what was seen (before the step that is being told)."""
        return self._now.worlds

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.worlds.mover == TERMINAL

    @property
    def question(self) -> Question:
        """What is asked next."""
        if self._question is None:
            self._question = self._ask(self._now)
        return self._question

    def enter(self, answer: str) -> None:
        """Take an answer: the number (from 1), the words or the key of a choice.

        Raises
        ------
        ValueError
                In one line if it is none of the choices; nothing is changed then. Of a sample, many
            more worlds are looked through first.
        """
        wanted = " ".join(answer.split()).casefold()
        for times in (1, *WIDER):
            if times > 1:
                if self.worlds.counted or self.question.kind != SEE or wanted.isdecimal():
                    break
                self.widen(times)
            for number, choice in enumerate(self.question.choices, 1):
                if wanted in (str(number), choice.text.casefold(), choice.key):
                    kind, _, value = choice.key.partition(":")
                    self._take((kind, int(value)))
                    return
        if self.is_over:
            raise ValueError("the game is over")
        count = len(self.question.choices)
        raise ValueError(f"{answer[:60]!r} is none of the {count} choices")

    def widen(self, times: int = 4) -> None:
        """Look through so many times as many worlds for what may happen next.

        Only a sample of the worlds may miss something that is rare; all that can happen is offered
        where all worlds are kept, and then there is nothing to do.
        """
        if not self.worlds.counted:
            wider = self.worlds.redrawn(times)
            self._set(_Point(wider, self._now.action, self._now.seen))
            self._points[-1] = self._now

    def undo(self) -> bool:
        """Take back the last answer and what followed from it; return whether there was one."""
        if not self.entries:
            return False
        self.entries.pop()
        self._points.pop()
        point = self._points[-1]
        if point is None:
            self._replay(list(self.entries))
        else:
            self._set(point)
        return True

    # --- What is known ----------------------------------------------------------------------------

    def state(self) -> KernelState:
        """Return a state of the game that looks to the seat as the real one does.

        Whatever the seat does not see in it may be otherwise in truth.
        """
        history = self.worlds.history(self.worlds.likeliest).tolist()
        return self._loaded.new_initial_state({"history": history})  # type: ignore[no-any-return]

    def view(self) -> str:
        """Draw the table as the seat sees it, with players as :meth:`told` calls them.

        Names change how long lines are, so what is drawn in columns keeps the numbers.
        """
        lines = self.state().view(self.seat).splitlines()
        return "\n".join(spoken(line) if "  " in line else self.told(line) for line in lines)

    def story(self) -> list[str]:
        """Return what has happened as the seat saw it, a line an event."""
        definition = self._setting.definition
        told = [definition.event_line(self.seat, word) for word in self._now.seen]
        return [self.told(line) for line in self.state().transcript(self.seat) + told]

    def told(self, words: str) -> str:
        """Return words of the game with the players called by their names, or counted from 1."""
        calls = "|".join(map(re.escape, self._by_call))
        return re.sub(rf"\b(?:{calls})\b", lambda found: self._by_call[found[0]], words)

    def seen(self) -> list[int]:
        """Return the events that the seat saw, packed, in order."""
        events, masks = self.state().events()
        mine = [word for word, mask in zip(events, masks, strict=True) if (mask >> self.seat) & 1]
        return [int(word) for word in mine] + list(self._now.seen)

    def beliefs(self) -> WhatMayBe:
        """Return what each thing that the seat does not see may be, and how likely."""
        if self._beliefs is None:
            state, worlds = self.state(), self._narrowed()
            self._beliefs = described(
                state, self.seat, worlds.records, worlds.weights, worlds.counted
            )
        return self._beliefs

    def advice(
        self,
        options: Options | None = None,
        searches: int = SEARCHES,
        seed: int | None = None,
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> Advice:
        """Return what every move of the seat is worth, and why; see `advice.advise`.

        Raises
        ------
        ValueError
            If it is not the seat's move.
        """
        if self.question.kind != MOVE:
            raise ValueError("there is no advice: it is not your move")
        seed = self._setting.seed if seed is None else seed
        return advise(self.worlds, self.state(), options, searches, seed, progress)

    # --- Keeping it -------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """Return the session as plain data for JSON."""
        return {
            "game": self.game,
            "seat": self.seat,
            "model": self.model,
            "seed": self._setting.seed,
            "names": list(self.names),
            "entries": [f"{kind}:{value}" for kind, value in self.entries],
            "identity": game_identity(self._loaded),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "SeatSession":
        """Return the session that :meth:`to_dict` described.

        Raises
        ------
        ValueError
            In one line, if the data are damaged or were made by other rules than today's.
        """
        wrong = [name for name, fits in _FIELDS.items() if not fits(data.get(name))]
        wrong += [str(name)[:40] for name in data if name not in _FIELDS]
        if wrong:
            raise ValueError(f"a session at a table has no such {', '.join(wrong[:4])}")
        session = cls(
            data["game"], data["seat"], data["model"], seed=data["seed"], names=data["names"]
        )
        if data["identity"] != game_identity(session._loaded):
            raise ValueError(f"it was saved by other rules of {session.game}")
        for number, key in enumerate(data["entries"]):
            try:
                session.enter(key if ":" in key else "")
            except ValueError:
                raise ValueError(
                    f"number {number} of entries, {key[:40]!r}, cannot happen there"
                ) from None
        return session

    # --- Inside -----------------------------------------------------------------------------------

    def _restart(self) -> None:
        self.entries = []
        self._points = []
        self._set(self._forced(_Point(self._first, None, ())))
        self._points.append(self._now)

    def _replay(self, entries: Sequence[Entry]) -> None:
        self._restart()
        for entry in entries:
            self._take(entry)

    def _set(self, point: _Point) -> None:
        self._now = point
        self._question = None
        self._beliefs = None

    def _take(self, entry: Entry) -> None:
        point = self._forced(self._entered(self._now, entry))
        if point.worlds is not self._now.worlds:
            self._now.worlds.forget_next()
        self.entries.append(entry)
        self._points.append(point)
        self._set(point)
        kept, seen = 0, None
        for number in range(len(self._points) - 1, 0, -1):
            earlier = self._points[number]
            known = earlier is None or earlier.worlds is seen or earlier.worlds is self._first
            if earlier is not None and not known:
                seen = earlier.worlds
                kept += seen.records.nbytes + seen.histories.nbytes
            if kept > _KEPT_BYTES and number < len(self._points) - 1:
                self._points[number] = None

    def _forced(self, point: _Point) -> _Point:
        """Return the point with everything taken that can only be so."""
        while True:
            entries = self._possible(point)
            if len(entries) != 1:
                return point
            before, point = point, self._entered(point, next(iter(entries)))
            if point.worlds is not before.worlds:
                before.worlds.forget_next()

    def _possible(self, point: _Point) -> dict[Entry, float]:
        """Return what may be entered at a point, with its probability under the model."""
        worlds = point.worlds
        if worlds.mover == TERMINAL:
            return {}
        if point.action is None and worlds.mover == self.seat:
            actions = np.unique(worlds.next_steps.openings).tolist()
            return {(MOVE, action): 1.0 for action in actions}
        found: dict[Entry, float] = {}
        for group, share in self._fitting(point).items():
            seen = worlds.next_steps.seen[group]
            word = seen[len(point.seen)] if len(seen) > len(point.seen) else NOTHING_MORE
            found[SEE, word] = found.get((SEE, word), 0.0) + share
        total = sum(found.values())
        return {entry: share / total for entry, share in sorted(found.items(), key=_by_words)}

    def _fitting(self, point: _Point) -> dict[int, float]:
        """Return the groups of next steps that fit what was told of the step, and their shares."""
        following = point.worlds.next_steps
        shares = following.shares
        if point.action is not None:
            shares = np.where(following.openings == point.action, shares, 0.0)
        sums = np.bincount(following.groups, shares, len(following.seen))
        told = point.seen
        return {
            group: float(share)
            for group, share in enumerate(sums)
            if share > 0.0 and following.seen[group][: len(told)] == told
        }

    def _entered(self, point: _Point, entry: Entry) -> _Point:
        kind, value = entry
        if kind == MOVE:
            point = _Point(point.worlds, value, ())
        elif value != NOTHING_MORE:
            point = _Point(point.worlds, point.action, (*point.seen, value))
        groups = self._fitting(point)
        whole = [g for g in groups if point.worlds.next_steps.seen[g] == point.seen]
        if whole and (len(groups) == 1 or value == NOTHING_MORE):
            return _Point(point.worlds.after(self._numbers(point, whole)), None, ())
        return point

    def _numbers(self, point: _Point, groups: Sequence[int]) -> Any:
        following = point.worlds.next_steps
        chosen = np.isin(following.groups, groups) & (following.shares > 0.0)
        if point.action is not None:
            chosen &= following.openings == point.action
        return np.flatnonzero(chosen)

    def _narrowed(self) -> Worlds:
        """Return the worlds, narrowed by what was told of the step that is being entered."""
        point = self._now
        if point.action is None and not point.seen:
            return point.worlds
        following = point.worlds.next_steps
        numbers = self._numbers(point, list(self._fitting(point)))
        weights = np.bincount(
            following.origins[numbers],
            following.shares[numbers],
            len(point.worlds.records),
        )
        kept = np.flatnonzero(weights)
        return point.worlds.chosen(kept, weights[kept])

    def _ask(self, point: _Point) -> Question:
        entries = self._possible(point)
        if not entries:
            return Question(OVER, "the game is over", ())
        state, definition = self.state(), self._setting.definition
        if next(iter(entries))[0] == MOVE:
            return Question(
                MOVE,
                "your move",
                tuple(
                    Choice(
                        f"{MOVE}:{action}",
                        self.told(state.action_to_string(self.seat, action)),
                        1.0,
                    )
                    for _, action in entries
                ),
            )
        return Question(
            SEE,
            "what happened",
            tuple(
                Choice(
                    f"{SEE}:{word}",
                    ("nothing more" if point.seen else "nothing that you see; it is your turn")
                    if word == NOTHING_MORE
                    else self.told(definition.event_line(self.seat, word)),
                    share,
                )
                for (_, word), share in entries.items()
            ),
        )


def _by_words(entry: tuple[Entry, float]) -> tuple[int, ...]:
    """Order events by their code, then by their payloads from the first on."""
    word = entry[0][1]
    return (-1,) if word == NOTHING_MORE else unpack_event(word)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _checked_names(names: Sequence[str], players: int) -> list[str]:
    """Return names without spaces around them; raise ``ValueError`` in one line for bad ones."""
    found = [" ".join(name.split()) for name in names]
    if not found:
        return []
    if len(found) != players or len({name.casefold() for name in found}) < players:
        raise ValueError(f"names: expected {players} different ones, one a seat, got {len(found)}")
    for name in found:
        if not name or len(name) > MOST_LETTERS or not name.isprintable():
            raise ValueError(f"names: {name[:60]!r} is not 1 to {MOST_LETTERS} letters")
    return found


_FIELDS: dict[str, Callable[[Any], bool]] = {
    "game": lambda value: isinstance(value, str),
    "seat": _is_whole,
    "model": lambda value: isinstance(value, str),
    "seed": lambda value: _is_whole(value) and 0 <= value < 2**63,
    "names": lambda value: _are_texts(value),
    "entries": lambda value: _are_texts(value),
    "identity": lambda value: isinstance(value, str),
}
