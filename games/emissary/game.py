"""The Emissary as the OpenSpiel game ``python_emissary``."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from intrigue.games.core.kernel import CHANCE
from intrigue.games.definition import Definition, Parameters, Sizes
from intrigue.games.emissary import rules, text
from intrigue.games.emissary import state as s
from intrigue.games.emissary.actions import number_of_actions
from intrigue.games.emissary.cards import NUM_RANKS, NUM_RULERS, NUM_SUITS, SUIT_LETTERS
from intrigue.games.emissary.observe import pieces
from intrigue.games.openspiel import register


class Emissary(Definition):
    """Declaration of The Emissary.

    Parameters
    ----------
    variant
        ``2021`` (the rules) or ``2019`` (the first version; a missed kingdom costs reputation).
    objective
        ``win``: 1 if all kingdoms are won, else 0. ``score``: the score of the rules.
    advisors
        Which Jacks exist: letters of ``chds``, or ``none``.
    ranks, hand_size, kingdoms
        8 each; smaller for test games (ranks 1..8, hand size up to the deck, kingdoms 1..8).
    """

    kernel = rules.KERNEL
    short_name = "python_emissary"
    long_name = "The Emissary"
    min_players = 1
    max_players = 1
    perfect_information = True
    always_zero_sum = False
    defaults = {
        "variant": 2021,
        "objective": "win",
        "advisors": "chds",
        "ranks": 8,
        "hand_size": 8,
        "kingdoms": 8,
    }

    def __init__(self, parameters: Parameters) -> None:
        """Raise ``ValueError`` in one line for a parameter out of range."""
        super().__init__(parameters)
        self.zero_sum = False
        self.ranks = self.in_range("ranks", 1, NUM_RANKS)
        hand_size = self.in_range("hand_size", 1, NUM_SUITS * self.ranks)
        kingdoms = self.in_range("kingdoms", 1, NUM_RULERS)
        variant = self.one_of("variant", (2021, 2019))
        objective = self.one_of("objective", ("win", "score"))
        jacks = self._read_advisors(str(self.parameters["advisors"]))
        self.encoded = np.array(
            [self.ranks, hand_size, kingdoms, variant, objective, *jacks], np.int64
        )
        self.sizes = _sizes(self.ranks, hand_size, kingdoms, variant, objective)
        self.pieces = pieces(self.ranks, kingdoms)

    def _read_advisors(self, letters: str) -> list[int]:
        if letters == "none":
            return [0, 0, 0, 0]
        if not letters or len(set(letters)) != len(letters) or set(letters) - set(SUIT_LETTERS):
            raise ValueError(
                f"{self.short_name}: advisors='{letters}' is not none or different letters of chds"
            )
        return [int(letter in letters) for letter in SUIT_LETTERS]

    def action_text(self, state: Any, player: int, action: int) -> str:
        """Words for an action, for example ``answer 6♣`` or ``use J♥``."""
        return text.action_text(state, player, action)

    def action_name(self, player: int, action: int) -> str | None:
        """Words for the debate and for abilities; cards and kingdoms read differently by state."""
        if player == CHANCE:
            return None
        kingdoms, variant = (int(self.encoded[i]) for i in (s.P_KINGDOMS, s.P_VARIANT))
        return text.action_name(self.ranks, kingdoms, variant, action)

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Words for an event; the player sees them all."""
        return text.event_text(self.ranks, code, a, b, c)

    def rules_of_play(self) -> str:
        """The rules in short."""
        return text.rules_of_play(int(self.encoded[s.P_VARIANT]))

    def explanations(self) -> Mapping[str, str]:
        """What each Jack and ruler does."""
        return text.explanations(int(self.encoded[s.P_VARIANT]))

    def view(self, state: Any, viewer: int) -> str:
        """The table; every viewer sees the same."""
        return text.view(state)

    def private_text(self, state: Any, player: int) -> str:
        """Nothing is private here."""
        return ""

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """The table as plain data."""
        return text.describe(state)


def _sizes(ranks: int, hand_size: int, kingdoms: int, variant: int, objective: int) -> Sizes:
    """Bounds: each suit has at most a Jack and two supporters, so 3 uses of it in a kingdom."""
    uses = 0 if variant == s.RULES_2019 else 3
    debates = hand_size + uses * ranks  # military draws at most as many cards as there are clubs
    abilities = 4 * kingdoms + min(kingdoms, NUM_RULERS)
    costs = 4 + kingdoms if variant == s.RULES_2019 else 0
    decisions = kingdoms * (1 + 2 * debates) + 3 * abilities + costs
    chance = kingdoms * (1 + hand_size + debates + uses * ranks) + 2 * abilities
    best = 2 * kingdoms if variant == s.RULES_2021 else kingdoms
    return Sizes(
        num_players=1,
        num_actions=number_of_actions(ranks, kingdoms),
        max_chance_outcomes=max(NUM_RULERS, NUM_SUITS * ranks),
        max_game_length=decisions,
        max_chance_nodes=chance,
        # Every topic or draw may have forced a reshuffle; going on to a debate is no event.
        max_events=2 * chance + decisions - kingdoms * debates + kingdoms + 1,
        min_utility=0.0,
        max_utility=float(best if objective == s.SCORE else 1),
    )


GAME = register(Emissary)
