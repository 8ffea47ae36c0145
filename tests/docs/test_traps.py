"""The page about OpenSpiel's pitfalls says what happens."""

import doctest
import re
import subprocess
import sys
from importlib.metadata import version

from documents import COMPARISON, DOCS, ROOT, blocks, commands


def test_the_traps_are_as_the_page_says():
    """With the version that the page names; with another one, each trap only has to run."""
    page = DOCS / "openspiel-pitfalls.md"
    (command,) = [c for b in blocks(page) if b.language == "console" for c in commands(b)]
    script = command.text.removeprefix("python ")
    done = subprocess.run(
        [sys.executable, str(ROOT / script)], capture_output=True, text=True, check=True
    )
    if re.search(rf"^OpenSpiel {re.escape(version('open_spiel'))}$", command.output, re.MULTILINE):
        same = doctest.OutputChecker().check_output(command.output, done.stdout, COMPARISON)
        assert same, done.stdout
    assert len(done.stdout.splitlines()) == len(command.output.splitlines())
