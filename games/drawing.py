"""A state's picture for notebooks: its view as text on paper, an SVG without any library."""

import unicodedata
from html import escape

_SIZE, _LINE, _CHARACTER, _MARGIN = 14, 18, 8.5, 12
"""Pixels: letters, lines, the width of a letter of a fixed-width font, the margin."""


def text_as_svg(text: str) -> str:
    """Return lines of text as an SVG picture, each as it stands, in a fixed-width font."""
    lines = text.splitlines() or [""]
    width = round(max(map(_columns, lines)) * _CHARACTER + 2 * _MARGIN)
    height = len(lines) * _LINE + 2 * _MARGIN
    rows = "".join(
        f'<text x="{_MARGIN}" y="{_MARGIN + number * _LINE + _SIZE}" xml:space="preserve">'
        f"{escape(line)}</text>"
        for number, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img">'
        f'<rect width="100%" height="100%" rx="8" fill="#fdfbf3" stroke="#c9bfa5"/>'
        f'<g font-family="monospace" font-size="{_SIZE}" fill="#222">{rows}</g></svg>'
    )


def _columns(line: str) -> int:
    """Return how many columns of a terminal a line takes; East Asian letters take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)
