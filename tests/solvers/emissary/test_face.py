"""The face of the package: what it offers, and what it loads for that."""

import subprocess
import sys

import pytest

import intrigue.solvers.emissary as face


def test_every_name_is_there_and_listed():
    assert dir(face) == sorted(face.__all__)
    for name in face.__all__:
        assert getattr(face, name) is not None


def test_an_unknown_name_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'answer'"):
        face.answer  # noqa: B018


def test_a_position_loads_no_search():
    code = (
        "import sys; from intrigue.solvers.emissary import Position\n"
        "Position.parse('trump clubs; hand ♣A6')\n"
        "print(*(m for m in sys.modules if m.startswith('intrigue.solvers.emissary.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    parts = {name.removeprefix("intrigue.solvers.emissary.") for name in done.stdout.split()}
    assert parts == {"position", "run_out"}
