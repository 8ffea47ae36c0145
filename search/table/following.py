"""The worlds of a player of a game that is going on, kept from decision to decision.

A session at a real table is told what its seat sees; here that is read from the game's history, of
which only what the seat saw matters.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import current_player
from intrigue.games.definition import Definition
from intrigue.search.table.worlds import MOST, MOST_BYTES, Setting, Worlds, first_worlds

Array = np.ndarray[Any, Any]

NOTHING: tuple[int, ...] = ()
"""Seen where the seat's turn comes without a word."""


class Seen(NamedTuple):
    """A step as a seat saw it: its own action, None for a step of others, and the events."""

    action: int | None
    events: tuple[int, ...]


class Follower:
    """Keeps all worlds that fit what a seat saw, with exact weights, along games.

    Parameters
    ----------
    definition
        The game.
    seat
        Whose eyes, from 0.
    model
        How the others are taken to act, one of `worlds.MODELS`.
    most
        Most worlds of which all are kept.
    """

    def __init__(self, definition: Definition, seat: int, model: str, most: int = MOST) -> None:
        most = min(most, MOST_BYTES // definition.kernel.dtype.itemsize)
        self._setting = Setting(definition, seat, model, most, particles=1, seed=0)
        self._first: Worlds | None = None
        self.forget()

    def forget(self) -> None:
        """Forget the game that was followed."""
        self._story: list[Seen] = []
        self._worlds = self._first

    def worlds_at(self, history: list[int]) -> Worlds | None:
        """Return the worlds where the seat is to move after `history`, None if too many to keep.

        A game that goes on from the last one that was asked for is followed from there.
        """
        story = self._story_of(history)
        if story[: len(self._story)] != self._story:
            self.forget()
        if self._worlds is None:
            self._worlds = self._first = first_worlds(self._setting)
        told = story[len(self._story) :]
        while self._worlds.counted and (told or self._worlds.mover != self._setting.seat):
            told = self._follow(told)
        self._story = story
        return self._worlds if self._worlds.counted else None

    def _story_of(self, history: list[int]) -> list[Seen]:
        """Return what the seat saw of a history, step by step."""
        seat = self._setting.seat
        states = driver.duplicate(self._setting.start)
        story = []
        for action in history:
            own = current_player(states[0]) == seat
            driver.step(states, action)
            state = states[0]
            count = int(state.n_events)
            pairs = zip(
                state.events[:count].tolist(), state.event_masks[:count].tolist(), strict=True
            )
            events = tuple(word for word, mask in pairs if (mask >> seat) & 1)
            if own or events:
                story.append(Seen(action if own else None, events))
        return story

    def _follow(self, told: list[Seen]) -> list[Seen]:
        """Take the next step that the seat sees; return what is left to tell."""
        assert self._worlds is not None
        action = None
        if self._worlds.mover == self._setting.seat:
            action, events = told[0]
            told = told[1:]
            if events:
                return self._taken(action, events, told)
        # Of others' steps only those are told that the seat sees something of.
        if told and told[0].action is None:
            return self._taken(action, told[0].events, told[1:])
        return self._taken(action, NOTHING, told)

    def _taken(self, action: int | None, events: tuple[int, ...], told: list[Seen]) -> list[Seen]:
        assert self._worlds is not None
        before = self._worlds
        following = before.next_steps
        fits = following.groups == following.seen.index(events)
        if action is not None:
            fits &= following.openings == action
        self._worlds = before.after(np.flatnonzero(fits))
        before.forget_next()
        return told
