"""A Sphinx extension: the committed results of experiments, as pages and as tables inside pages.

``docs/results/data`` holds what ``intrigue experiment`` wrote. Before Sphinx reads anything, each
result becomes a page in ``docs/results/pages`` (not committed). Two directives bring results into
other pages, so that no number of them is typed: ``{result} NAME TABLE`` shows a table,
``{results}`` lists all results.
"""

from pathlib import Path
from typing import Any

import result_text
from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from intrigue.experiments.runner import Result
from intrigue.games.files import write_atomically

DATA = "results/data"
PAGES = "results/pages"


def load_results(source: Path) -> dict[str, Result]:
    """Return the results committed under a documentation's source folder, by name.

    Raises
    ------
    ValueError
        In one line, for a file that is damaged, lacks a picture or bears another result's name.
    """
    results = {}
    for path in sorted((source / DATA).glob("*.json")):
        result = Result.load(path)
        if result.experiment != path.stem:
            raise ValueError(f"{path.name} holds the result of '{result.experiment}'")
        for ending in (".svg", ".png"):
            if not path.with_suffix(ending).is_file():
                raise ValueError(f"{path.name} has no {path.stem}{ending} beside it")
        results[path.stem] = result
    return results


def write_pages(app: Sphinx) -> None:
    """Write a page a result, where it differs from what is there, and remove pages of others."""
    source = Path(app.srcdir)
    try:
        results = load_results(source)
        texts = {name: result_text.page(result).encode() for name, result in results.items()}
    except ValueError as error:
        raise ExtensionError(str(error)) from None
    for path in (source / PAGES).glob("*.md"):
        if path.stem not in texts:
            path.unlink()
    (source / PAGES).mkdir(exist_ok=True)
    for name, text in texts.items():
        path = source / PAGES / f"{name}.md"
        if not path.is_file() or path.read_bytes() != text:
            write_atomically(path, text)


class ResultTable(SphinxDirective):
    """``{result} NAME TABLE``: a table of a result, or its first rows with ``:rows:``."""

    required_arguments = 2
    option_spec = {"rows": directives.positive_int}

    def run(self) -> list[nodes.Node]:
        """Return the table's nodes."""
        name, wanted = self.arguments
        results = load_results(Path(self.env.srcdir))
        tables = {t.name: t for t in results[name].tables} if name in results else {}
        if wanted not in tables:
            found = f"it has {', '.join(tables)}" if tables else f"there are {', '.join(results)}"
            raise self.error(f"no table '{wanted}' of a result '{name}'; {found}")
        self.env.note_dependency(f"{DATA}/{name}.json")
        table, rows = tables[wanted], self.options.get("rows")
        lines = result_text.table_lines(table, rows)
        if rows is not None and rows < len(table.rows):
            lines += [
                "",
                f"The first {rows} of {len(table.rows):,} rows; all are in the file below.",
            ]
        return _parsed(self, lines)


class ResultList(SphinxDirective):
    """``{results}``: a table of all results with links to their pages."""

    def run(self) -> list[nodes.Node]:
        """Return the table and the entries of the table of contents."""
        self.env.note_reread()  # a result more or less changes this page
        results = load_results(Path(self.env.srcdir))
        if not results:
            return _parsed(self, ["No result is committed."])
        lines = ["| experiment | what it shows |", "|---|---|"]
        for name, result in results.items():
            title = result_text.words(result_text.sentence(result.title))
            lines.append(f"| [{name}](pages/{name}.md) | {title} |")
        tree = ["", "```{toctree}", ":hidden:", ""]
        tree += [f"{name} <pages/{name}>" for name in results]
        return _parsed(self, [*lines, *tree, "```"])


def _parsed(directive: SphinxDirective, lines: list[str]) -> list[nodes.Node]:
    parent = nodes.Element()
    source = directive.get_source_info()[0]
    directive.state.nested_parse(StringList(lines, source), directive.content_offset, parent)
    return parent.children


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the generator and the directives."""
    app.connect("builder-inited", write_pages)
    app.add_directive("result", ResultTable)
    app.add_directive("results", ResultList)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
