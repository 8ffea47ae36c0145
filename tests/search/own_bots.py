"""Bots of one's own, as a user would write them, and what is none."""

from typing import Any

import numpy as np
import pyspiel

from intrigue.games.bots import DrawingBot


class OwnBot(DrawingBot):
    """Takes the last legal action; made for a game, a seat and a seed."""

    def __init__(self, game: pyspiel.Game, seat: int, seed: int) -> None:
        super().__init__(seat, seed)

    def probabilities(self, state: Any, rng: Any) -> tuple[list[int], Any]:
        actions = state.legal_actions()
        return actions, np.eye(len(actions))[-1]


def own_maker(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
    return OwnBot(game, seat, seed)


def no_bot(game: pyspiel.Game, seat: int, seed: int) -> str:
    return "a bot"


class Picky:
    def __init__(self, game: pyspiel.Game) -> None:
        raise AssertionError


SOMETHING = 5
