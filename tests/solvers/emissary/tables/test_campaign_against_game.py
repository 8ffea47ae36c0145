"""The campaign equals brute force over the OpenSpiel game itself, on small decks."""

from itertools import combinations_with_replacement, permutations
from math import comb

import numpy as np
import pyspiel
import pytest
from game_oracle import position_key

from intrigue.games.emissary import actions
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import NUM_RULERS
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.tables.best_kingdom import in_blocks, orbit_sizes
from intrigue.solvers.emissary.tables.campaign import solve_campaign
from intrigue.solvers.emissary.tables.layouts import layout_of

SIZES = [(2, 2, 2), (3, 2, 2), (2, 3, 2)]
"""Ranks, hand size, kingdoms."""


def chances_by_kingdom(hand, ranks, trump):
    """The chances of a hand to win 1 .. 8 debates without helpers."""
    cards = [suit * 8 + rank for suit in range(4) for rank in range(ranks)]
    position = Position(
        hand=hand, deck=tuple(c for c in cards if c not in hand), discard=(), trump=trump, wins=0,
        abilities=(0, 0, 0, 0), other_rulers=(),
    )  # fmt: skip
    return solve_all_targets(position, workers=1).probability[1:]


def small_campaign(ranks, hand_size):
    """The solved campaign, of hands up to renaming of suits."""
    masks = np.array(
        [
            row
            for row in combinations_with_replacement(range(2**ranks), 4)
            if sum(mask.bit_count() for mask in row) == hand_size
        ]
    )
    hands = [
        tuple(
            j * 8 + rank for j, mask in enumerate(row) for rank in range(ranks) if mask >> rank & 1
        )
        for row in masks.tolist()
    ]
    chances = (
        np.array([chances_by_kingdom(hand, ranks, trump) for hand in hands]) for trump in range(4)
    )
    weights = orbit_sizes(masks) / (24 * comb(4 * ranks, hand_size))
    return solve_campaign("", in_blocks(chances, weights, clubs_apart=False))


def value_without_supporters(state):
    """What the game is worth from `state` if nobody ever turns a supporter down."""

    def value(state):
        if state.is_terminal():
            return state.returns()[0]
        record = state.record[0]
        key = (position_key(record), int(record.kingdom), record.kingdom_state.tobytes())
        if key not in known:
            if state.is_chance_node():
                known[key] = sum(p * value(state.child(a)) for a, p in state.chance_outcomes())
            else:
                helper = int(actions.jack_action(record, 0))
                kept = (a for a in state.legal_actions() if record.phase != s.PREPARE or a < helper)
                known[key] = max(value(state.child(action)) for action in kept)
        return known[key]

    known = {}
    return value(state)


@pytest.mark.parametrize(("ranks", "hand_size", "kingdoms"), SIZES)
def test_the_campaign_equals_brute_force_over_the_game(ranks, hand_size, kingdoms):
    """One layout of each kind: which kingdoms have rulers of one suit, and the chances to win."""
    game = pyspiel.load_game(
        "python_emissary",
        {"ranks": ranks, "hand_size": hand_size, "kingdoms": kingdoms, "advisors": "none"},
    )
    solved = small_campaign(ranks, hand_size)
    checked = {}
    for rulers in permutations(range(NUM_RULERS), kingdoms):
        layout = layout_of([ruler // 2 for ruler in rulers] + [None] * (8 - kingdoms))
        if layout in checked:
            continue
        state = game.new_initial_state()
        for ruler in rulers:
            state.apply_action(ruler)
        checked[layout] = value_without_supporters(state)
        assert solved.values[layout].win == pytest.approx(checked[layout], abs=1e-12)
    assert len(checked) == 2
    assert checked["AA......"] != pytest.approx(checked["AB......"], abs=1e-3)
