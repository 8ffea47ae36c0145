"""Suits by kind, and what one card does to a suit, as tables for compiled code.

A suit is a string over {H, D} (in hand, in the deck), see `suit_strings`. Its *kind* is how many of
each it has: 45 kinds, and a suit of a kind is one of C(h + d, h) strings, numbered from 0. A card
that is played, turned, drawn or discarded leads from one kind to another, always the same for all
strings of the kind; only the number within the kind differs. So all positions of four kinds can be
worked on together.

The same tables describe an easier game, in which all ranks of a suit are *tied* (see
`search.tied_suits`): there a kind has one string, and whoever follows suit says who wins.
"""

from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from intrigue.games.emissary.cards import NUM_RANKS
from intrigue.solvers.emissary.debate import wins_in_suit

Array = np.ndarray[Any, Any]

NUM_KINDS = 45


def kind_of(held: int, unseen: int) -> int:
    """Return the number of the kind with so many H and D (together 8 at most)."""
    size = held + unseen
    return size * (size + 1) // 2 + held


class Suits(NamedTuple):
    """Kinds, and the moves of each string; a string's row is ``first[kind] + number``.

    Attributes
    ----------
    held, unseen
        int64 (45,): H and D of a kind.
    kinds
        int64 (9, 9): the kind with so many H and D, -1 if there is none.
    strings
        int64 (45,): how many strings a kind has.
    first
        int64 (45,): row of a kind's first string.
    topic_start
        int64 (rows + 1,): first topic group of a row, for strings with an H and a D. Topics to
        which the same answers are possible are one group.
    topic_weight
        float32: topics in a group.
    answer_start
        int64: first answer in suit to a group.
    answer_to, answer_wins
        int64: the string after topic and answer, by number within its kind, and 1 if it wins.
    drop_start, drop_to
        int64: the strings after an H went, each once.
    draw_start, draw_to, draw_weight
        int64, int64, float32: the strings after a D became H, and by how many D.
    """

    held: Array
    unseen: Array
    kinds: Array
    strings: Array
    first: Array
    topic_start: Array
    topic_weight: Array
    answer_start: Array
    answer_to: Array
    answer_wins: Array
    drop_start: Array
    drop_to: Array
    draw_start: Array
    draw_to: Array
    draw_weight: Array


_Answers = tuple[tuple[int, int], ...]
_Rows = list[tuple[list[tuple[int, _Answers]], list[int], list[tuple[int, int]]]]


def _gather(strings: list[int], rows: _Rows) -> Suits:
    held = np.array([h for n in range(NUM_RANKS + 1) for h in range(n + 1)])
    unseen = np.array([n - h for n in range(NUM_RANKS + 1) for h in range(n + 1)])
    kinds = np.full((NUM_RANKS + 1, NUM_RANKS + 1), -1)
    kinds[held, unseen] = np.arange(NUM_KINDS)
    topic_start, answer_start, drop_start, draw_start = [0], [0], [0], [0]
    topic_weight: list[int] = []
    answers: list[tuple[int, int]] = []
    drops: list[int] = []
    draws: list[tuple[int, int]] = []
    for groups, dropped, drawn in rows:
        for weight, found in groups:
            topic_weight.append(weight)
            answers += found
            answer_start.append(len(answers))
        topic_start.append(len(topic_weight))
        drops += dropped
        drop_start.append(len(drops))
        draws += drawn
        draw_start.append(len(draws))
    pairs = np.array(answers, np.int64).reshape(-1, 2)
    draw_pairs = np.array(draws, np.int64).reshape(-1, 2)
    counts = np.array(strings)
    return Suits(
        held,
        unseen,
        kinds,
        counts,
        np.cumsum(counts) - counts,
        np.array(topic_start),
        np.array(topic_weight, np.float32),
        np.array(answer_start),
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.array(drop_start),
        np.array(drops, np.int64),
        np.array(draw_start),
        np.ascontiguousarray(draw_pairs[:, 0]),
        draw_pairs[:, 1].astype(np.float32),
    )


@cache
def strings_by_kind() -> tuple[tuple[str, ...], ...]:
    """Return the strings of each kind, lowest card first; sorted by the highest card, and so on."""
    found: list[list[str]] = [[] for _ in range(NUM_KINDS)]
    for length in range(NUM_RANKS + 1):
        for letters in product("DH", repeat=length):
            string = "".join(reversed(letters))
            found[kind_of(string.count("H"), string.count("D"))].append(string)
    return tuple(map(tuple, found))


@cache
def number_in_kind() -> dict[str, int]:
    """Return each string's number within its kind."""
    return {string: n for strings in strings_by_kind() for n, string in enumerate(strings)}


@cache
def real_suits() -> Suits:
    """Return the tables of the game itself (made once)."""
    number = number_in_kind()
    rows: _Rows = []
    for strings in strings_by_kind():
        for string in strings:
            held = [at for at, letter in enumerate(string) if letter == "H"]
            groups: dict[_Answers, int] = {}
            draws: dict[int, int] = {}
            for topic, letter in enumerate(string):
                if letter == "H":
                    continue
                drawn = number[string[:topic] + "H" + string[topic + 1 :]]
                draws[drawn] = draws.get(drawn, 0) + 1
                answers = tuple(
                    dict.fromkeys(
                        (number[_without(string, topic, at)], int(wins_in_suit(at, topic)))
                        for at in held
                    )
                )
                if answers:
                    groups[answers] = groups.get(answers, 0) + 1
            drops = dict.fromkeys(number[_without(string, at)] for at in held)
            topics = [(weight, answers) for answers, weight in groups.items()]
            rows.append((topics, list(drops), list(draws.items())))
    return _gather([len(strings) for strings in strings_by_kind()], rows)


def _without(string: str, *places: int) -> str:
    return "".join(letter for at, letter in enumerate(string) if at not in places)


@cache
def tied_suits() -> Suits:
    """Return the tables of the game with all ranks of a suit tied (made once)."""
    rows: _Rows = []
    for size in range(NUM_RANKS + 1):
        for held in range(size + 1):
            unseen = size - held
            both: _Answers = ((0, 1), (0, 0))
            topics = [(unseen, both)] if held and unseen else []
            rows.append((topics, [0] if held else [], [(0, unseen)] if unseen else []))
    return _gather([1] * NUM_KINDS, rows)
