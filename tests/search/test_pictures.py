"""Pictures are marked as ours, and depend on what is drawn alone."""

import pytest
from matplotlib.figure import Figure

from intrigue.search.pictures import ENDINGS, is_picture, picture


def drawn(kind):
    figure = Figure()
    axes = figure.subplots()
    axes.plot([0, 1, 3], label="a line")
    axes.fill_between([0, 1, 2], [1, 2, 3])
    axes.legend()
    return picture(figure, kind)


@pytest.mark.parametrize("ending", ENDINGS)
def test_equal_figures_are_equal_bytes_and_known_as_ours(ending, tmp_path):
    kind = ending[1:]
    assert drawn(kind) == drawn(kind)
    (tmp_path / "a").write_bytes(drawn(kind))
    assert is_picture(tmp_path / "a")
