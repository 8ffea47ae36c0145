"""Pictures of results as bytes, marked so that a later run knows them for its own."""

import io
from pathlib import Path
from typing import Any

ENDINGS = (".svg", ".png", ".pdf")

_MARK = "made by intrigue"
_METADATA: dict[str, dict[str, str | None]] = {
    "svg": {"Creator": _MARK, "Date": None},
    "png": {"Software": _MARK},
    "pdf": {"Creator": _MARK, "CreationDate": None},
}


def picture(figure: Any, kind: str, dpi: int = 100) -> bytes:
    """Return a matplotlib figure as ``svg``, ``png`` or ``pdf``; equal figures are equal bytes."""
    from matplotlib import rc_context

    content = io.BytesIO()
    with rc_context({"svg.hashsalt": _MARK}):  # the names of its parts are random without
        figure.savefig(content, format=kind, dpi=dpi, metadata=_METADATA[kind])
    return content.getvalue()


def is_picture(path: Path) -> bool:
    """Return whether a file is a picture that :func:`picture` made."""
    return _MARK.encode() in path.read_bytes()
