"""What a debate does to the string of a suit, as tables for compiled code.

A topic in a suit takes a D out of its string. Topics between the same two H lead to the same string
and beat the same cards, so they are one *group* with a multiplicity. Likewise answers with
neighbouring cards lead to the same string and are listed once.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from intrigue.solvers.emissary.tables.numbering import NUM_STRINGS, bits_of, without

Array = np.ndarray[Any, Any]


class Debates(NamedTuple):
    """Tables of debates, all int32, in compressed rows.

    Attributes
    ----------
    group_start
        (512,) first topic group of each string.
    group_size
        Topics in a group.
    answer_start
        First answer of each group, for strings with an H (empty rows for others).
    answer_string, answer_wins
        The string after topic and answer; 1 if the answer is the higher card.
    drop_start, drop_string
        (512,) and the strings that are left after one H goes, each once.
    """

    group_start: Array
    group_size: Array
    answer_start: Array
    answer_string: Array
    answer_wins: Array
    drop_start: Array
    drop_string: Array


@cache
def debates() -> Debates:
    """Return the tables (made once)."""
    group_start, answer_start = [0], [0]
    group_size: list[int] = []
    answers: list[tuple[int, int]] = []
    drop_start = [0]
    drops: list[int] = []
    for string in range(NUM_STRINGS):
        bits, length = bits_of(string)
        groups: dict[tuple[tuple[int, int], ...] | None, int] = {}
        for topic in range(length):
            if bits >> topic & 1:
                continue
            rest = without(string, topic)
            rest_bits, rest_length = bits_of(rest)
            found = dict.fromkeys(
                (without(rest, place), int(place >= topic))
                for place in range(rest_length)
                if rest_bits >> place & 1
            )
            key: tuple[tuple[int, int], ...] | None = tuple(found)
            groups[key] = groups.get(key, 0) + 1
        for key, size in groups.items():
            group_size.append(size)
            answers += key or ()
            answer_start.append(len(answers))
        group_start.append(len(group_size))
        drops += dict.fromkeys(without(string, p) for p in range(length) if bits >> p & 1)
        drop_start.append(len(drops))
    pairs = np.array(answers, np.int32).reshape(-1, 2)
    return Debates(
        np.array(group_start, np.int32),
        np.array(group_size, np.int32),
        np.array(answer_start, np.int32),
        np.ascontiguousarray(pairs[:, 0]),
        np.ascontiguousarray(pairs[:, 1]),
        np.array(drop_start, np.int32),
        np.array(drops, np.int32),
    )
