"""Which tests run in the same worker: those that compile the same code."""

import pytest

_GROUPS = ("cunning_folk", "roy_des_ribauds", "emperors_new_clothes", "emissary", "search")


def pytest_collection_modifyitems(items):
    """Keep the tests of a game together, others by file, so that nothing is compiled twice."""
    for item in items:
        group = next((name for name in _GROUPS if name in item.nodeid), item.path.name)
        item.add_marker(pytest.mark.xdist_group(group))
