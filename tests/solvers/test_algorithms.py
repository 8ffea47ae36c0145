"""One list of algorithms: what the command takes, what its help names and what the page says."""

import re
from pathlib import Path

import pytest

from intrigue.solvers import ALGORITHMS, CFR_VARIANTS
from intrigue.solvers.algorithms import require_algorithm

PAGE = Path(__file__).parents[2] / "docs" / "equilibria.md"


def test_the_page_has_a_row_for_each_member_of_the_cfr_family():
    rows = re.findall(r"^\| `([\w+]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows == list(CFR_VARIANTS)


def test_unknown_names_are_refused_with_all_there_are():
    for name in ALGORITHMS:
        require_algorithm(name)
    with pytest.raises(ValueError, match="no algorithm 'magic'; there are cfr, cfr") as refused:
        require_algorithm("magic")
    assert all(name in str(refused.value) for name in ALGORITHMS)
