"""How strong is search: by simulations, by what it assumes, by what it believes.

Pairings of bots on common deals in all seats; a rate of points (draws half) with its Wilson
interval. Every pairing is (the bot expected to be better, the other one).
"""

from collections import defaultdict
from typing import Any

import numpy as np

from intrigue.experiments.runner import Data, Experiment, Settings, Table
from intrigue.search.arena import play_game, seatings
from intrigue.search.ratings import wilson_interval

GAMES = {
    "cunning-folk": ("python_cunning_folk", 2),
    "roy-des-ribauds": ("python_roy_des_ribauds", 2),
    "emperors-new-clothes": ("python_emperors_new_clothes(players=2,cards=True)", 2),
}
GAMES_AN_ITEM = 8


def pairings_by_simulations(budgets: list[int]) -> list[tuple[str, str]]:
    """Return each budget against the one before, and the smallest against random and thumb."""
    bots = [f"ismcts:{budget}" for budget in budgets]
    weakest = [(bots[0], "random"), (bots[0], "thumb")]
    return weakest + list(zip(bots[1:], bots[:-1], strict=True))


def pairings_by_method(budget: int) -> list[tuple[str, str]]:
    """Return multiple- against single-observer and determinized search, beliefs, the cheater."""
    usual = f"ismcts:{budget}"
    return [
        (usual, f"{usual},variant=so"),
        (usual, f"pimc:{budget}"),
        (usual, f"flat:{budget}"),
        (f"{usual},belief=particles", usual),
        (f"cheat:{budget}", usual),
    ]


def _pairings(settings: Settings) -> list[tuple[str, str]]:
    by_method = pairings_by_method(settings["method_budget"]) if settings["method_budget"] else []
    return pairings_by_simulations(settings["budgets"]) + by_method


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games of every pairing of every game."""
    made = []
    for name in settings["games"]:
        text, players = GAMES[name]
        count = len(seatings(players))
        for better, other in _pairings(settings):
            deals = -(-settings["games_a_pairing"] // count)
            entries = [[0, 1, deal, seating] for deal in range(deals) for seating in range(count)]
            for first in range(0, len(entries), GAMES_AN_ITEM):
                block = entries[first : first + GAMES_AN_ITEM]
                made.append(
                    {"name": name, "game": text, "bots": [better, other], "entries": block,
                     "seed": seed}
                )  # fmt: skip
    return made


def work(item: Data) -> Data:
    """Play a block of games."""
    results = [
        play_game(item["game"], item["bots"], item["seed"], tuple(entry))
        for entry in item["entries"]
    ]
    return {
        "scores": [result.score for result in results],
        "lengths": [result.length for result in results],
    }


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return one row a pairing."""
    groups: dict[tuple[str, str, str], list[Data]] = defaultdict(list)
    for item, outcome in zip(items(settings, 0), outcomes, strict=True):
        better, other = item["bots"]
        groups[item["name"], better, other].append(outcome)
    table = Table(
        "strength",
        "points of the first bot against the second (a draw is half), 95 % Wilson intervals",
        ["game", "first", "second", "games", "points", "low", "high", "mean length"],
        [],
    )
    for (name, better, other), parts in groups.items():
        scores = [score for part in parts for score in part["scores"]]
        low, high = wilson_interval(sum(scores), len(scores))
        length = float(np.mean([length for part in parts for length in part["lengths"]]))
        row = [name, better, other, len(scores), sum(scores) / len(scores), low, high, length]
        table.rows.append(row)
    return [table]


def plot(found: list[Table], figure: Any) -> None:
    """Draw all pairings as points with intervals."""
    rows = found[0].rows
    axes = figure.subplots()
    places = np.arange(len(rows))
    rates = np.array([row[4] for row in rows])
    errors = [rates - [row[5] for row in rows], [row[6] for row in rows] - rates]
    axes.errorbar(rates, places, xerr=errors, fmt="o", capsize=3)
    axes.axvline(0.5, color="grey", linewidth=0.8)
    axes.set_yticks(places, [f"{row[0]}: {row[1]} - {row[2]}" for row in rows], fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("points of the first bot, 95 % interval")


EXPERIMENT = Experiment(
    name="search-strength",
    title="ISMCTS by simulations, by variant and by belief, and the distance to a cheating player",
    quick={"games": ["cunning-folk"], "budgets": [20, 80], "method_budget": 0,
           "games_a_pairing": 8},
    full={"games": list(GAMES), "budgets": [100, 1000, 10000], "method_budget": 1000,
          "games_a_pairing": 1000},
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)  # fmt: skip
