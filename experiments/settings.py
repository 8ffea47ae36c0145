"""What an experiment may be told: every setting with the values it means, and nothing else.

A setting is listed once, with its values in the quick and in the published run and with what it
accepts; lists are accepted element by element. Whatever does not mean anything is refused before
the first item is worked on, in one line that says what is accepted.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from intrigue.games.names import load_game
from intrigue.search.bot_words import parse_bot

Settings = dict[str, Any]
Accepts = Callable[[Any], Any]
"""Returns a value as the experiment wants it, or raises ``ValueError`` with what is accepted."""


@dataclass(frozen=True)
class Setting:
    """A setting of an experiment.

    Attributes
    ----------
    accepts
        Tells values that mean something (each element, where the value is a list) from others.
    quick, full
        The value of the quick run (seconds, used in tests) and of the published one.
    beside
        Another setting, a list that must have as many elements as this one.
    """

    accepts: Accepts
    quick: Any
    full: Any
    beside: str | None = None

    def read(self, word: str, value: Any) -> Any:
        """Return a given value for this setting, called `word` by the user.

        Raises
        ------
        ValueError
            In one line, for a value that is not accepted.
        """
        several = isinstance(self.full, list)
        values = value if isinstance(value, list) else [value]
        if not values or (not several and isinstance(value, list)):
            expected = "at least one value" if several else "one value"
            raise ValueError(f"setting {word}={_written(value)}: expected {expected}")
        try:
            read = [self.accepts(one) for one in values]
        except ValueError as problem:
            raise ValueError(f"setting {word}={_written(value)}: {problem}") from None
        return read if several else read[0]


def read_settings(
    name: str, settings: Mapping[str, Setting], quick: bool, given: Mapping[str, Any]
) -> Settings:
    """Return the settings of the experiment `name` with those `given` changed.

    Raises
    ------
    ValueError
        In one line, for a setting that the experiment does not have, for a value that is not
        accepted, or for a list that does not fit to another one.
    """
    chosen = {word: usual.quick if quick else usual.full for word, usual in settings.items()}
    for word, value in given.items():
        # Parameters of the game are settings with a prefix, which the user need not type.
        key = word if word in settings else f"{PARAMETER}{word}"
        if key not in settings:
            raise ValueError(
                f"{name} has no setting '{word}'; it has " + ", ".join(map(word_of, settings))
            )
        chosen[key] = settings[key].read(word, value)
    for key, setting in settings.items():
        if setting.beside is not None and len(chosen[key]) != len(chosen[setting.beside]):
            one, other = (f"{k}={_written(chosen[k])}" for k in (key, setting.beside))
            raise ValueError(
                f"settings {key} and {setting.beside} go together, one for one: {one} has "
                f"{len(chosen[key])}, {other} has {len(chosen[setting.beside])}"
            )
    return chosen


PARAMETER = "p_"
"""Prefix of settings that are parameters of the experiment's game."""


def word_of(setting: str) -> str:
    """Return what the user types for a setting."""
    return setting.removeprefix(PARAMETER)


def _written(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else repr(value)


# --- What settings accept -----------------------------------------------------------------------

MOST = 1_000_000_000_000
"""The largest number that a setting may be: more work than anybody waits for."""


def whole(least: int = 0) -> Accepts:
    """Accept whole numbers from `least` to `MOST`."""

    def accepts(value: Any) -> int:
        if type(value) is not int or not least <= value <= MOST:
            raise ValueError(f"expected a whole number of at least {least}, at most {MOST}")
        return value

    return accepts


def real(least: float = 0.0) -> Accepts:
    """Accept numbers from `least` to `MOST`."""

    def accepts(value: Any) -> float:
        number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not number or not least <= value <= MOST:
            raise ValueError(f"expected a number of at least {least:g}, at most {MOST}")
        return float(value)

    return accepts


def one_of(*words: str) -> Accepts:
    """Accept these words."""

    def accepts(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise ValueError(f"expected one of {', '.join(words)}")
        return value

    return accepts


def bot_words(*more: str) -> Accepts:
    """Accept what names a bot, and words of the experiment's own: ``exact:`` with any number."""

    def accepts(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError("expected a bot, such as random or ismcts:1000")
        head, colon, budget = value.partition(":")
        if head in more and colon and budget.isdecimal() and int(budget) > 0:
            return value
        parse_bot(value)
        return value

    return accepts


def game_text(*names: str) -> Accepts:
    """Accept OpenSpiel games, by the text that loads them; only `names` where some are given."""

    def accepts(value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError("expected the name of a game, such as kuhn_poker")
        game = load_game(value)
        if names and game.get_type().short_name not in names:
            raise ValueError(f"only {' and '.join(names)} can be looked at here")
        return value

    return accepts


_KINDS: dict[type, str] = {bool: "true or false", int: "a whole number", str: "a text"}
"""What people call the types of a game's parameters."""


def like(usual: bool | int | str) -> Accepts:
    """Accept values of the type of a game parameter's usual value; the game checks their range."""

    def accepts(value: Any) -> bool | int | str:
        if type(value) is not type(usual):
            raise ValueError(f"expected {_KINDS[type(usual)]}")
        return value  # type: ignore[no-any-return]

    return accepts
