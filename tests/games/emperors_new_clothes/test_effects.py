"""Playing cards: every kind of the default deck in its window, answers, other effects."""

import pytest
from clothes import CHANCE, Table, deck_file, record, reveal, role_number, rolling

ONE_GOLD, TWO_GOLD, ONE_DIGNITY, TWO_DIGNITY, ONE_GULL, TWO_GULL = range(6)


def picked(roles, hands, set_aside="Child", cubes=None, **parameters):
    """Lay out a table at the window after all roles are taken."""
    table = Table(players=len(roles), rounds=1, dice=1, rerolls=0, cards=True, **parameters)
    state = table.state
    for p, role in enumerate(roles):
        state.roles[p] = role_number(role)
        state.cubes[p] = cubes[p] if cubes else (0, 0, 0)
        table.hold(p, *hands[p])
    state.set_aside = role_number(set_aside)
    return table.settle(record.PICKED)


def before_reveal(hands, cubes, **parameters):
    """Lay out a table at the window before the reveal: roles Emperor, Child, Jester, ..."""
    table = Table(players=len(hands), rounds=1, dice=1, rerolls=0, cards=True, **parameters)
    for p, cards in enumerate(hands):
        table.state.roles[p] = role_number(("Emperor", "Child", "Jester", "Mother")[p])
        table.state.cubes[p] = cubes[p]
        table.hold(p, *cards)
    table.state.turn = len(hands) - 1
    return table.settle(record.NEXT_ROLLER)


# --- Around a roll --------------------------------------------------------------------------------


def test_golden_needle_rolls_an_extra_die():
    table = rolling([ONE_GOLD], hands=[["Golden Needle"], []], cards=True)
    table.play("play Golden Needle")
    assert table.player == CHANCE
    table.play("player 0 rolls 2 dignity")
    assert table.cubes(0) == (1, 2, 0)


def test_only_the_player_who_rolls_can_add_dice():
    table = rolling([ONE_GOLD], hands=[["Loose Thread"], ["Golden Needle"]], cards=True)
    table.play("pass")
    assert table.options == ["pass"]


def test_no_more_dice_can_be_added_than_have_room():
    table = rolling([ONE_GOLD] * 5, hands=[["Golden Needle"], []], cards=True)
    table.state.die_count = 8
    assert table.options == ["pass"]


def test_loose_thread_removes_a_die_of_the_player_who_rolls():
    table = rolling([ONE_GOLD, TWO_GULL, TWO_DIGNITY], 1, [["Loose Thread"], []], cards=True)
    assert table.player == 0
    assert table.options == [
        "pass",
        *(f"play Loose Thread on player 1's die {d}" for d in (1, 2, 3)),
    ]
    table.play("play Loose Thread on player 1's die 2")
    assert "player 1 rolled 1 gold, 2 dignity, 0 gullibility" in table.log


@pytest.mark.parametrize(
    ("face", "flipped"),
    [
        (ONE_GOLD, TWO_GULL),
        (TWO_GOLD, ONE_GULL),
        (ONE_DIGNITY, TWO_DIGNITY),
        (TWO_DIGNITY, ONE_DIGNITY),
        (ONE_GULL, TWO_GOLD),
        (TWO_GULL, ONE_GOLD),
    ],
)
def test_looking_glass_turns_a_die_to_its_opposite_face(face, flipped):
    table = rolling([face], hands=[["Looking-Glass"], []], cards=True)
    table.play("play Looking-Glass on player 0's die 1")
    expected = [0, 0, 0]
    expected[flipped // 2] = flipped % 2 + 1
    assert table.cubes(0) == tuple(expected)


def test_weighted_thimble_sets_a_die():
    table = rolling([ONE_GULL], hands=[["Weighted Thimble"], []], cards=True)
    table.play("play Weighted Thimble on player 0's die 1")
    assert table.cubes(0) == (2, 0, 0)


# --- Cubes ----------------------------------------------------------------------------------------


def test_royal_commission_takes_gold_from_the_bank_at_the_price_of_gullibility():
    table = before_reveal([["Royal Commission"], []], [(0, 0, 0)] * 2)
    table.play("play Royal Commission")
    assert "player 0 gains 2 gold" in table.log
    assert "player 0 gains 1 gullibility" in table.log


def test_fine_manners_gains_dignity():
    table = before_reveal([["Fine Manners"], []], [(0, 0, 0)] * 2)
    table.play("play Fine Manners")
    assert table.points[0] == 1


def test_pickpocket_takes_gold_from_a_player_who_may_have_none():
    table = before_reveal([["Pickpocket"], []], [(0, 0, 0), (2, 0, 0)])
    table.play("play Pickpocket on player 1")
    assert (
        table.log.count("player 0 gets 1 gold from player 1") == 2
    )  # once for the card, once for the tax
    table = before_reveal([["Pickpocket"], []], [(0, 0, 0), (0, 0, 0)])
    table.play("play Pickpocket on player 1")
    assert not any("gets" in line for line in table.log)


def test_borrowed_airs_takes_dignity():
    table = before_reveal([["Borrowed Airs"], []], [(0, 0, 0), (0, 2, 0)])
    table.play("play Borrowed Airs on player 1")
    assert table.points[0] == 1


def test_whispered_praise_gives_gullibility_from_the_supply():
    table = before_reveal([["Whispered Praise"], [], []], [(0, 0, 0)] * 3)
    assert table.options == [
        "pass",
        "play Whispered Praise on player 1",
        "play Whispered Praise on player 2",
    ]
    table.play("play Whispered Praise on player 2")
    assert table.points == [0, 1, 1]


def test_pass_it_on_gives_ones_own_gullibility():
    table = before_reveal([["Pass It On"], []], [(0, 2, 2), (0, 0, 0)])
    table.play("play Pass It On on player 1")
    assert "player 1 gets 1 gullibility from player 0" in table.log
    assert table.points[0] == 1


def test_second_look_sheds_gullibility():
    table = picked(["Emperor", "Swindler"], [["Second Look"], []], cubes=[(0, 0, 2), (0, 0, 0)])
    table.play("play Second Look")
    assert table.cubes(0) == (0, 0, 1)


# --- Roles and order ------------------------------------------------------------------------------


def test_change_of_costume_exchanges_a_role_for_the_one_set_aside_seen_by_its_owner_alone():
    table = picked(["Emperor", "Swindler"], [["Change of Costume"], []])
    table.play("play Change of Costume")
    assert int(table.state.roles[0]) == role_number("Child")
    assert int(table.state.set_aside) == role_number("Emperor")
    seen = dict(zip(table.log, table.masks, strict=True))
    assert seen["player 0 exchanges the Emperor for the Child set aside"] == 0b01
    assert seen["player 0 exchanges their role for the one set aside"] == 0b10


def test_mistaken_identity_trades_roles_before_they_act():
    table = reveal(
        ["Farmer", "Jester"], [(3, 0, 0), (0, 0, 2)], hands=[["Mistaken Identity"], []], cards=True
    )
    table.play("play Mistaken Identity on player 1")
    assert "player 0 and player 1 trade roles: Jester and Farmer" in table.log
    assert table.points == [0, 0]


def test_a_caught_swindler_stays_caught_when_roles_are_traded():
    table = reveal(
        ["Swindler", "Emperor", "Knight", "Child"],
        [(0, 0, 0), (4, 0, 2), (0, 0, 0), (0, 0, 0)],
        hands=[[], [], [], ["Mistaken Identity"]],
        cards=True,
    )
    table.play("guess player 0 as Swindler", "guess nobody else as Swindler")
    table.play("play Mistaken Identity on player 0")
    assert table.points[3] == 0  # now the Swindler, but a caught one
    assert table.points[0] > 0  # now the Child


def test_make_way_lets_its_player_act_first_and_procession_turns_reverses():
    hands = [[], ["Make Way"], ["Procession Turns"]]
    table = reveal(["Jester", "Farmer", "Child"], [(0, 0, 0)] * 3, hands=hands, cards=True)
    table.play("play Make Way")
    table.play("play Procession Turns")
    acts = [line[: len("player 0")] for line in table.log if " acts as " in line]
    assert acts == ["player 2", "player 0", "player 1"]


def test_order_of_activation_decides_whether_the_mother_is_in_time():
    table = reveal(
        ["Child", "Mother", "Jester"],
        [(0, 0, 0), (0, 0, 0), (0, 0, 2)],
        hands=[[], ["Make Way"], []],
        cards=True,
    )
    table.play("play Make Way")
    assert table.points == [0, 0, 2]


# --- Answers --------------------------------------------------------------------------------------


def test_a_card_just_played_on_you_can_be_cancelled():
    hands = [["Borrowed Airs"], ["Nothing to See"]]
    table = before_reveal(hands, [(0, 0, 0), (0, 2, 0)])
    table.play("play Borrowed Airs on player 1")
    assert table.player == 1
    assert table.options == ["let it happen", "play Nothing to See"]
    table.play("play Nothing to See")
    assert not any("gets" in line for line in table.log)
    assert int((table.state.where[: table.state.cards] == record.DISCARDED).sum()) == 2


def test_letting_it_happen_lets_it_happen():
    hands = [["Borrowed Airs"], ["Nothing to See"]]
    table = before_reveal(hands, [(0, 0, 0), (0, 2, 0)])
    table.play("play Borrowed Airs on player 1", "let it happen")
    assert "player 0 gets 1 dignity from player 1" in table.log
    assert "play Nothing to See" not in table.options


def test_whoever_holds_cards_is_asked_so_that_hands_stay_secret():
    table = before_reveal([["Pickpocket"], ["Loose Thread"]], [(0, 0, 0), (2, 0, 0)])
    table.play("play Pickpocket on player 1")
    assert table.options == ["let it happen"]


def test_the_owner_of_a_die_can_answer():
    table = rolling([TWO_GOLD], 0, [["Nothing to See"], ["Loose Thread"]], cards=True)
    table.play("pass", "play Loose Thread on player 0's die 1", "play Nothing to See")
    assert table.cubes(0) == (2, 0, 0)


def test_cancel_cards_cannot_be_played_otherwise():
    table = before_reveal([["Nothing to See"], []], [(0, 0, 0)] * 2)
    assert table.options == ["pass"]


# --- Windows --------------------------------------------------------------------------------------


def test_players_are_asked_in_turn_until_all_pass_in_a_row():
    hands = [["Fine Manners"], ["Fine Manners (2)"], ["Fine Manners (3)", "Fine Manners (4)"]]
    table = before_reveal(hands, [(0, 0, 0)] * 3)
    asked = []
    for move in ("pass", "pass", "play Fine Manners (3)", "pass", "play Fine Manners (2)"):
        asked.append(table.player)
        table.play(move)
    assert asked == [0, 1, 2, 0, 1]
    table.play(
        "pass", "pass"
    )  # player 2 and player 0; player 1 has no cards any more, which everybody sees
    assert "player 0 is revealed as the Emperor" in table.log


def test_a_card_can_only_be_played_in_its_windows():
    hand = ["Golden Needle", "Fine Manners", "Second Look", "Make Way", "Change of Costume"]
    table = before_reveal([hand, []], [(0, 0, 0)] * 2)
    assert table.options == ["pass", "play Fine Manners"]
    table = picked(["Emperor", "Swindler"], [hand, []])
    assert table.options == [
        "pass",
        "play Fine Manners",
        "play Second Look",
        "play Change of Costume",
    ]


def test_windows_that_no_card_of_the_deck_belongs_to_are_skipped(tmp_path):
    path = deck_file(tmp_path, "Gift | 10 | reveal | gain 1 gold")
    table = Table(cards=True, deck=path, dice=1, rerolls=0, rounds=1)
    seen = set()
    while table.options:
        seen.add(int(table.state.phase) * 10 + int(table.state.window))
        table.play(table.options[0])
    windows = {code % 10 for code in seen if code // 10 == record.WINDOW}
    assert windows == {record.REVEALING}


# --- The Troll and cards --------------------------------------------------------------------------


def test_a_card_on_the_troll_costs_dignity_in_the_reveal_phase_even_if_cancelled():
    table = reveal(
        ["Farmer", "Troll"],
        [(0, 1, 0), (1, 0, 0)],
        hands=[["Pickpocket"], ["Nothing to See"]],
        cards=True,
    )
    table.play("play Pickpocket on player 1", "play Nothing to See")
    assert table.points == [0, 1]


def test_answering_a_card_of_the_troll_does_not_target_it():
    """Neither cancelling the card nor letting it happen costs dignity."""
    for answer in ("play Nothing to See", "let it happen"):
        table = reveal(
            ["Jester", "Troll"],
            [(2, 1, 0), (0, 0, 0)],
            hands=[["Nothing to See"], ["Pickpocket"]],
            cards=True,
        )
        table.play("pass", "play Pickpocket on player 0", answer).skip("pass")
        assert table.cubes(0)[1] == 1
        assert table.points == [0, 0]


def test_before_the_reveal_a_card_on_the_troll_costs_nothing():
    table = before_reveal([["Pickpocket"], []], [(0, 1, 0), (1, 0, 0)], troll=True)
    table.state.roles[1] = role_number("Troll")
    table.play("play Pickpocket on player 1")
    assert not any("Troll" in line and "loses" in line for line in table.log)


def test_cards_on_all_others_target_the_troll(tmp_path):
    path = deck_file(tmp_path, "Rumour | 1 | activation | others gain 1 gullibility")
    table = reveal(
        ["Farmer", "Troll", "Jester"],
        [(0, 2, 0), (0, 0, 0), (0, 0, 0)],
        hands=[["Rumour"], [], []],
        cards=True,
        deck=path,
    )
    table.play("play Rumour")
    assert table.points == [0, 1, 1]


# --- Effects that the default deck does not use ---------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "cubes"),
    [
        ("gain 3 dignity", [(2, 5, 2), (2, 2, 2), (2, 2, 2)]),
        ("lose 3 gold", [(0, 2, 2), (2, 2, 2), (2, 2, 2)]),
        ("player gains 2 gold", [(2, 2, 2), (4, 2, 2), (2, 2, 2)]),
        ("player loses 1 dignity", [(2, 2, 2), (2, 1, 2), (2, 2, 2)]),
        ("others gain 1 gullibility", [(2, 2, 2), (2, 2, 3), (2, 2, 3)]),
        ("others lose 3 gullibility", [(2, 2, 2), (2, 2, 0), (2, 2, 0)]),
        ("take 3 gold from player", [(4, 2, 2), (0, 2, 2), (2, 2, 2)]),
        ("take 1 gold from others", [(4, 2, 2), (1, 2, 2), (1, 2, 2)]),
        ("give 1 dignity to player", [(2, 1, 2), (2, 3, 2), (2, 2, 2)]),
        ("take 1 gold from player; player gains 2 gullibility", [(3, 2, 2), (1, 2, 4), (2, 2, 2)]),
    ],
)
def test_every_operation_on_cubes(tmp_path, effect, cubes):
    path = deck_file(tmp_path, f"Card | 1 | selection | {effect}")
    table = picked(
        ["Emperor", "Swindler", "Swindler"],
        [["Card"], [], []],
        cubes=[(2, 2, 2)] * 3,
        deck=path,
    )
    table.play(
        next(words for words in table.options if words != "pass" and "player 2" not in words)
    )
    assert [table.cubes(p) for p in range(3)] == cubes


@pytest.mark.parametrize(
    ("effect", "order"),
    [
        ("act first", "201"),
        ("act last", "012"),
        ("player acts first", "012"),
        ("player acts last", "120"),
        ("reverse order", "210"),
    ],
)
def test_every_operation_on_the_order(tmp_path, effect, order):
    path = deck_file(tmp_path, f"Card | 1 | activation | {effect}")
    table = reveal(
        ["Farmer", "Jester", "Child"],
        [(0, 0, 0)] * 3,
        hands=[[], [], ["Card"]],
        cards=True,
        deck=path,
    )
    table.play(
        next(words for words in table.options if words != "pass" and "player 1" not in words)
    )
    acts = [line[len("player ")] for line in table.log if " acts as " in line]
    assert "".join(acts) == order


def test_several_dice_can_be_added_at_once(tmp_path):
    path = deck_file(tmp_path, "Box | 1 | roll | add 2 dice; gain 1 gold")
    table = rolling([ONE_GOLD], hands=[["Box"], []], cards=True, deck=path)
    table.play("play Box", "player 0 rolls 1 dignity", "player 0 rolls 2 gullibility")
    assert table.cubes(0) == (2, 1, 2)
