"""`intrigue advise` where cards are hidden: what one seat sees is typed in, event by event."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from intrigue.cli import saved
from intrigue.cli.hints import beliefs_in_words, label, value_in_words
from intrigue.cli.output import print_json, wrapped
from intrigue.cli.progress import progress
from intrigue.cli.prompt import (
    Leave,
    Read,
    Write,
    accept_any_input,
    read_line,
    refusal,
    save_as_asked,
)
from intrigue.cli.saved import SEAT_KIND
from intrigue.cli.telling import explain, rules
from intrigue.games.files import Output, check_outputs, of_kind
from intrigue.games.names import load_game
from intrigue.games.people import call, seat_name
from intrigue.search.table.advice import Advice
from intrigue.search.table.session import MOVE, OVER, SEE, SeatSession

VERSION = 1

_FIELDS = {
    "game": saved.TEXT,
    "seat": saved.NUMBER,
    "model": saved.TEXT,
    "seed": saved.SEED,
    "names": saved.TEXTS,
    "entries": saved.TEXTS,
    "identity": saved.TEXT,
}

HELP = """\
number or words  what happened, or what you did; at your move enter takes the best one
hint             what each of your moves is worth, again
beliefs          what may be where, and how likely
undo             take the last answer back
more             look for more that may have happened, where only a sample of worlds is kept
table            draw the table again      story    what has happened, as you saw it
rules            the rules in short; rules NAME: what a role or card does
save FILE        save; go on later with: intrigue advise --resume FILE
quit             leave"""

OTHERS = {
    "thumb": "follow the rule of thumb, with mistakes",
    "uniform": "take random moves",
}
"""How the opponents are taken to act, by the name of the model."""

_MOST_MOVES = 12


def save_table(session: SeatSession, path: Path) -> None:
    """Write a session to a file; raise ``ValueError`` in one line if another kind is there."""
    saved.save_session(path, SEAT_KIND, VERSION, session.to_dict())


def load_table(path: Path, game: str | None = None) -> SeatSession:
    """Read a session; raise ``ValueError`` in one line that names the file if it is bad.

    So it is, too, if it is not of the `game`, if that is given.
    """
    fields = saved.load_fields(path, SEAT_KIND, VERSION, _FIELDS)
    with saved.naming(path):
        session = SeatSession.from_dict(fields)
        if game is not None and str(load_game(game)) != session.game:
            raise ValueError(f"it is of {session.game}, not of {game}")
        return session


def answer_seat(session: SeatSession, text: str, json: bool) -> None:
    """Answer once, after what happened (a line an answer), in words or as JSON.

    Raises
    ------
    ValueError
        In one line that says which line cannot be.
    """
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                session.enter(line.strip())
            except ValueError as problem:
                raise ValueError(f"line {number}: {problem}") from None
    if json:
        print_json(as_data(session))
    else:
        SeatTable(session).show(print)


def new_session(game: str, seat: int, model: str, seed: int, names: str | None) -> SeatSession:
    """Return a session as the options say; raise ``ValueError`` in one line for bad ones.

    `seat` counts from 1, as people do.
    """
    if not 0 <= seed < 2**63:
        raise ValueError(f"--seed {seed} is not in 0..2**63 - 1")
    players = load_game(game).num_players()
    if not 1 <= seat <= players:
        raise ValueError(f"--seat {seat} is not in 1..{players}")
    return SeatSession(game, seat - 1, model, seed=seed, names=names.split(",") if names else ())


def advise_seat(session: SeatSession, save: Path | None) -> None:
    """Go through a game with one seat; see `intrigue.cli.advise`."""
    if save is not None:
        check_outputs(Output("--save", save, f"{SEAT_KIND} file", of_kind(SEAT_KIND)))
    accept_any_input()
    table = SeatTable(session, save)
    try:
        with suppress(Leave, KeyboardInterrupt):
            table.run(print, read_line)
    finally:
        if save is not None:
            save_table(session, save)
            print(f"saved to {save}")
        elif session.entries and not table.is_saved:
            print("the session is not saved (use --save FILE or: save FILE)")


class SeatTable:
    """A session at the terminal.

    Parameters
    ----------
    session
        What the seat has seen.
    save
        The file to which it is saved after every answer, None for none.
    """

    def __init__(self, session: SeatSession, save: Path | None = None) -> None:
        self._session = session
        self._save = save
        self._saved = list(session.entries)
        self._advice: Advice | None = None

    @property
    def is_saved(self) -> bool:
        """Whether all answers are in a file."""
        return self._saved == self._session.entries

    def run(self, write: Write, read: Read) -> None:
        """Ask and advise until the game is over.

        Raises
        ------
        Leave
            If the person leaves.
        """
        session = self._session
        write(f"you are {session.told(call(session.seat))}; help tells what may be typed")
        told = 0
        while True:
            story = session.story()
            told = min(told, len(story))
            if story[told:]:
                write("\n".join(story[told:]))
            told = len(story)
            self.show(write)
            if session.question.kind == OVER:
                return
            entries = list(session.entries)
            while session.entries == entries:
                self._one_answer(write, read)
            if self._save is not None:
                self._keep(self._save)

    def show(self, write: Write) -> None:
        """Show the table and what to do, or what may have happened."""
        session = self._session
        self._advice = None
        if session.question.kind == SEE:
            self._list(write)
            return
        self._table(write)
        if session.question.kind == MOVE:
            self._show_advice(write)

    def _list(self, write: Write) -> None:
        choices = self._session.question.choices
        write(
            "\n".join(f"  {number:>2}  {choice.text}" for number, choice in enumerate(choices, 1))
        )
        if not self._session.worlds.counted:
            write("  (of a sample of worlds; type what is missing in the same words, or: more)")

    def _show_advice(self, write: Write) -> None:
        session = self._session
        definition = session.state().definition
        if self._advice is None:
            with progress("thinking: searches") as report:
                self._advice = session.advice(progress=report)
        numbers = {choice.key: n for n, choice in enumerate(session.question.choices, 1)}
        shown = [m for m in self._advice.moves if m.found.action == _first_alike(self._advice, m)]
        labels = {move.found.action: label(move.found, session.told) for move in shown}
        width = max(len(labels[move.found.action]) for move in shown[:_MOST_MOVES])
        several = sum(move.found.near_best for move in shown) > 1
        worth = "chance to win" if definition.is_about_winning else "mean return"
        write(f"      {'move':{width}}  {worth}, ± one standard error")
        for move in shown[:_MOST_MOVES]:
            equal = "  about equal" if several and move.found.near_best else ""
            number = numbers[f"{MOVE}:{move.found.action}"]
            value = value_in_words(move.found, definition)
            write(f"  {number:>2}  {labels[move.found.action]:{width}}  {value}{equal}")
            if move.why:
                write(wrapped(f"        {session.told(move.why)}"))
        left = [labels[move.found.action] for move in shown[_MOST_MOVES:]]
        if left:
            write(wrapped("      fewer visits: " + ", ".join(left)))
        self._show_beliefs(write)

    def _show_beliefs(self, write: Write) -> None:
        session = self._session
        advice = self._advice
        beliefs = session.beliefs() if advice is None else advice.analysis.beliefs
        others = OTHERS[session.model]
        lines = beliefs_in_words(beliefs, session.state().definition, others, session.told)
        write("\n".join(lines) or "everything is known")

    def _one_answer(self, write: Write, read: Read) -> None:
        session = self._session
        own = session.question.kind == MOVE
        answer = read("what did you do (enter: the best)? " if own else "what happened? ").strip()
        command, _, rest = answer.partition(" ")
        command, rest = command.lower(), rest.strip()
        state = session.state()
        if command in ("quit", "exit", "q") and not rest:
            raise Leave
        if command == "save":
            save_as_asked(self._keep, rest, write)
        elif command == "rules":
            write(wrapped(rules(state, rest)))
        elif (words := explain(state, answer)) is not None:
            write(wrapped(words))
        elif not rest and command in _COMMANDS:
            _COMMANDS[command](self, write)
        elif answer or (own and self._advice is not None):
            best = "" if self._advice is None else f"{MOVE}:{self._advice.moves[0].found.action}"
            try:
                session.enter(answer or best)
            except ValueError:
                write(refusal(answer, len(session.question.choices)))

    def _undo(self, write: Write) -> None:
        write("taken back" if self._session.undo() else "there is nothing to take back")

    def _hint(self, write: Write) -> None:
        if self._session.question.kind == MOVE:
            self._show_advice(write)
        else:
            self._list(write)

    def _more(self, write: Write) -> None:
        if self._session.worlds.counted:
            write("all that can happen stands above")
            return
        self._session.widen()
        self._hint(write)

    def _help(self, write: Write) -> None:
        write(HELP)

    def _table(self, write: Write) -> None:
        session = self._session
        calls = map(seat_name, range(len(session.names)))
        seats = [f"{seat} is {name}" for seat, name in zip(calls, session.names, strict=True)]
        write("\n" + session.view() + ("\n" if seats else "") + "; ".join(seats))

    def _story(self, write: Write) -> None:
        write("\n".join(self._session.story()) or "nothing has happened yet")

    def _keep(self, path: Path) -> None:
        save_table(self._session, path)
        self._saved = list(self._session.entries)


_COMMANDS: dict[str, Callable[[SeatTable, Write], None]] = {
    "undo": SeatTable._undo,
    "hint": SeatTable._hint,
    "beliefs": SeatTable._show_beliefs,
    "more": SeatTable._more,
    "help": SeatTable._help,
    "?": SeatTable._help,
    "table": SeatTable._table,
    "story": SeatTable._story,
}
"""What the one-word commands do."""


def _first_alike(advice: Advice, move: Any) -> int:
    """Return the first action in the list of moves that is alike to `move`."""
    return next(m.found.action for m in advice.moves if m.found.action in move.found.alike)


def as_data(session: SeatSession) -> dict[str, Any]:
    """Return the question, what may be where and what moves are worth as data for JSON."""
    question, beliefs = session.question, session.beliefs()
    data: dict[str, Any] = {
        "game": session.game,
        "seat": session.seat,
        "model": session.model,
        "story": session.story(),
        "question": question.kind,
        "choices": [
            {"key": choice.key, "text": choice.text, "chance": choice.chance}
            for choice in question.choices
        ],
        "worlds": beliefs.worlds,
        "worlds_are_all": beliefs.counted,
        "effective_worlds": beliefs.effective,
        "beliefs": {path: dict(shares) for path, shares in beliefs.places.items()},
        "holdings": {path: dict(shares) for path, shares in beliefs.holdings.items()},
    }
    if question.kind == MOVE:
        data["moves"] = [
            {
                "action": move.found.action,
                "text": session.told(move.found.text),
                "mean_return": _number(move.found.value),
                "standard_error": _number(move.found.error),
                "chance_to_win": _number(move.chance),
                "about_equal_to_best": move.found.near_best,
                "in_the_right": move.right,
                "follows": [
                    {"text": session.told(f.text), "chance": f.chance, "in_the_right": f.right}
                    for f in move.follows
                ],
            }
            for move in session.advice().moves
        ]
    return data


def _number(value: float | None) -> float | None:
    return None if value is None or value != value else value
