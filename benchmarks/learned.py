"""Learned policies: time a move beside search, files, and decisions a second of training.

    python benchmarks/learned.py                         a minute once compiled

Processor seconds of one process: moves in random games after the first one of each bot, and one
epoch of training after the first.
"""

import argparse
import json
import time

import pyspiel
from rich.console import Console
from rich.table import Table

import intrigue.games  # noqa: F401  registers the games
from intrigue.learn.training import Settings, Training
from intrigue.search.bot_words import make_bot
from intrigue.search.learned.files import SHIPPED, shipped_for
from search import positions

MOVES = 100
SEARCH = "ismcts:1000"


def seconds_a_move(word: str, states: list[pyspiel.State]) -> float:
    """Return the processor seconds of a bot for a move, over decisions of random games."""
    game = states[0].get_game()
    make_bot(word, game, states[0].current_player()).step(states[0])  # compiled and loaded
    spent = 0.0
    for state in states:
        bot = make_bot(word, game, state.current_player())
        began = time.process_time()
        bot.step(state)
        spent += time.process_time() - began
    return spent / len(states)


def training_speed(game: pyspiel.Game) -> float:
    """Return decisions a second of processor time, played and learnt from."""
    training = Training(game, Settings(rounds=2))
    training.run_epoch()  # compiled
    began = time.process_time()
    training.run_epoch()
    return training.settings.steps_an_epoch / (time.process_time() - began)


def measure(words: str) -> dict[str, float]:
    """Return all figures of one game."""
    game = pyspiel.load_game(words)
    states = positions(words, MOVES)
    path = shipped_for(game)
    assert path is not None
    return {
        "file_bytes": path.stat().st_size,
        "seconds_a_move": seconds_a_move("learned", states),
        "seconds_a_move_of_search": seconds_a_move(SEARCH, states),
        "decisions_a_second": training_speed(game),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON")
    as_json = parser.parse_args().json
    found = {words: measure(words) for words in SHIPPED}
    if as_json:
        print(json.dumps(found))
        return
    table = Table(
        "game", "file, KB", "ms a move", f"ms a move of {SEARCH}", "training, decisions/s"
    )
    for words, figures in found.items():
        table.add_row(
            words,
            f"{figures['file_bytes'] / 1000:.0f}",
            f"{1000 * figures['seconds_a_move']:.2f}",
            f"{1000 * figures['seconds_a_move_of_search']:.0f}",
            f"{figures['decisions_a_second']:,.0f}",
        )
    Console().print(table)


if __name__ == "__main__":
    main()
