"""The Emissary played: whole games by several players, what a Jack is worth, what foresight is."""

from collections import defaultdict
from typing import Any

import numpy as np
import pyspiel
from scipy.stats import binomtest

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.emissary_points import score_interval
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, bot_words, whole
from intrigue.games.emissary.cards import SUIT_LETTERS
from intrigue.games.emissary.notation import format_advisors, format_hand
from intrigue.search.bot_words import make_bot
from intrigue.search.tournament.one_game import play_one_game, seat_seed
from intrigue.solvers.emissary import Position, hand_values
from intrigue.solvers.emissary.foresight import clairvoyant_share

GAMES_AN_ITEM = 5


def player_items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games for every player; all players meet the same deals."""
    return [
        {"player": player, "first": first, "games": min(GAMES_AN_ITEM, games - first), "seed": seed}
        for player, games in zip(settings["players"], settings["games"], strict=True)
        for first in range(0, games, GAMES_AN_ITEM)
    ]


def player_work(item: Data) -> Data:
    """Play a block of whole games with all four Jacks."""
    game = pyspiel.load_game("python_emissary(objective=score)")
    scores, wins = [], []
    for deal in range(item["first"], item["first"] + item["games"]):
        bot = make_bot(item["player"], game, 0, seat_seed(item["seed"], deal, 0))
        played = play_one_game(game, [bot], item["seed"], deal)
        final = game.new_initial_state({"history": list(played.history)})
        scores.append(played.returns[0])
        wins.append(int(final.record[0].won_game))
    return {"scores": scores, "wins": wins}


def player_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return win rate and mean score of each player."""
    groups: dict[str, list[Data]] = defaultdict(list)
    for item, outcome in zip(player_items(settings, 0), outcomes, strict=True):
        groups[item["player"]].append(outcome)
    table = Table(
        "players",
        "whole games with all four Jacks: wins (95 % intervals of Clopper and Pearson) and mean "
        "score (95 % intervals of Maurer and Pontil)",
        ["player", "games", "win rate", "low", "high", "mean score", "score low", "score high"],
        [],
    )
    for player, parts in groups.items():
        wins = [win for part in parts for win in part["wins"]]
        scores = np.array([score for part in parts for score in part["scores"]])
        interval = binomtest(sum(wins), len(wins)).proportion_ci(method="exact")
        low, high = score_interval(scores)
        table.rows.append(
            [player, len(wins), sum(wins) / len(wins), float(interval.low), float(interval.high),
             float(scores.mean()), low, high]
        )  # fmt: skip
    return [table]


def player_plot(tables: list[Table], figure: Any) -> None:
    """Draw mean scores with their intervals."""
    axes = figure.subplots()
    rows = tables[0].rows
    means = np.array([row[5] for row in rows])
    errors = [means - [row[6] for row in rows], [row[7] for row in rows] - means]
    axes.errorbar(range(len(rows)), means, yerr=errors, fmt="o", capsize=4)
    axes.set_xticks(range(len(rows)), [row[0] for row in rows])
    axes.set_ylabel("mean score (0 to 16), 95 % interval")
    axes.set_ylim(bottom=0)


def _random_hands(count: int, seed: int) -> list[list[int]]:
    rng = np.random.default_rng(seed)
    return [sorted(int(c) for c in rng.choice(32, 8, replace=False)) for _ in range(count)]


def jack_items(settings: Settings, seed: int) -> list[Data]:
    """Return a random hand and trump for each item, the same ones for every set of Jacks."""
    rng = np.random.default_rng([seed, 1])
    trumps: list[int] = rng.integers(4, size=int(settings["hands"])).tolist()
    return [
        {"hand": hand, "trump": trump, "jacks": jacks}
        for hand, trump in zip(_random_hands(settings["hands"], seed), trumps, strict=True)
        for jacks in settings["jacks"]
    ]


def _jacks(value: Any) -> str:
    """Accept "none", or letters of suits, each once."""
    letters = value if isinstance(value, str) else ""
    if letters != "none" and (
        not letters or len(set(letters)) < len(letters) or not set(letters) <= set(SUIT_LETTERS)
    ):
        raise ValueError(f"expected none, or letters of {SUIT_LETTERS}, each once")
    return letters


def jack_work(item: Data) -> Data:
    """Solve one hand with one set of Jacks; politics may swap for any other suit."""
    jacks = "" if item["jacks"] == "none" else item["jacks"]
    rulers = [suit for suit in range(4) for _ in range(2)]
    rulers.remove(item["trump"])
    values = hand_values(item["hand"], item["trump"], jacks, other_rulers=rulers)
    return {"values": [float(v) for v in values]}


def jack_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the mean chance by target for each set, and the gain over no Jack."""
    values: dict[str, list[list[float]]] = defaultdict(list)
    for item, outcome in zip(jack_items(settings, 0), outcomes, strict=True):
        values[item["jacks"]].append(outcome["values"])
    table = Table(
        "jacks",
        "mean chance to hit a target by the Jacks that may be used, random hands and trumps",
        ["jacks", "hands", *(f"target {t}" for t in range(1, 9)), "mean", "gain over none"],
        [],
    )
    base = float(np.mean([row[1:] for row in values[settings["jacks"][0]]]))
    for jacks, rows in values.items():
        means = np.mean(rows, axis=0)[1:]
        overall = float(means.mean())
        table.rows.append([jacks, len(rows), *map(float, means), overall, overall - base])
    return [table]


def jack_plot(tables: list[Table], figure: Any) -> None:
    """Draw the mean chance by target, a line a set of Jacks."""
    axes = figure.subplots()
    for row in tables[0].rows:
        axes.plot(range(1, 9), row[2:10], "o-", label=row[0])
    axes.set_xlabel("target")
    axes.set_ylabel("mean chance")
    axes.legend(title="Jacks")


def foresight_items(settings: Settings, seed: int) -> list[Data]:
    """Return random hands, each with a trump and a target."""
    rng = np.random.default_rng([seed, 2])
    return [
        {
            "hand": hand,
            "trump": int(rng.integers(4)),
            "target": int(rng.integers(1, 9)),
            "samples": settings["samples"],
            "seed": seed + number,
        }
        for number, hand in enumerate(_random_hands(settings["hands"], seed + 1))
    ]


def foresight_work(item: Data) -> Data:
    """Compare the honest chance of a hand with the share of decks that foresight could win."""
    position = Position.start(item["hand"], item["trump"], target=item["target"])
    honest = float(hand_values(item["hand"], item["trump"])[item["target"]])
    share = clairvoyant_share(position, item["samples"], item["seed"])
    return {"honest": honest, "share": share.share, "low": share.low, "high": share.high}


def foresight_tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return both chances for every hand, and their means."""
    table = Table(
        "foresight",
        "chance under honest play beside the share of decks that a clairvoyant wins (95 %)",
        ["hand", "trump", "target", "honest", "clairvoyant", "low", "high"],
        [],
    )
    for item, found in zip(foresight_items(settings, 0), outcomes, strict=True):
        trump = format_advisors([int(s == item["trump"]) for s in range(4)])
        table.rows.append(
            [format_hand(item["hand"]), trump, item["target"], found["honest"], found["share"],
             found["low"], found["high"]]
        )  # fmt: skip
    return [table]


def foresight_plot(tables: list[Table], figure: Any) -> None:
    """Draw clairvoyant share over honest chance."""
    axes = figure.subplots()
    rows = tables[0].rows
    shares = np.array([row[4] for row in rows])
    errors = [shares - [row[5] for row in rows], [row[6] for row in rows] - shares]
    axes.errorbar([row[3] for row in rows], shares, yerr=errors, fmt=".", capsize=2)
    axes.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    axes.set_xlabel("chance under honest play")
    axes.set_ylabel("share of decks a clairvoyant wins")


EXPERIMENTS = [
    Experiment(
        name="emissary-players",
        title="whole games: win rate and score of the exact player, the tips, random play",
        settings={
            "players": Setting(
                bot_words("exact"),
                quick=["random", "thumb", "exact:100"],
                full=["random", "thumb", "exact:1000"],
                beside="games",
            ),
            "games": Setting(whole(2), quick=[20, 20, 2], full=[10_000, 10_000, 2000]),
        },
        items=player_items,
        work=player_work,
        tables=player_tables,
        plot=player_plot,
    ),
    Experiment(
        name="emissary-jacks",
        title="what each Jack is worth: mean chances over random hands (exact for each hand)",
        settings={
            "hands": Setting(whole(1), quick=2, full=200),
            "jacks": Setting(_jacks, quick=["none", "h"], full=["none", "h", "c", "d", "s"]),
        },
        items=jack_items,
        work=jack_work,
        tables=jack_tables,
        plot=jack_plot,
    ),
    Experiment(
        name="emissary-foresight",
        title="the clairvoyant chance beside the honest one",
        settings={
            "hands": Setting(whole(1), quick=2, full=100),
            "samples": Setting(whole(1), quick=20, full=2000),
        },
        items=foresight_items,
        work=foresight_work,
        tables=foresight_tables,
        plot=foresight_plot,
    ),
]
