"""The Emissary without chance left in the answer: all hands, and the whole campaign.

Exact without Jacks and with that of hearts. With the Jack of diamonds, too, the campaign rests on a
table that has to be there (``intrigue tables hd``) and whose chances are known to 0.02 %.
"""

from typing import Any

import numpy as np

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, one_of, whole
from intrigue.games.emissary.cards import SUIT_NAMES
from intrigue.games.emissary.notation import format_hand
from intrigue.solvers.emissary.tables.best_kingdom import gather_hands, sorted_masks
from intrigue.solvers.emissary.tables.campaign import Campaign, campaign
from intrigue.solvers.emissary.tables.hands import hand_table
from intrigue.solvers.emissary.tables.layouts import full_layouts

ADVISORS = {"": "none", "h": "hearts"}
TRUMP_OF_EXAMPLES = 0
CAMPAIGNS = {"none": "", "hearts": "h", "hearts+diamonds": "hd"}
"""The Jacks that a campaign may be solved with, and their letters."""


def hands_items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a table; nothing is random."""
    return [{"advisors": advisors, "examples": settings["examples"]} for advisors in ADVISORS]


def hands_work(item: Data) -> Data:
    """Average a table over all hands, and find its easiest and hardest ones."""
    table = hand_table(item["advisors"])
    hands = gather_hands(table)
    # Sum over hands and the suit that is trump; all four masks are alike by symmetry.
    means = np.einsum("bjtx,bx->t", hands.chances, hands.weights) * 6.0
    best = np.einsum("btx,bx->t", hands.chances.max(axis=1), hands.weights) * 24.0
    masks = sorted_masks()
    found: Data = {"mean": means.tolist(), "best_trump": best.tolist(), "examples": []}
    for target in range(8):
        chances = hands.chances[:, :, target, :].transpose(0, 2, 1).reshape(-1, 4)[: len(masks)]
        for word, order in (("hardest", 1), ("easiest", -1)):
            for place in np.argsort(order * chances.reshape(-1), kind="stable")[: item["examples"]]:
                row, trump = divmod(int(place), 4)
                rotated = np.roll(masks[row], TRUMP_OF_EXAMPLES - trump)
                cards = [8 * s + r for s in range(4) for r in range(8) if rotated[s] >> r & 1]
                chance = float(chances[row, trump])
                found["examples"].append([target + 1, word, format_hand(cards), chance])
    return found


def hands_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the means by target and the extreme hands."""
    means = Table(
        "means",
        "mean chance to hit a target over all 10,518,300 hands: one trump, and the best of four",
        ["advisors", "target", "one trump", "best trump"],
        [],
    )
    extremes = Table(
        "extremes",
        f"easiest and hardest hands, trump {SUIT_NAMES[TRUMP_OF_EXAMPLES]}",
        ["advisors", "target", "which", "hand", "chance"],
        [],
    )
    for word, outcome in zip(ADVISORS.values(), outcomes, strict=True):
        for target, (mean, best) in enumerate(
            zip(outcome["mean"], outcome["best_trump"], strict=True), 1
        ):
            means.rows.append([word, target, mean, best])
        extremes.rows.extend([[word, *row] for row in outcome["examples"]])
    return [means, extremes]


def hands_plot(tables: list[Table], figure: Any) -> None:
    """Draw mean chances by target."""
    axes = figure.subplots()
    for word in ADVISORS.values():
        rows = [row for row in tables[0].rows if row[0] == word]
        targets = [row[1] for row in rows]
        axes.plot(targets, [row[2] for row in rows], "o-", label=f"one trump, advisors: {word}")
        axes.plot(targets, [row[3] for row in rows], "s--", label=f"best trump, advisors: {word}")
    axes.set_xlabel("target (debates to win exactly)")
    axes.set_ylabel("mean chance over all hands")
    axes.set_ylim(0, 1)
    axes.legend()


def campaign_items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a set of advisors; nothing is random."""
    return [{"advisors": advisors} for advisors in settings["advisors"]]


def campaign_work(item: Data) -> Data:
    """Gather what the campaign is worth before the first kingdom."""
    solved = campaign(CAMPAIGNS[item["advisors"]])
    layouts = {layout: vars(solved.values[layout]) for layout in full_layouts()}
    return {
        "random": vars(solved.random_layout),
        "layouts": layouts,
        "single": [_single(solved, kingdom) for kingdom in range(8)],
    }


def _single(solved: Campaign, kingdom: int) -> float:
    return solved.values["." * kingdom + "A" + "." * (7 - kingdom)].win


def campaign_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return values of a random layout, of the extreme layouts, and of each kingdom alone."""
    summary = Table(
        "campaign",
        "the whole game, exactly; with diamonds from a table that knows hands to 0.02 %",
        ["advisors", "layout", "win", "score when playing to win", "score when playing for it"],
        [],
    )
    single = Table(
        "last", "chance to win the last kingdom left", ["advisors", "kingdom", "chance"], []
    )
    every = Table("layouts", "all 105 layouts", ["advisors", "layout", "win", "score"], [])
    for word, outcome in zip(settings["advisors"], outcomes, strict=True):
        by_win = sorted(outcome["layouts"].items(), key=lambda pair: pair[1]["win"])
        for name, values in (
            ("random", outcome["random"]),
            (f"hardest: {by_win[0][0]}", by_win[0][1]),
            (f"easiest: {by_win[-1][0]}", by_win[-1][1]),
        ):
            summary.rows.append([word, name, values["win"], values["win_score"], values["score"]])
        single.rows.extend([[word, k, chance] for k, chance in enumerate(outcome["single"], 1)])
        every.rows.extend([[word, layout, v["win"], v["score"]] for layout, v in by_win])
    return [summary, single, every]


def campaign_plot(tables: list[Table], figure: Any) -> None:
    """Draw the chance of every layout, in order."""
    axes = figure.subplots()
    for word in dict.fromkeys(row[0] for row in tables[2].rows):
        axes.semilogy([row[2] for row in tables[2].rows if row[0] == word], label=word)
    axes.set_xlabel("layouts of rulers, hardest first")
    axes.set_ylabel("chance to win the whole game")
    axes.legend(title="advisors")


HANDS = Experiment(
    name="emissary-hands",
    title="mean chances by target over all hands, easiest and hardest hands (exact)",
    settings={"examples": Setting(whole(1), 1, 3)},
    items=hands_items,
    work=hands_work,
    tables=hands_tables,
    plot=hands_plot,
)

CAMPAIGN = Experiment(
    name="emissary-campaign",
    title="the campaign solved: chance to win the whole game by layout of the rulers",
    settings={"advisors": Setting(one_of(*CAMPAIGNS), ["none"], list(CAMPAIGNS))},
    items=campaign_items,
    work=campaign_work,
    tables=campaign_tables,
    plot=campaign_plot,
)
