"""One game between bots, reproducible: chance, bots and seats follow from a few numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel

from intrigue.games.core.rng import new_rng, random_bits, random_unit
from intrigue.games.names import load_game
from intrigue.search.bot_words import parse_bot

_CHANCE_STREAM = 0
_SEAT_STREAM = 1


@dataclass(frozen=True)
class Played:
    """A finished game: the returns of the seats, its length, and its actions with chance."""

    returns: tuple[float, ...]
    length: int
    history: tuple[int, ...]


def sample_chance(state: Any, point: float) -> int:
    """Return the chance outcome of `state` at `point` in [0, 1) of the cumulated probabilities."""
    outcomes = state.chance_outcomes()
    for outcome, probability in outcomes:
        point -= probability
        if point < 0.0:
            return int(outcome)
    return int(outcomes[-1][0])


def seat_seed(seed: int, deal: int, seat: int) -> int:
    """Return the seed of the bot at a seat."""
    return int(random_bits(new_rng(seed, deal * 64 + _SEAT_STREAM + seat)) >> 1)


def play_one_game(game: pyspiel.Game, bots: Sequence[pyspiel.Bot], seed: int, deal: int) -> Played:
    """Play a game; `deal` numbers the random numbers that chance takes, one after the other.

    The same (seed, deal) gives the same cards as long as the same chance events happen in the same
    order, whoever plays.
    """
    rng = new_rng(seed, deal * 64 + _CHANCE_STREAM)
    state = game.new_initial_state()
    for bot in bots:
        bot.restart_at(state)
    length = 0
    while not state.is_terminal():
        mover = state.current_player()
        if mover == pyspiel.PlayerId.CHANCE:
            action = sample_chance(state, float(random_unit(rng)))
        else:
            action = bots[mover].step(state)
            length += 1
        for seat, bot in enumerate(bots):
            if seat != mover:
                bot.inform_action(state, mover, action)
        state.apply_action(action)
    return Played(tuple(state.returns()), length, tuple(state.history()))


def play_seated(
    game_name: str, bots: Sequence[str], seating: Sequence[int], seed: int, deal: int
) -> Played:
    """Play a game with fresh bots: seat s goes to the bot described by ``bots[seating[s]]``."""
    game = load_game(game_name)
    players = [
        parse_bot(bots[which])(game, seat, seat_seed(seed, deal, seat))
        for seat, which in enumerate(seating)
    ]
    return play_one_game(game, players, seed, deal)
