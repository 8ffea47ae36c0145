"""Whole games played perfectly, card by card, beside the exact values of the campaign.

With the Jacks of hearts and diamonds at most every position has its value in memory, so perfect
play takes milliseconds a game. The games are those of the OpenSpiel game itself: its deals, its
legal actions, its verdict who won. Supporters are not used, as in the campaign.
"""

from functools import cache
from typing import Any

import numpy as np
import pyspiel
from scipy.stats import binomtest

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.emissary_points import score_interval
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, one_of, whole
from intrigue.games.emissary import state as s
from intrigue.solvers.emissary.kept_player import KeptPlayer
from intrigue.solvers.emissary.tables.campaign import POINTS_A_KINGDOM, campaign
from intrigue.solvers.emissary.tables.jacks.kept import KeptTables

GAMES_AN_ITEM = 1000
JACKS = {"none": "", "h": "h", "hd": "hd"}


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games."""
    return [
        {"jacks": settings["jacks"], "seed": seed, "first": first,
         "games": min(GAMES_AN_ITEM, settings["games"] - first)}
        for first in range(0, settings["games"], GAMES_AN_ITEM)
    ]  # fmt: skip


@cache
def player(jacks: str) -> KeptPlayer:
    """Return the player; its tables are solved once a process."""
    return KeptPlayer(KeptTables(jacks))


def work(item: Data) -> Data:
    """Play a block of games; count by how many kingdoms were won."""
    game = pyspiel.load_game(f"python_emissary(advisors={item['jacks']})")
    jacks = JACKS[item["jacks"]]
    solved = campaign(jacks).random_layout  # what kingdoms are chosen by
    kingdoms = [0] * 9
    for number in range(item["first"], item["first"] + item["games"]):
        kingdoms[_play(game, player(jacks), np.random.default_rng([item["seed"], number]))] += 1
    return {"kingdoms": kingdoms, "win": solved.win, "score": solved.win_score}


def _play(game: Any, best: KeptPlayer, rng: Any) -> int:
    """Play a game; return how many kingdoms were won."""
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            action = rng.choice(actions)  # all outcomes are equally likely
        else:
            action = actions[0] if len(actions) == 1 else best.action(state.record[0])
        state.apply_action(int(action))
    won = int((state.record[0].kingdom_state[:8] == s.SUPPORTING).sum())
    assert bool(state.record[0].won_game) == (won == 8)
    return won


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return wins and mean score beside their exact values, and games by kingdoms won."""
    counts = np.sum([outcome["kingdoms"] for outcome in outcomes], axis=0)
    games, wins = int(counts.sum()), int(counts[8])
    interval = binomtest(wins, games).proportion_ci(method="exact")
    scores = np.repeat(POINTS_A_KINGDOM * np.arange(9), counts)
    low, high = score_interval(scores)
    exact = outcomes[0]
    check = Table(
        "check",
        f"{games:,} whole games with the Jacks {settings['jacks']}, played perfectly, "
        "beside the values of the campaign; 95 % intervals of Clopper and Pearson (wins) and of "
        "Maurer and Pontil (score)",
        ["what", "played", "low", "high", "exact"],
        [
            ["win", wins / games, float(interval.low), float(interval.high), exact["win"]],
            ["score when playing to win", float(scores.mean()), low, high, exact["score"]],
        ],
    )
    shares = Table(
        "kingdoms",
        "games by kingdoms won before the first miss",
        ["kingdoms", "games", "share"],
        [[k, int(count), int(count) / games] for k, count in enumerate(counts)],
    )
    return [check, shares]


def plot(found: list[Table], figure: Any) -> None:
    """Draw the share of games by kingdoms won."""
    axes = figure.subplots()
    rows = found[1].rows
    axes.bar([row[0] for row in rows], [row[2] for row in rows])
    axes.set_xlabel("kingdoms won")
    axes.set_ylabel("share of games")


EXPERIMENT = Experiment(
    name="emissary-perfect-play",
    title="whole games played perfectly beside the exact values of the campaign",
    settings={
        "jacks": Setting(one_of(*JACKS), quick="none", full="hd"),
        "games": Setting(whole(2), quick=2, full=20_000),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
