"""The words that name bots: ``ismcts:5000,variant=so``, ``random``, ``policy:FILE`` and so on.

One list for everything that takes a bot: the arena, the table, experiments, Python. A new kind of
bot is a function that reads what follows its word, and a line in `_KINDS`.
"""

import hashlib
import importlib
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pyspiel

from intrigue.games import bots as plain_bots
from intrigue.games.core.sources import source_digest
from intrigue.games.openspiel import KernelGame
from intrigue.search import bots, openspiel_bot
from intrigue.search.checked_bot import CheckedBot
from intrigue.search.options import parse_options
from intrigue.search.scripted.registry import all_script_names, scripts_of, source_of_scripts
from intrigue.search.thumbs.registry import has_rule_of_thumb, source_of_thumb
from intrigue.solvers.policy import Policy
from intrigue.solvers.policy_files import load_policy

ACCEPTED = (
    "easy, medium, strong, bot, random, thumb, learned, learned:FILE, ismcts:BUDGET, pimc:BUDGET, "
    "flat:BUDGET, cheat:BUDGET, policy:FILE, exact, MODULE:CLASS, "
    f"{', '.join(all_script_names())} "
    "(BUDGET is a number of simulations or a time such as 200ms; "
    "options follow as in ismcts:5000,variant=so,selection=puct)"
)

Make = Callable[[pyspiel.Game, int, int], pyspiel.Bot]
"""Makes a bot for a game, a seat and a seed."""


@dataclass(frozen=True)
class BotMaker:
    """What a word for a bot stands for; call it with a game, a seat and a seed to get the bot.

    Attributes
    ----------
    word
        The word.
    make
        What makes the bot.
    digest
        Returns for a game hex digits that change with whatever decides how the bot plays it: its
        program, and the file that it plays from.
    """

    word: str
    make: Make
    digest: Callable[[pyspiel.Game], str]

    def __call__(self, game: pyspiel.Game, seat: int, seed: int = 0) -> pyspiel.Bot:
        """Return a fresh bot; raise ``ValueError`` in one line for a game that it cannot play."""
        return self.make(game, seat, seed)


def parse_bot(word: str) -> BotMaker:
    """Read a word for a bot.

    Raises
    ------
    ValueError
        With one line that says what is accepted. Making a bot for a game it cannot play raises
        ``ValueError`` too.
    """
    kind, colon, rest = word.partition(":")
    try:
        if kind in _KINDS:
            maker = _KINDS[kind](word, rest)
            if maker is not None and bool(rest) == bool(colon):
                return maker
        elif _OWN.fullmatch(word):
            return _own(word, kind, rest)
    except ValueError as error:
        raise ValueError(f"bot '{word}': {error}") from None
    raise ValueError(f"'{word}' is not a bot; accepted: {ACCEPTED}")


def make_bot(word: str, game: pyspiel.Game, seat: int, seed: int = 0) -> pyspiel.Bot:
    """Return the bot that `word` names, for a seat of `game`; errors as :func:`parse_bot`."""
    return parse_bot(word)(game, seat, seed)


def word_of(bot: "str | BotMaker | Make") -> str:
    """Return the word for a bot that is given as a word, a `BotMaker`, or a class or function.

    Raises
    ------
    ValueError
        In one line, for a class or function that other processes could not import by its name.
    """
    if isinstance(bot, str):
        return bot
    if isinstance(bot, BotMaker):
        return bot.word
    module, name = getattr(bot, "__module__", None), getattr(bot, "__qualname__", None)
    found = getattr(sys.modules.get(str(module)), str(name), None)
    if module in (None, "__main__") or found is not bot:
        raise ValueError(
            f"{bot!r} is not a bot that other processes can import: put its class, or a function "
            "of game, seat and seed, at the top of a module"
        )
    return f"{module}:{name}"


def bot_digests(words: Iterable[str], game: pyspiel.Game) -> dict[str, str]:
    """Return for each bot what changes with how it plays, see `BotMaker`."""
    return {word: parse_bot(word).digest(game) for word in words}


STRENGTHS = {
    "easy": ("thumb", "random"),
    "medium": ("ismcts:200",),
    "strong": ("exact", "learned", "ismcts:1000"),
}
"""Bots by how strong they are: of each, the first that can play the game at hand."""


def of_strength(strength: str, game: pyspiel.Game) -> str:
    """Return the word for the bot of a strength of :data:`STRENGTHS` in a game."""
    *first, last = STRENGTHS[strength]
    for word in first:
        try:
            make_bot(word, game, 0)
        except ValueError:
            continue
        return word
    return last


def usual_bot(game: pyspiel.Game) -> str:
    """Return the word for the bot that sits at a table where no other was asked for.

    The strongest that answers in about a second a move: exact play, else a learned policy where one
    comes with the package for this very game, else search.
    """
    return of_strength("strong", game)


# --- By strength ---------------------------------------------------------------------------------


def _by_strength(word: str, rest: str) -> BotMaker | None:
    """Read a strength, or ``bot``, the strongest, which each game has its own bots for."""
    strength = "strong" if word == "bot" else word

    def named(game: pyspiel.Game) -> BotMaker:
        return parse_bot(of_strength(strength, game))

    return (
        None
        if rest
        else BotMaker(
            word,
            lambda game, seat, seed: named(game)(game, seat, seed),
            lambda game: named(game).digest(game),
        )
    )


# --- Random play and rules of thumb --------------------------------------------------------------


def _random(word: str, rest: str) -> BotMaker | None:
    if rest:
        return None
    return BotMaker(
        word,
        lambda game, seat, seed: plain_bots.RandomBot(seat, seed),
        lambda game: source_digest(_file_of(plain_bots)),
    )


def _thumb(word: str, rest: str) -> BotMaker | None:
    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        if not isinstance(game, KernelGame) or not has_rule_of_thumb(game.definition.kernel):
            raise ValueError(f"there is no rule of thumb for {game.get_type().short_name}")
        return bots.ThumbBot(seat, seed)

    return None if rest else BotMaker(word, make, _sources_for)


def _scripted(word: str, rest: str) -> BotMaker | None:
    """Read the name of a scripted player, which each game has its own of."""

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        names = scripted_players(game)
        if word not in names:
            known = f"they are {', '.join(names)}" if names else "it has none"
            raise ValueError(
                f"'{word}' is not a scripted player of {game.get_type().short_name}: {known}"
            )
        return bots.ScriptedBot(names.index(word), seat, seed)

    def digest(game: pyspiel.Game) -> str:
        return source_digest(_file_of(bots), source_of_scripts(game.definition.kernel))

    return None if rest else BotMaker(word, make, digest)


def scripted_players(game: pyspiel.Game) -> list[str]:
    """Return the names of the game's scripted players, which name them as bots too."""
    if not isinstance(game, KernelGame):
        return []
    return [script.name for script in scripts_of(game.definition.kernel)]


# --- Search --------------------------------------------------------------------------------------


def _search(word: str, rest: str, **given: str) -> BotMaker:
    options = parse_options(rest, **given)

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        if isinstance(game, KernelGame):
            return bots.SearchBot(game, seat, options, seed)
        return openspiel_bot.OpenSpielSearchBot(game, seat, options, seed)

    def digest(game: pyspiel.Game) -> str:
        if options.opponents not in scripted_players(game):
            return _sources_for(game)
        return _sources_for(game) + source_digest(source_of_scripts(game.definition.kernel))

    return BotMaker(word, make, digest)


def _sources_for(game: pyspiel.Game) -> str:
    """Return the digest of the programs of search, with the game's rule of thumb."""
    if not isinstance(game, KernelGame):
        return source_digest(_file_of(openspiel_bot))
    thumb = source_of_thumb(game.definition.kernel)
    return source_digest(_file_of(bots), *([thumb] if thumb else []))


# --- Solved: the exact player of The Emissary, saved strategies ----------------------------------

EMISSARY = "python_emissary"

MOST_POSITIONS = 1e15
"""The most positions that exact play may be told to search."""


def _exact(word: str, rest: str) -> BotMaker:
    from intrigue.solvers.emissary import player
    from intrigue.solvers.emissary.state_advice import BUDGET

    try:
        budget = float(rest) if rest else BUDGET
    except ValueError:
        raise ValueError(f"'{rest}' is not a number of positions to search") from None
    if not 0 < budget <= MOST_POSITIONS:
        raise ValueError(
            f"'{rest}' is not a number of positions to search, more than 0 and at most "
            f"{MOST_POSITIONS:.0e}"
        )

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        if not isinstance(game, KernelGame) or game.definition.short_name != EMISSARY:
            raise ValueError(
                f"exact play is known for emissary only, not for {game.get_type().short_name}"
            )
        player.check_can_play(game.new_initial_state().record[0])
        return player.ExactPlayer(budget)

    return BotMaker(word, make, lambda game: source_digest(_file_of(player)))


def _policy(word: str, path: str) -> BotMaker | None:
    if not path:
        return None
    if not Path(path).is_file():
        raise ValueError(f"there is no file {path}")

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        return _load_policy(path, str(game), *_written(path)).bot(seat, seed)

    return BotMaker(word, make, lambda game: _content_digest(path, *_written(path)))


def _written(path: str) -> tuple[int, int]:
    found = Path(path).stat()
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=16)
def _content_digest(path: str, written: int, size: int) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


@lru_cache(maxsize=4)
def _load_policy(path: str, game: str, written: int, size: int) -> Policy:
    """Read a policy once for all games of an arena; a file written anew is read anew."""
    return load_policy(path, game)


# --- Learned -------------------------------------------------------------------------------------


def _learned(word: str, path: str) -> BotMaker:
    """Read a learned policy: the one that comes with the package for a game, or one in a file."""
    from intrigue.search.learned import bot, files

    if path and not Path(path).is_file():
        raise ValueError(f"there is no file {path}")

    def file_for(game: pyspiel.Game) -> str:
        if path:
            return path
        found = files.shipped_for(game) if isinstance(game, KernelGame) else None
        if found is None:
            raise ValueError(
                f"no learned policy comes with the package for {game}; intrigue train makes one, "
                "learned:FILE plays it"
            )
        return str(found)

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        file = file_for(game)
        return bot.LearnedBot(_load_learned(file, str(game), *_written(file)), seat, seed)

    def digest(game: pyspiel.Game) -> str:
        file = file_for(game)
        played_by = source_digest(_file_of(bot))
        return hashlib.sha256(
            f"{played_by} {_content_digest(file, *_written(file))}".encode()
        ).hexdigest()[:16]

    return BotMaker(word, make, digest)


@lru_cache(maxsize=4)
def _load_learned(path: str, game: str, written: int, size: int) -> Any:
    from intrigue.search.learned.files import load_learned

    return load_learned(path, pyspiel.load_game(game))


# --- Bots of one's own ---------------------------------------------------------------------------

_OWN = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")


def _own(word: str, module_name: str, name: str) -> BotMaker:
    """Read ``MODULE:NAME``: a class or function, called with a game, a seat and a seed."""
    module = _import(module_name)
    chosen = getattr(module, name, None)
    if not callable(chosen):
        raise ValueError(f"there is no class or function {name} in {module_name}")

    def make(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
        try:
            bot = chosen(game, seat, seed)
        except Exception as problem:  # whatever it throws, it is about this bot
            raise ValueError(f"bot '{word}' cannot be made: {_one_line(problem)}") from problem
        if not isinstance(bot, pyspiel.Bot):
            raise ValueError(f"bot '{word}' is a {type(bot).__name__}, not a pyspiel.Bot")
        return CheckedBot(bot, word)

    return BotMaker(word, make, lambda game: source_digest(_file_of(module)))


def _import(name: str) -> Any:
    """Import a module, also from the folder at hand, where no installed command looks."""
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        sys.path.append(here)
    try:
        return importlib.import_module(name)
    except Exception as problem:  # whatever its code throws, it is about this module
        raise ValueError(f"module {name} cannot be imported: {_one_line(problem)}") from problem


def _one_line(problem: Exception) -> str:
    words = str(problem).splitlines() or [""]
    return f"{type(problem).__name__}: {words[0]}" if words[0] else type(problem).__name__


def _file_of(module: Any) -> Path:
    return Path(module.__file__)


_KINDS: dict[str, Callable[[str, str], BotMaker | None]] = {
    **dict.fromkeys(("bot", *STRENGTHS), _by_strength),
    "random": _random,
    "thumb": _thumb,
    **dict.fromkeys(all_script_names(), _scripted),
    "ismcts": _search,
    "pimc": lambda word, rest: _search(word, rest, variant="pimc"),
    "flat": lambda word, rest: _search(word, rest, variant="flat"),
    "cheat": lambda word, rest: _search(word, rest, variant="cheat"),
    "policy": _policy,
    "learned": _learned,
    "exact": _exact,
}
