"""Bots that play well: information-set search, rules of thumb, the arena, and looking into a bot.

What stands in `__all__` can be imported from here; a part is loaded when it is first asked for, so
that whoever needs one waits for no other.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from intrigue.search.agent import BotAgent
    from intrigue.search.analysis import Analysis, MoveAnalysis, analyse
    from intrigue.search.bot_words import BotMaker, make_bot, parse_bot
    from intrigue.search.bots import SearchBot, ThumbBot
    from intrigue.search.openspiel_bot import OpenSpielSearchBot
    from intrigue.search.options import Options, parse_options
    from intrigue.search.search_result import SampledWorlds, SearchResult
    from intrigue.search.table.session import SeatSession
    from intrigue.search.tournament.arena import Arena, read_crosstable, run_arena
    from intrigue.search.tournament.crosstable import Crosstable
    from intrigue.search.tournament.one_game import play_one_game, play_seated
    from intrigue.search.tournament.ratings import bradley_terry, wilson_interval

_HOMES = {
    "Analysis": "analysis",
    "Arena": "tournament.arena",
    "BotAgent": "agent",
    "BotMaker": "bot_words",
    "Crosstable": "tournament.crosstable",
    "MoveAnalysis": "analysis",
    "OpenSpielSearchBot": "openspiel_bot",
    "Options": "options",
    "SampledWorlds": "search_result",
    "SearchBot": "bots",
    "SearchResult": "search_result",
    "SeatSession": "table.session",
    "ThumbBot": "bots",
    "analyse": "analysis",
    "bradley_terry": "tournament.ratings",
    "make_bot": "bot_words",
    "parse_bot": "bot_words",
    "parse_options": "options",
    "play_one_game": "tournament.one_game",
    "play_seated": "tournament.one_game",
    "read_crosstable": "tournament.arena",
    "run_arena": "tournament.arena",
    "wilson_interval": "tournament.ratings",
}
"""Where each name is at home, below this package."""

__all__ = [
    "Analysis",
    "Arena",
    "BotAgent",
    "BotMaker",
    "Crosstable",
    "MoveAnalysis",
    "OpenSpielSearchBot",
    "Options",
    "SampledWorlds",
    "SearchBot",
    "SearchResult",
    "SeatSession",
    "ThumbBot",
    "analyse",
    "bradley_terry",
    "make_bot",
    "parse_bot",
    "parse_options",
    "play_one_game",
    "play_seated",
    "read_crosstable",
    "run_arena",
    "wilson_interval",
]


def __getattr__(name: str) -> Any:
    """Load the module where `name` is at home (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
