"""Asking a person at the terminal: the prompt, what may be typed at it, and leaving."""

import contextlib
import io
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from intrigue.cli.hints import Hint
from intrigue.cli.output import wrapped
from intrigue.cli.telling import action_words, explain, rules, story, view

Write = Callable[[str], None]
Read = Callable[[str], str]
Hints = Callable[[Any, int], Hint]
"""Returns a hint for a state and the player to move."""

_HELP = """\
number or words  take that action, for example 1 or: {example}
hint             what each action is worth
undo             take back the last move that a person made, and all that followed
table            draw the table again
story            what has happened so far, as you saw it
rules            the rules in short; rules NAME, or NAME alone: what a role or card does
save FILE        save the game; go on later with: intrigue play --resume FILE
quit             leave (the game is not saved by itself)"""

_SHOWN = 60
"""Most characters of a wrong answer that are repeated."""


class Leave(Exception):  # noqa: N818 - not a fault
    """The person wants to leave the game."""


class Undo(Exception):  # noqa: N818 - not a fault
    """The person wants to take a move back."""


@dataclass(frozen=True)
class Prompt:
    """How a person is asked.

    Attributes
    ----------
    write, read
        Show some lines; ask with a prompt for a line.
    hint
        Returns the words of a hint for a state and the player to move.
    save
        Writes the game to a file.
    """

    write: Write
    read: Read
    hint: Callable[[Any, int], str]
    save: Callable[[Path], None]

    def ask(self, state: Any, player: int, title: str) -> int:
        """Show the table and what may be done, and return the action that the person takes.

        What is the only thing that can be done is said and taken. `title` stands before the
        question: who is asked.

        Raises
        ------
        Leave
            If the person leaves.
        Undo
            If the person takes back a move.
        """
        actions = state.legal_actions()
        words = [action_words(state, player, action) for action in actions]
        if len(actions) == 1:
            self.write(f"{title}only one thing can be done: {words[0]}")
            return actions[0]  # type: ignore[no-any-return]
        lowered = [text.lower() for text in words]
        self.write("\n" + view(state, player))
        for number, text in enumerate(words, 1):
            self.write(f"  {number:>2}  {text}")
        while True:
            answer = self.read(f"{title}your move (hint, undo, quit; help for more): ").strip()
            if is_number(answer) and 1 <= int(answer) <= len(actions):
                return actions[int(answer) - 1]  # type: ignore[no-any-return]
            if answer.lower() in lowered:
                return actions[lowered.index(answer.lower())]  # type: ignore[no-any-return]
            if answer:
                self._obey(answer, state, player, words)

    def _obey(self, answer: str, state: Any, player: int, words: list[str]) -> None:
        command, _, rest = answer.partition(" ")
        command, rest = command.lower(), rest.strip()
        if command == "save":
            save_as_asked(self.save, rest, self.write)
        elif command == "rules":
            self.write(wrapped(rules(state, rest)))
        elif (words_for_it := explain(state, answer)) is not None:
            self.write(wrapped(words_for_it))
        elif rest:
            self.write(refusal(answer, len(words)))
        elif command in ("hint", "?"):
            self.write(wrapped(self.hint(state, player)))
        elif command == "table":
            self.write(view(state, player))
        elif command == "story":
            self.write("\n".join(story(state, player)) or "nothing has happened yet")
        elif command == "undo":
            raise Undo
        elif command in ("quit", "exit", "q"):
            raise Leave
        elif command in ("help", "h"):
            self.write(_HELP.format(example=words[0]))
        else:
            self.write(refusal(answer, len(words)))


def refusal(answer: str, choices: int) -> str:
    """Say that an answer is no choice, and what is; long and unprintable answers are cut."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in answer[:_SHOWN])
    more = "..." if len(answer) > _SHOWN else ""
    accepted = "1" if choices == 1 else f"a number from 1 to {choices}"
    return f"'{shown}{more}' is no choice here; type {accepted}, or help"


def save_as_asked(save: Callable[[Path], None], name: str, write: Write) -> None:
    """Save to the file that a person named at the prompt, and say how that went."""
    if not name:
        write("save where? for example: save game.json")
        return
    path = Path(os.path.expanduser(name))
    try:
        save(path)
    except OSError as problem:
        write(f"not saved: {problem.strerror}: {path}")
    except ValueError as problem:
        write(f"not saved: {problem}")
    else:
        write(f"saved to {path}")


def is_number(text: str) -> bool:
    """Return whether `text` is a short whole number, as in a list of choices."""
    return text.isascii() and text.isdecimal() and len(text) < 4


def accept_any_input() -> None:
    """Let bytes that are no text in the terminal's encoding be read as wrong answers."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")


def read_line(prompt: str) -> str:
    """Read a line from the person; the end of the input means to leave."""
    try:
        return input(prompt)
    except EOFError:
        print(file=sys.stderr)
        raise Leave from None


def read_line_beside_output(prompt: str) -> str:
    """Read a line as :func:`read_line` does, with the prompt on standard error."""
    with contextlib.redirect_stdout(sys.stderr):
        return read_line(prompt)
