"""Making bots from text: ``ismcts:5000,variant=so``, ``random``, ``policy:FILE`` and so on."""

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

import pyspiel

from intrigue.games.openspiel import KernelGame
from intrigue.search.bots import RandomBot, SearchBot, ThumbBot
from intrigue.search.generic_bot import GenericSearchBot
from intrigue.search.options import parse_options
from intrigue.solvers.policy import Policy, load_policy

ACCEPTED = (
    "random, thumb, ismcts:BUDGET, pimc:BUDGET, flat:BUDGET, cheat:BUDGET, policy:FILE "
    "(BUDGET is a number of simulations or a time such as 200ms; "
    "options follow as in ismcts:5000,variant=so,selection=puct)"
)

_VARIANTS: dict[str, dict[str, str]] = {
    "ismcts": {},
    "pimc": {"variant": "pimc"},
    "flat": {"variant": "flat"},
    "cheat": {"variant": "cheat"},
}

BotMaker = Callable[[pyspiel.Game, int, int], pyspiel.Bot]
"""Makes a bot for a game, a seat and a seed."""


def parse_bot(text: str) -> BotMaker:
    """Read a bot's description; the returned function makes one for (game, seat, seed).

    Raises
    ------
    ValueError
        With one line that says what is accepted. Making a bot for a game it cannot play raises
        ``ValueError`` too.
    """
    kind, _, rest = text.partition(":")
    try:
        if kind == "random" and not rest:
            return lambda game, seat, seed: RandomBot(seat, seed)
        if kind == "thumb" and not rest:
            return _make_thumb
        if kind in _VARIANTS:
            return _search_maker(rest, _VARIANTS[kind])
        if kind == "policy" and rest:
            return _policy_maker(rest)
    except ValueError as error:
        raise ValueError(f"bot '{text}': {error}") from None
    raise ValueError(f"'{text}' is not a bot; accepted: {ACCEPTED}")


def make_bot(text: str, game: pyspiel.Game, seat: int, seed: int = 0) -> pyspiel.Bot:
    """Return the bot that `text` describes, for a seat of `game`; errors as :func:`parse_bot`."""
    return parse_bot(text)(game, seat, seed)


def file_digests(bots: Iterable[str]) -> dict[str, str]:
    """Return for each bot that plays from a file 16 hex digits that change with its content."""
    paths = {bot: bot.removeprefix("policy:") for bot in bots if bot.startswith("policy:")}
    return {bot: _digest(path, *_written(path)) for bot, path in paths.items()}


def _written(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _digest(path: str, written: int, size: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def _make_thumb(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
    if not isinstance(game, KernelGame):
        raise ValueError(f"there is no rule of thumb for {game.get_type().short_name}")
    return ThumbBot(seat, seed)


def _search_maker(text: str, given: dict[str, str]) -> BotMaker:
    options = parse_options(text, **given)

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        if isinstance(game, KernelGame):
            return SearchBot(game, seat, options, seed)
        return GenericSearchBot(game, seat, options, seed)

    return make


def _policy_maker(path: str) -> BotMaker:
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path}")

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        return _load_policy(path, str(game), *_written(path)).bot(seat, seed)

    return make


@lru_cache(maxsize=4)
def _load_policy(path: str, game: str, written: int, size: int) -> Policy:
    """Read a policy once for all games of an arena; a file written anew is read anew."""
    return load_policy(path, game)
