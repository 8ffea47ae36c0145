"""Draw the pictures of README and docs from solved hands: ``python docs/pictures/draw.py``.

Writes ``hand.json`` (the numbers) and ``hand.svg`` beside this file, or to a folder that is named.
"""

import json
import sys
from pathlib import Path

import matplotlib

from intrigue.games.emissary.cards import SUIT_NAMES, SUIT_SYMBOLS
from intrigue.solvers.emissary import hand_values

matplotlib.use("svg")
from matplotlib import pyplot

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
COLOURS = ("#1b7f4d", "#d1780f", "#c0254e", "#2b4c8c")
MARKERS = "osD^"
TARGETS = range(1, 9)


def solve() -> dict[str, list[float]]:
    """Return the chances of the targets 1 to 8 by trump."""
    return {name: [float(p) for p in hand_values(HAND, name)[1:]] for name in SUIT_NAMES}


def draw_hand(chances: dict[str, list[float]], path: Path) -> None:
    """Draw a line a trump: target against chance."""
    style = {"svg.hashsalt": "intrigue", "svg.fonttype": "none", "font.size": 11}
    with pyplot.rc_context(style):
        figure, axes = pyplot.subplots(figsize=(7, 3.6), layout="constrained")
        for suit, (name, values) in enumerate(chances.items()):
            axes.plot(
                TARGETS,
                [100 * value for value in values],
                color=COLOURS[suit],
                marker=MARKERS[suit],
                label=f"{SUIT_SYMBOLS[suit]} {name}",
            )
        axes.set_xticks(TARGETS)
        axes.set_xlabel("debates to win exactly")
        axes.set_ylabel("chance in %")
        axes.set_ylim(bottom=0)
        axes.set_title(HAND, loc="left")
        axes.grid(axis="y", alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)
        axes.legend(title="trump", frameon=False)
        figure.savefig(path, metadata={"Date": None, "Creator": None})
        pyplot.close(figure)


def main() -> None:
    """Solve, write the numbers, draw."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    chances = solve()
    content = {"hand": HAND, "targets": list(TARGETS), "probability": chances}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    (folder / "hand.json").write_text(text + "\n", encoding="utf-8")
    draw_hand(chances, folder / "hand.svg")


if __name__ == "__main__":
    main()
