"""Families of layers, one hand size after the other, each fed by the families below it.

With D cards in the deck and H in hand, a debate leaves D - H, the *gap*, as it is. Military with k
clubs lowers it by 2k, commerce by 2, diplomacy raises it by the trumps discarded. So the positions
with the same Jacks left and the same gap are a family: its layers follow from one another, and from
those of families with fewer Jacks. A stream is the generator of a family's layers, the smallest
hand first; it draws on streams of its own for what its Jacks lead to and keeps one layer back. That
is all that is in memory at a time.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any, Literal, Self

import numpy as np

from intrigue.solvers.emissary.tables.jacks.layers import (
    MOST_WINS,
    Layer,
    Shape,
    empty_layer,
    wins_with,
)
from intrigue.solvers.emissary.tables.jacks.moves import (
    ONE,
    debate,
    diplomacy,
    discard,
    draw,
    military,
    politics,
)
from intrigue.solvers.emissary.tables.jacks.suits import Suits

Array = np.ndarray[Any, Any]
Clubs = Literal["alike", "trump", "side"]
"""What clubs are: like any suit (military is gone or not there), the trump suit, or another."""

_TASKS = 64
COST = {debate: 21.0, draw: 11.0, discard: 4.0, diplomacy: 1.0, military: 1.0, politics: 8.0}
"""About how many nanoseconds a value takes."""


@dataclass(frozen=True)
class Family:
    """Positions with the same Jacks left and the same gap.

    Attributes
    ----------
    jacks
        Those that may still be used, in the order ``chds``; ``s``, politics, can make any suit
        trump.
    gap
        Cards in the deck less cards in hand, 0 or more.
    clubs
        ``"alike"`` if `jacks` have no ``c``.
    most_trumps
        Trumps in hand at most: 0 after diplomacy.
    """

    jacks: str
    gap: int
    clubs: Clubs = "alike"
    most_trumps: int = MOST_WINS

    def without(self, jack: str, gap: int, most_trumps: int) -> "Family":
        """Return the family after a Jack was used."""
        clubs: Clubs = "alike" if jack == "c" else self.clubs
        return Family(self.jacks.replace(jack, ""), gap, clubs, min(most_trumps, MOST_WINS))

    def swapped(self) -> list["Family"]:
        """Return the families after politics, one for each part that clubs may then play."""
        jacks = self.jacks.replace("s", "")
        to: dict[Clubs, tuple[Clubs, ...]] = {
            "alike": ("alike",), "trump": ("side",), "side": ("trump", "side"),
        }  # fmt: skip
        return [Family(jacks, self.gap, clubs) for clubs in to[self.clubs]]

    def shape(self, hand: int) -> Shape:
        """Return the shape of the layer with so many cards in hand."""
        wins = MOST_WINS + 1 if "c" in self.jacks and hand else wins_with(hand)
        return Shape(hand, hand + self.gap, wins, self.clubs == "side", self.most_trumps)


Drawn = Callable[[Family, int, int], Layer | None]
"""``drawn(family, clubs, hand)``: positions before the draws of military, None if not known."""


class Streams:
    """Solves families with a pool of threads; the values do not depend on how many.

    Parameters
    ----------
    suits, ranks
        What a card does to a suit; ranks of a suit in the deck, 8 but in tests.
    workers
        Threads.
    drawn
        Where the layers come from that military leads to.
    progress
        Called with about how many nanoseconds of work were done, on one processor.
    """

    def __init__(
        self,
        suits: Suits,
        ranks: int,
        workers: int,
        drawn: Drawn,
        progress: Callable[[float], None] = lambda work: None,
    ) -> None:
        self._suits = suits
        self._ranks = ranks
        self._pool = ThreadPoolExecutor(workers)
        self._drawn = drawn
        self._progress = progress

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def layer(self, family: Family, hand: int) -> Layer:
        """Return the family's layer with so many cards in hand."""
        return next(islice(self.layers(family), hand, None))

    def layers(self, family: Family) -> Iterator[Layer]:
        """Yield the family's layers for 0, 1, 2 ... cards in hand."""
        traded = poorer = None
        if "d" in family.jacks:
            poorer = family.without("d", family.gap - 2, family.most_trumps + 2)
            traded = self.layers(poorer)
        swaps = [self.layers(after) for after in family.swapped()] if "s" in family.jacks else []
        thrown: dict[int, Iterator[Layer]] = {}
        below = self._empty(family.shape(0))
        below.values[:] = ONE
        for stream in (*swaps, *([traded] if traded else [])):
            next(stream)
        yield below
        for hand in range(1, 4 * self._ranks):
            layer = self._empty(family.shape(hand))
            self._debate(layer, below)
            if "h" in family.jacks:
                trumps = min(hand, family.most_trumps, self._ranks)
                if trumps == hand:
                    bare = family.without("h", family.gap + hand, 0)
                    thrown[hand] = self.layers(bare)
                for number in range(1, trumps + 1):
                    if number in thrown:
                        self._diplomacy(layer, number, next(thrown[number]))
            for clubs in range(1, min(hand, self._ranks) + 1) if "c" in family.jacks else ():
                drawn = self._drawn(family, clubs, hand)
                if drawn is not None:
                    self._military(layer, clubs, family.clubs == "trump", drawn)
            if traded is not None and poorer is not None:
                self._commerce(layer, poorer, next(traded))
            for after, swap in zip(family.swapped(), swaps, strict=False):
                self._politics(layer, after.clubs == "trump", next(swap))
            below = layer
            del layer  # what is one layer further back is not kept
            yield below

    def draws(self, layer: Layer, number: int, most_trumps: int) -> Layer:
        """Return the positions from which so many cards are drawn to reach those of `layer`.

        Only those are there that had `number` cards of some suit in hand before the first draw,
        and then `most_trumps` trumps at most: military draws a card for each club in hand.
        """
        for left in range(number - 1, -1, -1):
            shape = replace(
                layer.shape,
                hand=layer.shape.hand - 1,
                deck=layer.shape.deck + 1,
                clubs=number,
                most_trumps=min(most_trumps + left, MOST_WINS),
            )
            before = self._empty(shape)
            self._draw(before, layer)
            layer = before
        return layer

    def _empty(self, shape: Shape) -> Layer:
        return empty_layer(self._suits, self._ranks, shape)

    def _run(self, layer: Layer, function: Any, *arguments: Any) -> None:
        """Call the function for all groups of a layer, a range at a time."""
        groups = layer.groups
        if len(groups) == 0:
            return
        cuts = np.searchsorted(layer.ends, np.linspace(0, len(layer.values), _TASKS + 1)[1:-1])
        edges = np.unique(np.concatenate([[0], cuts, [len(groups)]]))
        futures = [
            self._pool.submit(
                function, self._suits, groups, int(first), int(last), layer.shape.wins, *arguments
            )
            for first, last in pairwise(edges)
        ]
        for future in futures:
            future.result()
        self._progress(COST[function] * len(layer.values))

    def _debate(self, layer: Layer, below: Layer) -> None:
        self._run(
            layer, debate, layer.shape.deck, below.starts, layer.shape.clubs_apart,
            below.shape.wins, below.values, layer.values,
        )  # fmt: skip

    def _draw(self, layer: Layer, above: Layer) -> None:
        self._run(
            layer, draw, layer.shape.deck, above.starts, layer.shape.clubs_apart, above.values,
            layer.values,
        )  # fmt: skip

    def _diplomacy(self, layer: Layer, trumps: int, bare: Layer) -> None:
        self._run(
            layer, diplomacy, trumps, bare.starts, layer.shape.clubs_apart, bare.shape.wins,
            bare.values, layer.values,
        )  # fmt: skip

    def _military(self, layer: Layer, clubs: int, trump: bool, drawn: Layer) -> None:
        self._run(
            layer, military, clubs, trump, drawn.starts, drawn.shape.wins, drawn.values,
            layer.values,
        )  # fmt: skip

    def _politics(self, layer: Layer, to_clubs: bool, swapped: Layer) -> None:
        self._run(
            layer, politics, layer.shape.clubs_apart, to_clubs, swapped.starts,
            swapped.shape.clubs_apart, swapped.shape.wins, swapped.values, layer.values,
        )  # fmt: skip

    def _commerce(self, layer: Layer, poorer: Family, after: Layer) -> None:
        """Raise values to those after two cards are drawn and two are discarded."""
        shape = replace(after.shape, wins=layer.shape.wins)
        most = layer.shape.most_trumps
        for _ in range(2):
            shape = replace(shape, hand=shape.hand + 1)
            more = self._empty(shape)
            self._run(more, discard, after.starts, shape.clubs_apart, after.values, more.values)
            after = more
        shape = replace(
            shape, hand=shape.hand - 1, deck=shape.deck + 1, most_trumps=min(most + 1, MOST_WINS)
        )
        drawn = self._empty(shape)
        self._draw(drawn, after)
        self._draw(layer, drawn)
