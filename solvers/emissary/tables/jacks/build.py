"""Building the tables of every hand with its Jacks: in parts, so that it can be stopped.

What military leads to is solved family by family and kept in files (see `military`); what is there
already is not solved again. Then each set of Jacks is solved from its smallest hands to the full
ones, which gives the positions inside a kingdom on the way (see `inside`). A second process that
builds the same waits for the first and finds the work done.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from intrigue.games.core.cache import cache_folder
from intrigue.solvers.emissary.tables.jacks.inside import INSIDE_SETS, inside_path, save_inside
from intrigue.solvers.emissary.tables.jacks.layers import Layer
from intrigue.solvers.emissary.tables.jacks.military import Military, Part, save_part, solve_part
from intrigue.solvers.emissary.tables.jacks.plan import (
    Estimate,
    estimate,
    parts_for,
    roles,
)
from intrigue.solvers.emissary.tables.jacks.streams import Clubs, Family, Streams
from intrigue.solvers.emissary.tables.jacks.suits import real_suits
from intrigue.solvers.emissary.tables.jacks.table import (
    JACK_SETS,
    VERSION,
    WHOLE,
    Deck,
    save_table,
    table_path,
)

try:
    import fcntl
except ImportError:  # no such locks on this system: two builds do the work twice
    fcntl = None  # type: ignore[assignment]

_WAIT_SECONDS = 0.5
MEMORY = 8 << 30
MOST_CLUBS = (2, 4)
"""Up to so many clubs military is solved: where commerce may be used afterwards, and where not."""

Progress = Callable[[float, float, str], None]
"""Called with seconds of work done, seconds in all (of one processor, about) and a remark."""


def parts_folder(folder: Path) -> Path:
    """Return where the parts are until all tables are there."""
    return folder / f"emissary-jacks-v{VERSION}.parts"


def exact_clubs(jacks: str, most_clubs: tuple[int, int]) -> int:
    """Return up to how many clubs in hand the table of a set of Jacks is exact."""
    if "d" in jacks:  # commerce may draw two more
        return min(most_clubs[0], most_clubs[1] - 2)
    return most_clubs[1]


def affordable_clubs(memory: int, deck: Deck = WHOLE) -> tuple[int, int]:
    """Return for how many clubs military can be solved within so many bytes, see `MOST_CLUBS`."""

    def most(jacks: str, gap: int, limit: int) -> int:
        for clubs in range(1, limit + 1):
            part = Part(Family(jacks, gap, "side"), clubs, deck.hand)
            if estimate(real_suits(), deck.ranks, part)[1] > memory:
                return clubs - 1
        return limit

    return most("chd", deck.gap, MOST_CLUBS[0]), most("ch", deck.gap - 2, MOST_CLUBS[1])


def build_tables(
    sets: tuple[str, ...] = JACK_SETS,
    folder: Path | None = None,
    workers: int | None = None,
    memory: int = MEMORY,
    progress: Progress = lambda done, total, remark: None,
    deck: Deck = WHOLE,
) -> list[Path]:
    """Build the tables that are not there yet; return the files of all asked for.

    Parameters
    ----------
    sets
        Which of `JACK_SETS`.
    folder
        Where the files are; by default in the user's cache folder.
    workers
        Threads; by default one a processor. The tables do not depend on it.
    memory
        Bytes of layers at most. With less than the default, hands with several clubs get bounds.
    deck
        A smaller one for tests.

    Raises
    ------
    ValueError
        In one line, if a part's file is damaged.
    """
    place = folder or cache_folder() / "tables"
    place.mkdir(parents=True, exist_ok=True)
    with _alone(place, progress):
        missing = [jacks for jacks in sets if not _is_built(jacks, place)]
        if missing:
            _build(missing, place, workers or os.cpu_count() or 1, memory, progress, deck)
        if all(_is_built(jacks, place) for jacks in JACK_SETS):
            shutil.rmtree(parts_folder(place), ignore_errors=True)
    return [table_path(jacks, place) for jacks in sets]


def _is_built(jacks: str, place: Path) -> bool:
    """Whether the table of a set is there, and its positions inside a kingdom if they are kept."""
    kept = jacks not in INSIDE_SETS or inside_path(jacks, place).exists()
    return kept and table_path(jacks, place).exists()


@contextmanager
def _alone(place: Path, progress: Progress) -> Iterator[None]:
    """Hold the lock on the tables of a folder; it goes when the process ends, however it ends."""
    with (place / "emissary-jacks.lock").open("w") as file:
        while fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                progress(0, 1, "another process is building the tables: waiting for it")
                time.sleep(_WAIT_SECONDS)
        yield


def _build(
    missing: list[str],
    place: Path,
    workers: int,
    memory: int,
    progress: Progress,
    deck: Deck,
) -> None:
    most_clubs = affordable_clubs(memory, deck)
    kept = parts_folder(place)
    to_do: dict[str, list[tuple[Part, float]]] = {}
    seen: set[str] = set()
    for jacks in missing:
        to_do[jacks] = []
        for part in parts_for(jacks, deck.gap, deck.hand, deck.ranks, most_clubs):
            if part.name not in seen and not (kept / part.name).exists():
                to_do[jacks].append((part, estimate(real_suits(), deck.ranks, part)[0]))
            seen.add(part.name)
    total = sum(_estimate_table(jacks, deck) for jacks in missing)
    total += sum(seconds for parts in to_do.values() for _, seconds in parts)
    done = 0.0
    remark = ""

    def worked(nanoseconds: float) -> None:
        nonlocal done
        done += nanoseconds * 1e-9
        progress(done, total, remark)

    for jacks, parts in to_do.items():
        for number, (part, _) in enumerate(parts, 1):
            remark = f"Jacks {jacks}: military, part {number} of {len(parts)}"
            # After military there is none left to look up.
            with Streams(real_suits(), deck.ranks, workers, lambda *_: None, worked) as streams:
                save_part(kept, part, dict(solve_part(streams, part)))
        remark = f"Jacks {jacks}: all hands"
        layers: dict[tuple[Clubs, int], tuple[Layer, Layer | None]] = {}
        for role in roles(jacks):
            family = Family(jacks, deck.gap, role)
            lower, *upper = [
                _all_hands(
                    family, deck, workers, worked,
                    Military(real_suits(), deck.ranks, most_clubs, at_most, workers, kept),
                )
                for at_most in ((False, True) if "c" in jacks else (False,))
            ]  # fmt: skip
            for hand, layer in lower.items():
                layers[role, hand] = layer, upper[0][hand] if upper else None
        clubs = exact_clubs(jacks, most_clubs)
        if jacks in INSIDE_SETS:
            smaller = {key: found for key, found in layers.items() if key[1] < deck.hand}
            save_inside(inside_path(jacks, place), jacks, clubs, deck, smaller)
        full = {role: layers[role, deck.hand] for role in roles(jacks)}
        save_table(table_path(jacks, place), jacks, clubs, deck, full)


def _estimate_table(jacks: str, deck: Deck) -> float:
    """Return about how many seconds of one processor a table takes once its parts are there."""
    seconds = 0.0
    for role in roles(jacks):
        with Estimate(real_suits(), deck.ranks) as streams:
            streams.layer(Family(jacks, deck.gap, role), deck.hand)
            seconds += streams.work * (2 if "c" in jacks else 1)
    return seconds


def _all_hands(
    family: Family, deck: Deck, workers: int, worked: Callable[[float], None], drawn: Military
) -> dict[int, Layer]:
    """Return the layers to be kept by cards in hand: full hands, and of some sets smaller ones."""
    found = {}
    with Streams(real_suits(), deck.ranks, workers, drawn, worked) as streams:
        for hand, layer in enumerate(streams.layers(family)):
            if hand == deck.hand or (hand > 0 and family.jacks in INSIDE_SETS):
                found[hand] = layer
            if hand == deck.hand:
                break
    return found
