"""Layouts: which kingdoms are unvisited, and which of them have rulers of one suit.

Renaming suits changes nothing, so a layout only says which kingdoms share a suit: 5,014 of them.
"""

from collections.abc import Iterable
from functools import cache
from itertools import combinations

from intrigue.games.emissary.notation import parse_suit

KINGDOMS = 8
VISITED = "."

Layout = str
"""One letter a kingdom: ``.`` if visited, else A, B, C, D for the suits in order of appearance."""


def layout_of(suits: Iterable[str | int | None]) -> Layout:
    """Return the layout of rulers' suits (letters, names or numbers; None where visited)."""
    numbers = [None if suit is None else parse_suit(suit) for suit in suits]
    if len(numbers) != KINGDOMS:
        raise ValueError(f"expected {KINGDOMS} kingdoms, got {len(numbers)}")
    for suit in range(4):
        if numbers.count(suit) > 2:
            raise ValueError(f"{numbers.count(suit)} rulers of one suit; there are only two")
    return _canonical(["." if n is None else str(n) for n in numbers])


def _canonical(letters: list[str]) -> Layout:
    names = {VISITED: VISITED}
    for letter in letters:
        if letter not in names:
            names[letter] = "ABCD"[len(names) - 1]
    return "".join(names[letter] for letter in letters)


def unvisited(layout: Layout) -> list[int]:
    """Return the unvisited kingdoms of a layout, 0..7."""
    return [kingdom for kingdom, letter in enumerate(layout) if letter != VISITED]


@cache
def after(layout: Layout, kingdom: int) -> Layout:
    """Return the layout once a kingdom (0..7) is won."""
    return _canonical([VISITED if k == kingdom else x for k, x in enumerate(layout)])


@cache
def full_layouts() -> tuple[Layout, ...]:
    """Return the 105 ways to pair eight kingdoms by suit."""
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
def layouts_by_size() -> tuple[tuple[Layout, ...], ...]:
    """Return all layouts with 0, 1, ... 8 unvisited kingdoms."""
    sizes = []
    for size in range(KINGDOMS + 1):
        layouts = {
            _canonical([x if k in kept else VISITED for k, x in enumerate(full)])
            for full in full_layouts()
            for kept in combinations(range(KINGDOMS), size)
        }
        sizes.append(tuple(sorted(layouts)))
    return tuple(sizes)
