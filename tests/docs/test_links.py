"""Links between documents, and the tests and files that documents name, exist."""

import ast
import re
from functools import cache

import pytest
from documents import DOCS, PAGES, ROOT, SITE, page_name
from markdown_it import MarkdownIt

NAMED_TEST = re.compile(r"`(test_\w+)`")


@cache
def names_of_tests():
    """Names of all test functions in the repository."""
    names = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                names.add(node.name)
    return names


def links(page):
    """Targets of all links and pictures of a page."""
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        for child in token.children or []:
            if child.type == "link_open":
                yield child.attrs["href"]
            elif child.type == "image":
                yield child.attrs["src"]


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_inside_the_repository_resolve(page):
    for target in links(page):
        if re.match(r"[a-z]+:|#", target):
            continue
        path = target.partition("#")[0]
        assert (page.parent / path).resolve().exists(), f"{page_name(page)}: no {target}"


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_tests_named_in_documents_exist(page):
    named = set(NAMED_TEST.findall(page.read_text(encoding="utf-8")))
    missing = named - names_of_tests()
    assert not missing, f"{page_name(page)} names tests that are not there: {sorted(missing)}"


def test_every_page_is_in_a_table_of_contents():
    listed = {"index"}
    for page in SITE:
        for tree in re.findall(r"```\{toctree\}(.*?)```", page.read_text("utf-8"), re.DOTALL):
            for line in tree.splitlines():
                entry = line.strip()
                if entry and not entry.startswith(":"):
                    found = list(page.parent.glob(f"{entry}.md"))
                    assert found, f"{page_name(page)}: no page {entry}"
                    listed |= {str(path.relative_to(DOCS).with_suffix("")) for path in found}
    pages = {str(page.relative_to(DOCS).with_suffix("")) for page in SITE}
    assert pages == listed


EMISSARY_TABLE = (DOCS / "games" / "emissary.md").read_text(encoding="utf-8")


def test_the_rulings_table_of_the_emissary_names_every_test_of_its_rules():
    """Both ways: a ruling without a test, and a test whose ruling is not written down."""
    source = (ROOT / "tests" / "games" / "emissary" / "test_rules.py").read_text(encoding="utf-8")
    tests = {n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)}
    tests = {name for name in tests if name.startswith("test_")}
    assert tests <= set(NAMED_TEST.findall(EMISSARY_TABLE))
