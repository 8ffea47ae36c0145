"""Play by tables in memory: every choice is a best one of the exact solver."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from game_oracle import deal

from intrigue.games.emissary import state as s
from intrigue.games.emissary.actions import jack_action
from intrigue.games.emissary.cards import DIAMONDS
from intrigue.solvers.emissary.advice import advise
from intrigue.solvers.emissary.from_game import position_of
from intrigue.solvers.emissary.kept_player import KeptPlayer
from intrigue.solvers.emissary.player import action_of
from intrigue.solvers.emissary.tables.jacks.inside import strings_of
from intrigue.solvers.emissary.tables.jacks.kept import KeptTables
from intrigue.solvers.emissary.tables.jacks.moves import ONE
from intrigue.solvers.emissary.tables.jacks.table import ERROR, Deck

RANKS = 4


@pytest.fixture(scope="module")
def tables():
    return KeptTables("hd", Deck(RANKS, hand=3))


def taken(record, choice):
    """The first action of a choice, in a game with a small deck."""
    if choice.cards:
        return choice.cards[0] // 8 * RANKS + choice.cards[0] % 8
    return action_of(record, choice)


def test_every_choice_is_a_best_one(tables):
    player = KeptPlayer(tables)
    rng = np.random.default_rng(3)
    seen = Counter()
    while len(seen) < 5 or min(seen.values()) < 5:
        state = deal(rng, ranks=RANKS, hand_size=3, kingdoms=4, advisors="hd")
        first = state.record[0].kingdom
        while not state.is_terminal() and state.record[0].kingdom == first:
            if state.is_chance_node():
                state.apply_action(int(rng.choice(state.legal_actions())))
                continue
            record = state.record[0]
            action = player.action(record)
            assert action in state.legal_actions()
            second_discard = record.phase == s.COMMERCE and record.last_discard >= 0
            if not second_discard:
                found = advise(position_of(record), workers=1)
                mine = [c for c in found.choices if taken(record, c) == action]
                assert max(c.chance for c in mine) > found.best.chance - ERROR
                used = mine[0].ability if record.phase == s.PREPARE else None
                seen[int(record.phase), used] += 1
            state.apply_action(action)


def test_after_the_first_discard_the_second_is_the_other_of_the_best_two(tables):
    player = KeptPlayer(tables)
    rng = np.random.default_rng(5)
    checked = 0
    while checked < 5:
        state = deal(rng, ranks=RANKS, hand_size=3, kingdoms=4, advisors="hd")
        state.apply_action(int(jack_action(state.record[0], DIAMONDS)))
        while state.is_chance_node():
            state.apply_action(int(rng.choice(state.legal_actions())))
        place = position_of(state.record[0])
        best = max(c.chance for c in advise(place, workers=1).choices)
        for _ in range(2):
            state.apply_action(player.action(state.record[0]))
        after = advise(position_of(state.record[0]), workers=1)
        assert after.best.chance == pytest.approx(best, abs=ERROR)
        checked += 1


def test_values_are_those_of_the_solver(tables):
    rng = np.random.default_rng(7)
    for _ in range(20):
        place = position_of(
            deal(rng, ranks=RANKS, hand_size=3, kingdoms=3, advisors="hd").record[0]
        )
        strings = strings_of(place.hand, place.deck, place.trump)
        found = advise(replace(place, target=2), workers=1)
        chances = {choice.text: choice.chance for choice in found.choices}
        assert tables.value("hd", strings, 2) / ONE == pytest.approx(found.best.chance, abs=ERROR)
        debate = tables.value_of_debate("hd", strings, 2) / ONE
        assert debate == pytest.approx(chances["debate"], abs=ERROR)


def test_what_does_not_fit_into_memory_is_refused():
    with pytest.raises(ValueError, match="hearts and diamonds"):
        KeptTables("c")
