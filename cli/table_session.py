"""Advice at a real table: the player tells what is dealt and done, the program what to do.

The session is a game of ``python_emissary`` whose chance outcomes are typed in. Everything typed
can be undone, one input at a time.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from intrigue.cli import saved
from intrigue.cli.output import wrapped
from intrigue.cli.prompt import Leave, Read, Write, is_number, refusal, save_as_asked
from intrigue.cli.telling import rules
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import NUM_RULERS, NUM_SUITS, SUIT_LETTERS, SUIT_SYMBOLS
from intrigue.games.emissary.notation import parse_card, parse_hand
from intrigue.games.emissary.text import ruler_name
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game

VERSION = 1

_FIELDS = {
    "game": saved.TEXT,
    "history": saved.NUMBERS,
    "inputs": saved.NUMBERS,
    "used": saved.NUMBERS,
    "identity": saved.TEXT,
}

HELP = """\
rulers   eight rulers or their suits from kingdom 1 to 8: K♣ Q♥ ... or c h d s ...
cards    in any form: A♣ 6♣, AC 6c, ♣A6, CA6
moves    the number or the words of a choice; enter takes the best one
used J♥  a Jack or supporter is face down already, also: used K♣
undo     take the last input back        table  draw the table
save F   save to a file, --resume F later story  what has happened
rules    the rules in short; rules NAME: what a Jack or supporter does
quit     leave"""

Best = Callable[[Any], int]


class Advisor(Protocol):
    """Tells what to do; see :class:`intrigue.cli.emissary_hints.Advisor`."""

    def hint(self, state: Any) -> str:
        """Return what each legal action is worth, in words."""

    def best_action(self, state: Any) -> int:
        """Return the best of them."""


def parse_rulers(text: str) -> list[int]:
    """Return eight rulers (suit * 2, + 1 for a Queen) from ``K♣ QH ...`` or suits ``c h d ...``.

    Of suits alone the first is taken for the King and the second for the Queen.

    Raises
    ------
    ValueError
        In one line that names what is wrong.
    """
    found: list[int] = []
    for word in text.replace(",", " ").split():
        letters = word.replace("\ufe0e", "").replace("\ufe0f", "").lower()
        face, suit_text = (letters[0], letters[1:]) if letters[0] in "kq" else ("", letters)
        suit = SUIT_SYMBOLS.find(suit_text) if len(suit_text) == 1 else -1
        suit = suit if suit >= 0 else SUIT_LETTERS.find(suit_text) if len(suit_text) == 1 else -1
        if suit < 0:
            raise ValueError(f"'{word}' is no ruler; write for example K♣, qh, or a suit alone")
        ruler = 2 * suit + (face == "q")
        if not face and ruler in found:
            ruler += 1
        if ruler in found:
            raise ValueError(f"'{word}' is there once too often; each suit has one King, one Queen")
        found.append(ruler)
    if len(found) != NUM_RULERS:
        raise ValueError(f"expected {NUM_RULERS} rulers, got {len(found)}")
    return found


def parse_helper(text: str) -> int:
    """Return a helper from ``J♥``, ``kc`` ...: 0..3 for a Jack by suit, 4 + ruler for a supporter.

    Raises
    ------
    ValueError
        In one line that says what is accepted.
    """
    letters = text.replace("\ufe0e", "").replace("\ufe0f", "").lower()
    face, suit_text = letters[:1], letters[1:]
    suit = max(SUIT_SYMBOLS.find(suit_text), SUIT_LETTERS.find(suit_text))
    if len(suit_text) != 1 or suit < 0 or face not in ("j", "k", "q"):
        raise ValueError(f"'{text[:20]}' is no Jack or supporter; write for example J♥, kc or Q♠")
    return suit if face == "j" else NUM_SUITS + 2 * suit + (face == "q")


def _turn_down(state: Any, helper: int) -> None:
    """Turn a helper face down that the player says was used.

    Raises
    ------
    ValueError
        In one line, if it is not face up.
    """
    if helper >= NUM_SUITS + NUM_RULERS:
        raise ValueError(f"{helper} is no helper")
    name, at, up = "supporter_state", helper - NUM_SUITS, s.FACE_UP
    if helper < NUM_SUITS:
        name, at, up = "jack_up", helper, 1
    helpers = state.record[name][0]
    if at >= len(helpers):
        raise ValueError(f"used names no helper: {helper}")
    if helpers[at] != up:
        words = f"J{SUIT_SYMBOLS[helper]}" if helper < NUM_SUITS else ruler_name(at)
        raise ValueError(f"{words} is not face up, so it cannot be used up")
    helpers[at] = s.FACE_DOWN if helper >= NUM_SUITS else 0


@dataclass
class TableSession:
    """What has been typed in so far.

    Attributes
    ----------
    game
        Words for :func:`intrigue.games.names.load_game`.
    history
        Actions and chance outcomes.
    inputs
        Length of the history before each input, for undo.
    used
        Helpers said to be used: for each the number of that input, and the helper.
    kept_in
        The file to which it is saved before every question, so that a killed process loses at most
        one input; None for none.
    """

    game: str = "emissary"
    history: list[int] = field(default_factory=list)
    inputs: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    kept_in: Path | None = field(default=None, init=False, compare=False)
    _saved: tuple[list[int], list[int]] = field(
        default_factory=lambda: ([], []), init=False, repr=False, compare=False
    )

    @property
    def saved(self) -> bool:
        """Whether nothing was typed in since the session was saved, loaded or begun."""
        return self._saved == (self.history, self.used)

    def save(self, path: Path) -> None:
        """Write the session to a file that :meth:`load` reads.

        Raises ``ValueError`` in one line if a file of another kind is there.
        """
        data = {name: getattr(self, name) for name in _FIELDS if name != "identity"}
        data["identity"] = game_identity(load_game(self.game))
        saved.save_session(path, saved.TABLE_KIND, VERSION, data)
        self._note_saved()

    def _note_saved(self) -> None:
        self._saved = list(self.history), list(self.used)

    @classmethod
    def load(cls, path: Path) -> "TableSession":
        """Read a saved session; raise ``ValueError`` in one line that names the file if it is bad.

        Every field is checked, so the session can go on, and every input can be taken back.
        """
        fields = saved.load_fields(path, saved.TABLE_KIND, VERSION, _FIELDS)
        identity = fields.pop("identity")
        session = cls(**fields)
        with saved.naming(path):
            check_table(session.game)
            saved.check_identity(identity, load_game(session.game))
            session.state()
            session._check_inputs()
        session._note_saved()
        return session

    def _check_inputs(self) -> None:
        """Raise ``ValueError`` unless the inputs, one after another, make up the history."""
        state = load_game(self.game).new_initial_state()
        helpers = self._helpers()
        if any(number >= len(self.inputs) for number in helpers) or len(self.used) % 2:
            raise ValueError("used does not say at which input each helper was named")
        for number, begin in enumerate(self.inputs):
            if begin != state.move_number() or state.is_terminal():
                break
            if number in helpers:
                _turn_down(state, helpers[number])
            for _ in range(0 if number in helpers else self._due(state)):
                if state.move_number() == len(self.history):
                    raise ValueError(f"number {number} of inputs ends before it is complete")
                state.apply_action(self.history[state.move_number()])
            following = [*self.inputs, len(self.history)][number + 1]
            following = min(following, len(self.history))
            while state.move_number() < following and _is_forced(state):
                state.apply_action(self.history[state.move_number()])
        else:
            if state.move_number() == len(self.history):
                return
        raise ValueError("inputs do not say where each input in history begins")

    def state(self) -> Any:
        """Return the state of the game."""
        game = load_game(self.game)
        helpers = self._helpers()
        if not helpers:
            return game.new_initial_state({"history": self.history})
        state = game.new_initial_state()
        for number, helper in sorted(helpers.items()):
            if number < len(self.inputs):  # else the file is refused
                self._replay(state, self.inputs[number])
                _turn_down(state, helper)
        self._replay(state, len(self.history))
        return state

    def _helpers(self) -> dict[int, int]:
        """Return the helpers said to be used, by number of the input."""
        return dict(zip(self.used[::2], self.used[1::2], strict=False))

    def _replay(self, state: Any, end: int) -> None:
        """Apply the history from where a state stands to `end`."""
        for action in self.history[state.move_number() : end]:
            if state.is_terminal() or action not in state.legal_actions():
                raise ValueError(f"number {state.move_number()} of history cannot be done there")
            state.apply_action(action)

    def use(self, text: str) -> None:
        """Take one input: a Jack or supporter that is used up already, until the rules turn it up.

        Raises
        ------
        ValueError
            In one line; nothing is changed then.
        """
        helper = parse_helper(text)
        _turn_down(self.state(), helper)
        self.used += [len(self.inputs), helper]
        self.inputs.append(len(self.history))

    def enter(self, text: str, best: Best | None = None) -> None:
        """Take one input: rulers, a hand, cards, or a choice, whatever is next.

        `best` is asked where the text is empty.

        Raises
        ------
        ValueError
            In one line; nothing is changed then.
        """
        state = self.state()
        actions = (
            self._chance(state, text) if state.is_chance_node() else [choice(state, text, best)]
        )
        for action in actions:
            if action not in state.legal_actions():
                name = state.action_to_string(state.current_player(), action)
                raise ValueError(f"{name}: that card is not in the deck any more")
            state.apply_action(action)
        self.inputs.append(len(self.history))
        self.history = [int(action) for action in state.history()]

    def undo(self) -> bool:
        """Take back the last input; return whether there was one."""
        if not self.inputs:
            return False
        del self.history[self.inputs.pop() :]
        if self.used[-2:-1] == [len(self.inputs)]:
            del self.used[-2:]
        return True

    def _chance(self, state: Any, text: str) -> list[int]:
        record = state.record[0]
        if record.phase == s.DEAL_RULER:
            return parse_rulers(text)
        if record.phase == s.TOPIC:
            return [parse_card(text)]
        return list(parse_hand(text, size=self._cards_due(record)))

    def _due(self, state: Any) -> int:
        """How many actions the next input stands for."""
        if not state.is_chance_node():
            return 1
        record = state.record[0]
        if record.phase == s.DEAL_RULER:
            return NUM_RULERS
        return 1 if record.phase == s.TOPIC else self._cards_due(record)

    @staticmethod
    def _cards_due(record: Any) -> int:
        """How many cards may be typed at once: a draw stops where the deck runs out."""
        return min(int(record.pending_draws), int(record.count[s.DECK]))

    def question(self, state: Any) -> str:
        """Return what is asked next."""
        record = state.record[0]
        if not state.is_chance_node():
            return "what did you do (enter: the best)? "
        if record.phase == s.DEAL_RULER:
            return "rulers of kingdoms 1 to 8: "
        if record.phase == s.TOPIC:
            return "topic: "
        due = self._cards_due(record)
        return "your eight cards: " if due == 8 else f"cards drawn ({due}): "

    def run(self, advisor: Advisor, write: Write, read: Read) -> Any:
        """Ask and advise until the game is over; return its last state.

        What is the only thing that can be done is said and taken.

        Raises
        ------
        Leave
            If the person leaves.
        """
        while not (state := self.state()).is_terminal():
            if _is_forced(state) and self.inputs:
                (action,) = state.legal_actions()
                write(f"only one thing can be done: {state.action_to_string(0, action)}")
                # It belongs to the last input: undo takes back both.
                self.history.append(int(action))
                continue
            if self.kept_in is not None and not self.saved:
                self.save(self.kept_in)
            if not state.is_chance_node():
                write("\n" + state.view(0))
                write(advisor.hint(state))
                for number, action in enumerate(state.legal_actions(), 1):
                    write(f"  {number:>2}  {state.action_to_string(0, action)}")
            self._one_input(state, advisor, write, read)
        write("\n" + state.view(0))
        return state

    def _one_input(self, state: Any, advisor: Advisor, write: Write, read: Read) -> None:
        text = read(self.question(state)).strip()
        command, _, rest = text.partition(" ")
        command = (
            command.lower() if command.lower() in ("save", "used", "rules") or not rest else ""
        )
        if command in ("quit", "exit", "q"):
            raise Leave
        if command == "undo":
            write("taken back" if self.undo() else "there is nothing to take back")
        elif command in ("help", "?"):
            write(HELP)
        elif command == "hint":
            write("the advice stands above" if not state.is_chance_node() else "no advice yet")
        elif command == "table":
            write(state.view(0))
        elif command == "story":
            write("\n".join(state.transcript(0)) or "nothing has happened yet")
        elif command == "rules":
            write(wrapped(rules(state, rest.strip())))
        elif command == "save":
            save_as_asked(self.save, rest.strip(), write)
        else:
            try:
                if command == "used":
                    self.use(rest.strip())
                else:
                    self.enter(text, advisor.best_action)
            except ValueError as problem:
                write(f"{problem}")


def _is_forced(state: Any) -> bool:
    """Whether there is only one thing to do for the player."""
    return not (state.is_terminal() or state.is_chance_node()) and len(state.legal_actions()) == 1


def choice(state: Any, text: str, best: Best | None = None) -> int:
    """Return the legal action meant by a number, its words, or a card alone.

    No text means the action that `best` returns, if there is one.

    Raises
    ------
    ValueError
        In one line that says what is accepted.
    """
    actions = state.legal_actions()
    names = [state.action_to_string(0, action) for action in actions]
    if not text and best is not None:
        return best(state)
    if is_number(text) and 1 <= int(text) <= len(actions):
        return actions[int(text) - 1]  # type: ignore[no-any-return]
    if text.lower() in [name.lower() for name in names]:
        return actions[[name.lower() for name in names].index(text.lower())]  # type: ignore[no-any-return]
    try:
        card = parse_card(text)
    except ValueError:
        card = -1
    if card in actions:
        return card
    raise ValueError(refusal(text, len(actions)))


def check_table(game: str) -> None:
    """Raise ``ValueError`` in one line unless `game` is The Emissary in its full size."""
    loaded = load_game(game)
    if loaded.get_type().short_name != "python_emissary":
        raise ValueError(f"'{game}' is no game for a table session, which is for The Emissary")
    parameters = loaded.definition.parameters
    small = [name for name in ("ranks", "hand_size", "kingdoms") if parameters[name] != 8]
    if small:
        raise ValueError(f"'{game}': a table session is for the full game, {small[0]}=8")
