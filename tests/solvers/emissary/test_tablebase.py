"""All hands at once: the levels against the solver, the numbering, and the file."""

import subprocess
import sys
import time

import numpy as np
import pytest

from intrigue.solvers.emissary import Position, hand_values
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.tables import hands as tablebase
from intrigue.solvers.emissary.tables.levels import solve_levels
from intrigue.solvers.emissary.tables.numbering import (
    NUM_STRINGS,
    bits_of,
    rank_triple,
    ranking,
    string_of,
    trump_offsets,
    without,
)


def silent(done, total):
    assert done <= total


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("tables")
    tablebase.hand_table(folder=place, workers=2)
    return place


def test_the_worked_example_of_a_string():
    assert string_of(0b101011, 6) == 106
    assert bits_of(106) == (0b101011, 6)
    assert bits_of(without(106, 2)) == (0b10111, 5)
    assert [bits_of(s) for s in (0, 1, 2, 510)] == [(0, 0), (0, 1), (1, 1), (255, 8)]


def test_numbers_of_positions_are_0_1_2_and_so_on():
    tables = ranking()
    for hand, deck in ((2, 3), (3, 1), (0, 4), (1, 6)):
        fits = [s for s in range(NUM_STRINGS) if tables.hand[s] <= hand and tables.deck[s] <= deck]
        seen = [
            rank_triple(tables, a, b, c)
            for c in fits
            for b in fits
            if b <= c
            for a in fits
            if a <= b
            and tables.hand[a] + tables.hand[b] + tables.hand[c] == hand
            and tables.deck[a] + tables.deck[b] + tables.deck[c] == deck
        ]
        assert sorted(seen) == list(range(len(seen)))
        assert rank_triple(tables, 5, 3, 4) == rank_triple(tables, 3, 4, 5)
        assert trump_offsets(hand, deck)[1] == len(seen)  # the empty trump string comes first


@pytest.mark.parametrize("advisors", ["", "h"])
def test_levels_agree_with_the_solver(advisors):
    """Hands of three cards in the middle of a kingdom, five debates gone, every target."""
    offsets, counts = solve_levels(bool(advisors), 2, silent, largest=3)
    tables, orderings = ranking(), 19 * 18 * 17
    rng = np.random.default_rng(5)
    for _ in range(40):
        cards = rng.permutation(32)
        hand, deck = sorted(cards[:3].tolist()), sorted(cards[3:22].tolist())
        place = Position(hand=tuple(hand), deck=tuple(deck), trump=int(rng.integers(4)),
                         abilities=(0, 0, int(advisors == "h"), 0))  # fmt: skip
        strings = []
        for suit in range(4):
            left = [c for c in range(8 * suit, 8 * suit + 8) if c in hand or c in deck]
            strings.append(string_of(sum((c in hand) << i for i, c in enumerate(left)), len(left)))
        trump = strings.pop(place.trump)
        row = offsets[trump] + rank_triple(tables, *strings)
        expected = solve_all_targets(place).probability[:4]
        assert counts[row] / orderings == pytest.approx(expected, abs=1e-12)


def test_the_table_equals_hand_values_to_the_bit(folder):
    table = tablebase.hand_table(folder=folder)
    rng = np.random.default_rng(1)
    for _ in range(150):
        hand = sorted(rng.choice(32, 8, replace=False).tolist())
        trump = int(rng.integers(4))
        assert (table.lookup(hand, trump) == hand_values(hand, trump)).all()
    assert table.lookup("A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "clubs")[4] == pytest.approx(0.5106224053)


def test_any_number_of_workers_makes_the_same_file(folder):
    one = solve_levels(False, 1, silent, largest=4)[1]
    assert (one == solve_levels(False, 2, silent, largest=4)[1]).all()


def test_the_second_time_the_file_is_used(folder, monkeypatch):
    monkeypatch.setattr(tablebase, "solve_levels", None)
    assert tablebase.hand_table(folder=folder).values.shape == (tablebase.ROWS, 9)


def damaged_copy(folder, tmp_path, change):
    content = bytearray(tablebase.table_path(folder=folder).read_bytes())
    path = tablebase.table_path(folder=tmp_path)
    path.write_bytes(change(content))
    return path


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:-1],
        lambda data: data[:5000],
        lambda data: b"",
        lambda data: data.replace(b'"version": 1', b'"version": 7', 1),
        lambda data: data[:70_000_000] + b"\x55" + data[70_000_001:],
        lambda data: b"junk" + data[4:],
    ],
    ids=["cut", "header only", "empty", "version", "one byte", "other file"],
)
def test_a_damaged_file_is_noticed_and_named(folder, tmp_path, change):
    path = damaged_copy(folder, tmp_path, change)
    with pytest.raises(ValueError, match=r"^[^\n]+$") as caught:
        tablebase.hand_table(folder=tmp_path)
    assert str(path) in str(caught.value)


def test_a_killed_build_leaves_no_file_and_starts_again(tmp_path):
    program = (
        "import sys; from pathlib import Path; from intrigue.solvers.emissary import tablebase\n"
        "tablebase.hand_table(folder=Path(sys.argv[1]), workers=1,"
        " progress=lambda done, total: print(done, flush=True))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.2)
        process.kill()
    assert not tablebase.table_path(folder=tmp_path).exists()
    assert tablebase.hand_table(folder=tmp_path, workers=2).lookup("CA2345678", "c")[8] > 0


def test_only_tables_that_exist_can_be_asked_for():
    with pytest.raises(ValueError, match="not for 'c'"):
        tablebase.table_path("c")
