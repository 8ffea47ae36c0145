"""The table of all hands beside the solver of single hands: two ways to the same bits.

The table ranks all positions and counts orderings of the deck in whole numbers, level by level. The
solver lists what can follow one hand and averages chances. They share no code about debates. Both
round to whole shares of the orderings of eight topics, so they have to agree in every bit.
"""

from functools import cache
from typing import Any

import numpy as np

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, whole
from intrigue.games.emissary.cards import HAND_SIZE, NUM_CARDS, NUM_SUITS
from intrigue.solvers.emissary import solve_hand
from intrigue.solvers.emissary.tables.hands import HandTable, hand_table

HANDS_AN_ITEM = 100
ADVISORS = {"": "none", "h": "hearts"}


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of random hands, the same ones for both tables."""
    return [
        {"advisors": advisors, "seed": seed, "first": first,
         "hands": min(HANDS_AN_ITEM, settings["hands"] - first)}
        for advisors in ADVISORS
        for first in range(0, settings["hands"], HANDS_AN_ITEM)
    ]  # fmt: skip


@cache
def table_of(advisors: str) -> HandTable:
    """Return the table, opened and checked once a process."""
    return hand_table(advisors)


def work(item: Data) -> Data:
    """Compare all trumps and targets of a block of hands."""
    rng = np.random.default_rng([item["seed"], item["first"]])
    table = table_of(item["advisors"])
    shape = item["hands"], NUM_SUITS, HAND_SIZE + 1
    looked_up, solved = np.empty(shape), np.empty(shape)
    for n in range(item["hands"]):
        hand = np.sort(rng.choice(NUM_CARDS, HAND_SIZE, replace=False)).tolist()
        for trump in range(NUM_SUITS):
            looked_up[n, trump] = table.lookup(hand, trump)
            # What `hand_values` returns; one thread, as items share the processors.
            solved[n, trump] = solve_hand(hand, trump, item["advisors"], workers=1).probability
    return {
        "differ": int((looked_up.view(np.int64) != solved.view(np.int64)).sum()),
        "largest": float(np.abs(looked_up - solved).max()),
        "table_sums": looked_up.sum(axis=(0, 1)).tolist(),
        "solver_sums": solved.sum(axis=(0, 1)).tolist(),
    }


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return how many values differ, and mean chances found in both ways."""
    check = Table(
        "check",
        "table of all hands and solver of single hands: all four trumps, targets 0 to 8",
        ["advisors", "hands", "values compared", "values that differ", "largest difference"],
        [],
    )
    means = Table(
        "means",
        "mean chance over these hands and all trumps",
        ["advisors", "target", "by the table", "by the solver"],
        [],
    )
    hands = settings["hands"]
    blocks = len(outcomes) // len(ADVISORS)
    for place, word in enumerate(ADVISORS.values()):
        parts = outcomes[place * blocks : (place + 1) * blocks]
        differ = sum(part["differ"] for part in parts)
        largest = max(part["largest"] for part in parts)
        check.rows.append([word, hands, hands * NUM_SUITS * (HAND_SIZE + 1), differ, largest])
        for target in range(HAND_SIZE + 1):
            sums = [
                sum(part[way][target] for part in parts) for way in ("table_sums", "solver_sums")
            ]
            means.rows.append([word, target, *(total / (hands * NUM_SUITS) for total in sums)])
    return [check, means]


def plot(found: list[Table], figure: Any) -> None:
    """Draw mean chances by target: the table's as lines, the solver's as dots."""
    axes = figure.subplots()
    for word in ADVISORS.values():
        rows = [row for row in found[1].rows if row[0] == word]
        targets = [row[1] for row in rows]
        (line,) = axes.plot(targets, [row[2] for row in rows], label=f"table, advisors: {word}")
        axes.plot(
            targets, [row[3] for row in rows], "o", color=line.get_color(), label="solver, the same"
        )
    axes.set_xlabel("target (debates to win exactly)")
    axes.set_ylabel("mean chance")
    axes.legend()


EXPERIMENT = Experiment(
    name="emissary-table-check",
    title="the table of all hands beside the solver of single hands, bit by bit",
    settings={"hands": Setting(whole(1), quick=20, full=10000)},
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
