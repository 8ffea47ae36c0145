"""Printing: tables for people, JSON for machines."""

import json
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
