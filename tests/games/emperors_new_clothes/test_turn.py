"""The course of a round: draft, dice, giving gullibility, hands."""

import pytest
from clothes import CHANCE, Table, deck_file, record, role_number, rolling

from intrigue.games.core import driver

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
    assert seen["player 0 is passed Emperor, Swindler, Swindler, Troll"] == 0b001
    assert seen["player 0 takes the Emperor"] == 0b001
    assert seen["player 0 takes a role"] == 0b110
    assert seen["player 1 is passed Swindler, Swindler, Troll"] == 0b010
    assert seen["player 2 is passed Swindler, Swindler"] == 0b100


def test_a_last_player_handed_a_single_role_may_take_the_one_set_aside():
    for choice, left in (("Swindler", "Child"), ("Child", "Swindler")):
        table = Table(players=3, rounds=1)
        table.play("set Child aside", "take Emperor", "take Swindler")
        assert table.options == ["take Swindler", "take Child"]
        seen = dict(zip(table.log, table.masks, strict=True))
        assert seen["player 2 is passed Swindler and sees Child set aside"] == 0b100
        table.play(f"take {choice}")
        assert int(table.state.roles[2]) == role_number(choice)
        assert int(table.state.set_aside) == role_number(left)


# --- Dice -----------------------------------------------------------------------------------------


def to_dice(**parameters):
    table = Table(rounds=1, **parameters)
    return table.play("set Child aside", "take Emperor", "take Swindler")


def test_each_rolls_three_dice_and_may_roll_any_subset_again_twice():
    table = to_dice()
    assert table.options[0] == "player 0 rolls 1 gold"
    assert len(table.options) == 6
    table.play("player 0 rolls 1 gold", "player 0 rolls 2 gullibility", "player 0 rolls 1 dignity")
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
    table.play("re-roll 1 3", "player 0 rolls 2 gold", "player 0 rolls 2 dignity")
    table.play("re-roll 2", "player 0 rolls 1 gold")
    assert table.cubes(0) == (3, 2, 0)
    assert table.options[0] == "player 1 rolls 1 gold"


def test_keeping_the_dice_ends_the_roll():
    table = to_dice(dice=1)
    table.play("player 0 rolls 1 gold", "keep the dice")
    assert table.options[0] == "player 1 rolls 1 gold"


def test_faces_are_one_or_two_of_each_resource_and_equally_likely():
    table = to_dice(dice=1, rerolls=0)
    assert table.options == [
        f"player 0 rolls {n} {name}" for name in ("gold", "dignity", "gullibility") for n in (1, 2)
    ]
    assert driver.list_outcomes(table.states)[1].tolist() == pytest.approx([1 / 6] * 6)


def test_resources_stay_and_the_next_starting_player_is_the_next_clockwise():
    table = Table(rounds=0, dice=1, rerolls=0)
    table.play("set Child aside", "take Emperor", "take Swindler")
    table.play("player 0 rolls 2 gold", "player 1 rolls 2 gullibility")
    assert table.cubes(0) == (2, 0, 0)
    assert table.cubes(1) == (0, 0, 2)
    table.play("set Child aside")
    assert table.player == 1
    assert "Round 2 starts; player 1 is the starting player" in table.log


# --- Giving gullibility ---------------------------------------------------------------------------


def test_gullibility_may_be_given_one_decision_for_each_other_player():
    table = rolling([5, 4, 0], players=3, give_gullibility=True)
    assert table.options == [f"give {n} gullibility to player 1" for n in range(4)]
    table.play("give 1 gullibility to player 1")
    assert table.options == [f"give {n} gullibility to player 2" for n in range(3)]
    table.play("give 1 gullibility to player 2")
    assert [table.cubes(p)[2] for p in range(3)] == [1, 1, 1]
    assert table.cubes(0)[0] == 1


def test_giving_ends_when_nothing_is_left_to_give():
    table = rolling([4], players=3, give_gullibility=True)
    table.play("give 1 gullibility to player 1")
    assert table.player == CHANCE
    assert [table.cubes(p)[2] for p in range(3)] == [0, 1, 0]


def test_without_the_variant_nobody_is_asked():
    table = rolling([5], players=3)
    assert table.cubes(0)[2] == 2


# --- Hands ----------------------------------------------------------------------------------------


def refill(hands, **parameters):
    table = Table(players=len(hands), rounds=2, dice=1, rerolls=0, cards=True, **parameters)
    for p, cards in enumerate(hands):
        table.state.roles[p] = role_number("Swindler")
        table.hold(p, *cards)
    return table.settle(record.ROUND_END)


def test_hands_of_five_are_dealt_in_secret():
    table = Table(cards=True)
    for _ in range(10):
        table.play(table.options[0])
    assert [len(table.hand(p)) for p in (0, 1)] == [5, 5]
    assert {m for w, m in zip(table.log, table.masks, strict=True) if w[3:] != "draws a card"} == {
        1,
        2,
    }


def test_each_may_discard_any_number_and_draws_back_to_five():
    table = refill([["Loose Thread", "Make Way"], ["Pickpocket"]])
    assert table.options == ["keep the rest", "discard Loose Thread", "discard Make Way"]
    table.play("discard Loose Thread", "keep the rest")
    for _ in range(4):
        assert table.player == CHANCE
        table.play(table.options[-1])
    assert len(table.hand(0)) == 5
    assert table.options == ["keep the rest", "discard Pickpocket"]
    table.play("discard Pickpocket")
    for _ in range(5):
        table.play(table.options[-1])
    assert int(table.state.phase) == record.SET_ASIDE


def test_cards_are_discarded_in_one_order_only():
    table = refill([["Loose Thread", "Make Way"], []])
    table.play("discard Make Way")
    assert table.options == ["keep the rest"]


def test_the_discard_pile_is_reshuffled_when_the_deck_runs_out(tmp_path):
    path = deck_file(tmp_path, "Coin | 4 | reveal | gain 1 gold")
    table = refill([["Coin", "Coin (2)"], ["Coin (3)", "Coin (4)"]], deck=path)
    table.play("discard Coin", "discard Coin (2)")
    assert "the discard pile becomes the deck of 2 cards" in table.log
    assert table.options == ["player 0 draws Coin", "player 0 draws Coin (2)"]
    table.play("player 0 draws Coin (2)", "player 0 draws Coin")
    assert table.player == 1


def test_nobody_draws_when_no_card_is_left(tmp_path):
    path = deck_file(tmp_path, "Coin | 2 | reveal | gain 1 gold")
    table = refill([["Coin"], ["Coin (2)"]], deck=path)
    table.play("keep the rest", "keep the rest")
    assert int(table.state.phase) == record.SET_ASIDE
