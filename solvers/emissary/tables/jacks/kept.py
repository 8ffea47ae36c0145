"""All positions that follow from full hands with the Jacks of hearts and diamonds, in memory.

A build throws a layer away when the next ones have been solved from it. Where military and politics
are not there, all layers of all families fit into memory together: a gigabyte, half a minute. Then
nothing has to be searched, whatever Jack was used, and a game takes milliseconds to play.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.tables.jacks.inside import Strings
from intrigue.solvers.emissary.tables.jacks.layers import Layer, place
from intrigue.solvers.emissary.tables.jacks.streams import Family, Streams
from intrigue.solvers.emissary.tables.jacks.suits import real_suits
from intrigue.solvers.emissary.tables.jacks.table import WHOLE, Deck


class _KeepingStreams(Streams):
    """Streams that keep every layer that they yield."""

    def __init__(self, ranks: int, workers: int) -> None:
        super().__init__(real_suits(), ranks, workers, lambda *_: None)
        self.kept: dict[tuple[str, int, int, int], Layer] = {}

    def layers(self, family: Family) -> Iterator[Layer]:
        for hand, layer in enumerate(super().layers(family)):
            self.kept[family.jacks, family.gap, hand, family.most_trumps] = layer
            yield layer


class KeptTables:
    """The values of every position below full hands with some Jacks.

    Parameters
    ----------
    jacks
        ``""``, ``"h"``, ``"d"`` or ``"hd"``.
    deck
        A smaller one for tests.
    workers
        Threads.
    """

    def __init__(self, jacks: str, deck: Deck = WHOLE, workers: int = 1) -> None:
        if not set(jacks) <= set("hd"):
            raise ValueError(f"'{jacks}': only the Jacks of hearts and diamonds fit into memory")
        with _KeepingStreams(deck.ranks, workers) as streams:
            streams.layer(Family(jacks, deck.gap), deck.hand)
        self._layers: dict[tuple[str, int, int], dict[int, Layer]] = {}
        for (left, gap, hand, trumps), layer in streams.kept.items():
            self._layers.setdefault((left, gap, hand), {})[trumps] = layer

    def value(self, jacks: str, strings: Strings, wins: int) -> int:
        """Return the chance to win exactly so many more debates, in units of 1 / `ONE`.

        Parameters
        ----------
        jacks
            Those that may still be used.
        strings
            Of a position in which nothing is pending.
        """
        layer = self._layer(jacks, strings)
        kinds, numbers = (np.array(part, np.int64) for part in strings)
        return int(
            _value(real_suits(), layer.starts, layer.values, layer.shape.wins, kinds, numbers, wins)
        )

    def value_of_debate(self, jacks: str, strings: Strings, wins: int) -> float:
        """Return the same if the next topic is turned now, before it is rounded."""
        held, unseen = _cards(strings)
        layer = self._layers[jacks, unseen - held, held - 1]
        below = layer[max(layer)]
        kinds, numbers = (np.array(part, np.int64) for part in strings)
        return float(
            _debate(
                real_suits(), below.starts, below.values, below.shape.wins, kinds, numbers, wins,
                unseen,
            )
        )  # fmt: skip

    def _layer(self, jacks: str, strings: Strings) -> Layer:
        held, unseen = _cards(strings)
        trumps = int(real_suits().held[strings[0][0]])
        by_trumps = self._layers[jacks, unseen - held, held]
        return by_trumps[min(most for most in by_trumps if most >= trumps)]


def _cards(strings: Strings) -> tuple[int, int]:
    suits = real_suits()
    kinds = list(strings[0])
    return int(suits.held[kinds].sum()), int(suits.unseen[kinds].sum())


@jit(nogil=True)
def _value(
    suits: Any, starts: Any, values: Any, wins: int, kinds: Any, numbers: Any, wanted: int
) -> int:
    """Return one value of a position in a layer where no suit is apart."""
    if wanted < 0 or wanted >= wins:
        return 0
    size = suits.strings[kinds[0]]
    start, x, y, z = place(suits, starts, False, kinds[1], kinds[2], kinds[3], wins * size)
    at = start + numbers[1] * x + numbers[2] * y + numbers[3] * z
    return int(values[at + wanted * size + numbers[0]])


@jit(nogil=True)
def _debate(
    suits: Any, starts: Any, values: Any, wins: int, kinds: Any, numbers: Any, wanted: int,
    cards: int,
) -> float:  # fmt: skip
    """Return the mean over the next topic of the best answer's value; a layer as for `_value`."""
    total = 0.0
    for s in range(4):
        kind, number = kinds[s], numbers[s]
        held, unseen = suits.held[kind], suits.unseen[kind]
        if unseen == 0:
            continue
        if held > 0:
            kinds[s] = suits.kinds[held - 1, unseen - 1]
            string = suits.first[kind] + number
            for group in range(suits.topic_start[string], suits.topic_start[string + 1]):
                best = 0
                for j in range(suits.answer_start[group], suits.answer_start[group + 1]):
                    numbers[s] = suits.answer_to[j]
                    left = wanted - suits.answer_wins[j]
                    best = max(best, _value(suits, starts, values, wins, kinds, numbers, left))
                total += suits.topic_weight[group] * best
        else:
            kinds[s] = suits.kinds[0, unseen - 1]
            numbers[s] = 0
            best = 0
            for a in range(4):
                answer, string = kinds[a], suits.first[kinds[a]] + numbers[a]
                if a == s or suits.held[answer] == 0:
                    continue
                kept = numbers[a]
                kinds[a] = suits.kinds[suits.held[answer] - 1, suits.unseen[answer]]
                left = wanted - (1 if a == 0 else 0)
                for j in range(suits.drop_start[string], suits.drop_start[string + 1]):
                    numbers[a] = suits.drop_to[j]
                    best = max(best, _value(suits, starts, values, wins, kinds, numbers, left))
                kinds[a], numbers[a] = answer, kept
            total += unseen * best
        kinds[s], numbers[s] = kind, number
    return total / cards
