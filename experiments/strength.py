"""How strong is search: by simulations, by what it assumes, by what it believes.

Pairings of bots on common deals in all seats; a rate of points (draws half) with its Wilson
interval. Every pairing is (the bot expected to be better, the other one).
"""

from collections import defaultdict
from typing import Any

import numpy as np

from intrigue.experiments.figures import draw_intervals
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, game_text, one_of, whole
from intrigue.games.definition import Definition
from intrigue.games.names import definitions, load_game
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.search.tournament.arena import play_entry, seatings
from intrigue.search.tournament.ratings import wilson_interval

GAMES_AN_ITEM = 8

METHODS = {
    "so": ("{usual}", "{usual},variant=so"),
    "pimc": ("{usual}", "pimc:{budget}"),
    "flat": ("{usual}", "flat:{budget}"),
    "rollouts": ("{usual}", "{usual},rollout=random"),
    "particles": ("{usual},belief=particles", "{usual},belief=uniform"),
    "cheat": ("cheat:{budget}", "{usual}"),
}
"""Pairings of methods: the one expected to be better, and the other."""


BY_THUMB = ("rollouts", "particles")
"""Methods that make no difference, or cannot be had, in a game without a rule of thumb."""


def pairings_by_simulations(budgets: list[int], with_thumb: bool = True) -> list[tuple[str, str]]:
    """Return each budget against random play, the rule of thumb, and the budget before."""
    bots = [f"ismcts:{budget}" for budget in budgets]
    others = ("random", "thumb") if with_thumb else ("random",)
    simple = [(bot, other) for bot in bots for other in others]
    return simple + list(zip(bots[1:], bots[:-1], strict=True))


def pairings_by_method(budget: int, methods: list[str]) -> list[tuple[str, str]]:
    """Return what the usual search, multiple-observer, is compared with at one budget.

    Raises
    ------
    ValueError
        In one line, for a method that is not one of `METHODS`.
    """
    for method in methods:
        if method not in METHODS:
            raise ValueError(f"method '{method}' is not one of {', '.join(METHODS)}")
    usual = f"ismcts:{budget}"
    return [
        (better.format(usual=usual, budget=budget), other.format(usual=usual, budget=budget))
        for better, other in (METHODS[method] for method in methods)
    ]


def _pairings(settings: Settings) -> list[tuple[str, str]]:
    budget, methods = settings["method_budget"], settings["methods"]
    by_method = pairings_by_method(budget, methods if budget else [])
    with_thumb = has_rule_of_thumb(load_game(settings["game"]).definition.kernel)
    return pairings_by_simulations(settings["budgets"], with_thumb) + by_method


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games of every pairing; both bots sit in both seats of each deal."""
    made = []
    seats = len(seatings(2))
    for better, other in _pairings(settings):
        deals = -(-settings["games_a_pairing"] // seats)
        entries = [[0, 1, deal, seating] for deal in range(deals) for seating in range(seats)]
        for first in range(0, len(entries), GAMES_AN_ITEM):
            block = entries[first : first + GAMES_AN_ITEM]
            made.append(
                {"game": settings["game"], "bots": [better, other], "entries": block, "seed": seed}
            )
    return made


def work(item: Data) -> Data:
    """Play a block of games."""
    results = [
        play_entry(item["game"], item["bots"], item["seed"], tuple(entry))
        for entry in item["entries"]
    ]
    return {
        "scores": [result.score for result in results],
        "lengths": [result.length for result in results],
    }


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return one row a pairing."""
    groups: dict[tuple[str, str], list[Data]] = defaultdict(list)
    for item, outcome in zip(items(settings, 0), outcomes, strict=True):
        better, other = item["bots"]
        groups[better, other].append(outcome)
    table = Table(
        "strength",
        "points of the first bot against the second (a draw is half), 95 % Wilson intervals",
        ["first", "second", "games", "points", "low", "high", "mean length"],
        [],
    )
    for (better, other), parts in groups.items():
        scores = [score for part in parts for score in part["scores"]]
        low, high = wilson_interval(sum(scores), len(scores))
        length = float(np.mean([length for part in parts for length in part["lengths"]]))
        row = [better, other, len(scores), sum(scores) / len(scores), low, high, length]
        table.rows.append(row)
    return [table]


def plot(found: list[Table], figure: Any) -> None:
    """Draw all pairings as points with intervals."""
    axes = figure.subplots()
    rows = found[0].rows
    draw_intervals(axes, rows, 3, [f"{row[0]} - {row[1]}" for row in rows], 0.5)
    axes.set_xlabel("points of the first bot, 95 % interval")


def _experiment(game: type[Definition]) -> Experiment:
    """Return the experiment of a game, at its usual number of players."""
    word = game.command_name()
    methods = [m for m in METHODS if m not in BY_THUMB or has_rule_of_thumb(game.kernel)]
    return Experiment(
        name=f"strength-{word}",
        title=f"{word}: ISMCTS by simulations, variant and belief; the distance to a cheater",
        settings={
            "game": Setting(game_text(game.short_name), game.short_name, game.short_name),
            "budgets": Setting(whole(1), quick=[20, 80], full=[100, 1000, 10_000]),
            "method_budget": Setting(whole(), quick=20, full=1000),
            "methods": Setting(one_of(*METHODS), quick=["so"], full=methods),
            "games_a_pairing": Setting(whole(2), quick=8, full=1000),
        },
        items=items,
        work=work,
        tables=tables,
        plot=plot,
    )


EXPERIMENTS = [_experiment(game) for game in definitions() if game.max_players > 1]
