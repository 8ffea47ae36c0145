"""Parameters of The Emissary that are refused."""

import pytest

from intrigue.games.emissary.game import Emissary


@pytest.mark.parametrize(
    "parameters",
    [
        {"ranks": 0},
        {"ranks": 9},
        {"hand_size": 33},
        {"hand_size": 0},
        {"ranks": 2, "hand_size": 9},
        {"kingdoms": 0},
        {"kingdoms": 9},
        {"variant": 2020},
        {"objective": "points"},
        {"advisors": "q"},
        {"advisors": "cc"},
        {"advisors": ""},
        {"colour": 1},
        {"ranks": "8"},
    ],
)
def test_parameters_out_of_range_are_refused_in_one_line(parameters):
    with pytest.raises(ValueError, match=r"^python_emissary[^\n]+$"):
        Emissary(parameters)
