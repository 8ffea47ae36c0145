"""Who sits at the table, and what hints they get."""

from typing import Any

from intrigue.cli.session import BotSeat, Seat

_DEFAULT_BOT = "ismcts:1000"
_MOST_MOVES = 12
_MOST_BELIEFS = 12


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

    if word == "bot" and game.get_type().short_name == "python_emissary":
        from intrigue.solvers.emissary.player import ExactPlayer

        return ExactPlayer()
    return make_bot(_DEFAULT_BOT if word == "bot" else word, game, seat, seed)


def hint_for(state: Any, player: int) -> str:
    """Return what each action is worth to the player to move, in words.

    In The Emissary that is the chance to hit the target, or bounds of it; in the other games what a
    search found, from what this player has seen alone, and what it believes about the rest.
    """
    if state.get_game().get_type().short_name == "python_emissary":
        from intrigue.cli.emissary_hints import Advisor

        return Advisor().hint(state)
    return _search_hint(state)


def _search_hint(state: Any) -> str:
    from intrigue.search.analysis import analyse

    found = analyse(state)
    lines = ["move, share of visits, mean return"]
    total = max(1, sum(move.visits for move in found.moves))
    lines += [
        f"  {move.text:40} {100 * move.visits / total:5.1f} %  {move.value:+.3f}"
        for move in found.moves[:_MOST_MOVES]
    ]
    likely = [
        (path, values)
        for path, values in found.beliefs.items()
        if len(values) > 1 and path.split(".")[0] not in ("history", "deck", "pile")
    ]
    if likely:
        lines.append("what may be where")
    for path, values in likely[:_MOST_BELIEFS]:
        shares = ", ".join(f"{value} {100 * chance:.0f} %" for value, chance in values[:4])
        lines.append(f"  {path.removesuffix('.possible.0').replace('.', ' ')}: {shares}")
    return "\n".join(lines)
