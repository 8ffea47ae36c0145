"""The end of the game: who wins, ties, points as returns, goals."""

import pytest
from clothes import TERMINAL, Table, load, record, reveal, rolling

from intrigue.games.core import driver

# --- End of the game ------------------------------------------------------------------------------


def finished(points, cubes, **parameters):
    table = Table(players=len(points), rounds=1, **parameters)
    for p, (scored, held) in enumerate(zip(points, cubes, strict=True)):
        table.state.points[p] = scored
        table.state.cubes[p] = held
    table.settle(record.ROUND_END)
    assert table.player == TERMINAL
    return table


def returns(table):
    return driver.list_returns(table.states).tolist()


NONE = (0, 0, 0)


def test_most_points_win_and_the_others_share_minus_one():
    assert returns(finished([3, 5, 4], [NONE] * 3)) == [-0.5, 1, -0.5]


@pytest.mark.parametrize(
    "cubes",
    [
        [(9, 9, 2), (0, 0, 1)],  # least gullibility
        [(9, 1, 1), (0, 2, 1)],  # then most dignity
        [(1, 2, 1), (2, 2, 1)],  # then most gold
    ],
)
def test_ties_go_by_gullibility_then_dignity_then_gold(cubes):
    assert returns(finished([4, 4], cubes)) == [-1, 1]


def test_a_tie_in_everything_is_shared():
    assert returns(finished([4, 4, 1], [NONE] * 3)) == [0.5, 0.5, -1]
    assert returns(finished([4, 4], [NONE] * 2)) == [0, 0]


def test_objective_points_returns_the_points():
    table = finished([4, 7], [NONE] * 2, objective="points")
    assert returns(table) == [4, 7]


def test_as_many_rounds_as_players():
    for players in (2, 5):
        assert (
            load(players=players).definition.encoded[record.PARAMETERS.index("rounds")] == players
        )


# --- Goals ----------------------------------------------------------------------------------------


def attained(table, player):
    return {g for g in range(5) if int(table.state.attained[player]) >> g & 1}


def test_three_random_goals_each_in_secret():
    table = Table(goals=True, players=3, rounds=1)
    assert len(table.options) == 10
    for choice in (0, 3, 9):
        table.play(table.options[choice])
    assert all(int(goals).bit_count() == 3 for goals in table.state.goals[:3])
    assert table.masks[:3] == [1, 2, 4]


def test_goal_a_die_of_yours_removed_in_your_turn_by_somebody_else():
    table = rolling([0, 0], 0, [["Loose Thread"], ["Loose Thread (2)"]], cards=True)
    table.play("play Loose Thread on player 0's die 1")
    assert attained(table, 0) == set()
    table.play("play Loose Thread (2) on player 0's die 1")
    assert attained(table, 0) == {record.DIE_REMOVED}


def test_goal_three_cards_played_on_you_in_one_turn():
    cards = ["Looking-Glass", "Looking-Glass (2)", "Weighted Thimble"]
    table = rolling([0], 0, [["Make Way"], cards], cards=True)
    for i, card in enumerate(cards):
        assert attained(table, 0) == set()
        table.play("pass", f"play {card} on player 0's die 1", "let it happen")
        assert bool(attained(table, 0)) == (i == 2)
    assert attained(table, 0) == {record.THREE_CARDS}


def test_goal_no_resources_when_your_role_is_activated():
    table = reveal(["Farmer", "Jester"], [(1, 0, 0), (0, 0, 0)])
    assert record.EMPTY_HANDED not in attained(table, 0)
    assert record.EMPTY_HANDED in attained(table, 1)


def test_goal_losing_by_exactly_one_point():
    table = finished([5, 4, 3], [NONE] * 3)
    assert [record.ONE_SHORT in attained(table, p) for p in range(3)] == [False, True, False]


def test_goal_your_role_named_by_the_knights_guess():
    table = reveal(["Knight", "Swindler", "Farmer"], [(0, 0, 0)] * 3)
    table.play("guess player 1 as Swindler", "guess player 2 as Swindler")
    assert record.NAMED in attained(table, 1)
    assert record.NAMED not in attained(table, 2)


def test_most_goals_win_before_points_which_break_ties():
    def played(goals):
        table = Table(players=2, rounds=1, goals=True)
        table.state.points[:2] = (9, 4)
        for p in range(2):
            table.state.goals[p] = 0b111
            table.state.attained[p] = goals[p]
        return returns(table.settle(record.ROUND_END))

    assert played([0b001, 0b011]) == [-1, 1]
    assert played([0b001, 0b010]) == [1, -1]
    assert played([0b001, 0b11000]) == [1, -1]  # attained, but not among their goals


def test_goals_are_shown_at_the_end():
    table = Table(players=2, rounds=1, goals=True).settle(record.ROUND_END)
    assert sum("has the goals" in line for line in table.log) == 2
