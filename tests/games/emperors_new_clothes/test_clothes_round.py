"""The course of a round: sets of roles, draft, dice, giving, end of the game, goals."""

import pytest
from clothes import CHANCE, TERMINAL, Table, load, record, reveal, role_number, rolling

from intrigue.games.core import driver
from intrigue.games.emperors_new_clothes.roles import ROLE_NAMES, role_counts

COURT = {"Minister", "Knight", "Lady-in-Waiting"}
TOWNSFOLK = {"Seamstress", "Fisherman", "Farmer"}
BASE = {"Emperor", "Swindler", "Child"}
FAMILY = {"Mother", "Jester"}


# --- Roles by number of players -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "expansion", "names"),
    [
        (2, "auto", BASE),
        (3, "none", BASE),
        (4, "auto", BASE | FAMILY),
        (5, "none", BASE | FAMILY),
        (6, "auto", BASE | FAMILY | COURT),
        (8, "court", BASE | FAMILY | COURT),
        (7, "townsfolk", BASE | FAMILY | TOWNSFOLK),
        (9, "auto", BASE | FAMILY | COURT | TOWNSFOLK),
        (11, "both", BASE | FAMILY | COURT | TOWNSFOLK),
        (2, "both", BASE | FAMILY | COURT | TOWNSFOLK),
        (3, "family", BASE | FAMILY),
    ],
)
def test_roles_by_number_of_players_and_larger_sets_on_request(players, expansion, names):
    counts = role_counts(players, expansion, False)
    assert {ROLE_NAMES[r] for r, n in enumerate(counts) if n} == names
    assert counts[role_number("Swindler")] == 2
    assert sum(counts) > players
    assert sum(role_counts(players, expansion, True)) == sum(counts) + 1


def test_all_thirteen_role_cards():
    assert sum(role_counts(11, "both", True)) == 13


@pytest.mark.parametrize(
    ("players", "expansion"), [(6, "none"), (6, "family"), (9, "court"), (9, "townsfolk")]
)
def test_sets_too_small_for_the_players_are_refused(players, expansion):
    with pytest.raises(ValueError, match="serves at most"):
        role_counts(players, expansion, False)


# --- Draft ----------------------------------------------------------------------------------------


def test_roles_lose_one_at_random_and_the_rest_is_passed_clockwise():
    table = Table(players=3, troll=True, rounds=1)
    assert table.player == CHANCE
    outcomes, probs = driver.list_outcomes(table.states)
    assert probs.tolist() == pytest.approx([0.2, 0.4, 0.2, 0.2])
    assert len(outcomes) == 4
    table.play("set Swindler aside")
    assert table.options == ["take Emperor", "take Swindler", "take Child", "take Troll"]
    table.play("take Troll")
    assert table.player == 1
    table.play("take Child")
    assert table.options == ["take Emperor", "take Swindler"]
    table.play("take Emperor")
    assert table.player == CHANCE  # dice


def test_picks_are_private_and_each_sees_what_was_passed_to_them():
    table = Table(players=3, rounds=1, troll=True)
    table.play("set Child aside", "take Emperor", "take Troll", "take Swindler")
    seen = dict(zip(table.log, table.masks, strict=True))
    assert seen["Child is set aside"] == 0
    assert seen["P1 is passed Emperor, Swindler, Swindler, Troll"] == 0b001
    assert seen["P1 takes the Emperor"] == 0b001
    assert seen["P1 takes a role"] == 0b110
    assert seen["P2 is passed Swindler, Swindler, Troll"] == 0b010
    assert seen["P3 is passed Swindler, Swindler"] == 0b100


def test_a_last_player_handed_a_single_role_may_take_the_one_set_aside():
    for choice, left in (("Swindler", "Child"), ("Child", "Swindler")):
        table = Table(players=3, rounds=1)
        table.play("set Child aside", "take Emperor", "take Swindler")
        assert table.options == ["take Swindler", "take Child"]
        seen = dict(zip(table.log, table.masks, strict=True))
        assert seen["P3 is passed Swindler and sees Child set aside"] == 0b100
        table.play(f"take {choice}")
        assert int(table.state.roles[2]) == role_number(choice)
        assert int(table.state.set_aside) == role_number(left)


# --- Dice -----------------------------------------------------------------------------------------


def to_dice(**parameters):
    table = Table(rounds=1, **parameters)
    return table.play("set Child aside", "take Emperor", "take Swindler")


def test_each_rolls_three_dice_and_may_roll_any_subset_again_twice():
    table = to_dice()
    assert table.options[0] == "P1 rolls 1 gold"
    assert len(table.options) == 6
    table.play("P1 rolls 1 gold", "P1 rolls 2 gullibility", "P1 rolls 1 dignity")
    assert table.options == [
        "keep the dice",
        "re-roll 1",
        "re-roll 2",
        "re-roll 1 2",
        "re-roll 3",
        "re-roll 1 3",
        "re-roll 2 3",
        "re-roll 1 2 3",
    ]
    table.play("re-roll 1 3", "P1 rolls 2 gold", "P1 rolls 2 dignity")
    table.play("re-roll 2", "P1 rolls 1 gold")
    assert table.cubes(0) == (3, 2, 0)
    assert table.options[0] == "P2 rolls 1 gold"


def test_keeping_the_dice_ends_the_roll():
    table = to_dice(dice=1)
    table.play("P1 rolls 1 gold", "keep the dice")
    assert table.options[0] == "P2 rolls 1 gold"


def test_faces_are_one_or_two_of_each_resource_and_equally_likely():
    table = to_dice(dice=1, rerolls=0)
    assert table.options == [
        f"P1 rolls {n} {name}" for name in ("gold", "dignity", "gullibility") for n in (1, 2)
    ]
    assert driver.list_outcomes(table.states)[1].tolist() == pytest.approx([1 / 6] * 6)


def test_resources_stay_and_the_next_starting_player_is_the_next_clockwise():
    table = Table(rounds=0, dice=1, rerolls=0)
    table.play("set Child aside", "take Emperor", "take Swindler")
    table.play("P1 rolls 2 gold", "P2 rolls 2 gullibility")
    assert table.cubes(0) == (2, 0, 0)
    assert table.cubes(1) == (0, 0, 2)
    table.play("set Child aside")
    assert table.player == 1
    assert "Round 2 starts; P2 is the starting player" in table.log


# --- Giving gullibility ---------------------------------------------------------------------------


def test_gullibility_may_be_given_one_decision_for_each_other_player():
    table = rolling([5, 4, 0], players=3, give_gullibility=True)
    assert table.options == [f"give {n} gullibility to P2" for n in range(4)]
    table.play("give 1 gullibility to P2")
    assert table.options == [f"give {n} gullibility to P3" for n in range(3)]
    table.play("give 1 gullibility to P3")
    assert [table.cubes(p)[2] for p in range(3)] == [1, 1, 1]
    assert table.cubes(0)[0] == 1


def test_giving_ends_when_nothing_is_left_to_give():
    table = rolling([4], players=3, give_gullibility=True)
    table.play("give 1 gullibility to P2")
    assert table.player == CHANCE
    assert [table.cubes(p)[2] for p in range(3)] == [0, 1, 0]


def test_without_the_variant_nobody_is_asked():
    table = rolling([5], players=3)
    assert table.cubes(0)[2] == 2


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
    table.play("play Loose Thread on P1's die 1")
    assert attained(table, 0) == set()
    table.play("play Loose Thread (2) on P1's die 1")
    assert attained(table, 0) == {record.DIE_REMOVED}


def test_goal_three_cards_played_on_you_in_one_turn():
    cards = ["Looking-Glass", "Looking-Glass (2)", "Weighted Thimble"]
    table = rolling([0], 0, [["Make Way"], cards], cards=True)
    for i, card in enumerate(cards):
        assert attained(table, 0) == set()
        table.play("pass", f"play {card} on P1's die 1", "let it happen")
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
    table.play("guess P2 as Swindler", "guess P3 as Swindler")
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
