"""Le Roy des Ribauds as the OpenSpiel game ``python_roy_des_ribauds``."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from intrigue.games.core.kernel import CHANCE
from intrigue.games.definition import Definition, Event, Parameters, Sizes
from intrigue.games.openspiel import register
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.actions import B_END, block_starts
from intrigue.games.roy_des_ribauds.cards import (
    ASSASSIN,
    CHEVALIER,
    MAX_COPIES,
    MAX_COURT,
    MAX_HAND,
    NAMES,
    REINE,
    ROI,
    SET_FIRST,
)
from intrigue.games.roy_des_ribauds.deal import both_hands, reine_limit
from intrigue.games.roy_des_ribauds.observe import pieces
from intrigue.games.roy_des_ribauds.rules import KERNEL, reset
from intrigue.games.roy_des_ribauds.text import (
    ENDINGS,
    EXPLANATIONS,
    RULES,
    Deck,
    canonical,
    place_name,
    read_kinds,
    set_name,
)


class RoyDesRibauds(Definition):
    """Declaration of Le Roy des Ribauds.

    Parameters
    ----------
    refill
        Whether a player who played from hand draws back to a full hand (default True).
    exchange
        Whether a replaced card is taken in hand instead of discarded (default False).
    max_turns
        Turns after which the game is a draw: 1..1000, default 100.
    copies, court_size, hand_size
        Cards of a kind (1..4), places in the Court (2..6), cards in a hand (1..4).
    kinds
        The kinds in the deck, joined by ``+`` (or ``,``): chevalier, reine, roi, assassin.
    """

    kernel = KERNEL
    short_name = "python_roy_des_ribauds"
    long_name = "Le Roy des Ribauds"
    nicknames = ("roy",)
    lists = ("kinds",)
    min_players = 2
    max_players = 2
    perfect_information = False
    always_zero_sum = True
    # The pile, what was discarded, and what the opponent saw of the own hand.
    abstraction_forgets = ("pile", "discard", ("hands", 8, 12))
    defaults = {
        "refill": True,
        "exchange": False,
        "max_turns": 100,
        "copies": 4,
        "court_size": 4,
        "hand_size": 3,
        "kinds": "+".join(name.lower() for name in NAMES),
    }

    def __init__(self, parameters: Parameters) -> None:
        """Raise ``ValueError`` in one line for parameters out of range or a deck too small."""
        super().__init__(parameters)
        self.zero_sum = True
        roles = read_kinds(str(self.parameters["kinds"]), self.short_name)
        copies = self.in_range("copies", 1, MAX_COPIES)
        places = self.in_range("court_size", 2, MAX_COURT)
        hand = self.in_range("hand_size", 1, MAX_HAND)
        turns = self.in_range("max_turns", 1, 1000)
        _check_deck(roles, copies, places, hand)
        self.encoded = np.zeros(7, np.int64)
        self.encoded[s.COPIES] = copies
        self.encoded[s.COURT_SIZE] = places
        self.encoded[s.HAND_SIZE] = hand
        self.encoded[s.KINDS] = sum(1 << role for role in roles)
        self.encoded[s.REFILL] = self.parameters["refill"]
        self.encoded[s.EXCHANGE] = self.parameters["exchange"]
        self.encoded[s.MAX_TURNS] = turns
        self.deck = Deck(roles)
        self._start = np.zeros(1, s.STATE)
        reset(self._start[0], self.encoded)
        self.sizes = self._sizes(roles)
        self.pieces = pieces(places)

    def _sizes(self, roles: list[int]) -> Sizes:
        """Bounds. A drawing meets chance at most twice: before and after the pile is rebuilt."""
        start = self._start
        starts = np.zeros(B_END + 1, np.int64)
        block_starts(start[0], starts)
        places, hand = int(self.encoded[s.COURT_SIZE]), int(self.encoded[s.HAND_SIZE])
        turns = int(self.encoded[s.MAX_TURNS])
        refills = 2 if self.encoded[s.REFILL] and not self.encoded[s.EXCHANGE] else 0
        most_drawn = max(hand, 2 if ROI in roles else 1)
        chances = refills
        decisions = 1
        if ASSASSIN in roles and places > 2:
            decisions = 2
        if ROI in roles:
            chances = refills + 2
            decisions = 3
        if CHEVALIER in roles:
            decisions = 3
        if REINE in roles:
            chances = max(chances, refills + 3 if hand > 2 or ROI in roles else refills + 2)
        asides = int(self.encoded[s.COPIES]) // 2 if REINE in roles and hand >= 2 else 0
        return Sizes(
            num_players=2,
            num_actions=int(starts[B_END]),
            max_chance_outcomes=max(2, int(SET_FIRST[len(roles), most_drawn + 1])),
            max_game_length=decisions * turns,
            max_chance_nodes=3 + places + asides + chances * turns,
            # A turn: playing (3 events), an effect (2 and 1), each drawing (public and private
            # part before and after a rebuilding, Reines from under the pile).
            max_events=4 + 4 * asides + turns * (6 + 6 * ((chances + 1) // 2)),
            min_utility=-1.0,
            max_utility=1.0,
        )

    def action_text(self, state: Any, player: int, action: int) -> str:
        """Words for an action, for example ``play Roi on 3 face down``."""
        return self.deck.action(state, player, action)

    def action_name(self, player: int, action: int) -> str | None:
        """Words for an action; chance outcomes read differently by state."""
        return None if player == CHANCE else self.deck.action(self._start[0], player, action)

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Words for an event; they are the same for everybody who sees it."""
        return self.deck.event(code, a, b, c, d)

    def view(self, state: Any, viewer: int) -> str:
        """The table as the viewer knows it."""
        return self.deck.view(state, viewer)

    def private_text(self, state: Any, player: int) -> str:
        """What the player holds, knows in the Court and saw in the other hand."""
        return self.deck.private(state, player)

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """The table as plain data."""
        return self.deck.describe(state, viewer)

    def rules_of_play(self) -> str:
        """The rules in short."""
        return RULES

    def explanations(self) -> Mapping[str, str]:
        """What each card does."""
        return EXPLANATIONS

    def place_name(self, path: str) -> str | None:
        """A place of the Court; the pile has no order yet."""
        return place_name(path) or (None if path.startswith("pile.") else super().place_name(path))

    def set_name(self, path: str) -> str | None:
        """A hand."""
        return set_name(path)

    def canonical(self, words: str, story: Sequence[str]) -> str:
        """A row that nobody has touched reads the same from its other end."""
        return canonical(words, story, int(self.parameters["court_size"]))

    def ending(self, state: Any, events: Sequence[Event]) -> str:
        """The conspiracy's name, or the turn limit."""
        return ENDINGS[int(state.ending)]

    def uses(self, events: Sequence[Event]) -> set[tuple[int, str]]:
        """Who revealed or played which card; a card played face down counts as that."""
        return self.deck.uses(events)


def _check_deck(roles: list[int], copies: int, places: int, hand: int) -> None:
    """Raise ``ValueError`` if the cards do not suffice, or some Court leaves no allowed hands."""
    name = RoyDesRibauds.short_name
    deck = len(roles) * copies
    if deck < places + 2 * hand:
        raise ValueError(
            f"{name}: a deck of {deck} cards (kinds x copies) is too small for a Court of {places}"
            f" and two hands of {hand}"
        )
    if REINE not in roles:
        return
    limit = reine_limit(len(roles), copies, places, hand)
    for in_court in range(max(0, places - deck + copies), min(places, copies) + 1):
        if both_hands(limit, hand, copies - in_court, deck - places - copies + in_court) == 0:
            raise ValueError(
                f"{name}: with so few cards other than Reines no hands may be dealt beside a Court"
                f" with {in_court} of {copies} Reines; take more kinds or copies, or smaller hands"
            )


GAME = register(RoyDesRibauds)
