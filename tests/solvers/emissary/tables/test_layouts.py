"""Layouts: how many there are, and what they are called."""

import pytest

from intrigue.solvers.emissary.tables.layouts import after, full_layouts, layout_of, layouts_by_size


def test_layouts_up_to_renaming():
    assert len(full_layouts()) == 105
    assert [len(x) for x in layouts_by_size()] == [1, 8, 56, 224, 700, 1400, 1680, 840, 105]
    assert layout_of("chdshdsc") == "ABCDBCDA"
    assert layout_of(["hearts", None, 2, None, "♠", None, None, None]) == "A.A.B..."
    assert after("ABCDBCDA", 0) == ".ABCABCD"
    assert after("AABB....", 0) == ".ABB...."


@pytest.mark.parametrize("suits", ["chds", "cccdhsdh"])
def test_impossible_layouts_are_refused(suits):
    with pytest.raises(ValueError, match=r"kingdoms|only two"):
        layout_of(suits)
