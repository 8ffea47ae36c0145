"""Positions before the draws of military, found once for each number of clubs and kept in files.

Where military is used with many clubs, families are too large for memory. There it counts for no
more than if commerce could not be used any more (a lower bound), or for as much as if all ranks of
a suit were tied (an upper bound, see `search.tied_suits`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from intrigue.games.emissary.cards import HAND_SIZE
from intrigue.solvers.emissary.tables.arrays import load_arrays, save_arrays
from intrigue.solvers.emissary.tables.jacks.layers import Layer, Shape, empty_layer, lay_out
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.streams import Family, Streams
from intrigue.solvers.emissary.tables.jacks.suits import Suits, tied_suits

KIND, VERSION = "emissary military part", 1


@dataclass(frozen=True)
class Part:
    """Positions of a family that military with `clubs` clubs leads from.

    Attributes
    ----------
    family
        Military may still be used in it.
    largest
        Cards in hand at most.
    """

    family: Family
    clubs: int
    largest: int

    @property
    def after(self) -> Family:
        """The family that military leads to."""
        family, clubs = self.family, self.clubs
        return family.without("c", family.gap - 2 * clubs, family.most_trumps + clubs)

    @property
    def deck_lasts(self) -> bool:
        """Whether the deck is sure to last whatever is drawn."""
        return self.after.gap >= (2 if "d" in self.after.jacks else 0)

    @property
    def name(self) -> str:
        """The name of its file."""
        after = self.after.jacks or "none"
        return (
            f"{after}-gap{self.family.gap}-trumps{self.family.most_trumps}-clubs{self.clubs}.part"
        )


def solve_part(streams: Streams, part: Part) -> Iterator[tuple[int, Layer]]:
    """Yield cards in hand and the layer before the draws, from `part.clubs` cards on."""
    for hand, layer in enumerate(streams.layers(part.after)):
        if hand >= 2 * part.clubs:
            yield (
                hand - part.clubs,
                streams.draws(layer, part.clubs, part.family.most_trumps),
            )
        if hand == part.largest + part.clubs:
            return


def save_part(folder: Path, part: Part, layers: dict[int, Layer]) -> None:
    """Write a part's file."""
    shapes = {str(hand): vars(layer.shape) for hand, layer in layers.items()}
    arrays = {str(hand): layer.values for hand, layer in layers.items()}
    save_arrays(folder / part.name, KIND, VERSION, {"shapes": shapes}, arrays)


def load_part(folder: Path, part: Part, suits: Suits, ranks: int) -> dict[int, Layer]:
    """Read what `save_part` wrote; the values stay on the disk until they are used."""
    facts, arrays = load_arrays(folder / part.name, KIND, VERSION)
    layers = {}
    for hand, values in arrays.items():
        shape = Shape(**facts["shapes"][hand])
        groups, starts, _ = lay_out(suits, ranks, shape)
        layers[int(hand)] = Layer(shape, groups, starts, values)
    return layers


def spread(suits: Suits, ranks: int, tied: Layer) -> Layer:
    """Return the layer in which each position has the value it has with tied ranks."""
    layer = empty_layer(suits, ranks, tied.shape)
    wins = tied.shape.wins
    for kinds, end in zip(layer.groups, layer.ends, strict=True):
        start = tied.starts[kinds[1], kinds[2], kinds[3]]
        values = tied.values[start : start + wins]
        rows = layer.values[kinds[4] : end].reshape(-1, wins, suits.strings[kinds[0]])
        rows[:] = values[None, :, None]
    return layer


class Military:
    """What military leads to; an instance is the `drawn` of `Streams`.

    Parameters
    ----------
    most_clubs
        With more clubs than these only a bound is known: where commerce may still be used after
        military, and where not.
    upper
        Whether bounds are upper bounds.
    workers
        Threads.
    """

    def __init__(
        self,
        suits: Suits,
        ranks: int,
        most_clubs: tuple[int, int] = (8, 8),
        upper: bool = False,
        workers: int = 1,
        folder: Path | None = None,
    ) -> None:
        self._suits = suits
        self._ranks = ranks
        self._most = most_clubs
        self._upper = upper
        self._workers = workers
        self._folder = folder
        self._found: dict[tuple[Family, int], dict[int, Layer]] = {}

    def add(self, part: Part, layers: dict[int, Layer]) -> None:
        """Know a part that is not in a file."""
        self._found[_key(part.family), part.clubs] = layers

    def __call__(self, family: Family, clubs: int, hand: int) -> Layer | None:
        """Return the layer with `hand` cards in hand, None if military counts for nothing."""
        known = (_key(family), clubs)
        if known not in self._found:
            self._found[known] = self._find(Part(known[0], clubs, HAND_SIZE))
        return self._found[known].get(hand)

    def _find(self, part: Part) -> dict[int, Layer]:
        family = part.family
        traded = "d" in family.jacks
        if part.clubs <= self._most[0 if traded else 1] and part.deck_lasts:
            if self._folder is None:
                return {}
            return load_part(self._folder, part, self._suits, self._ranks)
        if self._upper:
            return self._bound(part)
        poorer = replace(part, family=replace(family, jacks=family.jacks.replace("d", "")))
        if traded and poorer.deck_lasts and part.clubs <= self._most[1]:
            key = poorer.family, part.clubs
            if key not in self._found:
                self._found[key] = self._find(poorer)
            return self._found[key]
        return {}

    def _bound(self, part: Part) -> dict[int, Layer]:
        """Return upper bounds."""
        if not part.deck_lasts:
            shape = Shape(0, 0, 9, False, part.family.most_trumps, part.clubs)
            layers = {}
            for hand in range(part.clubs, part.largest + 1):
                here = replace(shape, hand=hand, deck=hand + part.family.gap)
                layers[hand] = empty_layer(self._suits, self._ranks, here)
                layers[hand].values[:] = ONE
            return layers
        with Streams(tied_suits(), self._ranks, self._workers, lambda *_: None) as streams:
            return {
                hand: spread(self._suits, self._ranks, layer)
                for hand, layer in solve_part(streams, part)
            }


def _key(family: Family) -> Family:
    """Return the family by what its military leads to: it is the same whatever suit is trump."""
    return replace(family, clubs="side")
