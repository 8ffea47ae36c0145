"""The campaign's value confirmed by playing: its own policy, card by card, on random deals."""

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.stats import binomtest

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, whole
from intrigue.games.emissary.cards import SUIT_LETTERS
from intrigue.solvers.emissary import Position
from intrigue.solvers.emissary.advice import advise
from intrigue.solvers.emissary.choices import turn_topic
from intrigue.solvers.emissary.kingdom_choice import rank
from intrigue.solvers.emissary.position import RULERS_OF_A_SUIT
from intrigue.solvers.emissary.tables.campaign import campaign
from intrigue.solvers.emissary.tables.layouts import KINGDOMS

GAMES_AN_ITEM = 10


def items(settings: Settings, seed: int) -> list[Data]:
    """Return blocks of games from the same campaign position."""
    return [
        {"rulers": settings["rulers"], "first": first, "seed": seed,
         "games": min(GAMES_AN_ITEM, settings["games"] - first)}
        for first in range(0, settings["games"], GAMES_AN_ITEM)
    ]  # fmt: skip


def suits_of(rulers: str) -> list[int | None]:
    """Return the suits of ``c.h.d.s.``: one letter a kingdom, a dot where it is visited."""
    return [None if letter == "." else SUIT_LETTERS.index(letter) for letter in rulers]


def _rulers(value: Any) -> str:
    """Accept a ruler's suit or a dot for each kingdom, no suit more often than there are rulers."""
    letters = value if isinstance(value, str) else ""
    known = len(letters) == KINGDOMS and set(letters) <= {*SUIT_LETTERS, "."}
    if not known or any(letters.count(suit) > RULERS_OF_A_SUIT for suit in SUIT_LETTERS):
        raise ValueError(
            f"expected a letter of {SUIT_LETTERS} for each of {KINGDOMS} kingdoms, at most "
            f"{RULERS_OF_A_SUIT} of a suit, and a dot for a visited one, such as ..ch.d.."
        )
    if set(letters) == {"."}:
        raise ValueError("expected a kingdom that is not visited yet")
    return letters


def work(item: Data) -> Data:
    """Play a block of games; a game is won if every kingdom left is hit."""
    wins = 0
    for game in range(item["first"], item["first"] + item["games"]):
        rng = np.random.default_rng([item["seed"], game])
        suits = suits_of(item["rulers"])
        won = True
        while won and any(suit is not None for suit in suits):
            hand = sorted(rng.choice(32, 8, replace=False).tolist())
            kingdom = rank(hand, suits)[0].kingdom - 1
            trump = suits[kingdom]
            assert trump is not None
            won = play_kingdom(hand, trump, kingdom + 1, rng)
            suits[kingdom] = None
        wins += won
    return {"wins": wins}


def play_kingdom(hand: list[int], trump: int, target: int, rng: Any) -> bool:
    """Play a kingdom without abilities, every answer the best one; return whether it was hit."""
    place = Position.start(hand, trump, target=target)
    while place.hand:
        place = turn_topic(place, int(rng.choice(place.deck)))
        card = advise(place, workers=1).best.cards[0]
        assert place.topic is not None
        same = card // 8 == place.topic // 8
        wins = card > place.topic if same else card // 8 == trump and place.topic // 8 != trump
        place = replace(
            place,
            hand=tuple(held for held in place.hand if held != card),
            topic=None,
            wins=place.wins + int(wins),
        )
    return place.wins == target


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the exact value beside the share of games won."""
    wins = sum(outcome["wins"] for outcome in outcomes)
    found = binomtest(wins, settings["games"]).proportion_ci(method="exact")
    exact = campaign().at(suits_of(settings["rulers"])).win
    row = [settings["rulers"], exact, settings["games"], wins / settings["games"],
           float(found.low), float(found.high)]  # fmt: skip
    return [
        Table(
            "check",
            "chance to win the kingdoms left without advisors: exact, and played (Clopper-Pearson)",
            ["rulers", "exact", "games", "played", "low", "high"],
            [row],
        )
    ]


def plot(found: list[Table], figure: Any) -> None:
    """Draw the exact value and the interval of the games."""
    row = found[0].rows[0]
    axes = figure.subplots()
    axes.errorbar([0], [row[3]], yerr=[[row[3] - row[4]], [row[5] - row[3]]], fmt="o", capsize=4)
    axes.axhline(row[1], color="grey")
    axes.set_xticks([0], [row[0]])
    axes.set_ylabel("chance to win the kingdoms left")


EXPERIMENT = Experiment(
    name="emissary-campaign-check",
    title="the campaign's exact value beside games played by its own policy",
    settings={
        "rulers": Setting(_rulers, quick="c.......", full="..ch.d.."),
        "games": Setting(whole(2), quick=10, full=2000),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
