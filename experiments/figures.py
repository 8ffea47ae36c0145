"""What several experiments draw alike."""

from typing import Any

import numpy as np


def draw_intervals(
    axes: Any, rows: list[list[Any]], column: int, labels: list[str], reference: float
) -> None:
    """Draw a row each, downwards: the number in `column` with the interval in the next two.

    A thin line marks the `reference` value.
    """
    places = np.arange(len(rows))
    means, lows, highs = (np.array([row[column + k] for row in rows]) for k in range(3))
    axes.errorbar(means, places, xerr=[means - lows, highs - means], fmt="o", capsize=3)
    axes.axvline(reference, color="grey", linewidth=0.8)
    axes.set_yticks(places, labels, fontsize=7)
    axes.invert_yaxis()
