"""Who sits at the table, and what they are called there."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from intrigue.games.people import seat_name

HUMAN = "human"


class Seat(Protocol):
    """Whoever chooses an action when it is their turn."""

    def choose(self, state: Any) -> int:
        """Return a legal action."""

    def begin(self, past: Iterable[Any]) -> None:
        """Start afresh in a game where the seat has decided in these states so far."""


@dataclass
class BotSeat:
    """A bot at the table; its moves depend on the seed and the game so far only.

    `make` returns a bot that has seen nothing yet.
    """

    make: Callable[[], Any]
    bot: Any = field(init=False)

    def __post_init__(self) -> None:
        self.bot = self.make()

    def choose(self, state: Any) -> int:
        """Return the bot's action."""
        return int(self.bot.step(state))

    def begin(self, past: Iterable[Any]) -> None:
        """Make the bot anew; one that keeps its tree thinks through its past moves once more."""
        self.bot = self.make()
        options = getattr(self.bot, "options", None)
        if options is not None and options.reuse:
            for state in past:
                self.bot.step(state)


def read_seats(text: str | None, game: Any) -> list[str]:
    """Return one word a seat; by default a person at seat 0 and bots at the others.

    Raises
    ------
    ValueError
        In one line, for a wrong number of seats or an unknown bot.
    """
    if text is None:
        return [HUMAN] + [_usual_bot(game)] * (game.num_players() - 1)
    words = split_bots(text)
    check_seats(words, game)
    return words


def check_seats(words: list[str], game: Any) -> None:
    """Raise ``ValueError`` in one line for a wrong number of seats or an unknown bot."""
    players = game.num_players()
    if len(words) != players:
        seats = "1 seat" if players == 1 else f"{players} seats"
        raise ValueError(f"the game has {seats}, got {len(words)}: {', '.join(words) or 'nobody'}")
    for word in words:
        if word != HUMAN:
            from intrigue.search.bot_words import parse_bot

            parse_bot(word)


def split_bots(text: str) -> list[str]:
    """Split ``human,ismcts:5000,variant=so,random``: options (with =) stay with their bot."""
    words: list[str] = []
    for piece in (piece.strip() for piece in text.split(",")):
        is_option = "=" in piece and ":" not in piece.partition("=")[0]
        if is_option and words:
            words[-1] += f",{piece}"
        else:
            words.append(piece)
    return words


def make_seats(words: list[str], game: Any, seed: int) -> list[Seat | None]:
    """Return the seats that the words describe; None is a person."""
    return [
        None if word == HUMAN else BotSeat(_bot_maker(word, game, seat, seed))
        for seat, word in enumerate(words)
    ]


def _bot_maker(word: str, game: Any, seat: int, seed: int) -> Callable[[], Any]:
    def make() -> Any:
        from intrigue.search.bot_words import make_bot

        return make_bot(word, game, seat, seed)

    return make


def _usual_bot(game: Any) -> str:
    from intrigue.search.bot_words import usual_bot

    return usual_bot(game)


def who_sits_where(words: list[str]) -> str:
    """Return a line for the first screen: who the person is, and who the others are."""
    people = [player for player, word in enumerate(words) if word == HUMAN]
    others = [
        f"{seat_name(player)} is {'a person' if word == HUMAN else word}"
        for player, word in enumerate(words)
        if people != [player]
    ]
    you = [f"you are {seat_name(people[0])}"] if len(people) == 1 and others else []
    return "; ".join(you + others)
