"""A game at the terminal: people and bots take turns, seeded, saved, taken back and resumed.

Chance outcome number n is drawn from a generator seeded by (seed, n), so a resumed game goes on as
the unbroken one would have, and so does one whose last moves were taken back and made again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.cli import saved
from intrigue.cli.progress import waiting
from intrigue.cli.prompt import Hints, Prompt, Read, Undo, Write
from intrigue.cli.seats import HUMAN, Seat, check_seats, who_sits_where
from intrigue.cli.telling import action_words, check_playable, replay, story
from intrigue.games.definition import EVERYTHING, PUBLIC
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.games.people import seat_name

VERSION = 1

_FIELDS = {
    "game": saved.TEXT,
    "seats": saved.TEXTS,
    "seed": saved.SEED,
    "history": saved.NUMBERS,
    "identity": saved.TEXT,
}


@dataclass
class Session:
    """A game under way.

    Attributes
    ----------
    game
        Words for :func:`intrigue.games.names.load_game`.
    seats
        One word a seat, ``human`` or a bot, as the user gave them.
    history
        All actions and chance outcomes so far.
    hints
        The hints given since the session was made or loaded, as data.
    kept_in
        The file to which it is saved before every question, so that a killed process loses at most
        one move; None for none.
    """

    game: str
    seats: list[str]
    seed: int
    history: list[int] = field(default_factory=list)
    hints: list[dict[str, Any]] = field(default_factory=list, init=False, compare=False)
    kept_in: Path | None = field(default=None, init=False, compare=False)
    _saved: list[int] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def saved(self) -> bool:
        """Whether nothing happened since the session was saved or loaded."""
        return self._saved == self.history

    @property
    def people(self) -> list[int]:
        """The seats where people sit."""
        return [player for player, word in enumerate(self.seats) if word == HUMAN]

    def save(self, path: Path) -> None:
        """Write the session to a file that :meth:`load` reads.

        Raises ``ValueError`` in one line if a file of another kind is there.
        """
        data = {name: getattr(self, name) for name in _FIELDS if name != "identity"}
        data["identity"] = game_identity(load_game(self.game))
        saved.save_session(path, saved.GAME_KIND, VERSION, data)
        self._saved = list(self.history)

    @classmethod
    def load(cls, path: Path) -> "Session":
        """Read a saved session; raise ``ValueError`` in one line that names the file if it is bad.

        Every field is checked, so the game can be played on.
        """
        fields = saved.load_fields(path, saved.GAME_KIND, VERSION, _FIELDS)
        identity = fields.pop("identity")
        session = cls(**fields)
        with saved.naming(path):
            game = load_game(session.game)
            saved.check_identity(identity, game)
            check_playable(game)
            check_seats(session.seats, game)
            session.state()
        session._saved = list(session.history)
        return session

    def state(self) -> Any:
        """Return the state that the history leads to."""
        return replay(load_game(self.game), self.history)

    def story(self) -> list[str]:
        """Return what happened so far, a line an event.

        A finished game, or one among bots, is told whole; before the end a person gets what they
        saw, and several people what all of them saw: the game may go on.
        """
        state, people = self.state(), self.people
        if state.is_terminal() or not people:
            viewer = EVERYTHING
        else:
            viewer = people[0] if len(people) == 1 else PUBLIC
        return story(state, viewer)

    def undo(self) -> tuple[int, str] | None:
        """Take back the last move that a person made, and all that followed.

        Returns who made it and its words, or None if there is no such move.
        """
        last = None
        for number, state in enumerate(self._states()):
            if state.current_player() in self.people:
                player = state.current_player()
                last = number, player, action_words(state, player, self.history[number])
        if last is None:
            return None
        number, player, words = last
        del self.history[number:]
        return player, words

    def play(self, seats: Sequence[Seat | None], hints: Hints, write: Write, read: Read) -> Any:
        """Play to the end and return the final state; `seats` has None for people.

        Raises
        ------
        Leave
            If a person leaves the game.
        """
        prompt = Prompt(write, read, lambda *asked: self._hint(hints, *asked), self.save)
        state = self._seated(seats)
        people = self.people
        if people and len(seats) > 1:
            write(who_sits_where(self.seats))
        told = dict.fromkeys(people, 0)
        while not state.is_terminal():
            player = state.current_player()
            seat = None if state.is_chance_node() else seats[player]
            if state.is_chance_node():
                action = self._chance(state)
            elif seat is not None:
                name, word = seat_name(player), self.seats[player]
                with waiting(f"{name} ({word}) thinks"):
                    action = seat.choose(state)
            else:
                if len(people) > 1:
                    name = seat_name(player)
                    write(f"\n-- {name} to move; the others look away --")
                told[player] = _tell(state, player, told[player], write)
                if self.kept_in is not None and not self.saved:
                    self.save(self.kept_in)
                try:
                    action = prompt.ask(state, player, _title(state, player, len(people)))
                except Undo:
                    write(self._undo_as_asked(state, player))
                    state = self._seated(seats)
                    told = {p: min(told[p], len(story(state, p))) for p in people}
                    continue
            state.apply_action(action)
            self.history.append(action)
        for player in people:
            _tell(state, player, told[player], write)
        return state

    def _states(self) -> Iterator[Any]:
        """Yield the state before each action of the history: one object that moves on."""
        state = load_game(self.game).new_initial_state()
        for action in list(self.history):
            yield state
            state.apply_action(action)

    def _seated(self, seats: Sequence[Seat | None]) -> Any:
        """Let the bots start afresh from the history, and return the state that it leads to."""
        for player, seat in enumerate(seats):
            if seat is not None and self.history:
                seat.begin(state for state in self._states() if state.current_player() == player)
        return self.state()

    def _chance(self, state: Any) -> int:
        outcomes, probs = zip(*state.chance_outcomes(), strict=True)
        rng = np.random.default_rng([self.seed, len(self.history)])
        return int(rng.choice(outcomes, p=probs))

    def _hint(self, hints: Hints, state: Any, player: int) -> str:
        try:
            hint = hints(state, player)
        except ValueError as problem:
            return f"no hint here: {problem}"
        asked = {"after": len(self.history), "player": player, "text": hint.text}
        self.hints.append({**asked, **hint.data})
        return hint.text

    def _undo_as_asked(self, state: Any, player: int) -> str:
        """Undo, and return what `player`, who asked for it, may hear about it."""
        undone = self.undo()
        if undone is None:
            return "there is nothing to take back"
        mover, words = undone
        if mover != player:
            return f"taken back: the last move of {seat_name(mover)}"
        return f"taken back: {words}"


def _title(state: Any, player: int, people: int) -> str:
    """Return the words before the question: who is asked, where there is more than one seat."""
    if state.num_players() == 1:
        return ""
    name = seat_name(player)
    return f"you are {name}, " if people == 1 else f"{name}, "


def _tell(state: Any, player: int, told: int, write: Write) -> int:
    """Write what `player` has seen since line `told` of their story; return its length now."""
    seen = story(state, player)
    for line in seen[told:]:
        write(f"  . {line}")
    return len(seen)
