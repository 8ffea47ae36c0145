"""Actions as they read, a game as a story, and the score sheet."""

import random
import re

import numpy as np
import pytest
from clothes import load

from intrigue.games.definition import EVERYTHING, PUBLIC
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes import text
from intrigue.games.emperors_new_clothes.cards import load_deck, parse_deck


def played(seed, **parameters):
    game = load(**parameters)
    state = game.new_initial_state()
    rng = random.Random(seed)
    words = []
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        words.append(state.action_to_string(action))
        state.apply_action(action)
    return state, words


def test_actions_read_as_people_would_say_them():
    _, words = played(3, players=7, cards="true", troll="true", give_gullibility="true")
    told = "\n".join(words)
    for pattern in (
        r"^take (Child|Emperor|Swindler)$",
        r"^re-roll \d( \d)*$",
        r"^keep the dice$",
        r"^play [A-Z][^\n]* on player \d's die \d$",
        r"^play [A-Z][^\n]* on player \d$",
        r"^give \d gullibility to player \d$",
        r"^let it happen$",
        r"^pass$",
        r"^player \d rolls [12] (gold|dignity|gullibility)$",
    ):
        assert re.search(pattern, told, re.M), pattern


def test_the_transcript_is_a_story_with_points_that_add_up():
    state, _ = played(5, players=8, expansion="court", objective="points", rounds=3)
    scored = [0] * 8
    for line in state.transcript():
        found = re.match(r"player (\d) scores (\d+) points?", line)
        if found:
            scored[int(found[1])] += int(found[2])
    assert scored == state.returns()


def test_cubes_in_the_story_add_up():
    """Everything on the table at the end follows from what everybody was told."""
    state, _ = played(8, players=9, cards="true", troll="true", rounds=4)
    names = ("gold", "dignity", "gullibility")
    cubes = np.zeros((9, 3), int)
    for line in state.transcript(PUBLIC):
        if found := re.match(r"player (\d) rolled (\d) gold, (\d) dignity, (\d) gull", line):
            cubes[int(found[1])] += [int(found[i]) for i in (2, 3, 4)]
        elif found := re.match(r"player (\d) gets (\d+) (\w+) from player (\d)", line):
            cubes[int(found[1]), names.index(found[3])] += int(found[2])
            cubes[int(found[4]), names.index(found[3])] -= int(found[2])
        elif found := re.match(r"player (\d) (gains|discards) (\d+) (\w+)$", line):
            sign = 1 if found[2] == "gains" else -1
            cubes[int(found[1]), names.index(found[4])] += sign * int(found[3])
        elif found := re.match(r"player (\d) discards (\d+) (\w+) with (\d+) (\w+)", line):
            cubes[int(found[1]), names.index(found[3])] -= int(found[2])
            cubes[int(found[1]), names.index(found[5])] -= int(found[4])
        elif found := re.match(r"player (\d) scores \d+ points? for (\d+) (\w+)$", line):
            cubes[int(found[1]), names.index(found[3])] -= int(found[2])
        elif found := re.match(r"player (\d) loses 1 dignity to player \d, the Troll", line):
            cubes[int(found[1]), 1] -= 1
    assert cubes.tolist() == state.record[0].cubes[:9].tolist()


def test_the_score_sheet_shows_who_is_revealed_as_what_and_hides_the_rest():
    game = load(players=3, rounds=1)
    state = game.new_initial_state()
    for words in ("set Child aside", "take Emperor", "take Swindler", "take Child"):
        state.apply_action(state.string_to_action(state.current_player(), words))
    assert "(Emperor)" in state.view(0)
    assert "Emperor" not in state.view(1).splitlines()[2]
    assert "Emperor" not in state.view(PUBLIC)
    assert "set aside: Swindler" in state.view(EVERYTHING)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert "Emperor" in state.view(PUBLIC)


def test_every_card_says_when_it_is_played_and_what_it_does():
    definition = load(cards="true").definition
    deck = load_deck("default")
    words = definition.explanations()
    assert all(words[kind.name].startswith("a card to play ") for kind in deck)
    assert definition.explain("golden needle (2)") == (
        "Golden Needle: a card to play when a player has rolled for the last time: add 1 die to "
        "your own roll."
    )
    assert definition.explain("Royal Commission") == (
        "Royal Commission: a card to play before the roles are shown or before the roles act: "
        "gain 2 gold from the supply; gain 1 gullibility from the supply."
    )
    assert "Golden Needle" not in load(cards="false").definition.explanations()


def test_words_for_every_effect_that_a_deck_can_have():
    effects = {
        "gain 1 gold": "selection", "lose 1 gold": "selection", "player gains 1 gold": "selection",
        "player loses 1 gold": "selection", "others gain 1 gold": "selection",
        "others lose 1 gold": "selection", "take 1 gold from player": "selection",
        "take 1 gold from others": "selection", "give 1 gold to player": "selection",
        "add 2 dice": "roll", "remove die": "roll", "flip die": "roll", "set die to 1 gold": "roll",
        "swap role with unused": "selection", "trade roles with player": "activation",
        "act first": "activation", "act last": "activation", "player acts first": "activation",
        "player acts last": "activation", "reverse order": "activation", "cancel": "response",
    }  # fmt: skip
    for number, (effect, window) in enumerate(effects.items()):
        kinds = parse_deck(f"Card {number} | 1 | {window} | {effect}")
        assert text.card_explanations(kinds)[f"Card {number}"].startswith("a card to play ")


STORY = [
    "player 1 takes a role",
    "player 0 rolls 2 gold with die 1",
    "player 0 rolls 1 gold with die 2",
    "player 0 rolls 2 gold with die 3",
]


@pytest.mark.parametrize(
    ("story", "alike"),
    [
        (STORY, [["re-roll 1", "re-roll 3"], ["re-roll 1 2", "re-roll 2 3"]]),
        (
            [*STORY, "player 0 takes up 1 to roll again", "player 0 rolls 1 gold with die 1"],
            [["re-roll 1", "re-roll 2"], ["re-roll 1 3", "re-roll 2 3"]],
        ),
        ([*STORY, "player 1 plays Golden Needle"], []),
    ],
)
def test_re_rolls_of_dice_that_show_the_same_are_alike(story, alike):
    moves = ["re-roll 1", "re-roll 2", "re-roll 1 2", "re-roll 3", "re-roll 1 3", "re-roll 2 3"]
    groups = {}
    for move in [*moves, "keep the dice"]:
        groups.setdefault(text.canonical(move, story), []).append(move)
    assert [group for group in groups.values() if len(group) > 1] == alike


def test_alike_re_rolls_are_one_line_of_a_hint():
    """The lines are those of the game, so a state of it has such groups, of equal faces."""
    game, found = load(), 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            player = state.current_player()
            if player >= 0 and state.record[0].phase == record.REROLL:
                lines = state.transcript(player)
                faces = [int(face) for face in state.record[0].dice[:3]]
                groups = {}
                for action in state.legal_actions():
                    words = state.action_to_string(player, action)
                    dice = [faces[int(die) - 1] for die in words.split()[1:] if die.isdigit()]
                    groups.setdefault(text.canonical(words, lines), set()).add(tuple(sorted(dice)))
                assert all(len(of) == 1 for of in groups.values())
                found += len(groups) < len(state.legal_actions())
            state.apply_action(int(rng.choice(state.legal_actions())))
    assert found > 10
