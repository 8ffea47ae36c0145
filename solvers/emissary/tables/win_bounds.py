"""The chance to win the whole campaign, between two proved bounds, for any Jacks with a table.

Chances of tables are taken with their errors, and hands that have bounds by these. With the Jack of
spades:

- At least: whoever visits a kingdom swaps its ruler at once for the best one, or not at all, and
  goes on with the other Jacks. Where a suit lies on several kingdoms, the swap is made with the one
  that leaves the better rest. Or, while every other suit can still be had, the swap is kept for the
  moment at which it is worth most, without the Jack of clubs, and the rest of the campaign is what
  the worst swap, or none, leaves. Whoever may choose freely is worth no less than the better of
  these, so that is a true lower bound.
- At most: in a kingdom a hand is worth what it is if a swap may bring every other suit (the tables
  of `SWAP_SETS`), and the rest of the campaign what it is after the best swap or none.

Supporters are never used: they can only add to what is sure.
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from intrigue.games.core.cache import cache_folder
from intrigue.games.emissary.cards import NUM_SUITS
from intrigue.games.files import load_json, save_json
from intrigue.solvers.emissary.tables.best_kingdom import Hands, best_kingdoms
from intrigue.solvers.emissary.tables.jacks.gather import gather_jack_hands
from intrigue.solvers.emissary.tables.jacks.table import (
    JACK_SETS,
    SWAP_SETS,
    less,
    more,
    open_table,
    table_path,
)
from intrigue.solvers.emissary.tables.layouts import (
    KINGDOMS,
    VISITED,
    Layout,
    after,
    after_swap,
    classes_of,
    full_layouts,
    layouts_by_size,
    unvisited,
)
from intrigue.solvers.emissary.tables.levels import Progress

KIND, VERSION = "emissary win bounds", 1

LATE = KINGDOMS
"""Kingdom k in which the swap is kept for later is k + `LATE`."""

_Choice = tuple[int, int, float]
"""Kingdom, class of its trump, and the chance to win the rest afterwards."""
Choices = Callable[[Layout, dict[Layout, float], bool], list[_Choice]]


def choices_without_swaps(
    layout: Layout, values: dict[Layout, float], clubs_apart: bool
) -> list[_Choice]:
    """Return each kingdom with the suit of its ruler."""
    places = zip(unvisited(layout), classes_of(layout, clubs_apart), strict=True)
    return [(kingdom, own, values[after(layout, kingdom)]) for kingdom, own in places]


def choices_at_least(
    layout: Layout, values: dict[Layout, float], clubs_apart: bool
) -> list[_Choice]:
    """Return each kingdom with each trump that a swap on entering it may bring.

    And, with numbers from `LATE` on, each kingdom in which the swap can be kept for later.
    """
    places = list(zip(unvisited(layout), classes_of(layout, clubs_apart), strict=True))
    found = []
    for kingdom, own in places:
        rest = {own: values[after(layout, kingdom)]}
        worst = rest[own]
        for other, suit in places:
            if suit != own:
                value = values[after_swap(layout, kingdom, other)]
                rest[suit] = max(rest.get(suit, 0.0), value)
                worst = min(worst, value)
        found += [(kingdom, suit, value) for suit, value in rest.items()]
        if len(rest) == NUM_SUITS:
            found.append((LATE + kingdom, own, worst))
    return found


def choices_at_most(
    layout: Layout, values: dict[Layout, float], clubs_apart: bool
) -> list[_Choice]:
    """Return each kingdom with the suit of its ruler and the best rest that a swap may leave."""
    best: dict[int, float] = {}
    for kingdom, _, value in choices_at_least(layout, values, clubs_apart):
        if kingdom < LATE:
            best[kingdom] = max(best.get(kingdom, 0.0), value)
    own = dict(zip(unvisited(layout), classes_of(layout, clubs_apart), strict=True))
    return [(kingdom, own[kingdom], value) for kingdom, value in best.items()]


def solve_win_bound(
    hands: Hands,
    choices_of: Choices,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
) -> dict[Layout, float]:
    """Return a bound of the chance to win all kingdoms left, for each layout.

    Parameters
    ----------
    hands
        What hands are worth. With swaps: for the lower bound without the Jack of spades, and from
        target `LATE` + 1 on with it; for the upper one with it.
    choices_of
        One of the functions of this module.
    workers
        Threads; the values do not depend on it.
    """
    apart = hands.clubs_apart
    values = {VISITED * KINGDOMS: 1.0}
    blocks = len(hands.weights)
    for size, layouts in enumerate(layouts_by_size(apart)[1:], 1):
        rows = [choices_of(layout, values, apart) for layout in layouts]
        most = max(map(len, rows))
        # What is there to fill rows up is worth nothing, and never chosen.
        filled = [row + [(0, 0, 0.0)] * (most - len(row)) for row in rows]
        table = np.array(filled)
        kingdoms, classes = (table[:, :, part].astype(np.int64) for part in (0, 1))

        def passed(done: int, first: int = (size - 1) * blocks) -> None:
            progress(first + done, KINGDOMS * blocks)

        wins, _ = best_kingdoms(
            hands, kingdoms, classes, np.ascontiguousarray(table[:, :, 2]), None, workers, passed
        )
        values |= dict(zip(layouts, map(float, wins), strict=True))
    return values


def win_bound_path(advisors: str, folder: Path | None = None, upper: bool = False) -> Path:
    """Return where the solved bounds with these Jacks are kept."""
    place = folder or cache_folder() / "tables"
    bound = "at-most" if upper else "at-least"
    return place / f"emissary-win-{advisors}-{bound}-v{VERSION}.json"


def win_bound(
    advisors: str,
    folder: Path | None = None,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
    upper: bool = False,
) -> dict[Layout, float]:
    """Return the bounds from their file, or solve them and keep them; see `solve_win_bound`.

    Parameters
    ----------
    advisors
        A set of `JACK_SETS` or `SWAP_SETS`. Its table has to be there; with spades for the lower
        bound that without them, and that without clubs.

    Raises
    ------
    ValueError
        In one line, if a table is missing, or a file is damaged.
    """
    if advisors not in (*JACK_SETS, *SWAP_SETS):
        raise ValueError(f"'{advisors}' is none of {', '.join((*JACK_SETS, *SWAP_SETS))}")
    path = win_bound_path(advisors, folder, upper)
    if path.exists():
        data = load_json(path, KIND, VERSION)
        return {str(layout): float(value) for layout, value in data["win"].items()}
    choices_of: Choices = choices_without_swaps
    swapping = advisors in SWAP_SETS
    jacks = advisors.replace("s", "") if swapping and not upper else advisors
    hands = _hands(jacks, folder, upper, "c" in advisors)
    if swapping:
        choices_of = choices_at_most if upper else choices_at_least
    if swapping and not upper:
        late = advisors.replace("c", "")
        kept = np.zeros_like(hands.chances)
        if late in SWAP_SETS:
            kept = _hands(late, folder, upper, "c" in advisors).chances
        hands = hands._replace(chances=np.concatenate([hands.chances, kept], axis=2))
    values = solve_win_bound(hands, choices_of, workers, progress)
    save_json(path, KIND, VERSION, {"advisors": advisors, "win": values})
    return values


def _hands(jacks: str, folder: Path | None, upper: bool, clubs_apart: bool) -> Hands:
    """Return what all hands are worth, at least or at most: with the errors of their table."""
    if not table_path(jacks, folder).exists():
        raise ValueError(
            f"there is no table of all hands with the Jacks {jacks} yet: intrigue tables {jacks} "
            "builds it"
        )
    hands = gather_jack_hands(open_table(jacks, folder), upper, clubs_apart)
    return hands._replace(chances=(more if upper else less)(hands.chances))


def of_random_layout(values: dict[Layout, float], clubs_apart: bool) -> float:
    """Return the bound before the rulers are dealt: the mean over the layouts."""
    return float(np.mean([values[layout] for layout in full_layouts(clubs_apart)]))
