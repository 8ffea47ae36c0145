"""Layouts: how many there are, and what they are called."""

import pytest

from intrigue.solvers.emissary.tables.layouts import (
    after,
    classes_of,
    full_layouts,
    layout_of,
    layouts_by_size,
)


def test_layouts_up_to_renaming():
    assert len(full_layouts()) == 105
    assert [len(x) for x in layouts_by_size()] == [1, 8, 56, 224, 700, 1400, 1680, 840, 105]
    assert layout_of("chdshdsc") == "ABCDBCDA"
    assert layout_of(["hearts", None, 2, None, "♠", None, None, None]) == "A.A.B..."
    assert after("ABCDBCDA", 0) == ".ABCABCD"
    assert after("AABB....", 0) == ".ABB...."


def test_layouts_that_say_which_suit_is_clubs():
    assert len(set(full_layouts(clubs_apart=True))) == 420
    sizes = [len(x) for x in layouts_by_size(clubs_apart=True)]
    assert sizes == [1, 16, 140, 728, 2590, 5600, 6720, 3360, 420]
    assert layout_of("chdshdsc", clubs_apart=True) == "cABCABCc"
    assert layout_of("shdschdc", clubs_apart=True) == "ABCAcBCc"
    assert after("ABCAcBCc", 0) == ".ABCcABc"
    assert after("c..A...c", 0) == "...A...c"
    assert classes_of("..ABcC.c", clubs_apart=True) == [1, 2, 0, 3, 0]
    assert classes_of("..ABA...") == [0, 1, 0]


@pytest.mark.parametrize("suits", ["chds", "cccdhsdh"])
def test_impossible_layouts_are_refused(suits):
    with pytest.raises(ValueError, match=r"kingdoms|only two"):
        layout_of(suits)
