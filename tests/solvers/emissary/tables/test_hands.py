"""The table of all hands: against the solver, and its file."""

import subprocess
import sys
import time

import numpy as np
import pytest

from intrigue.solvers.emissary import hand_values
from intrigue.solvers.emissary.tables import hands


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("tables")
    hands.hand_table(folder=place, workers=2)
    return place


def test_the_table_equals_hand_values_to_the_bit(folder):
    table = hands.hand_table(folder=folder)
    rng = np.random.default_rng(1)
    for _ in range(150):
        hand = sorted(rng.choice(32, 8, replace=False).tolist())
        trump = int(rng.integers(4))
        assert (table.lookup(hand, trump) == hand_values(hand, trump)).all()
    assert table.lookup("A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "clubs")[4] == pytest.approx(0.5106224053)


def test_the_second_time_the_file_is_used(folder, monkeypatch):
    monkeypatch.setattr(hands, "solve_levels", None)
    assert hands.hand_table(folder=folder).values.shape == (hands.ROWS, 9)


def damaged_copy(folder, tmp_path, change):
    content = bytearray(hands.table_path(folder=folder).read_bytes())
    path = hands.table_path(folder=tmp_path)
    path.write_bytes(change(content))
    return path


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: data[:5000],
        lambda data: b"",
        lambda data: data.replace(b'"version": 2', b'"version": 7', 1),
        lambda data: data[:70_000_000] + b"\x55" + data[70_000_001:],
        lambda data: b"junk" + data[4:],
    ],
    ids=["cut", "header only", "empty", "version", "one byte", "other file"],
)
def test_a_damaged_file_is_noticed_and_named(folder, tmp_path, change):
    path = damaged_copy(folder, tmp_path, change)
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        hands.hand_table(folder=tmp_path)
    assert str(path) in str(caught.value)


def test_a_killed_build_leaves_no_file_and_starts_again(tmp_path):
    program = (
        "import sys; from pathlib import Path; from intrigue.solvers.emissary.tables import hands\n"
        "hands.hand_table(folder=Path(sys.argv[1]), workers=1,"
        " progress=lambda done, total: print(done, flush=True))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert int(process.stdout.readline()) > 0
        time.sleep(0.2)
        process.kill()
    assert not hands.table_path(folder=tmp_path).exists()
    assert hands.hand_table(folder=tmp_path, workers=2).lookup("CA2345678", "c")[8] > 0


def test_only_tables_that_exist_can_be_asked_for():
    with pytest.raises(ValueError, match="not for 'c'"):
        hands.table_path("c")
