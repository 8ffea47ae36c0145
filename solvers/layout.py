"""What a file must hold, said once and checked before anything uses it.

A checksum tells that a file is what somebody wrote, not that it makes sense. A :class:`Layout` says
what a kind of file holds: the facts of its header and, for each array, type, shape, range and how
it hangs together with others. Compiled code does not look at bounds, so it only ever sees arrays
that went through :func:`check_content`.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from intrigue.games.core.types import Array

MOST = 2**53
"""The largest count that a header may hold."""
LARGEST = 1e200
"""The largest regret, weight or return that a file may hold: sums of many are finite."""
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Number:
    """A number in a header, from `low` to `high`, both included; `whole` refuses fractions."""

    low: float = 0
    high: float = MOST
    whole: bool = True

    def problem(self, value: Any) -> str:
        """Return what is wrong with a value, or nothing."""
        kinds = (int,) if self.whole else (int, float)
        if isinstance(value, bool) or not isinstance(value, kinds):
            return f"is {_short(value)}, no {'whole ' if self.whole else ''}number"
        if not self.low <= value <= self.high:
            return f"is {_short(value)}, not from {self.low:g} to {self.high:g}"
        return ""


Fact = type | Number | tuple[str, ...] | Mapping[str, "Fact"]
"""What a header's entry must be: of a type, a number, one of some words, or a mapping of facts."""


@dataclass(frozen=True)
class Column:
    """What an array must be like.

    Attributes
    ----------
    dtypes : str
        Accepted types of elements, separated by spaces.
    shape : tuple of int or str
        Lengths. A name stands for a size that is given, or taken from the first array that has it;
        ``"I+1"`` is one more than size ``I``.
    low, high : float
        Range, both ends included. Numbers are finite in any case.
    rises_to : str
        The array holds offsets: 0 first, each at least `step` above the one before, and in the end
        this size.
    step : int
    counts_to : str
        The array holds numbers whose sum is this size.
    sums_to_one : str
        Between two offsets of the array of this name, elements sum to one.
    ascends_within : str
        Between two offsets of the array of this name, elements ascend.
    ascends : bool
        Elements ascend from beginning to end.
    distinct : bool
        No two rows (or elements) are equal.
    """

    dtypes: str
    shape: tuple[int | str, ...]
    low: float = -math.inf
    high: float = math.inf
    rises_to: str = ""
    step: int = 0
    counts_to: str = ""
    sums_to_one: str = ""
    ascends_within: str = ""
    ascends: bool = False
    distinct: bool = False


@dataclass(frozen=True)
class Layout:
    """What a kind of file holds.

    Attributes
    ----------
    header : mapping
        Its facts; there may be no others.
    columns : mapping
        Its arrays; there may be no others. An array comes after those that its rules name.
    more : callable
        Given header, arrays and sizes, returns what else is wrong, or nothing.
    """

    header: Mapping[str, Fact]
    columns: Mapping[str, Column]
    more: Callable[[Mapping[str, Any], Mapping[str, Array], Mapping[str, int]], str] = field(
        default=lambda header, arrays, sizes: ""
    )


_OF_EVERY_FILE = ("kind", "version", "restored_from", "rules")
"""Facts of a header that :mod:`~intrigue.solvers.storage` and :mod:`~intrigue.solvers.game_rules`
see to."""


@contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Put the name of a file before the ValueErrors that its content causes."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)} makes no sense: {error}") from None


def check_content(
    layout: Layout,
    header: Mapping[str, Any],
    arrays: Mapping[str, Array],
    sizes: Mapping[str, int] | None = None,
) -> None:
    """Check facts and arrays against their layout.

    Parameters
    ----------
    sizes : mapping
        Sizes that are known from elsewhere.

    Raises
    ------
    ValueError
        In one line: which fact or array is wrong, and what is wrong with it.
    """
    facts = {name: fact for name, fact in header.items() if name not in _OF_EVERY_FILE}
    problem = _fact_problem("its header", layout.header, facts)
    if problem:
        raise ValueError(problem)
    found = dict(sizes or {})
    _same_names("arrays", layout.columns.keys(), arrays.keys())
    # Sizes first: an array's offsets may come after what they divide.
    for name, column in layout.columns.items():
        problem = _shape_problem(column, arrays[name], found)
        if problem:
            raise ValueError(f"array {name!r} {problem}")
    for name, column in layout.columns.items():
        problem = _content_problem(column, arrays[name], arrays, found)
        if problem:
            raise ValueError(f"array {name!r} {problem}")
    problem = layout.more(header, arrays, found)
    if problem:
        raise ValueError(problem)


def _fact_problem(where: str, fact: Any, value: Any) -> str:
    if isinstance(fact, Mapping):
        if not isinstance(value, Mapping):
            return f"{where} is {_short(value)}, no mapping"
        try:
            _same_names(f"facts in {where}", fact.keys(), value.keys())
        except ValueError as error:
            return str(error)
        problems = (_fact_problem(f"'{name}'", part, value[name]) for name, part in fact.items())
        return next((problem for problem in problems if problem), "")
    if isinstance(fact, Number):
        problem = fact.problem(value)
        return f"{where} {problem}" if problem else ""
    if isinstance(fact, tuple):
        known = isinstance(value, str) and value in fact
        return "" if known else f"{where} is {_short(value)}, not one of {', '.join(fact)}"
    return "" if type(value) is fact else f"{where} is {_short(value)}, no {fact.__name__}"


def _same_names(what: str, expected: Any, found: Any) -> None:
    missing, more = sorted(set(expected) - set(found)), sorted(map(str, set(found) - set(expected)))
    if missing:
        raise ValueError(f"{what} are missing: {', '.join(missing)}")
    if more:
        raise ValueError(f"{what} that do not belong there: {_short(', '.join(more))}")


def _shape_problem(column: Column, array: Array, sizes: dict[str, int]) -> str:
    accepted = column.dtypes.split()
    if array.dtype not in [np.dtype(name) for name in accepted]:
        return f"holds {array.dtype}, not {' or '.join(accepted)}"
    if array.ndim != len(column.shape):
        return f"has {array.ndim} dimensions, not {len(column.shape)}"
    for length, wanted in zip(array.shape, column.shape, strict=True):
        if isinstance(wanted, int):
            expected = wanted
        else:
            name, _, more = wanted.partition("+")
            if name not in sizes and length >= int(more or 0):
                sizes[name] = length - int(more or 0)
            expected = sizes.get(name, 0) + int(more or 0)
        if length != expected:
            return f"has length {length}, not {expected}"
    return ""


def _content_problem(
    column: Column, array: Array, arrays: Mapping[str, Array], sizes: Mapping[str, int]
) -> str:
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        return "holds a number that is not finite"
    if array.size and (array.min() < column.low or array.max() > column.high):
        outside = array.min() if array.min() < column.low else array.max()
        return f"holds {outside}, not from {column.low:g} to {column.high:g}"
    if column.rises_to:
        steps = np.diff(array.astype(np.int64))
        if not len(array) or array[0] != 0 or array[-1] != sizes[column.rises_to]:
            return f"does not go from 0 to {sizes[column.rises_to]}"
        if len(steps) and steps.min() < column.step:
            return "does not ascend"
    if column.counts_to and int(array.sum(dtype=np.int64)) != sizes[column.counts_to]:
        return f"does not count {sizes[column.counts_to]}"
    if column.ascends and np.any(array[1:] <= array[:-1]):
        return "does not ascend"
    if column.distinct and len(array) and not _all_distinct(array):
        return "holds the same twice"
    if column.sums_to_one and len(array):
        sums = np.add.reduceat(array, arrays[column.sums_to_one][:-1].astype(np.int64))
        if np.abs(sums - 1).max() > _TOLERANCE:
            return "does not sum to one"
    if column.ascends_within and len(array):
        falls = np.flatnonzero(array[1:] <= array[:-1]) + 1
        if not np.isin(falls, arrays[column.ascends_within]).all():
            return "does not ascend"
    return ""


def _all_distinct(rows: Array) -> bool:
    columns = rows.reshape(len(rows), -1)
    ordered = columns[np.lexsort(columns.T)]
    return bool(np.any(ordered[1:] != ordered[:-1], axis=1).all())


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
