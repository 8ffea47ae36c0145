"""Pages with code cells are run by the build of the documentation, and a failing cell fails it."""

import os
import re
import subprocess
import sys

import pytest
from documents import DOCS, SITE, blocks, page_name
from myst_nb.core.execute import ExecutionError
from sphinx.testing.util import SphinxTestApp

HEAD = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n"
SETTINGS = re.findall(r"^nb_execution.*$", (DOCS / "conf.py").read_text(encoding="utf-8"), re.M)
CELLS = {"{code-cell}"}


@pytest.mark.parametrize("page", SITE, ids=page_name)
def test_code_cells_are_on_pages_that_are_run(page):
    notebook = page.read_text(encoding="utf-8").startswith(HEAD)
    assert notebook == (page.parent.name == "notebooks")
    languages = {block.language for block in blocks(page)}
    assert languages <= CELLS if notebook else not languages & CELLS


@pytest.mark.parametrize("page", sorted(DOCS.glob("notebooks/*.md")), ids=page_name)
def test_a_notebook_is_made_of_python_cells(page):
    assert page.read_text(encoding="utf-8").count("```{code-cell} python") == len(blocks(page)) > 3
    for block in blocks(page):
        compile(block.text, block.where, "exec")


def test_the_build_compiles_nothing_but_its_notebooks_do():
    """Plain functions for the reference, and nothing of that in the environment of kernels."""
    code = (
        "import os, runpy\n"
        f"runpy.run_path({str(DOCS / 'conf.py')!r})\n"
        "from intrigue.games.core import driver\n"
        "print(type(driver.step).__name__, 'NUMBA_DISABLE_JIT' in os.environ)\n"
    )
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["function", "False"]


@pytest.mark.filterwarnings("ignore:.*Check CHANGES for Sphinx API modifications")
@pytest.mark.parametrize(
    ("cell", "fails"),
    [("1 / 0", True), ("print(20 + 22)", False)],
)
def test_a_failing_cell_fails_the_build(cell, fails, tmp_path):
    """With the settings of the documentation; the other cell shows that cells are run at all."""
    (tmp_path / "conf.py").write_text("\n".join(['extensions = ["myst_nb"]', *SETTINGS]), "utf-8")
    page = f"{HEAD}\n# Page\n\n```{{code-cell}} python\n{cell}\n```\n"
    (tmp_path / "index.md").write_text(page, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=tmp_path, builddir=tmp_path / "out", freshenv=True)
    try:
        if fails:
            with pytest.raises(ExecutionError, match=r"index\.md"):
                app.build()
        else:
            app.build()
            assert "42" in (app.outdir / "index.html").read_text(encoding="utf-8")
    finally:
        app.cleanup()
