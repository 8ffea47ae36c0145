"""The tests test the sources beside them, and refuse others."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "solvers", "search", "learn", "cli", "experiments")


def run_tests(path):
    """Start the tests with the packages in `path`, selecting none."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "none", __file__],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )


def copy_sources(target):
    shutil.copytree(
        ROOT / "face", target / "intrigue", ignore=shutil.ignore_patterns("__pycache__")
    )
    for package in PACKAGES:
        shutil.copytree(
            ROOT / package,
            target / "intrigue" / package,
            ignore=shutil.ignore_patterns("__pycache__"),
        )


def test_a_copy_with_the_same_contents_is_tested(tmp_path):
    copy_sources(tmp_path)
    done = run_tests(tmp_path)
    assert "deselected" in done.stdout, done.stdout + done.stderr


def test_an_installed_copy_without_an_edit_of_the_checkout_is_refused(tmp_path):
    copy_sources(tmp_path)
    roles = tmp_path / "intrigue" / "games" / "cunning_folk" / "cards.py"
    roles.write_text(roles.read_text(encoding="utf-8").replace("Elder", "Eldest"), encoding="utf-8")
    done = run_tests(tmp_path)
    assert done.returncode != 0
    (line,) = done.stderr.strip().splitlines()
    assert "cunning_folk/cards.py" in line.replace(os.sep, "/")
    assert 'pip install -e ".[test]"' in line


def test_a_source_that_only_the_checkout_has_is_missed(tmp_path):
    copy_sources(tmp_path)
    (tmp_path / "intrigue" / "solvers" / "policy.py").unlink()
    assert "policy.py" in run_tests(tmp_path).stderr
