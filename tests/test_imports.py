"""Imports point one way, and rules know nothing of OpenSpiel.

cli, experiments and learn -> search -> solvers -> games: a package may import those to its right,
never those to its left. (`experiments` and `cli` may use each other: the command runs experiments.)
"""

import ast
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

ROOT = Path(__file__).parents[1]
RANK = {"games": 0, "solvers": 1, "search": 2, "learn": 3, "experiments": 3, "cli": 3, "face": 4}
MODULES = sorted(path for package in RANK for path in (ROOT / package).rglob("*.py"))


def imported(path):
    """Full names of all modules that a source file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_name(path):
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_point_one_way(path):
    own = path.relative_to(ROOT).parts[0]
    for name in imported(path):
        parts = name.split(".")
        if parts[0] == "intrigue" and len(parts) > 1:
            assert RANK[parts[1]] <= RANK[own], f"{own} imports {name}"
        else:
            assert parts[0] not in RANK, f"{name} is imported by its folder's name"


def dotted(path):
    """Name of a module of the package."""
    parts = ("intrigue", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def graph(sources):
    """Who imports whom: module -> modules of `sources`, those for type checkers alone left out.

    ``from a.b import c`` is an import of module ``a.b.c`` if there is one, otherwise of ``a.b``.
    """
    found = nx.DiGraph()
    for name, source in sources.items():
        tree = ast.parse(source)
        for node in [n for n in ast.walk(tree) if isinstance(n, ast.If)]:
            if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
                node.body = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                whole = [(f"{node.module}.{alias.name}", node.module) for alias in node.names]
                names = [full if full in sources else module for full, module in whole]
            else:
                continue
            found.add_edges_from((name, other) for other in names if other in sources)
    return found


def test_no_imports_run_in_a_circle():
    """Not even through imports inside functions."""
    sources = {dotted(path): path.read_text(encoding="utf-8") for path in MODULES}
    assert not list(nx.simple_cycles(graph(sources)))


def test_a_circle_would_be_found():
    sources = {
        "intrigue.a": "from intrigue.b import c",
        "intrigue.b": "",
        "intrigue.b.c": "def f():\n    import intrigue.a",
    }
    (circle,) = nx.simple_cycles(graph(sources))
    assert sorted(circle) == ["intrigue.a", "intrigue.b.c"]


# Of a game's files only its declaration may know OpenSpiel; the others are rules and words.
DECLARATION = "game.py"
RULES = sorted(
    path
    for path in (ROOT / "games").glob("*/*.py")
    if path.name not in (DECLARATION, "__init__.py")
)


@pytest.mark.parametrize("path", RULES, ids=module_name)
def test_rules_do_not_import_openspiel(path):
    for name in imported(path):
        assert name.split(".")[0] not in ("pyspiel", "open_spiel"), name
        assert name != "intrigue.games.openspiel"


@pytest.mark.parametrize("path", RULES, ids=module_name)
def test_games_do_not_import_each_other(path):
    for name in imported(path):
        parts = name.split(".")
        if parts[:2] == ["intrigue", "games"] and len(parts) > 2:
            folder = ROOT / "games" / parts[2]
            assert not folder.is_dir() or folder in (path.parent, ROOT / "games" / "core"), name


def run_python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_importing_the_games_loads_nothing_above_them():
    loaded = run_python(
        "import sys, pyspiel, intrigue.games; "
        "print(*(m for m in sys.modules if m.startswith('intrigue.')))"
    )
    assert "intrigue.games.openspiel" in loaded
    assert {name.split(".")[1] for name in loaded} == {"games"}
