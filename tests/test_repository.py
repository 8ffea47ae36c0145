"""What holds for the repository as a whole."""

import re
import subprocess
import tomllib
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).parents[1]
FACE = "face"  # the folder of `intrigue` itself
PACKAGES = ("games", "solvers", "search", "learn", "cli", "experiments")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def tracked_files():
    """Files under version control; all files of the tree where there is no git."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached"], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode == 0:
        names = done.stdout.split("\0")
        return [ROOT / name for name in names if name and (ROOT / name).is_file()]
    hidden = re.compile(r"/\.|/build/|\.egg-info/")
    return [p for p in ROOT.rglob("*") if p.is_file() and not hidden.search(p.as_posix())]


FILES = tracked_files()
TEXTS = {
    path: path.read_text(encoding="utf-8")
    for path in FILES
    if path.suffix in (".py", ".md", ".toml", ".txt", ".cfg", ".deck", ".json", "")
    and path.name != "LICENSE"
}


def name(path):
    return str(path.relative_to(ROOT))


MACHINE = re.compile(
    r"(?<![\w.~:/-])/(?:work|opt|tmp|root|farm|home|Users|mnt|var)/"  # folders of one machine
    r"|\bpypi\.org|files\.pythonhosted"
)


def test_no_file_names_a_folder_of_one_machine_or_a_registry():
    found = {name(p): m.group() for p, text in TEXTS.items() if (m := MACHINE.search(text))}
    found.pop("tests/test_repository.py", None)
    assert not found


def test_the_check_for_folders_can_fail():
    assert MACHINE.search("path = '/" + "tmp/x'")
    assert not MACHINE.search("see docs/work/plan.md")


def test_nothing_is_left_unfinished():
    marks = re.compile("NotImplemented" + r"Error|\bTO" + r"DO\b|\bFIX" + r"ME\b|\bXX" + r"X\b")
    skips = re.compile(r"mark\.(?:skip|xfail)|pytest\.(?:skip|xfail)" + r"\(")
    for path, text in TEXTS.items():
        if path.suffix == ".py" and path.name != "test_repository.py":
            for pattern in (marks, skips):
                assert not pattern.search(text), f"{name(path)}: {pattern.search(text)}"


def test_every_package_folder_is_declared():
    folders = {path.parent for package in PACKAGES for path in (ROOT / package).rglob("*.py")}
    found = {"intrigue." + ".".join(folder.relative_to(ROOT).parts) for folder in folders}
    found.add("intrigue")
    assert found == set(PYPROJECT["tool"]["setuptools"]["packages"])
    mapped = PYPROJECT["tool"]["setuptools"]["package-dir"]
    assert mapped == {"intrigue": FACE, **{f"intrigue.{name}": name for name in PACKAGES}}
    assert [path.name for path in (ROOT / FACE).glob("*.py")] == ["__init__.py"]
    assert not (ROOT / "intrigue").exists()


def test_every_package_is_typed():
    for package in (FACE, *PACKAGES):
        assert (ROOT / package / "py.typed").is_file()


def test_every_data_file_of_a_package_is_installed():
    patterns = PYPROJECT["tool"]["setuptools"]["package-data"]["*"]
    for path in FILES:
        inside = path.relative_to(ROOT).parts[0] in (FACE, *PACKAGES)
        if inside and path.suffix != ".py":
            assert any(path.match(pattern) for pattern in patterns), name(path)


def test_the_version_is_in_the_changelog():
    declared = PYPROJECT["project"]["version"]
    assert version("intrigue") == declared
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(declared)}\b", changes, re.MULTILINE)


def test_the_gate_is_executable():
    gate = ROOT / ".ci" / "run"
    assert gate.stat().st_mode & 0o111
    text = gate.read_text(encoding="utf-8")
    for check in (
        "ruff format --check",
        "ruff check",
        "-p intrigue",
        "sphinx",
        "pytest -n 2",
    ):
        assert check in text
