"""What is compiled anew after an edit: what can reach the edited source, and nothing else."""

import importlib
import shutil
from pathlib import Path

import pytest

from intrigue.games.core import kernel, sources
from intrigue.games.openspiel import REGISTERED

PACKAGES = ("games", "solvers", "search")
INSTALLED = sources._ROOT
GAMES = {name for name in REGISTERED if name.startswith("python_")}
KNOWS_ALL_GAMES = "games/tree_counts.py"
"""A program that prints counts of any game, run by hand; it may compile anew with every source."""


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the sources that digests are taken of."""
    for package in PACKAGES:
        shutil.copytree(
            INSTALLED / package,
            tmp_path / package,
            ignore=shutil.ignore_patterns("__pycache__"),
            symlinks=False,
        )
    monkeypatch.setattr(sources, "_ROOT", tmp_path)
    yield tmp_path
    forget()


def forget():
    for cached in (sources.reachable_sources, sources._content_digest, sources.source_digest):
        cached.cache_clear()


def compiled_modules(root):
    """Modules with compiled functions, as paths from `root`."""
    found = {
        path.relative_to(root)
        for package in PACKAGES
        for path in (root / package).rglob("*.py")
        if "import jit\n" in path.read_text(encoding="utf-8")
    }
    assert len(found) > 40
    return found


def digests(root):
    forget()
    return {module: sources.source_digest(root / module) for module in compiled_modules(root)}


def compiled_anew(root, edited):
    """Modules whose functions are compiled anew after a change of one source."""
    before = digests(root)
    source = root / edited
    source.write_text(source.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    after = digests(root)
    changed = {str(module) for module in before if before[module] != after[module]}
    return changed - {KNOWS_ALL_GAMES}


@pytest.mark.parametrize(
    "words",
    [
        "games/cunning_folk/text.py",
        "games/cunning_folk/game.py",
        "games/emissary/text.py",
        "games/__init__.py",
        "search/tournament/arena.py",
    ],
)
def test_words_compile_nothing_anew(copy, words):
    assert compiled_anew(copy, words) == set()


@pytest.mark.parametrize(
    "adapter", ["games/definition.py", "games/openspiel.py", "games/files.py", "search/bots.py"]
)
def test_what_stands_above_the_rules_compiles_no_rules_anew(copy, adapter):
    changed = compiled_anew(copy, adapter)
    assert not any(module.startswith("games/") for module in changed), changed
    assert "search/simulation.py" not in changed


def test_a_rule_compiles_its_own_game_anew(copy):
    changed = compiled_anew(copy, "games/cunning_folk/turn.py")
    assert "games/cunning_folk/rules.py" in changed
    assert "search/thumbs/cunning_folk.py" in changed
    assert all("cunning_folk" in module for module in changed), changed


def test_another_games_rule_compiles_that_one_anew(copy):
    changed = compiled_anew(copy, "games/emissary/turn.py")
    assert "games/emissary/rules.py" in changed
    assert not any("cunning_folk" in module for module in changed), changed
    assert not any(module.startswith("games/core/") for module in changed), changed


def test_a_solver_compiles_solvers_anew(copy):
    changed = compiled_anew(copy, "solvers/exact/cfr_update.py")
    assert "solvers/exact/cfr_update.py" in changed
    assert all(module.startswith("solvers/") for module in changed), changed
    assert not any(module.startswith("solvers/emissary/") for module in changed), changed


def test_the_search_compiles_searches_anew(copy):
    changed = compiled_anew(copy, "search/selection.py")
    assert "search/simulation.py" in changed
    assert all(module.startswith("search/") for module in changed), changed
    assert not any(module.startswith("search/thumbs/") for module in changed), changed


def test_a_rule_of_thumb_compiles_itself_anew(copy):
    assert compiled_anew(copy, "search/thumbs/emissary.py") == {"search/thumbs/emissary.py"}


def test_the_kernel_compiles_every_game_anew(copy):
    changed = compiled_anew(copy, "games/core/kernel.py")
    games = {Path(module).parts[1] for module in changed if module.startswith("games/")}
    assert games >= {game.__name__.split(".")[-2] for game in map(rules_module, GAMES)}


def rules_module(short_name):
    return importlib.import_module(f"intrigue.games.{short_name.removeprefix('python_')}.rules")


WITH_RULES = {name for name in GAMES if hasattr(rules_module(name), "KERNEL")}


@pytest.mark.parametrize("short_name", sorted(WITH_RULES))
def test_the_type_of_a_state_changes_with_the_rules_and_nothing_else(short_name):
    # Whatever walks over states by their type (search, trees, sampling) sees a change so.
    rules = rules_module(short_name)
    dtype = REGISTERED[short_name].definition_class.kernel.dtype
    assert dtype in kernel._REGISTERED
    marked = dtype.names[-1].rpartition("_")[2]
    assert marked == sources.source_digest(Path(rules.__file__))


def test_what_is_reached_by_type_is_part_of_the_name_of_the_machine_code(tmp_path, monkeypatch):
    thumb = tmp_path / "thumb.py"
    thumb.write_text("first = 1\n")
    monkeypatch.setattr(sources, "_BY_TYPE", {"toy_0123": {thumb}})
    before = sources.digest_by_type("Record(... toy_0123 ...)")
    assert before
    assert sources.digest_by_type("Record(... other_0123 ...)") == ""
    thumb.write_text("second = 1\n")
    forget()
    assert sources.digest_by_type("Record(... toy_0123 ...)") not in ("", before)
    forget()
