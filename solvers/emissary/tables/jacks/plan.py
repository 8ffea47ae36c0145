"""What has to be solved for a set of Jacks, and what it takes."""

import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np

from intrigue.solvers.emissary.tables.jacks.layers import MOST_WINS, Layer, Shape, lay_out
from intrigue.solvers.emissary.tables.jacks.military import Part, solve_part
from intrigue.solvers.emissary.tables.jacks.streams import COST, Clubs, Family, Streams
from intrigue.solvers.emissary.tables.jacks.suits import Suits


def roles(jacks: str) -> tuple[Clubs, ...]:
    """Return what clubs may be while these Jacks are left."""
    return ("trump", "side") if "c" in jacks else ("alike",)


def parts_for(
    jacks: str, gap: int, largest: int, ranks: int, most_clubs: tuple[int, int]
) -> Iterator[Part]:
    """Yield the parts that a set of Jacks needs, each once.

    Parameters
    ----------
    gap, largest
        Cards in the deck less cards in hand, and cards in hand, at the start.
    most_clubs
        As for `Military`.
    """
    seen: set[Family] = set()

    def visit(family: Family, hand: int) -> Iterator[Part]:
        if "c" not in family.jacks or family in seen:
            return
        seen.add(family)
        traded = "d" in family.jacks
        if traded:
            # Without commerce: its own positions, and a lower bound where clubs are many.
            yield from visit(
                Family(family.jacks.replace("d", ""), family.gap, "side", family.most_trumps), hand
            )
        for clubs in range(1, min(most_clubs[0 if traded else 1], hand, ranks) + 1):
            part = Part(family, clubs, hand)
            if part.deck_lasts:
                yield part
        if traded and family.gap >= 2:
            yield from visit(family.without("d", family.gap - 2, family.most_trumps + 2), hand)
        if "s" in family.jacks:
            after = Family(family.jacks.replace("s", ""), family.gap, "side")
            yield from visit(after, hand)
        if "h" in family.jacks:
            for trumps in range(1, min(hand - 1, family.most_trumps, ranks) + 1):
                yield from visit(family.without("h", family.gap + trumps, 0), hand - trumps)

    yield from visit(Family(jacks, gap, "side", MOST_WINS), largest)


class Estimate(Streams):
    """Goes through the motions without values, to see what a family takes.

    Attributes
    ----------
    work
        About how many seconds of one processor.
    bytes, most_bytes
        In layers now, and at most.
    """

    def __init__(self, suits: Suits, ranks: int) -> None:
        super().__init__(suits, ranks, 1, lambda *_: None)
        self.work = 0.0
        self.bytes = 0
        self.most_bytes = 0
        self._sizes: dict[int, int] = {}

    def _empty(self, shape: Shape) -> Layer:
        groups, starts, size = lay_out(self._suits, self._ranks, shape)
        layer = Layer(shape, groups, starts, np.zeros(0, np.uint16))
        self._sizes[id(layer)] = 2 * size
        self.bytes += 2 * size
        self.most_bytes = max(self.most_bytes, self.bytes)
        weakref.finalize(layer, self._release, id(layer))
        return layer

    def size(self, layer: Layer) -> int:
        """Return a layer's bytes."""
        return self._sizes[id(layer)]

    def _release(self, number: int) -> None:
        self.bytes -= self._sizes.pop(number)

    def _run(self, layer: Layer, function: Any, *arguments: Any) -> None:
        self.work += COST[function] * self._sizes[id(layer)] / 2 * 1e-9


def estimate(suits: Suits, ranks: int, part: Part) -> tuple[float, int]:
    """Return about how many seconds of one processor a part takes, and its bytes at most."""
    kept = 0
    with Estimate(suits, ranks) as streams:
        for _, layer in solve_part(streams, part):
            kept += streams.size(layer)
    return streams.work, streams.most_bytes + kept
