"""All 10,518,300 hands x trumps x targets, exactly, in one file that is built once.

The file holds a row of nine chances for every full hand and trump up to renaming of the other three
suits: 1,820,803 rows, 131 MB, memory-mapped. Without abilities, or with the hearts Jack (diplomacy)
once in the kingdom. See `levels` for how the chances are found.
"""

import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from intrigue.games.core.cache import cache_folder
from intrigue.games.core.compiler import jit
from intrigue.games.emissary.cards import NUM_RANKS
from intrigue.games.emissary.notation import check_hand, parse_hand, parse_trump
from intrigue.games.files import write_atomically
from intrigue.solvers.emissary.suit_strings import string_number
from intrigue.solvers.emissary.tables.levels import Progress, solve_levels
from intrigue.solvers.emissary.tables.numbering import (
    MAX_DECK,
    MAX_HAND,
    ORDERINGS,
    rank_triple,
    ranking,
    trump_offsets,
)

Array = np.ndarray[Any, Any]

VERSION = 2
HANDS = 10_518_300
ROWS = 1_820_803
TARGETS = MAX_HAND + 1

_MAGIC = b"intrigue hand table\n"
_HEADER_SIZE = 4096
_CHUNK = 1 << 24


@dataclass(frozen=True)
class HandTable:
    """The chances of every full hand.

    Attributes
    ----------
    advisors
        ``""`` or ``"h"``: which Jacks the chances are for.
    values
        float64 (`ROWS`, 9), read-only: chance to win exactly 0..8 debates when aiming at it.
    offsets
        int64 (512,): first row of each trump string, see `ranking`.
    """

    advisors: str
    values: Array
    offsets: Array

    def lookup(self, hand: str | Iterable[int], trump: str | int) -> Array:
        """Return the nine chances of one hand, float64 (9,), as `hand_values` does.

        Raises
        ------
        ValueError
            As `parse_hand` and `parse_trump`.
        """
        held = parse_hand(hand) if isinstance(hand, str) else check_hand(hand)
        masks = np.zeros((1, 4), np.int64)
        for card in held:
            masks[0, card // NUM_RANKS] |= 1 << card % NUM_RANKS
        suit = parse_trump(trump)
        return np.array(self.values[self.rows(masks)[0, suit]])

    def at_least(self, hand: list[int], trump: int) -> Array:
        """Return the nine chances of one hand, as `lookup`: they are exact."""
        return self.lookup(hand, trump)

    def rows(self, masks: Array) -> Array:
        """Return the rows of many hands for all four trumps, int64 (n, 4).

        Parameters
        ----------
        masks
            int64 (n, 4): for each suit which ranks are in hand, bit 0 the ace.
        """
        out = np.empty((len(masks), 4), np.int64)
        _find_rows(ranking(), self.offsets, _whole_suits()[masks], out)
        return out


@cache
def _whole_suits() -> Array:
    """Return the number of the string of a whole suit by its mask, bit 0 the ace: int64 (256,)."""
    letters = (("DH"[mask >> rank & 1] for rank in range(NUM_RANKS)) for mask in range(256))
    return np.array([string_number("".join(suit)) for suit in letters], np.int64)


@jit(nogil=True)
def _find_rows(tables: Any, offsets: Any, strings: Any, out: Any) -> None:
    """Write the rows of hands, given the strings of their four suits, for each suit as trump."""
    for i in range(len(strings)):
        a, b, c, d = strings[i]
        out[i, 0] = offsets[a] + rank_triple(tables, b, c, d)
        out[i, 1] = offsets[b] + rank_triple(tables, a, c, d)
        out[i, 2] = offsets[c] + rank_triple(tables, a, b, d)
        out[i, 3] = offsets[d] + rank_triple(tables, a, b, c)


def table_path(advisors: str = "", folder: Path | None = None) -> Path:
    """Return where the table for no advisors (``""``) or the hearts Jack (``"h"``) is kept."""
    if advisors not in ("", "h"):
        raise ValueError(f"there are tables for no advisors and for h, not for '{advisors}'")
    name = f"emissary-hands{'-' + advisors if advisors else ''}-v{VERSION}.table"
    return (folder or cache_folder() / "tables") / name


def hand_table(
    advisors: str = "",
    folder: Path | None = None,
    workers: int | None = None,
    progress: Progress = lambda done, total: None,
) -> HandTable:
    """Return the table, from its file if there is one, else built and kept.

    Parameters
    ----------
    advisors
        ``""`` or ``"h"``.
    folder
        Where the file is; by default in the user's cache folder.
    workers
        Threads; by default one a processor. The table does not depend on it.
    progress
        Called with positions solved and all positions.

    Raises
    ------
    ValueError
        In one line that names the file, if it is damaged, cut short or of another version.
    """
    path = table_path(advisors, folder)
    if not path.exists():
        _, counts = solve_levels(bool(advisors), workers or os.cpu_count() or 1, progress)
        _write(path, advisors, counts / ORDERINGS)
    return _open(path, advisors)


def _write(path: Path, advisors: str, values: Array) -> None:
    """Write the file whole or not at all."""
    content = np.ascontiguousarray(values, "<f8")
    raw: Any = content.view(np.uint8).reshape(-1)  # bytes, without a copy
    facts = {
        "version": VERSION,
        "advisors": advisors,
        "rows": len(content),
        "targets": content.shape[1],
        "crc32": zlib.crc32(raw),
    }
    header = (_MAGIC + json.dumps(facts).encode() + b"\n").ljust(_HEADER_SIZE)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, header + content.tobytes())


def _open(path: Path, advisors: str) -> HandTable:
    def damaged(why: str) -> ValueError:
        return ValueError(f"{path}: {why}; delete the file to have it built again")

    with path.open("rb") as file:
        header = file.read(_HEADER_SIZE)
    if not header.startswith(_MAGIC):
        raise damaged("it is no hand table")
    try:
        facts = json.loads(header[len(_MAGIC) :])
        found = facts["version"], facts["advisors"], facts["rows"], facts["targets"]
        checksum = facts["crc32"]
    except (ValueError, KeyError, TypeError):
        raise damaged("its header is damaged") from None
    if found != (VERSION, advisors, ROWS, TARGETS):
        raise damaged(f"it holds version {found[0]} for advisors '{found[1]}', expected {VERSION}")
    expected = _HEADER_SIZE + ROWS * TARGETS * 8
    if path.stat().st_size != expected:
        raise damaged(f"it has {path.stat().st_size} bytes, expected {expected}")
    values = np.memmap(path, "<f8", "r", _HEADER_SIZE, (ROWS, TARGETS))
    raw: Any = values.view(np.uint8).reshape(-1)
    crc = 0
    for start in range(0, len(raw), _CHUNK):
        crc = zlib.crc32(raw[start : start + _CHUNK], crc)
    if crc != checksum:
        raise damaged("its checksum does not fit its content")
    return HandTable(advisors, values, trump_offsets(MAX_HAND, MAX_DECK, _full_strings()))


def _full_strings() -> Array:
    """Only whole suits are in a table of full hands; all others have no rows anyway."""
    tables = ranking()
    return np.asarray(tables.hand + tables.deck == NUM_RANKS)
