"""The tables of all hands with their Jacks beside the solver of single hands.

The tables group positions by cards of a suit in hand and unseen and round at every step; the solver
lists what can follow hands and averages chances. They share the rule who wins a debate, and nothing
else. Hands of one trump are solved together, as much that follows from them is the same. Chances
that a table knows have to agree within its error and to be 0 or 1 for the same hands; bounds have
to hold.
"""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, one_of, whole
from intrigue.games.emissary.cards import NUM_RANKS, NUM_SUITS
from intrigue.solvers.emissary import Position
from intrigue.solvers.emissary.bounds import bound_values
from intrigue.solvers.emissary.tables.jacks.build import build_tables
from intrigue.solvers.emissary.tables.jacks.table import (
    ERROR,
    JACK_SETS,
    WHOLE,
    Deck,
    JacksTable,
    open_table,
    opened_table,
)

DECKS = {"whole": WHOLE, "small": Deck(ranks=4, hand=2)}


def items(settings: Settings, seed: int) -> list[Data]:
    """Return batches of random hands; the trump is another one for each batch."""
    columns = settings["jacks"], settings["pairs"], settings["batch"]
    return [
        {"jacks": jacks, "deck": settings["deck"], "seed": seed, "first": first,
         "trump": (place + first // batch) % NUM_SUITS, "pairs": min(batch, pairs - first)}
        for place, (jacks, pairs, batch) in enumerate(zip(*columns, strict=True))
        for first in range(0, pairs, batch)
    ]  # fmt: skip


@cache
def table_of(jacks: str, deck: str) -> JacksTable:
    """Return the table of the whole deck, which has to be there, or a small one, built now."""
    if deck == "whole":
        table = opened_table(jacks)
        if table is None:
            raise ValueError(f"there is no table for the Jacks {jacks}: intrigue tables {jacks}")
        return table
    with TemporaryDirectory() as folder:
        build_tables((jacks,), Path(folder), 1, deck=DECKS[deck])
        return open_table(jacks, Path(folder))


def work(item: Data) -> Data:
    """Compare a batch of hands."""
    rng = np.random.default_rng([item["seed"], item["first"]])
    deck = DECKS[item["deck"]]
    table = table_of(item["jacks"], item["deck"])
    cards = [NUM_RANKS * suit + rank for suit in range(NUM_SUITS) for rank in range(deck.ranks)]
    places = []
    for _ in range(item["pairs"]):
        dealt = rng.permutation(cards).tolist()
        places.append(
            Position(
                hand=tuple(dealt[: deck.hand]),
                deck=tuple(dealt[deck.hand :]),
                trump=item["trump"],
                abilities=tuple(int(letter in item["jacks"]) for letter in "cdhs"),  # type: ignore[arg-type]
            )
        )
    # One thread, as items share the processors.
    solved = bound_values(places, workers=1).lower[:, : table.wins]
    largest = widest = 0.0
    known = wrong = 0
    for place, exact in zip(places, solved, strict=True):
        lower, upper = table.lookup(place.hand, place.trump)
        if (lower == upper).all():
            known += 1
            largest = max(largest, float(np.abs(lower - exact).max()))
            wrong += bool(
                ((lower > 0) != (exact > 0)).any() or ((lower == 1) != (exact == 1)).any()
            )
        else:
            widest = max(widest, float((upper - lower).max()))
            wrong += bool((lower > exact + ERROR).any() or (upper < exact - ERROR).any())
    return {"known": known, "largest": largest, "widest": widest, "wrong": wrong}


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return how far the chances differ, and how often a bound or a certainty is wrong."""
    check = Table(
        "check",
        f"tables of all hands with Jacks and solver of single hands; error stated {ERROR:g}",
        ["Jacks", "hands and trumps", "chance known", "largest difference", "widest bounds",
         "wrong"],
        [],
    )  # fmt: skip
    rest = iter(outcomes)
    columns = settings["jacks"], settings["pairs"], settings["batch"]
    for jacks, pairs, batch in zip(*columns, strict=True):
        parts = [next(rest) for _ in range(0, pairs, batch)]
        check.rows.append(
            [jacks, pairs, sum(part["known"] for part in parts),
             max(part["largest"] for part in parts), max(part["widest"] for part in parts),
             sum(part["wrong"] for part in parts)]
        )  # fmt: skip
    return [check]


def plot(found: list[Table], figure: Any) -> None:
    """Draw the largest difference for each set of Jacks, and the error stated."""
    axes = figure.subplots()
    rows = found[0].rows
    axes.bar([row[0] for row in rows], [row[3] for row in rows])
    axes.axhline(ERROR, linestyle="--")
    axes.set_yscale("log")
    axes.set_xlabel("Jacks")
    axes.set_ylabel("largest difference of a chance (dashed: stated)")


EXPERIMENT = Experiment(
    name="emissary-jacks-check",
    title="the tables of all hands with their Jacks beside the solver of single hands",
    settings={
        "jacks": Setting(one_of(*JACK_SETS), quick=list(JACK_SETS), full=list(JACK_SETS)),
        "pairs": Setting(
            whole(1), quick=[20] * 6, full=[10_000] * 2 + [40] * 2 + [1] * 2, beside="jacks"
        ),
        "batch": Setting(
            whole(1), quick=[20] * 6, full=[10_000] * 2 + [10] * 2 + [1] * 2, beside="jacks"
        ),
        "deck": Setting(one_of(*DECKS), quick="small", full="whole"),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
