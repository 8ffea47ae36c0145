"""A bot of somebody else's, held to the rules: what it does wrong is said with its name."""

import traceback
from collections.abc import Callable
from typing import Any

import pyspiel


class CheckedBot(pyspiel.Bot):  # type: ignore[misc]
    """Passes everything on to another bot, and its moves back if they are legal.

    OpenSpiel's own games take any number for an action, so a bot that errs would be counted as if
    it had played.

    Attributes
    ----------
    bot
        The bot that plays.
    word
        What it is called in messages.
    """

    def __init__(self, bot: pyspiel.Bot, word: str) -> None:
        super().__init__()
        self.bot = bot
        self.word = word

    def step(self, state: Any) -> int:
        """Return the action of the other bot.

        Raises
        ------
        ValueError
            In one line that names the bot, if it raises an exception or answers with anything but a
            legal action.
        """
        action = self._ask(self.bot.step, state)
        try:
            number = int(action.__index__())
        except AttributeError:
            number = -1
        legal = state.legal_actions()
        if number not in legal:
            shown = ", ".join(map(str, legal[:10])) + (", ..." if len(legal) > 10 else "")
            raise ValueError(f"bot '{self.word}' answered {action!r}; legal actions: {shown}")
        return number

    def restart_at(self, state: Any) -> None:
        """Let the other bot get ready to play from `state`."""
        self._ask(self.bot.restart_at, state)

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Tell the other bot of somebody's action."""
        self._ask(self.bot.inform_action, state, player_id, action)

    def provides_policy(self) -> bool:
        """Say whether the other bot provides one."""
        return bool(self.bot.provides_policy())

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Return the other bot's policy."""
        return self._ask(self.bot.get_policy, state)  # type: ignore[no-any-return]

    def _ask(self, method: Callable[..., Any], *given: Any) -> Any:
        try:
            return method(*given)
        except Exception as problem:  # whatever it throws, it is about this bot
            last = traceback.extract_tb(problem.__traceback__)[-1]
            said = " ".join(str(problem).split())
            raise ValueError(
                f"bot '{self.word}' failed in {last.name}, line {last.lineno} of {last.filename}: "
                f"{type(problem).__name__}{': ' if said else ''}{said}"
            ) from problem
