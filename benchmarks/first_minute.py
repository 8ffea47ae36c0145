"""The first minute: what each command takes from an empty cache, and again.

    python benchmarks/first_minute.py                    all commands, a table for a page
    python benchmarks/first_minute.py hand solve         those that begin with these words

Every command starts with an empty folder of its own for compiled code and tables, runs, and runs
again. Processor seconds are of all its threads and processes, and a busy machine disturbs them
less than seconds on the clock. The last columns say how many functions were compiled and how many
megabytes of machine code are kept. Run it with the Python of another version's environment to
compare: it only starts `intrigue` as that Python finds it.
"""

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
SMALL_FOLK = "cunning-folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"

COMMANDS = [
    ["--version"],
    ["--help"],
    ["--nonsense"],
    ["hand", HAND, "--trump", "clubs", "--target", "4"],
    ["hand", HAND],
    ["advise", "--position", "POSITION"],
    ["play", "cunning-folk", "--seats", "thumb,thumb"],
    ["play", "cunning-folk", "--seats", "ismcts:100,random"],
    ["play", "roy-des-ribauds", "--seats", "ismcts:100,random"],
    ["play", "emperors-new-clothes(players=3)", "--seats", "ismcts:100,random,random"],
    ["play", "emissary", "--seats", "random"],
    ["play", "emissary", "--seats", "ismcts:100"],
    ["solve", "kuhn_poker", "--iterations", "10"],
    ["solve", SMALL_FOLK, "--iterations", "10"],
    ["arena", "cunning-folk", "--bots", "ismcts:100,thumb", "--games", "2"],
    ["arena", "roy-des-ribauds", "--bots", "ismcts:100,random", "--games", "2"],
    ["arena", "emperors-new-clothes", "--bots", "ismcts:100,random", "--games", "2"],
    ["arena", "emissary", "--bots", "ismcts:100,random", "--games", "2"],
]
"""The commands, each with "--seed 1" where it takes one. POSITION stands for a file."""

HINTS = [
    ["play", "emissary", "--seats", "human"],
    ["play", "cunning-folk", "--seats", "human,random"],
    ["play", "roy-des-ribauds", "--seats", "human,random"],
    ["play", "emperors-new-clothes(players=3)", "--seats", "human,random,random"],
]
"""Where a hint is asked for at the first decision, and then the input ends."""

POSITION = {
    "hand": "A♣ 6♣ 2♦ 5♦ 3♥ 7♥ 4♠",
    "deck": "2♣ 3♣ 4♣ 5♣ 7♣ 8♣ A♦ 3♦ 4♦ 6♦ 7♦ 8♦ A♥ 2♥ 4♥ A♠ 2♠ 3♠ 5♠ 6♠ 7♠ 8♠",
    "discard": "6♥ 8♥",
    "trump": "clubs",
    "target": 4,
    "wins": 1,
    "topic": "5♥",
    "to_draw": 0,
    "to_discard": 0,
    "abilities": {"clubs": 0, "diamonds": 0, "hearts": 1, "spades": 0},
    "other_rulers": [],
}
"""The position of `advise`: a heart is to be answered, one debate is won, one heart to use."""

START = "from intrigue.cli.main import main; main()"
SECONDS = 900


def run(words, cache, folder, typed):
    """Run a command once; return processor seconds, seconds on the clock and its exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-c", START, *words],
        input=typed,
        cwd=folder,
        env={**os.environ, "INTRIGUE_CACHE_DIR": str(cache)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, wall, done


def measure(words, typed=""):
    """Run a command from an empty cache and again; return a row of the table."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "position.json").write_text(json.dumps(POSITION), encoding="utf-8")
        words = ["position.json" if word == "POSITION" else word for word in words]
        seeded = words[0] in ("play", "arena")
        full = [*words, "--seed", "1"] if seeded else words
        first_cpu, first, done = run(full, folder / "cache", folder, typed)
        again_cpu, again, done = run(full, folder / "cache", folder, typed)
        code = list((folder / "cache").rglob("*.nbc"))
        return {
            "command": shlex.join(words) + (" and `hint`" if typed else ""),
            "first_cpu": round(first_cpu, 2),
            "first": round(first, 2),
            "again_cpu": round(again_cpu, 2),
            "again": round(again, 2),
            "functions": len(code),
            "megabytes": round(sum(file.stat().st_size for file in code) / 1e6, 1),
            "exit": done.returncode,
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("begins", nargs="*", help="commands that begin with one of these words")
    parser.add_argument("--json", action="store_true", help="a JSON object a line")
    options = parser.parse_args()
    jobs = [(words, "") for words in COMMANDS] + [(words, "hint\n") for words in HINTS]
    if options.begins:
        jobs = [job for job in jobs if job[0][0] in options.begins]
    if not options.json:
        print("| command | first: processor s | clock s | again: processor s | clock s ", end="")
        print("| functions | MB |")
        print("|---|---|---|---|---|---|---|")
    for words, typed in jobs:
        row = measure(words, typed)
        if options.json:
            print(json.dumps(row), flush=True)
            continue
        numbers = (row[key] for key in ("first_cpu", "first", "again_cpu", "again"))
        shown = " | ".join(
            f"{number:.1f}" if number >= 10 else f"{number:.2f}" for number in numbers
        )
        print(
            f"| `{row['command']}` | {shown} | {row['functions']} | {row['megabytes']} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
