"""The pages of the documentation, and running what they show."""

import contextlib
import doctest
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MADE_AT_BUILD = (DOCS / "results" / "pages", DOCS / "_build")
SITE = sorted(p for p in DOCS.rglob("*.md") if not any(map(p.is_relative_to, MADE_AT_BUILD)))
PAGES = [ROOT / "README.md", *SITE]

RUN = ("intrigue ",)
"""Beginnings of console commands that the tests run; the printed output is compared."""

SHOWN_ONLY = ("pip install ", "python -m pytest", "python -m sphinx", "python ", "git clone", "cd ")
"""Beginnings of console commands that are shown for people; scripts named there must exist."""

COMPARISON = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    page: Path
    line: int
    language: str
    text: str

    @property
    def where(self) -> str:
        """File and line, for messages."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A command of a console block and what the page says it prints."""

    block: Block
    text: str
    output: str


def page_name(page: Path) -> str:
    """A page's path from the root of the repository."""
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a page, also those inside lists and admonitions."""
    found = []
    for token in MarkdownIt().parse(page.read_text(encoding="utf-8")):
        if token.type == "fence" and token.map is not None:
            language = token.info.strip().split(" ")[0]
            found.append(Block(page, token.map[0] + 2, language, token.content))
    return found


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block: lines after ``$``, each with the output under it."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        text, _, output = part.partition("\n")
        yield Command(block, text.strip(), output)


def run_python(block: Block, namespace: dict) -> None:
    """Run a Python block: a doctest if it has prompts, else plain code."""
    if not block.text.lstrip().startswith(">>>"):
        padded = "\n" * (block.line - 1) + block.text
        exec(compile(padded, str(block.page), "exec"), namespace)
        return
    parser = doctest.DocTestParser()
    test = parser.get_doctest(block.text, namespace, block.where, str(block.page), block.line - 1)
    report = []
    runner = doctest.DocTestRunner(optionflags=COMPARISON, verbose=False)
    failed, _ = runner.run(test, out=report.append, clear_globs=False)
    namespace.update(test.globs)
    assert not failed, "".join(report)


def run_command(command: Command, capfd, monkeypatch) -> None:
    """Run an ``intrigue`` command in this process and compare what it prints."""
    from intrigue.cli.main import main

    monkeypatch.setattr(sys, "argv", shlex.split(command.text))
    capfd.readouterr()
    with contextlib.suppress(SystemExit):
        main()
    printed = "".join(capfd.readouterr())
    same = doctest.OutputChecker().check_output(command.output, printed, COMPARISON)
    where = f"{command.block.where}: $ {command.text}"
    assert same, f"{where}\n--- the page says\n{command.output}\n--- it prints\n{printed}"
