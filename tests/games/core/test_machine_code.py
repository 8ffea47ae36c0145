"""Machine code on the disk: whose it is, what is taken from it, what happens to damaged files."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue.games.core import baseline, cache

PROGRAM = """
import sys
from intrigue.games.core.compiler import jit

@jit
def more(number):
    return number + 1

for word in sys.argv[1:]:
    print(more(float(word) if "." in word else int(word)))
print(type(more._cache).__name__, sum(more._cache_hits.values()))
"""


@pytest.fixture
def run(tmp_path):
    """A function that runs PROGRAM on numbers, with the cache in ``run.folder``."""
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)

    def start(*numbers):
        return subprocess.Popen(
            [sys.executable, str(script), *numbers],
            env={**os.environ, "INTRIGUE_CACHE_DIR": str(run.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(*numbers):
        process = start(*numbers)
        said, complained = process.communicate()
        assert process.returncode == 0, complained
        run.complaints = complained
        return said.split()

    run.start = start
    run.folder = tmp_path / "cache"
    run.script = script
    run.files = lambda: sorted(run.folder.rglob("program-*/*-python-*.nbc"))
    return run


def test_machine_code_is_kept_and_taken(run):
    assert run("1") == ["2", "KeptCode", "0"]
    assert run("1") == ["2", "KeptCode", "1"]
    assert run.complaints == ""


def test_taking_kept_code_loads_nothing_of_what_numba_compiles_with(run):
    with run.script.open("a") as script:
        script.write('print("numba.np.arraymath" in sys.modules)')
    assert run("1")[-1] == "True"
    assert run("1")[-1] == "False"
    assert run("1", "1.5") == ["2", "2.5", "KeptCode", "1", "True"]  # one kept, one compiled


def test_what_a_killed_process_left_is_removed_by_the_next_that_writes(run):
    run("1")
    (path,) = run.files()
    left = path.with_name(f"{path.name}.{2**22}.0123abcd.part")
    left.write_bytes(b"half")
    run("1.5")
    assert len(run.files()) == 2
    assert not left.exists()


def test_processes_that_write_at_once_do_not_mix_signatures_up(run):
    both = [run.start("1"), run.start("1.5")]
    assert [process.communicate()[0].split()[0] for process in both] == ["2", "2.5"]
    assert len(run.files()) == 2
    assert run("1", "1.5") == ["2", "2.5", "KeptCode", "2"]


@pytest.mark.parametrize("damage", ["flip", "cut", "empty"])
def test_a_damaged_file_is_compiled_anew(run, damage):
    run("1")
    (file,) = run.files()
    whole = file.read_bytes()
    middle = len(whole) // 2
    file.write_bytes(
        {
            "flip": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
            "cut": whole[:middle],
            "empty": b"",
        }[damage]
    )
    assert run("1") == ["2", "KeptCode", "0"]
    assert run("1") == ["2", "KeptCode", "1"]


LARGE = """
import sys
import numpy as np
from intrigue.games.core.compiler import jit

@jit
def fill(numbers):
    for i in range(len(numbers)):
        numbers[i] = i
MANY
    return numbers.copy()

@jit
def filled(count):
    return fill(np.empty(count))

for function, numbers in ((filled, 3), (fill, np.empty(4)))[: len(sys.argv)]:
    compiled = function.compiled.overloads.values()
    print(function(numbers).sum(), *(one.library.by_address for one in compiled))
""".replace("MANY", "    numbers[int(numbers[-1]) % 2] /= numbers[0] + 1\n" * 20)


def test_functions_are_callable_for_compiled_code_and_for_python_whatever_was_kept(run):
    run.script.write_text(LARGE)
    whole = run()
    assert whole[1:] == ["False"]  # of LLVM only: the machine's code is in Python's entry
    both = run("both")
    assert both[0] == whole[0]
    assert both[2:] == ["True"]
    assert run("both") == both


PAIR = """
from typing import NamedTuple

class Pair(NamedTuple):
    number: int
    share: float
"""

PAIRED = """
from pair import Pair
from intrigue.games.core.compiler import jit

@jit
def total(pair):
    return pair.number + pair.share

print(total(Pair(1, 0.5)))
print(sum(total._cache_hits.values()), sum(total.compiled._cache_hits.values()))
"""


def test_an_entry_for_python_is_made_where_the_function_alone_was_kept(run):
    """Then nothing has made Numba ready to compile before."""
    run.script.with_name("pair.py").write_text(PAIR)
    run.script.write_text(PAIRED)
    assert run() == ["1.5", "0", "0"]
    for entry in run.files():
        entry.unlink()
    assert run() == ["1.5", "0", "1"]


def test_nothing_is_cached_beside_the_sources(run, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    run.folder = taken / "inside"
    assert run("1") == ["2", "NullCache", "0"]
    assert run.complaints.count("INTRIGUE_CACHE_DIR") == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["program.py", "taken"]


class TestFoldersOfOthers:
    @pytest.mark.parametrize("mode", [0o777, 0o770, 0o702])
    def test_a_folder_that_others_can_write_into_is_refused(self, run, mode):
        run("1")
        (run.folder / "numba").chmod(mode)
        assert run("1", "1.5") == ["2", "2.5", "NullCache", "0"]
        assert run.complaints.count("\n") == 1
        assert "other users can write into it" in run.complaints
        assert len(run.files()) == 1

    def test_a_new_folder_is_for_its_owner_alone(self, run):
        run("1")
        assert (run.folder / "numba").stat().st_mode & 0o777 == 0o700

    def test_a_folder_of_another_user_is_refused(self, tmp_path, monkeypatch):
        tmp_path.chmod(0o755)
        owner = tmp_path.stat().st_uid
        assert cache.why_not_trusted(tmp_path) == ""
        monkeypatch.setattr(os, "getuid", lambda: owner + 1)
        accepted = owner == 0  # the administrator's are, as in an image
        assert cache.why_not_trusted(tmp_path) == ("" if accepted else "it belongs to another user")

    def test_a_folder_that_root_does_not_own_is_not_roots(self, tmp_path, monkeypatch):
        class Owned:
            st_uid = 4711
            st_mode = 0o40700

        monkeypatch.setattr(Path, "stat", lambda path, **how: Owned)
        monkeypatch.setattr(os, "getuid", lambda: 0)
        assert cache.why_not_trusted(tmp_path) == "it belongs to another user"

    def test_a_folder_of_ours_that_cannot_be_written_is_read(self, run):
        run("1")
        if os.getuid() == 0:
            program = READ_ONLY_AS_SOMEONE
            done = subprocess.run(
                [sys.executable, "-c", program, str(run.folder)],
                capture_output=True,
                text=True,
                check=True,
            )
            assert json.loads(done.stdout) == ["READ", 0]
            return
        folders = [run.folder / "numba", *(run.folder / "numba").iterdir()]
        for folder in folders:
            folder.chmod(0o500)
        try:
            assert run("1", "1.5") == ["2", "2.5", "KeptCode", "1"]
            assert "cannot be written" in run.complaints
            assert run("1") == ["2", "KeptCode", "1"]
            assert run.complaints == ""
        finally:
            for folder in folders:
                folder.chmod(0o700)


READ_ONLY_AS_SOMEONE = """
import json, os, sys, tempfile
def full(*where, **how):
    raise OSError(30, "Read-only file system")
tempfile.mkstemp = full
os.environ["INTRIGUE_CACHE_DIR"] = sys.argv[1]
from intrigue.games.core import machine_code
print(json.dumps([machine_code.access().name, 0]))
"""


class TestShipped:
    """Machine code that came with the package, here in a folder that stands in for its own."""

    ELSEWHERE = """
import sys
from pathlib import Path
from intrigue.games.core import baseline
baseline.SHIPPED = Path(sys.argv.pop(1))
if sys.argv[1] == "old":
    del sys.argv[1]
    baseline._NEEDED = {"something newer"}
"""

    TAKEN = "1" if baseline.usable() else "0"  # where the tests run

    @pytest.fixture
    def ship(self, run, monkeypatch):
        """Compile for the baseline; from then on the cache is empty, and the folder shipped."""
        run.script.write_text(self.ELSEWHERE + PROGRAM)
        with monkeypatch.context() as chosen:
            for name, value in baseline.environment().items() if baseline.usable() else ():
                chosen.setenv(name, value)
            run("nowhere", "1")
        shipped, run.folder = run.folder / "numba", run.folder.with_name("empty")
        return str(shipped)

    def test_it_is_taken_where_nothing_is_kept(self, run, ship):
        assert run(ship, "1") == ["2", "KeptCode", self.TAKEN]
        assert len(run.files()) == 1 - int(self.TAKEN)

    def test_what_it_lacks_is_compiled_and_kept(self, run, ship):
        assert run(ship, "1", "1.5") == ["2", "2.5", "KeptCode", self.TAKEN]
        assert len(run.files()) == 2 - int(self.TAKEN)

    def test_a_processor_below_the_baseline_compiles_for_itself(self, run, ship):
        assert run(ship, "old", "1") == ["2", "KeptCode", "0"]

    def test_of_other_sources_it_is_not_taken(self, run, ship):
        run.script.write_text(run.script.read_text() + "# another version\n")
        assert run(ship, "1") == ["2", "KeptCode", "0"]


HOMELESS = """
import json, os, pwd, sys
def nobody(*who):
    raise KeyError("getpwuid(): uid not found")
pwd.getpwuid = nobody
from intrigue.games.core.cache import cache_folder
print(json.dumps(str(cache_folder())))
"""


def test_a_user_without_a_home_has_a_folder_among_the_temporary_files(tmp_path):
    homeless = {"HOME", "XDG_CACHE_HOME", "INTRIGUE_CACHE_DIR"}
    environment = {name: word for name, word in os.environ.items() if name not in homeless}
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS],
        env={**environment, "TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == str(tmp_path / f"intrigue-{os.getuid()}")


TOLD = """
from intrigue.games.core.compiler import jit
from intrigue.games.core.notices import tell_of_compiling

@jit
def inner(number):
    return number + 1

@jit
def outer(number):
    return inner(number)

tell_of_compiling(print)
outer(1)
outer(2)
"""


def test_whoever_wants_to_know_is_told_what_is_compiled(tmp_path):
    script = tmp_path / "told.py"
    script.write_text(TOLD)
    environment = {**os.environ, "INTRIGUE_CACHE_DIR": str(tmp_path / "cache")}
    said = [
        subprocess.run(
            [sys.executable, str(script)], env=environment, capture_output=True, text=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert said == [["outer", "inner"], []]
