"""Cunning Folk as the OpenSpiel game ``python_cunning_folk``."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, new_states
from intrigue.games.cunning_folk import rules, text
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.cards import (
    BONUS,
    EVIL_ELDER,
    EVIL_WITCH,
    GOOD_ELDER,
    GOOD_WITCH,
    N_ROLES,
    PIRATE,
    VILLAGER,
)
from intrigue.games.cunning_folk.observe import pieces
from intrigue.games.definition import Definition, Event, Parameters, Sizes
from intrigue.games.openspiel import register

TURNS_A_PLAYER = 60
MOST_BONUS = 3


class CunningFolk(Definition):
    """Declaration of Cunning Folk.

    Parameters
    ----------
    players
        2 to 4.
    bonus
        Up to three of ``liar``, ``cat``, ``pirate``, ``vagrant``, ``good_witch``, joined by ``+``
        or ``,``, each replacing a Villager; or ``none``.
    scoundrels
        Whether each player secretly adds one of two cards to the village; then without `bonus`.
    max_turns
        The game is a draw after so many turns; 0 stands for 60 a player.
    marks
        Marks that ostracize a player: 2, or 1 or 3.
    villagers, good_witches, evil_witches
        How many there are (before `bonus`): 3, 2, 2, or fewer for small games. Among scoundrels,
        `villagers` is the number in the pile of cards that are dealt to the players.
    """

    kernel = rules.KERNEL
    short_name = "python_cunning_folk"
    long_name = "Cunning Folk"
    nicknames = ("cunning",)
    lists = ("bonus",)
    min_players = 2
    max_players = s.MAX_PLAYERS
    perfect_information = False
    always_zero_sum = True
    abstraction_forgets = ("turns", "said", "same_pair")
    defaults = {
        "players": 2,
        "bonus": "none",
        "scoundrels": False,
        "max_turns": 0,
        "marks": 2,
        "villagers": 3,
        "good_witches": 2,
        "evil_witches": 2,
    }

    def __init__(self, parameters: Parameters) -> None:
        """Raise ``ValueError`` in one line for a parameter out of range."""
        super().__init__(parameters)
        self.zero_sum = True
        players = self.in_range("players", self.min_players, self.max_players)
        marks = self.in_range("marks", 1, s.MAX_MARKS)
        max_turns = self.in_range("max_turns", 0, 10_000) or TURNS_A_PLAYER * players
        villagers = self.in_range("villagers", 0, 3)
        base = np.zeros(N_ROLES, np.int64)
        base[GOOD_WITCH] = self.in_range("good_witches", 0, 2)
        base[EVIL_WITCH] = self.in_range("evil_witches", 0, 2)
        base[GOOD_ELDER] = base[EVIL_ELDER] = 1
        pile = np.zeros(N_ROLES, np.int64)
        bonus = self._read_bonus(str(self.parameters["bonus"]))
        scoundrels = bool(self.parameters["scoundrels"])
        if scoundrels:
            self._check_scoundrels(players, villagers, bonus)
            pile[VILLAGER] = villagers
            pile[list(BONUS.values())] += 1
        else:
            if len(bonus) > villagers:
                raise ValueError(
                    f"{self.short_name}: {len(bonus)} bonus characters, but only {villagers} "
                    "Villagers to replace"
                )
            base[VILLAGER] = villagers - len(bonus)
            base[bonus] += 1
        self.encoded = np.concatenate(
            ([players, marks, max_turns, int(scoundrels)], base, pile)
        ).astype(np.int64)
        self._start = new_states(rules.KERNEL)
        driver.start(self._start, self.encoded)
        self.sizes = _sizes(self._start[0])
        places = int(base.sum()) + (players if scoundrels else 0)
        self.pieces = pieces(players, places)

    def _read_bonus(self, words: str) -> list[int]:
        if words in ("", "none"):
            return []
        names = words.split("+")
        accepted = ", ".join(BONUS)
        for name in names:
            if name not in BONUS:
                raise ValueError(
                    f"{self.short_name}: bonus '{name}' is not one of {accepted} (joined by +)"
                )
        if len(set(names)) < len(names) or len(names) > MOST_BONUS:
            raise ValueError(
                f"{self.short_name}: bonus='{words}' is not up to three different ones of "
                f"{accepted}"
            )
        return sorted(BONUS[name] for name in names)

    def _check_scoundrels(self, players: int, villagers: int, bonus: list[int]) -> None:
        if bonus:
            raise ValueError(
                f"{self.short_name}: bonus goes without scoundrels, who bring their own"
            )
        if len(BONUS) + villagers < 2 * players:
            raise ValueError(
                f"{self.short_name}: scoundrels need two cards a player, but there are "
                f"{len(BONUS)} bonus characters and {villagers} Villagers for {players} players"
            )

    def action_text(self, state: Any, player: int, action: int) -> str:
        """Words for an action, for example ``look B2`` or ``claim Good Elder``."""
        return text.action_text(state, player, action)

    def action_name(self, player: int, action: int) -> str | None:
        """Words for an action; those of a trade name the place looked at, and chance varies."""
        start = self._start[0]
        if player == CHANCE or start.first_trade <= action < start.first_turn_up:
            return None
        return text.action_text(start, player, action)

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Words for an event, the same for all who see it."""
        return text.event_text(code, a, b, c)

    def view(self, state: Any, viewer: int) -> str:
        """The village, and what the viewer knows of it."""
        return text.view(state, viewer)

    def private_text(self, state: Any, player: int) -> str:
        """What the player knows beyond what everybody knows."""
        return text.private_text(state, player)

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """The same as :meth:`view` as plain data."""
        return text.describe(state, viewer)

    def rules_of_play(self) -> str:
        """The rules in short."""
        return text.RULES

    def explanations(self) -> Mapping[str, str]:
        """What each role does."""
        return text.EXPLANATIONS

    def place_name(self, path: str) -> str | None:
        """What may be at a place of the village is told by the place's name."""
        head, _, rest = path.partition(".")
        place, _, rest = rest.partition(".")
        if head == "village" and rest == "possible.0":
            return place
        return super().place_name(path)

    def hidden_values(
        self, records: np.ndarray[Any, np.dtype[Any]]
    ) -> Mapping[str, tuple[np.ndarray[Any, np.dtype[Any]], Sequence[str]]] | None:
        """The cards of the village; among scoundrels hands are hidden, too, and described."""
        if self._start[0].scoundrels:
            return None
        return text.cards_by_path(records)

    def in_the_right(
        self, records: np.ndarray[Any, np.dtype[Any]], action: int
    ) -> np.ndarray[Any, np.dtype[Any]] | None:
        """Claims, and answers to them."""
        return text.in_the_right(records, action)

    def canonical(self, words: str, story: Sequence[str]) -> str:
        """Places to which nothing has happened are alike: the cards lie as chance dealt them."""
        return text.canonical(words, story)

    def ending(self, state: Any, events: Sequence[Event]) -> str:
        """All others ostracized, the Elder who won, or a draw."""
        return text.ending(state)

    def uses(self, events: Sequence[Event]) -> set[tuple[int, str]]:
        """Who claimed which role."""
        return text.claims(events)


def _sizes(state: Any) -> Sizes:
    """Bounds that follow from the parameters, which the record of any state has."""
    players, places = int(state.players), int(state.places)
    turns, scoundrels = int(state.max_turns), int(state.scoundrels)
    copies = state.core + state.pile
    opposing = max(copies[GOOD_WITCH], copies[EVIL_WITCH]) + 1 + copies[PIRATE]
    # An Elder finds cards until the last, or one that does not oppose, or (scoundrels) is done.
    finds = int(opposing) + scoundrels
    answers = players - 1
    turn_decisions = 2 + answers + max(1, finds)
    # Look and sight, claim, answers, a card turned up and a mark; what the role does.
    turn_events = 3 + answers + 2 + max(2, 2 * finds + 1)
    return Sizes(
        num_players=players,
        num_actions=int(state.n_actions),
        max_chance_outcomes=N_ROLES * N_ROLES if scoundrels else N_ROLES,
        max_game_length=turns * turn_decisions + scoundrels * (players + answers),
        max_chance_nodes=places + scoundrels * players,
        max_events=places + turns * turn_events + scoundrels * (2 * players + 1 + 2 * answers) + 1,
        min_utility=-1.0,
        max_utility=1.0,
    )


GAME = register(CunningFolk)
