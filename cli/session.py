"""A game at the terminal: people and bots take turns, seeded, saved and resumed.

Chance outcome number n is drawn from a generator seeded by (seed, n), so a resumed game goes on as
the unbroken one would have.
"""

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from intrigue.cli.names import load_game
from intrigue.games.files import load_json, save_json

KIND, VERSION = "intrigue game", 1

HELP = """\
number or words  take that action, for example 2 or: answer 6♣
hint             what each action is worth
table            draw the table again
story            what has happened so far, as you saw it
save FILE        save the game; go on later with --resume FILE
quit             leave (the game is not saved by itself)"""


class Leave(Exception):  # noqa: N818 - not a fault
    """The person wants to leave the game."""


class Seat(Protocol):
    """Whoever chooses an action when it is their turn."""

    def choose(self, state: Any) -> int:
        """Return a legal action."""


@dataclass
class BotSeat:
    """A bot at the table; its moves depend on the seed and the game so far only."""

    bot: Any

    def choose(self, state: Any) -> int:
        """Return the bot's action."""
        return int(self.bot.step(state))


Hints = Callable[[Any, int], str]
"""Returns the words of a hint for a state and the player to move."""


@dataclass
class Session:
    """A game under way.

    Attributes
    ----------
    game
        Words for :func:`intrigue.cli.names.load_game`.
    seats
        One word a seat, ``human`` or a bot, as the user gave them.
    history
        All actions and chance outcomes so far.
    """

    game: str
    seats: list[str]
    seed: int
    history: list[int] = field(default_factory=list)
    _saved: int = field(default=-1, init=False, repr=False)

    @property
    def saved(self) -> bool:
        """Whether nothing happened since the session was saved or loaded."""
        return self._saved == len(self.history)

    def save(self, path: Path) -> None:
        """Write the session to a file that :meth:`load` reads."""
        data = {
            "game": self.game,
            "seats": self.seats,
            "seed": self.seed,
            "history": self.history,
        }
        save_json(path, KIND, VERSION, data)
        self._saved = len(self.history)

    @classmethod
    def load(cls, path: Path) -> "Session":
        """Read a saved session; raise ``ValueError`` in one line if the file is damaged."""
        data = load_json(path, KIND, VERSION)
        session = cls(data["game"], data["seats"], data["seed"], data["history"])
        session.state()
        return session

    def state(self) -> Any:
        """Return the state that the history leads to."""
        return load_game(self.game).new_initial_state({"history": self.history})

    def play(
        self,
        seats: Sequence[Seat | None],
        hints: Hints,
        write: Callable[[str], None] = print,
        read: Callable[[str], str] = input,
    ) -> Any:
        """Play to the end and return the final state; `seats` has None for people.

        Raises
        ------
        Leave
            If a person leaves the game.
        """
        state = self.state()
        people = [player for player, seat in enumerate(seats) if seat is None]
        told = dict.fromkeys(people, 0)
        while not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                action = self._chance(state)
            else:
                seat = seats[player]
                if seat is None:
                    if len(people) > 1:
                        write(f"\n-- player {player} to move; the others look away --")
                    told[player] = _tell(state, player, told[player], write)
                    action = self._ask(state, player, hints, write, read)
                else:
                    action = seat.choose(state)
            state.apply_action(action)
            self.history.append(action)
        for player in people:
            _tell(state, player, told[player], write)
        return state

    def _chance(self, state: Any) -> int:
        outcomes, probs = zip(*state.chance_outcomes(), strict=True)
        rng = np.random.default_rng([self.seed, len(self.history)])
        return int(rng.choice(outcomes, p=probs))

    def _ask(
        self,
        state: Any,
        player: int,
        hints: Hints,
        write: Callable[[str], None],
        read: Callable[[str], str],
    ) -> int:
        actions = state.legal_actions()
        words = [state.action_to_string(player, action) for action in actions]
        write("\n" + state.view(player))
        for number, text in enumerate(words, 1):
            write(f"  {number:>2}  {text}")
        while True:
            answer = read("your move (help for more): ").strip()
            command, _, rest = answer.partition(" ")
            if is_number(answer) and 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]  # type: ignore[no-any-return]
            if answer.lower() in map(str.lower, words):
                return actions[[w.lower() for w in words].index(answer.lower())]  # type: ignore[no-any-return]
            if command in ("hint", "?"):
                write(hints(state, player))
            elif command == "table":
                write(state.view(player))
            elif command == "story":
                write("\n".join(state.transcript(player)))
            elif command == "save" and rest:
                self._save_as_asked(Path(rest), write)
            elif command in ("quit", "exit", "q"):
                raise Leave
            elif command in ("help", "h"):
                write(HELP)
            elif answer:
                write(f"'{answer}' is no action here: type a number 1 to {len(actions)}, or help")

    def _save_as_asked(self, path: Path, write: Callable[[str], None]) -> None:
        try:
            self.save(path)
        except OSError as problem:
            write(f"not saved: {problem.strerror}: {path}")
        except ValueError as problem:
            write(f"not saved: {problem}")
        else:
            write(f"saved to {path}")


def _tell(state: Any, player: int, told: int, write: Callable[[str], None]) -> int:
    """Write what `player` has seen since line `told` of their story; return its length now."""
    story = state.transcript(player)
    for line in story[told:]:
        write(f"  . {line}")
    return len(story)


def is_number(text: str) -> bool:
    """Return whether `text` is a short whole number, as in a list of choices."""
    return text.isascii() and text.isdecimal() and len(text) < 4


def read_line(prompt: str) -> str:
    """Read a line from the person; the end of the input means to leave."""
    try:
        return input(prompt)
    except EOFError:
        print(file=sys.stderr)
        raise Leave from None
