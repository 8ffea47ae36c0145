"""Time the exact Emissary solver on the seed's example hand, trump clubs, all targets at once.

Run ``python benchmarks/emissary_solver.py`` for the light sets of advisors, add ``--heavy`` for
hearts + clubs + diamonds (about 59 million positions), ``--limits`` for bounds of the same, and of
all Jacks, with limits of time, ``--campaign`` for the table of all hands and the campaign without
advisors on two threads. Each line is one JSON object; ``cpu`` is the processor time of all threads,
which a busy machine disturbs less than the wall-clock time.
"""

import argparse
import json
import resource
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from intrigue.solvers.emissary import hand_values, solve_hand
from intrigue.solvers.emissary.tables.best_kingdom import gather_hands
from intrigue.solvers.emissary.tables.campaign import solve_campaign
from intrigue.solvers.emissary.tables.hands import hand_table

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
TARGET_SECONDS = {"": 0.02, "h": 0.02, "ch": 2.0, "hd": 4.0, "chd": 60.0}


def measure(advisors: str, repeat: int) -> dict[str, object]:
    best = None
    for _ in range(repeat):
        wall, cpu = time.perf_counter(), time.process_time()
        answer = solve_hand(HAND, "clubs", advisors)
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        if best is None or wall < best[0]:
            best = wall, cpu
    return {
        "advisors": advisors,
        "seconds": round(best[0], 4),
        "cpu": round(best[1], 4),
        "target_seconds": TARGET_SECONDS[advisors],
        "positions": answer.positions,
        "table_mib": round(answer.search.table_bytes / 2**20, 1),
        "peak_mib": round(answer.search.peak_bytes / 2**20, 1),
        "kingdom_4": round(float(answer.probability[4]), 6),
    }


def measure_campaign() -> list[dict[str, object]]:
    """Build everything from nothing, once compiled; peak memory is that of the whole process."""
    lines = []
    with TemporaryDirectory() as folder:
        for number in range(2):  # the first time compiles
            began = time.perf_counter()
            table = hand_table("", Path(folder) / str(number), workers=2)
            built = time.perf_counter()
        solved = solve_campaign("", gather_hands(table), workers=2)
        done = time.perf_counter()
    peak = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10)
    lines.append({"all hands": "", "seconds": round(built - began, 1), "target_seconds": 30})
    lines.append({"campaign": "", "seconds": round(done - built, 1), "target_seconds": 60})
    lines.append({"peak_mib": peak, "win": solved.random_layout.win})
    return lines


def measure_bounds(advisors: str, rulers: str, time_limit: float) -> dict[str, object]:
    """Return what is known about some targets once a limit has struck."""
    answer = solve_hand(HAND, "clubs", advisors, other_rulers=rulers, time_limit=time_limit)
    known = {
        f"kingdom_{target}": [round(float(b[target]), 4) for b in (answer.lower, answer.upper)]
        for target in range(1, 9)
    }
    return {
        "advisors": advisors,
        "other_rulers": rulers,
        "time_limit": time_limit,
        "seconds": round(answer.seconds, 2),
        "positions": answer.positions,
        **known,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--heavy", action="store_true", help="also hearts + clubs + diamonds")
    parser.add_argument("--campaign", action="store_true", help="also all hands and the campaign")
    parser.add_argument("--limits", action="store_true", help="also bounds under limits of time")
    given = parser.parse_args()
    hand_values(HAND, "clubs")  # compile or load
    for advisors, repeat in [("", 20), ("h", 20), ("ch", 3), ("hd", 2)]:
        print(json.dumps(measure(advisors, repeat)), flush=True)
    if given.heavy:
        print(json.dumps(measure("chd", 1)), flush=True)
    if given.campaign:
        for line in measure_campaign():
            print(json.dumps(line), flush=True)
    if given.limits:
        for advisors, rulers in (("chd", ""), ("chds", "dhs")):
            for seconds in (1, 5, 20):
                print(json.dumps(measure_bounds(advisors, rulers, seconds)), flush=True)


if __name__ == "__main__":
    main()
