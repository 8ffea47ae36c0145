"""Letters for screens that cannot show the signs we print: suits, comparison signs, dashes."""

import codecs

ERRORS = "intrigue-plain"
"""Name of the error handler of text streams that :func:`register` makes known."""

_LETTERS = {
    "♣": "C", "♦": "D", "♥": "H", "♠": "S", "≥": ">=", "≤": "<=", "±": "+-", "×": "x",
    "–": "-", "—": "-", "−": "-", "…": "...", "→": "->", "·": ".", "•": "*", "’": "'",
}  # fmt: skip


def register() -> None:
    """Make the error handler :data:`ERRORS` known to Python's text streams."""
    codecs.register_error(ERRORS, _replace)


def _replace(error: UnicodeError) -> tuple[str | bytes, int]:
    """Stand in for signs that an encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    letters = (_LETTERS.get(s, s.encode("ascii", "backslashreplace").decode()) for s in signs)
    return "".join(letters), error.end
