"""The fast and the general way to list what follows a position agree."""

from dataclasses import replace

import numpy as np
from hypothesis import assume, given, settings
from small_tables import tables

from intrigue.solvers.emissary.search.encoding import encode
from intrigue.solvers.emissary.search.fast_followers import expand_fast
from intrigue.solvers.emissary.search.followers import expand
from intrigue.solvers.emissary.search.keys import (
    NUM_FIELDS,
    RULERS,
    TERMINAL,
    Followers,
    decode,
    room_for_followers,
)
from intrigue.solvers.emissary.suit_tables import suit_tables


def listed(out, count):
    """What follows: by group (with its weight, -1: an ability) the positions, in any order."""
    found = {}
    for n in range(count):
        group, level = int(out.groups[n]), int(out.levels[n])
        key = 0 if level == TERMINAL else int(out.keys[n])
        found.setdefault(group, set()).add((key, level, int(out.won[n])))
    return sorted(
        (int(out.weights[group]) if group >= 0 else -1, sorted(answers))
        for group, answers in found.items()
    )


@settings(deadline=None, max_examples=300)
@given(tables())
def test_both_ways_list_the_same_positions(position):
    position = replace(position, discard=(), abilities=(*position.abilities[:3], 0))
    assume(not position.deck_may_run_out)
    key, level = encode(position, False)
    assume(level != TERMINAL)
    suits = suit_tables()
    fast, general = (Followers(*room_for_followers()) for _ in range(2))
    count, cards = expand_fast(np.uint64(key), level, suits, fast)
    p = np.zeros(NUM_FIELDS, np.int64)
    p[RULERS] = position.ruler_mask
    decode(np.uint64(key), level, suits.table, p)
    number, groups, total = expand(p, np.zeros(NUM_FIELDS, np.int64), suits, general)
    assert (count, cards) == (number, total)
    assert groups == int(general.groups[number - 1]) + 1
    assert listed(fast, count) == listed(general, number)
    assert total == sum(general.weights[:groups])
