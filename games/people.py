"""How people call the players: they count from 1, where the words of games count from 0.

OpenSpiel numbers players from 0, and so do all strings of a game. What is shown to people goes
through :func:`spoken`.
"""

import re

_SEAT = re.compile(r"\b([Pp]layer )(\d+)\b")


def spoken(text: str) -> str:
    """Return the words of a game for people: ``player 0`` becomes ``player 1`` and so on."""
    return _SEAT.sub(lambda found: f"{found[1]}{int(found[2]) + 1}", text)


def call(player: int) -> str:
    """Return what the words of games call a player: ``player 0`` is the first."""
    return f"player {player}"


def seat_name(player: int) -> str:
    """Return what people call a player: ``player 1`` is the first."""
    return spoken(call(player))
