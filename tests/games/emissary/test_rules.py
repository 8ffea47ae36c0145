"""What a game of The Emissary is worth."""

import pytest
from emissary_table import Table


def test_score_counts_kingdoms_won_and_face_up_supporters():
    table = Table("3♥", hand_size=1, advisors="none", objective="score", visited=range(1, 6),
                  supporters="K♣ Q♣ K♦", spent="Q♦ K♥")  # fmt: skip
    table.do("visit kingdom 8", "topic 4♥", "answer 3♥")
    assert table.over
    assert table.score == 8  # the rulebook's example: five won, two spent


@pytest.mark.parametrize(("objective", "value"), [("win", 1), ("score", 15)])
def test_eight_supporters_won_spent_or_not_is_a_win(objective, value):
    table = Table("8♥", hand_size=1, advisors="none", objective=objective, visited=range(2, 9),
                  supporters="Q♣ K♦ Q♦ K♥ Q♥ K♠", spent="Q♠")  # fmt: skip
    table.do("visit kingdom 1", "topic 2♥", "answer 8♥")
    assert table.over
    assert table.record.won_game
    assert table.score == value
