"""Where nothing can be kept, code is compiled anew: never taken from a cache that may be stale."""

import os
import subprocess
import sys

PROGRAM = """
from intrigue.games.core.compiler import jit

@jit
def more(number):
    return number + 1

print(more(1), type(more._cache).__name__)
"""


def test_nothing_is_cached_beside_the_sources(tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "INTRIGUE_CACHE_DIR": str(taken / "inside")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "2 NullCache\n"
    assert done.stderr.count("INTRIGUE_CACHE_DIR") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["program.py", "taken"]
