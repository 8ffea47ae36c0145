"""Emperor's New Clothes as an OpenSpiel game: parameters, sizes, words."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import Kernel, new_states
from intrigue.games.definition import Definition, Event, Parameters
from intrigue.games.emperors_new_clothes import cards as decks
from intrigue.games.emperors_new_clothes import observe as observation
from intrigue.games.emperors_new_clothes import roles, sheet, text
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.rules import KERNEL
from intrigue.games.emperors_new_clothes.sizes import Layout, layout, sizes
from intrigue.games.openspiel import register

EXPANSIONS = ("auto", *roles.SETS)


class EmperorsNewClothes(Definition):
    """Draft roles, roll for cubes, reveal and score; 2 to 11 players.

    Parameters
    ----------
    parameters
        ``players`` 2-11; ``expansion`` auto, none, family, court, townsfolk or both (auto: by the
        number of players); ``troll``; ``give_gullibility``; ``cards`` with ``deck``, the name of a
        deck that comes with the game or a file's path; ``goals``; ``objective`` win or points;
        ``rounds`` (0: as many as players), ``dice`` 1-5 and ``rerolls`` 0-2 for small games.
    """

    kernel: ClassVar[Kernel] = KERNEL
    short_name = "python_emperors_new_clothes"
    long_name = "Emperor's New Clothes"
    nicknames = ("emperor",)
    usual = {"cards": True}
    min_players = 2
    max_players = record.MAX_PLAYERS
    perfect_information = False
    always_zero_sum = False
    defaults: ClassVar[dict[str, bool | int | str]] = {
        "players": 2,
        "expansion": "auto",
        "troll": False,
        "give_gullibility": False,
        "cards": False,
        "deck": "default",
        "goals": False,
        "objective": "win",
        "rounds": 0,
        "dice": 3,
        "rerolls": 2,
    }

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        given = self.parameters
        players = self.in_range("players", self.min_players, self.max_players)
        self.one_of("expansion", EXPANSIONS)
        for_points = self.one_of("objective", ("win", "points"))
        with_goals = bool(given["goals"])
        if with_goals and for_points:
            raise ValueError(
                f"{self.short_name}: goals=True decides who wins, so it needs objective=win"
            )
        try:
            counts = roles.role_counts(players, str(given["expansion"]), bool(given["troll"]))
            self.deck = decks.load_deck(str(given["deck"])) if given["cards"] else ()
        except ValueError as error:
            raise ValueError(f"{self.short_name}: {error}") from None
        self.card_names = decks.card_names(self.deck)
        self._targets = [kind.target for kind in self.deck for _ in range(kind.copies)]
        plan = layout(
            players=players,
            rounds=self.in_range("rounds", 0, 11) or players,
            dice=self.in_range("dice", 1, 5),
            rerolls=self.in_range("rerolls", 0, 2),
            giving=bool(given["give_gullibility"]),
            role_counts=counts,
            deck=self.deck,
        )
        self.sizes = sizes(plan, with_goals, bool(for_points))
        self.zero_sum = not for_points
        self.pieces = observation.pieces(players, len(self.card_names))
        self.encoded = self._encode(plan, with_goals, bool(for_points))
        self._start = new_states(KERNEL)
        driver.start(self._start, self.encoded)

    def _encode(
        self, plan: Layout, with_goals: bool, for_points: bool
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return the parameter vector, see ``record.PARAMETERS``."""
        windows = 0
        for kind in self.deck:
            windows |= kind.windows
        numbers = {
            "players": plan.players,
            "rounds": plan.rounds,
            "dice_each": plan.dice,
            "rerolls": plan.rerolls,
            "giving": int(plan.giving),
            "with_cards": int(bool(self.deck)),
            "with_goals": int(with_goals),
            "for_points": int(for_points),
            "cancels": int(any(kind.does(decks.CANCEL) for kind in self.deck)),
            "windows": windows,
            "counts": plan.counts,
            "reroll_base": plan.reroll_base,
            "count_base": plan.count_base,
            "player_base": plan.player_base,
            "cube_base": plan.cube_base,
            "discard_base": plan.discard_base,
            "play_base": plan.play_base,
            "cards": len(self.card_names),
        }
        vector = np.zeros(record.PARAMETER_COUNT, np.int64)
        vector[: record.ROLE_TABLE] = [numbers[name] for name in record.PARAMETERS]
        vector[record.ROLE_TABLE : record.CARD_KINDS] = plan.role_counts
        card_kinds = [i for i, kind in enumerate(self.deck) for _ in range(kind.copies)]
        vector[record.CARD_KINDS : record.CARD_KINDS + len(card_kinds)] = card_kinds
        offsets = plan.card_offsets
        vector[record.CARD_OFFSETS : record.KIND_TABLE] = offsets[-1]
        vector[record.CARD_OFFSETS : record.CARD_OFFSETS + len(offsets)] = offsets
        for i, kind in enumerate(self.deck):
            start = record.KIND_TABLE + i * record.KIND_COLUMNS
            vector[start : start + record.KIND_COLUMNS] = kind.row()
        return vector

    def action_text(self, state: Any, player: int, action: int) -> str:
        """Return the words for a legal action or a chance outcome."""
        return text.action_text(state, player, action, self.card_names)

    def action_name(self, player: int, action: int) -> str | None:
        """Words for roles, dice and cards; what a step of a role asks for varies by state."""
        return text.action_name(self._start[0], player, action, self.card_names)

    def event_text(self, viewer: int, code: int, a: int, b: int, c: int, d: int) -> str:
        """Return a sentence for an event; it reads the same for everybody who sees it."""
        return text.event_text(code, a, b, c, d, self._targets, self.card_names)

    def view(self, state: Any, viewer: int) -> str:
        """Draw the score sheet."""
        return sheet.view(state, viewer, self.card_names)

    def private_text(self, state: Any, player: int) -> str:
        """Return the player's role, what was passed to them, hand and goals."""
        return sheet.private_text(state, player, self.card_names)

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """Return the table as plain data."""
        return sheet.describe(state, viewer, self.card_names)

    def rules_of_play(self) -> str:
        """The rules in short."""
        return text.RULES

    def explanations(self) -> Mapping[str, str]:
        """What each role and each card of the deck does."""
        return {**text.card_explanations(self.deck), **text.explanations()}

    def place_name(self, path: str) -> str | None:
        """A player's role."""
        return sheet.place_name(path) or super().place_name(path)

    def set_name(self, path: str) -> str | None:
        """A hand, the roles that somebody was passed, those that are passed on."""
        return sheet.set_name(path)

    def in_the_right(
        self, records: np.ndarray[Any, np.dtype[Any]], action: int
    ) -> np.ndarray[Any, np.dtype[Any]] | None:
        """A guess of the Knight."""
        return text.in_the_right(records, action)

    def ending(self, state: Any, events: Sequence[Event]) -> str:
        """Whether the victory is shared."""
        return sheet.ending(state)

    def uses(self, events: Sequence[Event]) -> set[tuple[int, str]]:
        """Who acted as which role and played which card."""
        kinds = [kind.name for kind in self.deck for _ in range(kind.copies)]
        return text.uses(events, kinds)

    def canonical(self, words: str, story: Sequence[str]) -> str:
        """Dice that show the same are alike."""
        return text.canonical(words, story)

    def points_by_role(self, events: Sequence[Event]) -> dict[str, list[int]]:
        """The points of each activation of a role."""
        return text.points_by_role(events)


GAME = register(EmperorsNewClothes)
