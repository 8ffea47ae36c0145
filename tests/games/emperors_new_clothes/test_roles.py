"""Which roles are in play; every role's ruling: (gold, dignity, gullibility) before and after."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from clothes import reveal, role_number

from intrigue.games.emperors_new_clothes import roles
from intrigue.games.emperors_new_clothes.roles import ROLE_CARDS, ROLE_NAMES, role_counts
from intrigue.games.emperors_new_clothes.state import MAX_ROLE_CARDS

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


# --- Emperor --------------------------------------------------------------------------------------


def test_emperor_takes_one_gold_from_each_other_player_who_has_any():
    table = reveal(["Emperor", "Farmer", "Jester"], [(0, 0, 0), (3, 0, 0), (0, 0, 0)])
    assert table.cubes(0) == (1, 0, 0)
    assert table.points == [0, 2, 0]


def test_emperor_discards_pairs_while_both_last_and_scores_the_dignity_left():
    table = reveal(["Emperor", "Jester"], [(0, 5, 2), (0, 0, 0)])
    assert table.cubes(0) == (0, 0, 0)
    assert table.points[0] == 3


def test_emperor_keeps_the_gullibility_that_no_dignity_pays_for():
    table = reveal(["Emperor", "Jester"], [(2, 1, 3), (0, 0, 0)])
    assert table.cubes(0) == (2, 0, 2)
    assert table.points[0] == 0


# --- Swindler -------------------------------------------------------------------------------------


def test_swindler_takes_half_of_the_emperors_gold_rounded_down_and_scores_it():
    table = reveal(["Swindler", "Emperor"], [(1, 0, 0), (5, 0, 1)])
    assert table.points[0] == 3
    assert table.cubes(0) == (0, 0, 0)
    assert table.cubes(1)[0] == 3


def test_swindler_gets_nothing_if_the_emperor_has_no_gullibility_now():
    table = reveal(["Swindler", "Emperor"], [(1, 0, 4), (5, 0, 0)])
    assert table.points[0] == 1
    assert table.cubes(1)[0] == 5


def test_swindler_who_acts_after_the_emperor_paid_up_gets_nothing():
    table = reveal(["Emperor", "Swindler"], [(6, 2, 2), (0, 0, 0)])
    assert table.points == [0, 0]


def test_second_swindler_gets_the_same_amount_as_the_first():
    table = reveal(["Swindler", "Swindler", "Emperor"], [(0, 0, 0), (0, 0, 0), (7, 0, 1)])
    assert table.points[:2] == [3, 3]
    assert table.cubes(2)[0] == 1


def test_second_swindler_gets_what_is_left():
    table = reveal(
        ["Swindler", "Minister", "Swindler", "Emperor"],
        [(0, 0, 0), (0, 0, 0), (0, 0, 0), (6, 0, 1)],
    )
    table.state.cubes[3, 0] = 1  # the first took 3; something else took two more
    table.play("keep the gullibility")
    assert table.points[2] == 1


def test_swindler_without_an_emperor_in_play_scores_own_gold():
    assert reveal(["Swindler", "Jester"], [(2, 0, 0), (0, 0, 0)]).points[0] == 2


# --- Child and Mother -----------------------------------------------------------------------------


def test_child_discards_gold_and_dignity_and_scores_gullibility_that_others_keep():
    table = reveal(["Child", "Farmer", "Jester"], [(2, 3, 4), (0, 0, 2), (0, 0, 1)])
    assert table.cubes(0) == (0, 0, 4)
    assert table.points[0] == 3
    assert "player 1 discards 2 gullibility" in table.log  # still there for the Farmer


def test_mother_without_gullibility_stops_the_child_who_discards_all_the_same():
    table = reveal(["Mother", "Child", "Jester"], [(0, 0, 0), (2, 1, 0), (0, 0, 3)])
    assert table.points == [0, 0, 3]
    assert table.cubes(1) == (0, 0, 0)
    assert "player 1, the Child, may not score" in table.log


def test_mother_with_gullibility_stops_nobody():
    table = reveal(["Mother", "Child"], [(0, 0, 1), (0, 0, 0)])
    assert table.points == [0, 1]


def test_mother_comes_too_late_after_the_child():
    table = reveal(["Child", "Mother", "Jester"], [(0, 0, 0), (0, 0, 0), (0, 0, 3)])
    assert table.points == [3, 0, 3]


def test_mother_may_discard_pairs_after_which_it_is_too_late_to_stop_the_child():
    table = reveal(["Mother", "Child"], [(4, 2, 1), (0, 0, 0)])
    assert table.options == [
        "discard 0 gullibility with 0 dignity",
        "discard 1 gullibility with 1 dignity",
    ]
    table.play("discard 1 gullibility with 1 dignity")
    assert table.cubes(0) == (0, 1, 0)
    assert table.points == [4, 0]
    assert not any("from scoring" in line for line in table.log)


@pytest.mark.parametrize(("count", "left"), [(0, (0, 3, 2)), (1, (0, 2, 1)), (2, (0, 1, 0))])
def test_mother_chooses_how_many_pairs(count, left):
    table = reveal(["Mother", "Emperor"], [(1, 3, 2), (0, 0, 0)])
    table.play(f"discard {count} gullibility with {count} dignity")
    assert table.cubes(0) == left
    assert table.points[0] == 1


def test_mother_without_a_child_in_play_still_scores_gold():
    assert reveal(["Mother", "Emperor"], [(2, 0, 0), (0, 0, 0)]).points[0] == 2


# --- Jester ---------------------------------------------------------------------------------------


def test_jester_discards_pairs_and_scores_the_gullibility_left():
    table = reveal(["Jester", "Emperor"], [(0, 2, 5), (0, 0, 0)])
    assert table.cubes(0) == (0, 0, 0)
    assert table.points[0] == 3


def test_jester_with_more_dignity_scores_nothing_and_keeps_the_rest():
    table = reveal(["Jester", "Emperor"], [(3, 4, 1), (0, 0, 0)])
    assert table.cubes(0) == (2, 3, 0)  # one gold went to the Emperor
    assert table.points[0] == 0


# --- The Court ------------------------------------------------------------------------------------


def test_minister_with_gullibility_dupes_the_emperor():
    table = reveal(["Minister", "Emperor"], [(0, 0, 1), (0, 3, 0)])
    assert table.points == [0, 2]


def test_minister_without_gullibility_lets_the_emperors_player_discard_one():
    for choice, points in (("discard 1 gullibility", 2), ("keep the gullibility", 1)):
        table = reveal(["Minister", "Emperor"], [(0, 0, 0), (0, 3, 2)])
        assert table.player == 1
        assert table.options == ["keep the gullibility", "discard 1 gullibility"]
        table.play(choice)
        assert table.points == [0, points]


def test_minister_may_discard_pairs_and_scores_the_dignity_left():
    table = reveal(["Minister", "Child"], [(1, 4, 3), (0, 0, 0)])
    table.play("discard 2 gullibility with 2 dignity")
    assert table.cubes(0) == (1, 0, 1)
    assert table.points[0] == 2


def test_minister_asks_nothing_of_an_emperor_without_gullibility_or_not_in_play():
    assert reveal(["Minister", "Emperor"], [(0, 1, 0), (0, 0, 0)]).points[0] == 1
    assert reveal(["Minister", "Farmer"], [(0, 1, 0), (0, 0, 5)]).points[0] == 1


def test_knight_reveals_before_everyone_and_guesses_before_the_others_reveal():
    table = reveal(["Farmer", "Knight", "Swindler"], [(0, 0, 0)] * 3)
    assert table.log == ["player 1 is revealed as the Knight"]
    assert table.player == 1
    assert table.options == [
        "guess nobody as Swindler",
        "guess player 0 as Swindler",
        "guess player 2 as Swindler",
    ]
    table.play("guess player 2 as Swindler")
    assert table.log[1:5] == [
        "player 1 guesses player 2 as Swindler",
        "player 2 is a Swindler",
        "player 0 is revealed as the Farmer",
        "player 2 is revealed as the Swindler",
    ]


def test_knight_may_guess_two_players_and_learns_after_both():
    table = reveal(["Knight", "Swindler", "Swindler", "Emperor"], [(0, 0, 0)] * 4)
    table.play("guess player 1 as Swindler")
    assert "player 1 is a Swindler" not in table.log
    assert table.options == [
        "guess nobody else as Swindler",
        "guess player 2 as Swindler",
        "guess player 3 as Swindler",
    ]
    table.play("guess player 2 as Swindler")
    assert {"player 1 is a Swindler", "player 2 is a Swindler"} <= set(table.log)


def test_knight_may_guess_nobody():
    table = reveal(["Knight", "Swindler"], [(0, 0, 0), (2, 0, 0)])
    table.play("guess nobody as Swindler")
    assert table.points == [0, 2]


def test_swindler_guessed_right_pays_two_gold_or_what_they_have_at_the_guess():
    for gold, paid in ((5, 2), (1, 1), (0, 0)):
        table = reveal(["Knight", "Swindler"], [(0, 0, 0), (gold, 0, 0)])
        table.play("guess player 1 as Swindler")
        assert table.cubes(0)[0] == paid
        assert table.points == [0, gold - paid]


def test_swindler_guessed_right_takes_nothing_from_the_emperor_this_round():
    table = reveal(
        ["Swindler", "Knight", "Emperor", "Swindler"],
        [(0, 0, 0), (0, 0, 0), (8, 0, 1), (0, 0, 0)],
    )
    table.play("guess player 0 as Swindler", "guess nobody else as Swindler")
    assert table.points[0] == 0
    assert table.points[3] == 4  # the other Swindler takes as if it were the first: half of 8


def test_wrong_guess_costs_nothing():
    table = reveal(["Knight", "Farmer"], [(0, 1, 0), (3, 0, 0)])
    table.play("guess player 1 as Swindler")
    assert table.points == [1, 3]


def test_knight_may_discard_gullibility_with_gold_and_scores_dignity():
    table = reveal(["Knight", "Farmer"], [(2, 3, 4), (0, 0, 0)])
    table.play("guess nobody as Swindler")
    assert table.options[-1] == "discard 2 gullibility with 2 gold"
    table.play("discard 1 gullibility with 1 gold")
    assert table.cubes(0) == (1, 0, 3)
    assert table.points[0] == 3


def test_lady_may_take_any_two_cubes_from_the_knights_player():
    table = reveal(["Lady-in-Waiting", "Knight"], [(0, 0, 0), (1, 2, 1)])
    table.play("guess nobody as Swindler")
    assert table.player == 0
    assert table.options == [
        "take nothing from player 1",
        "take 1 gold from player 1",
        "take 1 dignity from player 1",
        "take 1 gullibility from player 1",
    ]
    table.play("take 1 dignity from player 1")
    assert table.options == [
        "take nothing else from player 1",
        "take 1 dignity from player 1",
        "take 1 gullibility from player 1",
    ]
    table.play("take 1 dignity from player 1", "discard 2 dignity for 1 points")
    assert table.points[0] == 1


def test_lady_may_take_nothing_or_one_cube():
    table = reveal(["Lady-in-Waiting", "Knight"], [(0, 0, 0), (0, 2, 0)])
    table.play("guess nobody as Swindler", "take nothing from player 1")
    assert table.points == [0, 2]
    table = reveal(["Lady-in-Waiting", "Knight"], [(0, 0, 0), (0, 2, 0)])
    table.play(
        "guess nobody as Swindler",
        "take 1 dignity from player 1",
        "take nothing else from player 1",
    )
    assert table.points == [0, 1]


def test_lady_may_discard_dignity_in_twos_a_point_for_each_two():
    for sets, left in ((0, 5), (1, 3), (2, 1)):
        table = reveal(["Lady-in-Waiting", "Farmer"], [(0, 5, 0), (0, 0, 0)])
        table.play(f"discard {2 * sets} dignity for {sets} points")
        assert table.points[0] == sets
        assert table.cubes(0)[1] == left


def test_lady_without_a_knight_takes_nothing():
    assert reveal(["Lady-in-Waiting", "Farmer"], [(0, 1, 0), (1, 0, 0)]).points == [0, 1]


# --- The Townsfolk --------------------------------------------------------------------------------


def test_seamstress_with_gullibility_gives_one_to_all_others():
    table = reveal(["Seamstress", "Jester", "Emperor"], [(0, 0, 1), (0, 0, 0), (0, 0, 0)])
    assert table.points[1] == 1
    assert table.cubes(2)[2] == 1
    assert table.cubes(0)[2] == 1


def test_seamstress_without_gullibility_makes_all_others_discard_one_if_they_can():
    table = reveal(["Seamstress", "Jester", "Emperor"], [(0, 0, 0), (0, 0, 3), (0, 0, 0)])
    assert table.points[1] == 2
    assert table.cubes(2)[2] == 0


def test_seamstress_discards_pairs_with_gold_and_scores_the_gold_left():
    table = reveal(["Seamstress", "Emperor"], [(5, 1, 2), (0, 0, 0)])
    assert table.cubes(0) == (0, 1, 0)
    assert table.points[0] == 3


def test_fisherman_may_choose_up_to_two_players_to_gain_gullibility():
    table = reveal(["Fisherman", "Jester", "Farmer"], [(0, 0, 0)] * 3)
    assert table.options == ["dupe nobody", "dupe player 1", "dupe player 2"]
    table.play("dupe player 1")
    assert table.options == ["dupe nobody else", "dupe player 2"]
    table.play("dupe player 2")
    assert table.points == [0, 1, 0]


def test_fisherman_may_dupe_one_player_or_none():
    table = reveal(["Fisherman", "Jester", "Emperor"], [(0, 0, 0)] * 3)
    table.play("dupe player 2")
    assert table.cubes(2)[2] == 1
    table = reveal(["Fisherman", "Jester", "Emperor"], [(0, 0, 0)] * 3)
    table.play("dupe nobody")
    assert table.points == [0, 0, 0]


def test_fisherman_may_discard_gullibility_with_any_other_cube_and_scores_gold():
    table = reveal(["Fisherman", "Emperor"], [(3, 2, 3), (0, 0, 0)])
    table.play("dupe nobody")
    assert table.options[-1] == "discard 3 gullibility with 3 gold"
    table.play("discard 1 gullibility with 1 gold", "discard 2 gullibility with 2 dignity")
    assert table.cubes(0) == (0, 0, 0)
    assert table.points[0] == 2


def test_farmer_discards_gullibility_and_dignity_and_scores_gold():
    table = reveal(["Farmer", "Jester"], [(4, 3, 2), (0, 0, 0)])
    assert table.cubes(0) == (0, 0, 0)
    assert table.points[0] == 4


# --- The Troll ------------------------------------------------------------------------------------


def test_troll_scores_the_dignity_of_the_emperor_who_taxes_it():
    table = reveal(["Emperor", "Troll"], [(0, 3, 0), (2, 0, 0)])
    assert table.points == [2, 1]
    assert table.cubes(1)[0] == 1


def test_troll_without_gold_is_not_taxed_and_charges_nothing():
    assert reveal(["Emperor", "Troll"], [(0, 3, 0), (0, 0, 0)]).points == [3, 0]


def test_nobody_loses_dignity_they_do_not_have():
    assert reveal(["Emperor", "Troll"], [(0, 0, 0), (2, 0, 0)]).points == [0, 0]


@pytest.mark.parametrize("gullibility", [0, 1])
def test_effects_on_all_others_target_the_troll(gullibility):
    table = reveal(["Seamstress", "Troll"], [(0, 2, gullibility), (0, 0, 0)])
    assert table.points[1] == 1
    assert table.cubes(0)[1] == 1


def test_fisherman_pays_the_troll_only_if_it_chooses_it():
    table = reveal(["Fisherman", "Troll", "Jester"], [(0, 2, 0), (0, 0, 0), (0, 0, 0)])
    table.play("dupe player 1", "dupe nobody else")
    assert table.points == [0, 1, 0]
    table = reveal(["Fisherman", "Troll", "Jester"], [(0, 2, 0), (0, 0, 0), (0, 0, 0)])
    table.play("dupe player 2")
    assert table.points == [0, 0, 1]


def test_knight_who_guesses_the_troll_loses_dignity():
    table = reveal(["Knight", "Troll"], [(0, 2, 0), (0, 0, 0)])
    table.play("guess player 1 as Swindler")
    assert table.points == [1, 1]


def test_child_counts_the_trolls_gullibility_without_touching_it():
    table = reveal(["Child", "Troll"], [(0, 0, 0), (0, 0, 2)])
    assert table.points == [2, 0]


def test_troll_scores_nothing_at_its_own_activation():
    assert reveal(["Troll", "Farmer"], [(3, 3, 3), (0, 0, 0)]).points == [0, 0]


# --- All roles ------------------------------------------------------------------------------------


def test_roles_act_in_turn_order_from_the_starting_player():
    table = reveal(["Farmer", "Emperor", "Jester"], [(1, 0, 0), (0, 0, 0), (0, 0, 0)], starter=1)
    acts = [line for line in table.log if " acts as " in line]
    assert acts == [
        "player 1 acts as the Emperor",
        "player 2 acts as the Jester",
        "player 0 acts as the Farmer",
    ]
    assert table.points == [0, 0, 0]  # the tax came first


def test_more_pairs_than_can_be_said_at_once_are_asked_for_again():
    table = reveal(["Mother", "Emperor"], [(0, 15, 15), (0, 0, 0)])
    table.play("discard 12 gullibility with 12 dignity")
    assert table.options[-1] == "discard 3 gullibility with 3 dignity"
    table.play("discard 3 gullibility with 3 dignity")
    assert table.cubes(0) == (0, 0, 0)


def test_the_table_of_roles_names_every_role_and_fits_its_array():
    assert set(roles.STEPS) == set(range(roles.ROLES))
    array = roles.step_table()
    for role, steps in roles.STEPS.items():
        assert [tuple(row) for row in array[role, : len(steps)]] == list(steps)
        assert array[role, len(steps), roles.OPERATION] == roles.END


# --- More roles: a change of roles.py alone -------------------------------------------------------


SCRIPT = Path(__file__).with_name("more_roles.py")


def with_more(count):
    return subprocess.run(
        [sys.executable, SCRIPT, str(count)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("count", [0, 1, 2, MAX_ROLE_CARDS - ROLE_CARDS])
def test_every_role_up_to_the_limit_is_told_in_the_draft(count):
    done = with_more(count)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == ROLE_CARDS + count


def test_one_role_card_more_says_what_to_widen():
    done = with_more(MAX_ROLE_CARDS - ROLE_CARDS + 1)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last == (
        f"AssertionError: {MAX_ROLE_CARDS + 1} role cards, of which EV_PASSED can tell "
        f"{MAX_ROLE_CARDS}: let turn._pass_roles emit another event for the rest"
    )
