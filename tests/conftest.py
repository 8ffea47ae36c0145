"""Which sources are tested, and which tests run in the same worker: those that compile the same."""

import importlib.util
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).parents[1]
_FACE = "face"  # the folder of `intrigue` itself: one module, the other packages are beside it
_PACKAGES = (_FACE, "games", "solvers", "search", "learn", "cli", "experiments")
_GROUPS = ("cunning_folk", "roy_des_ribauds", "emperors_new_clothes", "emissary", "search")


def pytest_configure(config):
    """Refuse to test other sources than those beside the tests, wherever they were installed."""
    for package in _PACKAGES:
        name = "intrigue" if package == _FACE else f"intrigue.{package}"
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None:
            raise pytest.UsageError('intrigue is not installed: pip install -e ".[test]"')
        installed = Path(found.origin).parent
        glob = "*.py" if package == _FACE else "**/*.py"
        differing = _first_difference(_CHECKOUT / package, installed, glob)
        if differing is not None:
            raise pytest.UsageError(
                f"the tests would import {installed}, where {differing} is another one than in "
                f'this checkout: pip install -e ".[test]" in {_CHECKOUT}'
            )


def _first_difference(checkout, installed, glob):
    """Path from both folders of a source that is not the same in them, or None."""
    ours, theirs = _sources(checkout, glob), _sources(installed, glob)
    for path in sorted(ours.keys() | theirs.keys()):
        if ours.get(path) != theirs.get(path):
            return path
    return None


def _sources(folder, glob):
    return {path.relative_to(folder): path.read_bytes() for path in folder.glob(glob)}


def pytest_collection_modifyitems(items):
    """Keep the tests of a game together, others by file, so that nothing is compiled twice."""
    for item in items:
        group = next((name for name in _GROUPS if name in item.nodeid), item.path.name)
        item.add_marker(pytest.mark.xdist_group(group))
