"""Which sources are tested, and which tests run in the same worker: those that compile the same."""

import importlib.util
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).parents[1]
_PACKAGES = ("games", "solvers", "search", "cli", "experiments")
_GROUPS = ("cunning_folk", "roy_des_ribauds", "emperors_new_clothes", "emissary", "search")


def pytest_configure(config):
    """Refuse to test other sources than those beside the tests, wherever they were installed."""
    for package in _PACKAGES:
        found = importlib.util.find_spec(f"intrigue.{package}")
        if found is None:
            raise pytest.UsageError('intrigue is not installed: pip install -e ".[test]"')
        installed = Path(found.origin).parent
        differing = _first_difference(_CHECKOUT / package, installed)
        if differing is not None:
            raise pytest.UsageError(
                f"the tests would import {installed}, where {differing} is another one than in "
                f'this checkout: pip install -e ".[test]" in {_CHECKOUT}'
            )


def _first_difference(checkout, installed):
    """Path from both folders of a source that is not the same in them, or None."""
    ours, theirs = _sources(checkout), _sources(installed)
    for path in sorted(ours.keys() | theirs.keys()):
        if ours.get(path) != theirs.get(path):
            return path
    return None


def _sources(folder):
    return {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.py")}


def pytest_collection_modifyitems(items):
    """Keep the tests of a game together, others by file, so that nothing is compiled twice."""
    for item in items:
        group = next((name for name in _GROUPS if name in item.nodeid), item.path.name)
        item.add_marker(pytest.mark.xdist_group(group))
