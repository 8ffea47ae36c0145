"""What `intrigue.search` offers by name, and what importing a part of it brings along."""

import subprocess
import sys

import pytest

import intrigue.search


def run_python(code: str) -> list[str]:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize("name", intrigue.search.__all__)
def test_every_name_of_the_face_is_there(name: str) -> None:
    assert getattr(intrigue.search, name).__name__ == name
    assert name in dir(intrigue.search)


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Searcher'"):
        _ = intrigue.search.Searcher


def test_a_part_brings_only_itself() -> None:
    code = "import sys; from intrigue.search import parse_options; print(*sys.modules)"
    loaded = run_python(code)
    assert "intrigue.search.options" in loaded
    assert not {"numba", "pyspiel", "intrigue.search.bots"} & set(loaded)


@pytest.mark.parametrize("module", ["simulation", "kernel_search", "bots", "thumbs.registry"])
def test_rules_of_thumb_are_registered_whenever_a_search_can_run(module: str) -> None:
    code = f"""
import intrigue.search.{module}
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.games.openspiel import REGISTERED
print(*(has_rule_of_thumb(game.definition_class.kernel) for game in REGISTERED.values()))
"""
    assert run_python(code) == ["True"] * 4
