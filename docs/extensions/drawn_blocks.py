"""A Sphinx extension: blocks that hold a table drawn with lines are marked, since they cannot wrap.

The style sheet (``_static/pages.css``) wraps the lines of all other console blocks.
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LINES = frozenset("┃│╇┼━─")


def mark(app: Sphinx, document: nodes.document) -> None:
    """Give the class `drawn` to the literal blocks that have characters of drawn tables."""
    for block in document.findall(nodes.literal_block):
        if not LINES.isdisjoint(block.astext()):
            block["classes"].append("drawn")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the marking of blocks."""
    app.connect("doctree-read", mark)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
