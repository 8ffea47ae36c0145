"""Which kingdom to visit next: tables for the hand, the campaign for what comes after.

The chances count the Jacks of the best table that was built (they come back in every kingdom) and
no other helper, so they are lower bounds of what the whole game offers, and consistent with one
another. The table for the Jack of hearts alone is built on first use, the others by `intrigue
tables`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import SUIT_NAMES
from intrigue.solvers.emissary.from_game import campaign_suits
from intrigue.solvers.emissary.tables.campaign import (
    POINTS_A_KINGDOM,
    Campaign,
    campaign,
    campaign_path,
)
from intrigue.solvers.emissary.tables.hands import hand_table
from intrigue.solvers.emissary.tables.jacks.table import JACK_SETS, opened_table, table_path


@dataclass(frozen=True)
class KingdomChoice:
    """An unvisited kingdom.

    Attributes
    ----------
    kingdom, trump
        Its number 1..8 and its trump's name.
    hit, rest, whole
        The chance to hit it with the hand held, the chance to win all others afterwards, and both.
    kingdoms
        How many kingdoms are won on average, this one and others, by going on to win all.
    """

    kingdom: int
    trump: str
    hit: float
    rest: float
    whole: float
    kingdoms: float


class _Chances(Protocol):
    """What is known about hands: HandTable or JacksTable."""

    def at_least(self, hand: list[int], trump: int) -> Any:
        """Return the chances to win exactly 0..8 debates, at least; float64 (9,)."""


@cache
def solved(advisors: str, folder: Path | None = None) -> tuple[_Chances, Campaign]:
    """Return the table of hands and the campaign; for no Jack or hearts built on first use."""
    table = opened_table(advisors, folder) if advisors in JACK_SETS else None
    return table or hand_table(advisors, folder), campaign(advisors, folder)


def jacks_counted(record: Any, folder: Path | None = None) -> str:
    """Return the Jacks that kingdoms are ranked with: of those in the game all that are solved."""
    there = {letter for suit, letter in enumerate("cdhs") if record.jack_exists[suit]}
    for jacks in by_richness(there):
        if table_path(jacks, folder).exists() and campaign_path(jacks, folder).exists():
            return jacks
    return "h" if "h" in there else ""


def by_richness(there: set[str]) -> list[str]:
    """Return the sets of some Jacks that there may be tables for, the richest first."""
    known = [jacks for jacks in JACK_SETS if there >= set(jacks)]
    return sorted(known, key=lambda jacks: (-len(jacks), "h" not in jacks))


def check_full_size(record: Any) -> None:
    """Raise ``ValueError`` in one line if the game is not of full size."""
    if (record.ranks, record.hand_size, record.kingdoms) != (8, 8, 8):
        raise ValueError("tables are for the full game: 8 ranks, 8 cards, 8 kingdoms")


def rank_kingdoms(record: Any, folder: Path | None = None) -> list[KingdomChoice]:
    """Rank the unvisited kingdoms for the hand held, best for the whole game first.

    Parameters
    ----------
    record
        The kernel's record of a full-size game, a full hand in hand and no kingdom being visited.

    Raises
    ------
    ValueError
        If the game is not of full size.
    """
    check_full_size(record)
    hand = [card for card in range(32) if record.place[card] == s.HAND]
    return rank(hand, campaign_suits(record), jacks_counted(record, folder), folder)


def rank(
    hand: list[int], suits: list[int | None], advisors: str = "", folder: Path | None = None
) -> list[KingdomChoice]:
    """Rank kingdoms by hand and rulers' suits (None where visited); see :func:`rank_kingdoms`."""
    table, solved_campaign = solved(advisors, folder)
    chances = {trump: table.at_least(hand, trump) for trump in {x for x in suits if x is not None}}
    choices = []
    for kingdom, trump in enumerate(suits):
        if trump is None:
            continue
        left = [None if k == kingdom else suit for k, suit in enumerate(suits)]
        hit = float(chances[trump][kingdom + 1])
        after = solved_campaign.at(left)
        kingdoms = hit * (1 + after.win_score / POINTS_A_KINGDOM)
        choices.append(
            KingdomChoice(kingdom + 1, SUIT_NAMES[trump], hit, after.win, hit * after.win, kingdoms)
        )
    return sorted(choices, key=lambda choice: (-choice.whole, choice.kingdom))
