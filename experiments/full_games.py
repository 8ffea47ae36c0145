"""The full bluffing games: sampled CFR against search, and how much a responder wins from each.

MCCFR keys its table by what the player knows now (abstraction ``observation``): by the whole memory
almost no information state would ever be met twice. Nothing is promised for the result, so it is
judged by play. What a responder wins on average over both seats of a two-player zero-sum game is a
lower bound of the exploitability of whom it plays against; a better responder might win more.
"""

from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.figures import draw_intervals
from intrigue.experiments.runner import Data, Experiment, Progress, Table
from intrigue.experiments.settings import (
    Setting,
    Settings,
    bot_words,
    game_text,
    one_of,
    real,
    whole,
)
from intrigue.experiments.training import train
from intrigue.search.tournament.one_game import play_seated
from intrigue.search.tournament.ratings import wilson_interval
from intrigue.solvers.policy import Policy
from intrigue.solvers.policy_files import load_policy
from intrigue.solvers.sampled.abstraction import ABSTRACTIONS
from intrigue.solvers.sampled.responder import lower_bound, responder_games
from intrigue.solvers.sampled.samplings import SAMPLINGS

MCCFR = "mccfr"
"""Stands for the trained policy among bots."""

LOCAL = "local best response"
"""The responder that knows the policy it answers; for policies that are quick to ask."""

GAMES_AN_ITEM = 20


def _pairings(settings: Settings) -> list[tuple[str, str, str, int]]:
    """Return (what for, first, second, games) of all that is played."""
    search, responder = settings["search"], settings["responder"]
    games, answered = settings["games"], settings["responder_games"]
    return [
        ("match", MCCFR, "random", games),
        ("match", MCCFR, search, games),
        ("match", search, "random", games),
        ("respond", LOCAL, MCCFR, games),
        ("respond", responder, MCCFR, answered),
        ("respond", responder, search, answered),
        ("respond", responder, "random", answered),
    ]


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games of every pairing; both sit in both seats of each deal."""
    return [
        {
            "what": what, "first": first, "second": second, "begin": begin,
            "game": settings["game"], "games": min(GAMES_AN_ITEM, games - begin),
            "settings": settings, "seed": seed,
        }
        for what, first, second, games in _pairings(settings)
        for begin in range(0, games, GAMES_AN_ITEM)
    ]  # fmt: skip


def prepare(settings: Settings, seed: int, progress: Progress) -> None:
    """Train the policy before all items, which only read it."""
    train(settings, seed, progress)


def work(item: Data) -> Data:
    """Play a block of games; return what the first won in each."""
    settings, seed = item["settings"], item["seed"]
    name = settings["game"]
    path, sizes = train(settings, seed)
    if item["first"] == LOCAL:
        policy = _load(path, str(pyspiel.load_game(name)))
        gains = responder_games(
            pyspiel.load_game(name),
            policy,
            item["games"],
            seed,
            first=item["begin"],
            worlds=settings["worlds"],
        ).tolist()
    else:
        bots = [
            f"policy:{path}" if bot == MCCFR else bot for bot in (item["first"], item["second"])
        ]
        gains = []
        for number in range(item["begin"], item["begin"] + item["games"]):
            deal, seat = divmod(number, 2)
            seating = [0, 1] if seat == 0 else [1, 0]
            gains.append(play_seated(name, bots, seating, seed, deal).returns[seat])
    return {"gains": gains, "sizes": sizes}


@lru_cache(maxsize=1)
def _load(path: Path, game: str) -> Policy:
    """Read the policy once for all items of a process."""
    return load_policy(path, game)


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return what was trained, the matches, and the lower bounds of exploitability."""
    gains: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    for item, outcome in zip(items(settings, 0), outcomes, strict=True):
        gains[item["what"], item["first"], item["second"]] += outcome["gains"]
    sizes = outcomes[0]["sizes"]
    game = pyspiel.load_game(settings["game"])
    trained = Table(
        "training",
        "MCCFR: what was trained",
        ["what", "number"],
        [[k, v] for k, v in sizes.items()],
    )
    matches = Table(
        "matches",
        "points of the first against the second (a draw is half), 95 % Wilson intervals",
        ["first", "second", "games", "points", "low", "high"],
        [],
    )
    bounds = Table(
        "bounds",
        "exploitability at least: what a responder wins a game (1 for a win), 95 % intervals",
        ["policy", "responder", "games", "at least", "low", "high"],
        [],
    )
    for (what, first, second), won in gains.items():
        if what == "match":
            points = float(np.sum(np.sign(won)) + len(won)) / 2
            low, high = wilson_interval(points, len(won))
            matches.rows.append([first, second, len(won), points / len(won), low, high])
        else:
            bound = lower_bound(np.array(won), game)
            bounds.rows.append([second, first, bound.games, bound.mean, bound.low, bound.high])
    return [trained, matches, bounds]


def plot(found: list[Table], figure: Any) -> None:
    """Draw the lower bounds with their intervals."""
    axes = figure.subplots()
    rows = found[2].rows
    draw_intervals(axes, rows, 3, [f"{row[0]}\nby {row[1]}" for row in rows], 0.0)
    axes.set_xlabel("won by the responder a game: exploitability is at least this")


def _experiment(word: str, name: str, small: str, iterations: int) -> Experiment:
    return Experiment(
        name=f"full-{word}",
        title=f"{word}: MCCFR on the full game against search, and what a responder wins from each",
        settings={
            "game": Setting(game_text(name), quick=small, full=name),
            "sampling": Setting(one_of(*SAMPLINGS), "outcome", "outcome"),
            "abstraction": Setting(one_of(*ABSTRACTIONS), "observation", "observation"),
            "exploration": Setting(real(), 0.6, 0.6),
            "streams": Setting(whole(1), 2, 2),
            "iterations": Setting(whole(1), 10_000, iterations),
            "max_bytes": Setting(whole(1), 2**26, 2**32),
            "search": Setting(bot_words(), "ismcts:20", "ismcts:1000"),
            "games": Setting(whole(2), 20, 2000),
            "worlds": Setting(whole(1), 16, 128),
            "responder": Setting(
                bot_words(), "ismcts:40,belief=particles", "ismcts:5000,belief=particles"
            ),
            "responder_games": Setting(whole(4), 8, 600),
        },
        items=items,
        work=work,
        tables=tables,
        plot=plot,
        prepare=prepare,
    )


EXPERIMENTS = [
    _experiment(
        "cunning-folk",
        "python_cunning_folk",
        "python_cunning_folk(villagers=2,good_witches=0,evil_witches=0,marks=1,max_turns=3)",
        2_000_000,
    ),
    _experiment(
        "roy-des-ribauds",
        "python_roy_des_ribauds",
        "python_roy_des_ribauds(copies=1,court_size=2,hand_size=1,max_turns=5)",
        2_000_000,
    ),
]
