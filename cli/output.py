"""Printing: tables for people, JSON for machines."""

import json
import math
import sys
from typing import Any

from rich.console import Console

_PLAIN_WIDTH = 100


def console() -> Console:
    """Return a console that never wraps tables oddly when its output goes to a file or pipe."""
    if sys.stdout.isatty():
        return Console()
    return Console(width=_PLAIN_WIDTH)


def print_json(data: Any) -> None:
    """Print `data` as one JSON document."""
    print(json.dumps(data, ensure_ascii=False, indent=2))


def percent(probability: float) -> str:
    """Return for example ``51.06 %``; certain and impossible only for exactly 1 and 0."""
    if 0 < probability < 0.00005:
        return "<0.01 %"
    if 0.99995 < probability < 1:
        return ">99.99 %"
    return f"{100 * probability:.2f} %"


def at_least(probability: float, digits: int = 2) -> str:
    """Return a lower bound, for example ``82.37 %``: rounded down, so it stays true."""
    return _rounded(math.floor(probability * 10 ** (digits + 2)), digits)


def at_most(probability: float, digits: int = 2) -> str:
    """Return an upper bound, for example ``97.17 %``: rounded up, so it stays true."""
    return _rounded(math.ceil(probability * 10 ** (digits + 2)), digits)


def _rounded(units: int, digits: int) -> str:
    return f"{units / 10**digits:.{digits}f} %"


def chance(lower: float, upper: float) -> str:
    """Return a chance in words, or ``at least ... %, at most ... %`` if only bounds are known."""
    if lower == upper:
        return percent(lower)
    return f"at least {at_least(lower)}, at most {at_most(upper)}"
