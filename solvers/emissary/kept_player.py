"""Perfect play of games without the Jacks of clubs and spades, by tables in memory alone.

The kingdom is that of the solved campaign, and every choice in it one of the best. Supporters are
not used. So games are won exactly as often as the campaign says.
"""

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

from intrigue.games.emissary import actions
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import DIAMONDS, HEARTS, NUM_RANKS
from intrigue.solvers.emissary.choices import answer_wins, legal_answers
from intrigue.solvers.emissary.from_game import position_of
from intrigue.solvers.emissary.kingdom_choice import rank_kingdoms
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.tables.jacks.inside import strings_of
from intrigue.solvers.emissary.tables.jacks.kept import KeptTables
from intrigue.solvers.emissary.tables.jacks.moves import ONE

_SAME = 1.01
"""Values this near are those of one choice, as one of them is rounded."""


class KeptPlayer:
    """Chooses actions in games with the Jacks of hearts and diamonds, or one of them, or none.

    Parameters
    ----------
    tables
        With the Jacks of the game.
    folder
        Where the table of hands and the campaign are; by default in the user's cache folder.
    """

    def __init__(self, tables: KeptTables, folder: Path | None = None) -> None:
        self._tables = tables
        self._folder = folder

    def action(self, record: Any) -> int:
        """Return a best action for the kernel's record, where there is something to choose."""
        if record.phase == s.CHOOSE:
            kingdom = rank_kingdoms(record, self._folder)[0].kingdom
            return int(actions.kingdom_action(record, kingdom - 1))
        position, jacks = position_of(record), _jacks(record)
        if record.phase == s.PREPARE:
            return self._prepare(record, position, jacks)
        choose = self._answer if record.phase == s.ANSWER else self._discard
        card = choose(position, jacks)
        return card // NUM_RANKS * int(record.ranks) + card % NUM_RANKS

    def _value(self, position: Position, hand: Iterable[int], jacks: str, won: int = 0) -> int:
        """Return the value with these cards in hand and no topic to answer, one more won or not."""
        held = tuple(hand)
        assert position.target is not None
        missing = position.target - position.wins - won
        if not held:
            return ONE * (missing == 0)
        strings = strings_of(held, position.deck, position.trump)
        return self._tables.value(jacks, strings, missing)

    def _prepare(self, record: Any, position: Position, jacks: str) -> int:
        hand = position.hand
        assert position.target is not None
        strings = strings_of(hand, position.deck, position.trump)
        whole = self._value(position, hand, jacks)
        missing = position.target - position.wins
        if self._tables.value_of_debate(jacks, strings, missing) >= whole - _SAME:
            return int(actions.debate_action(record))
        bare = [card for card in hand if card // NUM_RANKS != position.trump]
        if "h" in jacks and len(bare) < len(hand):
            thrown = self._value(position, bare, jacks.replace("h", ""))
            if "d" not in jacks or thrown >= whole - _SAME:
                return int(actions.jack_action(record, HEARTS))
        return int(actions.jack_action(record, DIAMONDS))

    def _answer(self, position: Position, jacks: str) -> int:
        topic = position.topic
        assert topic is not None

        def value(card: int) -> int:
            won = answer_wins(card, topic, position.trump)
            rest = (held for held in position.hand if held != card)
            return self._value(position, rest, jacks, won)

        return max(legal_answers(position.hand, topic), key=value)

    def _discard(self, position: Position, jacks: str) -> int:
        """Return the lower card of the best discards, which comes first.

        Where one was discarded already, the best other one is higher, too.
        """
        number = min(position.to_discard, len(position.hand))
        pairs: list[tuple[int, ...]] = list(combinations(position.hand, number))

        def value(cards: tuple[int, ...]) -> int:
            rest = (held for held in position.hand if held not in cards)
            return self._value(position, rest, jacks)

        best: tuple[int, ...] = max(pairs, key=value)
        return min(best)


def _jacks(record: Any) -> str:
    """Return the Jacks of hearts and diamonds that may still be used here."""
    return "".join(
        letter for letter, suit in (("h", HEARTS), ("d", DIAMONDS)) if record.jack_up[suit]
    )
