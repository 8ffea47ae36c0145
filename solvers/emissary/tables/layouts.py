"""Layouts: which kingdoms are unvisited, and which of them have rulers of one suit.

Renaming suits changes nothing, so a layout only says which kingdoms share a suit: 5,014 of them.
With the Jack of clubs it matters which suit is clubs, too: that makes 19,575.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from intrigue.games.emissary.cards import CLUBS
from intrigue.games.emissary.notation import parse_suit

KINGDOMS = 8
VISITED = "."

Layout = str
"""One letter a kingdom: ``.`` if visited, else A, B, C, D for the suits in order of appearance.

Where clubs are apart they are c, and the others A, B, C.
"""
CLUBS_APART = "c"


def layout_of(suits: Iterable[str | int | None], clubs_apart: bool = False) -> Layout:
    """Return the layout of rulers' suits (letters, names or numbers; None where visited)."""
    numbers = [None if suit is None else parse_suit(suit) for suit in suits]
    if len(numbers) != KINGDOMS:
        raise ValueError(f"expected {KINGDOMS} kingdoms, got {len(numbers)}")
    for suit in range(4):
        if numbers.count(suit) > 2:
            raise ValueError(f"{numbers.count(suit)} rulers of one suit; there are only two")
    clubs = CLUBS_APART if clubs_apart else "clubs"
    names = [clubs if n == CLUBS else str(n) for n in numbers]
    return _canonical([VISITED if n is None else x for n, x in zip(numbers, names, strict=True)])


def _canonical(letters: list[str]) -> Layout:
    names = {VISITED: VISITED, CLUBS_APART: CLUBS_APART}
    for letter in letters:
        if letter not in names:
            names[letter] = "ABCD"[len(names) - 2]
    return "".join(names[letter] for letter in letters)


def unvisited(layout: Layout) -> list[int]:
    """Return the unvisited kingdoms of a layout, 0..7."""
    return [kingdom for kingdom, letter in enumerate(layout) if letter != VISITED]


@cache
def after(layout: Layout, kingdom: int) -> Layout:
    """Return the layout once a kingdom (0..7) is won."""
    return _canonical([VISITED if k == kingdom else x for k, x in enumerate(layout)])


@cache
def after_swap(layout: Layout, kingdom: int, other: int) -> Layout:
    """Return the layout once a kingdom is won whose ruler changed places with that of another."""
    letters = list(layout)
    letters[other], letters[kingdom] = letters[kingdom], VISITED
    return _canonical(letters)


def classes_of(layout: Layout, clubs_apart: bool = False) -> list[int]:
    """Return the number 0..3 of the suit of each unvisited kingdom; clubs apart are 0."""
    names = CLUBS_APART + "ABC" if clubs_apart else "ABCD"
    return [names.index(letter) for letter in layout if letter != VISITED]


@cache
def full_layouts(clubs_apart: bool = False) -> tuple[Layout, ...]:
    """Return the 105 ways to pair eight kingdoms by suit; with clubs apart each in four ways."""
    if clubs_apart:
        return tuple(
            _canonical(list(layout.replace(clubs, CLUBS_APART)))
            for layout in full_layouts()
            for clubs in "ABCD"
        )
    found: list[Layout] = []

    def pair(letters: list[str], next_letter: int) -> None:
        if VISITED not in letters:
            found.append("".join(letters))
            return
        first = letters.index(VISITED)
        for second in range(first + 1, KINGDOMS):
            if letters[second] == VISITED:
                with_pair = list(letters)
                with_pair[first] = with_pair[second] = "ABCD"[next_letter]
                pair(with_pair, next_letter + 1)

    pair([VISITED] * KINGDOMS, 0)
    return tuple(found)


@cache
def layouts_by_size(clubs_apart: bool = False) -> tuple[tuple[Layout, ...], ...]:
    """Return all layouts with 0, 1, ... 8 unvisited kingdoms."""
    sizes = []
    for size in range(KINGDOMS + 1):
        layouts = {
            _canonical([x if k in kept else VISITED for k, x in enumerate(full)])
            for full in full_layouts(clubs_apart)
            for kept in combinations(range(KINGDOMS), size)
        }
        sizes.append(tuple(sorted(layouts)))
    return tuple(sizes)
