"""What Jacks are worth over all hands and in the whole game, exactly or between proved bounds.

Everything rests on the tables of all hands with their Jacks (``intrigue tables``), which know a
chance to 0.02 % or have bounds of it.
"""

from typing import Any

import numpy as np

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, one_of
from intrigue.games.emissary.cards import SUIT_LETTERS, SUIT_NAMES
from intrigue.solvers.emissary.search.solve import default_workers
from intrigue.solvers.emissary.tables.best_kingdom import Hands, gather_hands
from intrigue.solvers.emissary.tables.campaign import campaign
from intrigue.solvers.emissary.tables.hands import hand_table
from intrigue.solvers.emissary.tables.jacks.gather import gather_jack_hands
from intrigue.solvers.emissary.tables.jacks.table import ERROR, JACK_SETS, SWAP_SETS, opened_table
from intrigue.solvers.emissary.tables.layouts import full_layouts
from intrigue.solvers.emissary.tables.win_bounds import win_bound

SETS = ("none", "h", *JACK_SETS, *SWAP_SETS)
_SPADES = "s"


def in_words(jacks: str) -> str:
    """Return the names of the suits whose Jacks are there."""
    if jacks == "none":
        return "none"
    return "+".join(SUIT_NAMES[SUIT_LETTERS.index(letter)] for letter in jacks)


def _hands(jacks: str, upper: bool) -> Hands:
    if jacks in ("none", "h"):
        return gather_hands(hand_table("" if jacks == "none" else jacks))
    table = opened_table(jacks)
    if table is None:
        raise ValueError(f"there is no table for the Jacks {jacks}: intrigue tables {jacks}")
    return gather_jack_hands(table, upper)


def _means(hands: Hands) -> tuple[list[float], list[float]]:
    """Return the mean chances by target with one trump, and with the best of four."""
    # A matching stands for one of 24 (or 6) ways to name the suits; all are equally likely.
    ways = 6.0 if hands.clubs_apart else 24.0
    one = np.einsum("bjtx,bx->t", hands.chances, hands.weights) * ways / 4.0
    best = np.einsum("btx,bx->t", hands.chances.max(axis=1), hands.weights) * ways
    return one.tolist(), best.tolist()


def worth_items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a set of Jacks; nothing is random."""
    return [{"jacks": jacks} for jacks in settings["jacks"]]


def worth_work(item: Data) -> Data:
    """Average the chances of all hands and trumps."""
    jacks = item["jacks"]
    swaps = _SPADES in jacks and opened_table(jacks) is None
    # Without a table for the swaps there is what the best swap at once brings, or none; and what
    # they are worth with fewer Jacks.
    counted = jacks.replace(_SPADES, "") if swaps else jacks
    least = _hands(counted, upper=False)
    one, best = _means(least)
    found: Data = {"one": one, "best": best, "one_most": one, "best_most": best, "known": 1.0}
    if swaps:
        for fewer in (x for x in SWAP_SETS if set(x) < set(jacks) and opened_table(x) is not None):
            best = np.maximum(best, _means(_hands(fewer, upper=False))[0]).tolist()
        found |= {"one": best, "best": best, "one_most": [1.0] * 8, "best_most": [1.0] * 8}
        found["known"] = 0.0
    elif "c" in jacks:
        most = _hands(jacks, upper=True)
        most_one, most_best = _means(most)
        equal = (least.chances == most.chances).astype(float)
        known = float(np.einsum("bjtx,bx->", equal, least.weights)) * 6.0 / 32.0
        found |= {"one_most": most_one, "best_most": most_best, "known": known}
    return found


def worth_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the means by target of each set of Jacks."""
    means = Table(
        "means",
        "mean chance to hit a target over all 10,518,300 hands, with one trump and with the best "
        f"of four: at least and at most, each to {100 * ERROR:g} %",
        ["Jacks", "target", "one trump", "one trump at most", "best trump", "best trump at most"],
        [],
    )
    known = Table(
        "known",
        "share of the chances of all hands, trumps and targets that are known exactly, to "
        f"{100 * ERROR:g} %; mean over the targets with one trump",
        ["Jacks", "known", "mean, at least", "mean, at most"],
        [],
    )
    for jacks, found in zip(settings["jacks"], outcomes, strict=True):
        columns = (found[name] for name in ("one", "one_most", "best", "best_most"))
        for target, row in enumerate(zip(*columns, strict=True), 1):
            means.rows.append([in_words(jacks), target, *row])
        mean, most = float(np.mean(found["one"])), float(np.mean(found["one_most"]))
        known.rows.append([in_words(jacks), found["known"], mean, most])
    return [means, known]


def worth_plot(tables: list[Table], figure: Any) -> None:
    """Draw the mean chance by target, a line a set of Jacks; bounds as a band."""
    axes = figure.subplots()
    for word in dict.fromkeys(row[0] for row in tables[0].rows):
        rows = [row for row in tables[0].rows if row[0] == word]
        targets = [row[1] for row in rows]
        (line,) = axes.plot(targets, [row[2] for row in rows], "o-", label=word)
        if any(row[2] < row[3] < 1 for row in rows):
            lower, upper = [row[2] for row in rows], [row[3] for row in rows]
            axes.fill_between(targets, lower, upper, alpha=0.15, color=line.get_color())
    axes.set_xlabel("target (debates to win exactly)")
    axes.set_ylabel("mean chance over all hands, one trump")
    axes.set_ylim(0, 1)
    axes.legend(title="Jacks", fontsize="small")


def game_items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a set of Jacks; nothing is random."""
    return [{"jacks": jacks} for jacks in settings["jacks"]]


def game_work(item: Data) -> Data:
    """Bound the chance to win the whole game without supporters, for every layout of rulers."""
    jacks = item["jacks"]
    apart = "c" in jacks
    layouts = full_layouts(apart)
    if jacks in ("none", "h"):
        values = campaign("" if jacks == "none" else jacks).values
        lower = upper = [values[layout].win for layout in layouts]
    else:
        workers = default_workers()
        least = win_bound(jacks, workers=workers)
        lower = [least[layout] for layout in layouts]
        upper = [1.0] * len(layouts)
        if opened_table(jacks) is not None:
            most = win_bound(jacks, workers=workers, upper=True)
            upper = [most[layout] for layout in layouts]
    return {"lower": lower, "upper": upper, "layouts": list(layouts)}


def game_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the bounds before the rulers are dealt, and those of the extreme layouts."""
    summary = Table(
        "game",
        "the chance to win the whole game under best play: proved bounds (1: none was found)",
        ["Jacks", "supporters", "layout", "at least", "at most"],
        [],
    )
    for jacks, found in zip(settings["jacks"], outcomes, strict=True):
        lower, upper = np.array(found["lower"]), np.array(found["upper"])
        low, high = int(lower.argmin()), int(lower.argmax())
        rows = [
            ("random", lower.mean(), upper.mean()),
            (f"least: {found['layouts'][low]}", lower[low], upper[low]),
            (f"most: {found['layouts'][high]}", lower[high], upper[high]),
        ]
        for name, least, most in rows:
            summary.rows.append([in_words(jacks), "never used", name, float(least), float(most)])
    # Supporters can only add to what is sure.
    best = max(outcomes, key=lambda found: float(np.mean(found["lower"])))
    published = ["all four, as published", "used", "random", float(np.mean(best["lower"])), 1.0]
    summary.rows.append(published)
    return [summary]


def game_plot(tables: list[Table], figure: Any) -> None:
    """Draw the bounds before the rulers are dealt."""
    axes = figure.subplots()
    rows = [row for row in tables[0].rows if row[2] == "random"]
    for place, row in enumerate(rows):
        axes.plot([row[3], row[4]], [place, place], "o-", color="C0")
    axes.set_yticks(range(len(rows)), [row[0] for row in rows])
    axes.set_xscale("log")
    axes.set_xlabel("chance to win the whole game: at least, at most")


WORTH = Experiment(
    name="emissary-jacks-worth",
    title="what each set of Jacks is worth for each target, over all hands",
    settings={
        "jacks": Setting(
            one_of(*SETS),
            quick=["none"],
            full=["none", "h", "d", "hd", "hds", "c", "ch", "cd", "chd", "chds"],
        )
    },
    items=worth_items,
    work=worth_work,
    tables=worth_tables,
    plot=worth_plot,
)

GAME = Experiment(
    name="emissary-whole-game",
    title="the chance to win the whole game under best play, between proved bounds",
    settings={
        "jacks": Setting(
            one_of(*SETS), quick=["none"], full=["none", "h", "hd", "hds", "chd", "chds"]
        )
    },
    items=game_items,
    work=game_work,
    tables=game_tables,
    plot=game_plot,
)
