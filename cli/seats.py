"""Who sits at the table, and what hints they get."""

from typing import Any

from intrigue.cli.session import BotSeat, Seat

_DEFAULT_BOT = "ismcts:1000"


def read_seats(text: str | None, game: Any) -> list[str]:
    """Return one word a seat; by default a person at seat 0 and bots at the others.

    Raises
    ------
    ValueError
        In one line, for a wrong number of seats or an unknown bot.
    """
    players = game.num_players()
    if text is None:
        return ["human"] + [_DEFAULT_BOT] * (players - 1)
    words = split_bots(text)
    if len(words) != players:
        raise ValueError(f"the game has {players} seats, got {len(words)}: {', '.join(words)}")
    for word in words:
        if word not in ("human", "bot"):
            from intrigue.search.factory import parse_bot

            parse_bot(word)
    return words


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
        None if word == "human" else BotSeat(_make_bot(word, game, seat, seed))
        for seat, word in enumerate(words)
    ]


def _make_bot(word: str, game: Any, seat: int, seed: int) -> Any:
    from intrigue.search.factory import make_bot

    return make_bot(_DEFAULT_BOT if word == "bot" else word, game, seat, seed)


def hint_for(state: Any, player: int) -> str:
    """Return what each action is worth, in words."""
    return "no hint"
