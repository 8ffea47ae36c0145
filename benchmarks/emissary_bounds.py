"""How far apart the bounds of the Emissary solver are, with all four Jacks.

Random hands on entering the first kingdom, rulers of two suits each in random order on the eight
kingdoms. A *gap* is at most minus at least, in points of a hundred. ``hand`` takes every trump of
a hand and all targets 1 to 8 at once, ``advise`` the best choice in each of its eight kingdoms.

Run ``python benchmarks/emissary_bounds.py --hands 20``. With ``--positions`` instead of seconds the
figures are the same on every machine. With ``--tables`` what the tables in the cache folder know is
looked up first. Each line is one JSON object.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from intrigue.games.emissary.cards import HAND_SIZE, NUM_CARDS, NUM_SUITS
from intrigue.solvers.emissary import Position, advise, solve_hand
from intrigue.solvers.emissary.from_tables import StoredTables

ALL = "chds"
Limit = dict[str, Any]


def random_hands(hands: int, seed: int) -> Iterator[tuple[list[int], list[int]]]:
    """Yield hands of eight cards, each with the suits of the rulers on the eight kingdoms."""
    rng = np.random.default_rng(seed)
    for _ in range(hands):
        hand = sorted(rng.permutation(NUM_CARDS)[:HAND_SIZE].tolist())
        yield hand, rng.permutation(2 * list(range(NUM_SUITS))).tolist()


def hand_gaps(hand: list[int], rulers: list[int], limit: Limit) -> Iterator[float]:
    """Yield the gap for each trump and target 1 to 8."""
    for trump in range(NUM_SUITS):
        others = list(rulers)
        others.remove(trump)
        found = solve_hand(hand, trump, ALL, other_rulers=others, **limit)
        yield from (found.upper - found.lower)[1:].tolist()


def choice_gaps(hand: list[int], rulers: list[int], limit: Limit) -> Iterator[float]:
    """Yield the gap of the best choice in each kingdom."""
    for kingdom, trump in enumerate(rulers):
        others = rulers[:kingdom] + rulers[kingdom + 1 :]
        place = Position.start(hand, trump, ALL, target=kingdom + 1, other_rulers=others)
        best = advise(place, **limit).best
        yield best.at_most - best.at_least


def summary(name: str, gaps: list[float], seconds: float) -> dict[str, object]:
    points = 100 * np.array(gaps)
    return {
        "gaps of": name,
        "answers": len(points),
        "median": round(float(np.median(points)), 2),
        "90 %": round(float(np.quantile(points, 0.9)), 2),
        "mean": round(float(points.mean()), 2),
        "seconds": round(seconds, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each answer")
    parser.add_argument("--positions", type=int, help="for each answer, instead of seconds")
    parser.add_argument("--tables", action="store_true", help="look up what tables know")
    given = parser.parse_args()
    limit: Limit = {"time_limit": given.seconds}
    if given.positions is not None:
        limit = {"position_limit": given.positions}
    if given.tables:
        limit["tables"] = StoredTables()
    for name, gaps_of in (("hand", hand_gaps), ("advise", choice_gaps)):
        began = time.perf_counter()
        gaps: list[float] = []
        for hand, rulers in random_hands(given.hands, given.seed):
            gaps.extend(gaps_of(hand, rulers, limit))
        print(json.dumps(summary(name, gaps, time.perf_counter() - began)), flush=True)
        if name == "hand":
            by_target = 100 * np.array(gaps).reshape(-1, HAND_SIZE)
            print(json.dumps({"median by target": np.median(by_target, 0).round(1).tolist()}))


if __name__ == "__main__":
    main()
