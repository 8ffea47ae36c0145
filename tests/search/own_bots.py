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


class Wrong(pyspiel.Bot):
    """Answers anything but a legal action, or raises an exception."""

    answer: Any = None

    def __init__(self, game: pyspiel.Game, seat: int, seed: int) -> None:
        super().__init__()

    def restart_at(self, state: Any) -> None:
        pass

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        pass

    def step(self, state: Any) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def own_maker(game: pyspiel.Game, seat: int, seed: int) -> pyspiel.Bot:
    return OwnBot(game, seat, seed)


def no_bot(game: pyspiel.Game, seat: int, seed: int) -> str:
    return "a bot"


class Picky:
    def __init__(self, game: pyspiel.Game) -> None:
        raise AssertionError


SOMETHING = 5
