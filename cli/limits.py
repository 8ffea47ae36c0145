"""How long, and with how much memory, a command may search."""

import math
import re
from typing import Annotated

import typer

MAX_WORKERS = 1024
"""The most processes or threads that may be asked for."""

TimeLimit = Annotated[
    float | None,
    typer.Option(
        "--time-limit",
        help="Seconds to search at most; what is not known by then gets bounds.",
    ),
]
MemoryLimit = Annotated[
    str | None,
    typer.Option(
        "--memory-limit",
        help="Memory for positions at most, for example 500M or 4G; then bounds, too. "
        "6G for a hand or a position if nothing is said.",
    ),
]

USUAL_MEMORY = 6 * 1024**3
"""Bytes for the positions of one answer where no limit is given: whatever is worth waiting for fits
(hearts, clubs and diamonds take 4 GB), and what does not would fill the machine."""

MOST_MEMORY = 2.0**60
"""Bytes; what is larger was not meant as a limit."""

_UNITS = {"": 0, "k": 1, "m": 2, "g": 3, "t": 4}


def read_time(seconds: float | None) -> float | None:
    """Return the limit in seconds.

    Raises
    ------
    ValueError
        In one line, if it is below zero or no number.
    """
    if seconds is not None and not 0 <= seconds < math.inf:
        raise ValueError(f"--time-limit {seconds}: expected seconds, zero or more")
    return seconds


def read_memory(text: str | None) -> int | None:
    """Return the limit in bytes; K, M, G and T are powers of 1024.

    Raises
    ------
    ValueError
        In one line, if it is no size.
    """
    if text is None:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?", text.strip().lower(), re.ASCII)
    if found is None:
        raise ValueError(f"--memory-limit '{text[:20]}': expected a size such as 500M or 4G")
    size = float(found[1]) * 1024 ** _UNITS[found[2]]
    if size > MOST_MEMORY:
        raise ValueError(f"--memory-limit '{text[:20]}': larger than any memory")
    return int(size)
