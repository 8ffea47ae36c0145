"""The face of the package: each name comes from its room, and none is entered before."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from intrigue import solvers


@pytest.mark.parametrize("name", solvers.__all__)
def test_every_name_comes_from_its_room(name):
    assert getattr(solvers, name) is not None
    assert name in dir(solvers)


def test_what_type_checkers_see_is_what_there_is():
    tree = ast.parse(Path(solvers.__file__).read_text(encoding="utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {alias.name: line.module for line in block.body for alias in line.names}
    rooms = {name: f"intrigue.solvers.{room}" for name, room in solvers._ROOM_OF.items()}
    assert seen == rooms
    assert sorted(rooms) == sorted(solvers.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        solvers.nothing  # noqa: B018


def test_importing_the_package_enters_no_room():
    code = (
        "import sys, intrigue.solvers, intrigue.solvers.algorithms\n"
        "print(*(m for m in sys.modules if m.startswith(('intrigue.', 'numba', 'numpy'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == {
        "intrigue.solvers",
        "intrigue.solvers.algorithms",
        "intrigue.solvers.exact",
        "intrigue.solvers.exact.variants",
        "intrigue.solvers.sampled",
        "intrigue.solvers.sampled.samplings",
    }
