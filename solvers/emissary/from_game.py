"""From a state of ``python_emissary`` to the solver's position."""

from typing import Any

from intrigue.games.emissary import state as s
from intrigue.games.emissary.abilities import supporters_up
from intrigue.games.emissary.cards import NUM_RANKS, NUM_SUITS
from intrigue.solvers.emissary.position import Position

DECISIONS_INSIDE = (s.PREPARE, s.COMMERCE, s.ANSWER)
"""Phases in which there is something to decide inside a kingdom and the solver can advise."""


def position_of(record: Any) -> Position:
    """Return the position in the kingdom being visited.

    Parameters
    ----------
    record
        The kernel's record, ``state.record[0]``, in one of `DECISIONS_INSIDE` (in the middle of
        commerce: with one discard to go), or where a topic is about to be turned.

    Raises
    ------
    ValueError
        If no kingdom is being visited, or for the 2019 variant, whose abilities differ.
    """
    if record.variant != s.RULES_2021:
        raise ValueError("the exact solver knows the rules of 2021 only, not the 2019 variant")
    if record.kingdom < 0:
        raise ValueError("no kingdom is being visited")
    ranks = int(record.ranks)
    places: dict[int, list[int]] = {place: [] for place in range(4)}
    for card, place in enumerate(record.place[: NUM_SUITS * ranks].tolist()):
        places[place].append(card // ranks * NUM_RANKS + card % ranks)
    topic = None
    if record.topic >= 0:
        topic = int(record.topic) // ranks * NUM_RANKS + int(record.topic) % ranks
        places[s.DISCARD].remove(topic)
    return Position(
        hand=tuple(places[s.HAND]),
        deck=tuple(places[s.DECK]),
        discard=tuple(places[s.DISCARD]),
        trump=int(record.trump),
        target=int(record.kingdom) + 1,
        wins=int(record.wins),
        topic=topic,
        to_discard=int(record.pending_discards) if record.phase == s.COMMERCE else 0,
        abilities=abilities_of(record),
        other_rulers=tuple(
            int(record.ruler[k]) // 2
            for k in range(int(record.kingdoms))
            if k != record.kingdom and record.kingdom_state[k] == s.UNVISITED
        ),
    )


def abilities_of(record: Any) -> tuple[int, int, int, int]:
    """Return how often each suit's ability may still be used here: Jack and supporters face up."""
    uses = [int(record.jack_up[suit]) + int(supporters_up(record, suit)) for suit in range(4)]
    return uses[0], uses[1], uses[2], uses[3]


def campaign_suits(record: Any, *, without: int | None = None) -> list[int | None]:
    """Return the suits of the rulers on kingdoms 1..8, None where visited or on `without`."""
    return [
        int(record.ruler[k]) // 2
        if record.kingdom_state[k] == s.UNVISITED and k != without
        else None
        for k in range(int(record.kingdoms))
    ]
