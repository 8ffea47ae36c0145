"""The campaign: the value of every set of unvisited kingdoms with their trumps, exactly.

Before each kingdom a hand is drawn from the whole deck, so the past matters only through which
kingdoms are left and which suits their rulers have. Renaming suits changes nothing; that leaves
5,013 positions with a kingdom to visit, or more where clubs are not like the others. Abilities: any
Jacks but that of spades, in every kingdom. Supporters are never used, so each kingdom won scores
two points (the kingdom and its supporter).

Where the table of hands has bounds, so has the campaign: the kingdoms chosen by what a hand is
worth at least win at least so often, and nobody wins more often than if each hand were worth as
much as it is at most.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np

from intrigue.games.core.cache import cache_folder
from intrigue.games.files import load_json, save_json
from intrigue.solvers.emissary.tables.best_kingdom import Hands, best_kingdoms, gather_hands
from intrigue.solvers.emissary.tables.hands import hand_table
from intrigue.solvers.emissary.tables.jacks.gather import gather_jack_hands
from intrigue.solvers.emissary.tables.jacks.table import JACK_SETS, opened_table
from intrigue.solvers.emissary.tables.layouts import (
    KINGDOMS,
    VISITED,
    Layout,
    after,
    classes_of,
    full_layouts,
    layout_of,
    layouts_by_size,
    unvisited,
)
from intrigue.solvers.emissary.tables.levels import Progress

POINTS_A_KINGDOM = 2.0
KIND, VERSION = "emissary campaign", 1


@dataclass(frozen=True)
class Values:
    """What a campaign position is worth under two aims.

    Attributes
    ----------
    win
        Chance to win all kingdoms left, playing for that.
    win_score
        Points expected from here when playing for the win.
    score
        Points expected from here, playing for points.
    """

    win: float
    win_score: float
    score: float


@dataclass(frozen=True)
class Campaign:
    """Every campaign position solved.

    Attributes
    ----------
    advisors
        The Jacks, as `campaign` takes them.
    values
        By layout, see `layouts.Layout`; the layout with all kingdoms visited is included.
    """

    advisors: str
    values: dict[Layout, Values]

    def at(self, suits: Iterable[str | int | None]) -> Values:
        """Return the values for the suits of the rulers on kingdoms 1..8, None where visited.

        Raises
        ------
        ValueError
            If there are not eight entries, or three rulers of a suit.
        """
        return self.values[layout_of(suits, self.clubs_apart)]

    @property
    def clubs_apart(self) -> bool:
        """Whether layouts say which suit is clubs."""
        return "c" in self.advisors

    @property
    def random_layout(self) -> Values:
        """The values before the rulers are dealt: the mean over the layouts, all equally likely."""
        rows = [self.values[layout] for layout in full_layouts(self.clubs_apart)]
        names = Values.__dataclass_fields__
        return Values(*(float(np.mean([getattr(row, n) for row in rows])) for n in names))

    def graph(self) -> "nx.DiGraph[Layout]":
        """Return positions as nodes (values as attributes) and won kingdoms as edges."""
        graph: nx.DiGraph[Layout] = nx.DiGraph(advisors=self.advisors or "none")
        for layout, values in self.values.items():
            graph.add_node(layout, **vars(values))
        for layout in self.values:
            for kingdom in unvisited(layout):
                graph.add_edge(layout, after(layout, kingdom), kingdom=kingdom + 1)
        return graph


def solve_campaign(
    advisors: str,
    hands: Hands,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
) -> Campaign:
    """Solve all positions, from the last kingdom backwards; `workers` threads."""
    apart = hands.clubs_apart
    values = {VISITED * KINGDOMS: Values(1.0, 0.0, 0.0)}
    blocks = len(hands.weights)
    total = 2 * blocks * KINGDOMS
    for size, layouts in enumerate(layouts_by_size(apart)[1:], 1):
        kingdoms = np.array([unvisited(layout) for layout in layouts])
        classes = np.array([classes_of(layout, apart) for layout in layouts])
        next_values = [[values[after(x, k)] for k in unvisited(x)] for x in layouts]

        def worth(name: str, points: float, rows: list[list[Values]] = next_values) -> np.ndarray:
            return np.array([[getattr(v, name) + points for v in row] for row in rows])

        def passed(first: int, size: int = size) -> Callable[[int], None]:
            return lambda done: progress((2 * size - 2 + first) * blocks + done, total)

        win, win_score, score = (
            worth("win", 0.0),
            worth("win_score", POINTS_A_KINGDOM),
            worth("score", POINTS_A_KINGDOM),
        )
        wins, win_scores = best_kingdoms(
            hands, kingdoms, classes, win, win_score, workers, passed(0)
        )
        scores, _ = best_kingdoms(hands, kingdoms, classes, score, None, workers, passed(1))
        columns = zip(layouts, wins, win_scores, scores, strict=True)
        values |= {layout: Values(*map(float, row)) for layout, *row in columns}
    return Campaign(advisors, values)


def campaign_path(advisors: str, folder: Path | None = None, upper: bool = False) -> Path:
    """Return where the solved campaign with these Jacks is kept."""
    place = folder or cache_folder() / "tables"
    name = "".join(f"-{word}" for word in (advisors, "at-most" if upper else "") if word)
    return place / f"emissary-campaign{name}-v{VERSION}.json"


def campaign(
    advisors: str = "",
    folder: Path | None = None,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
    upper: bool = False,
) -> Campaign:
    """Return the solved campaign from its file, or solve it and keep it.

    Parameters
    ----------
    advisors
        Jacks: ``""``, ``"h"`` or a set of `JACK_SETS`, whose table has to be there.
    folder
        Where the files are (the table of hands too); by default in the user's cache folder.
    upper
        Whether to count the hands of the table as what they are worth at most.

    Raises
    ------
    ValueError
        In one line that names the file, if it is damaged or of another version, or if a table is
        missing.
    """
    path = campaign_path(advisors, folder, upper)
    if path.exists():
        data: dict[str, Any] = load_json(path, KIND, VERSION)
        values = {layout: Values(*row) for layout, row in data["values"].items()}
        return Campaign(data["advisors"], values)
    solved = solve_campaign(advisors, _hands(advisors, folder, workers, upper), workers, progress)
    rows = {layout: list(vars(v).values()) for layout, v in solved.values.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    save_json(path, KIND, VERSION, {"advisors": advisors, "values": rows})
    return solved


def _hands(advisors: str, folder: Path | None, workers: int, upper: bool) -> Hands:
    if advisors not in JACK_SETS:
        return gather_hands(hand_table(advisors, folder, workers))
    table = opened_table(advisors, folder)
    if table is None:
        raise ValueError(
            f"there is no table of all hands with the Jacks {advisors} yet: intrigue tables "
            f"{advisors} builds it"
        )
    return gather_jack_hands(table, upper)
