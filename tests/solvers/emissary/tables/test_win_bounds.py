"""Bounds of the campaign: with swaps both against slow accounts of the same."""

from itertools import permutations

import numpy as np
import pytest
from made_up_hands import random_hands

from intrigue.solvers.emissary.tables.best_kingdom import BLOCK
from intrigue.solvers.emissary.tables.campaign import solve_campaign
from intrigue.solvers.emissary.tables.layouts import after_swap, classes_of, unvisited
from intrigue.solvers.emissary.tables.win_bounds import (
    LATE,
    choices_at_least,
    choices_at_most,
    choices_without_swaps,
    solve_win_bound,
    win_bound,
)


def slow(hands, layout, values, apart, upper):
    """The mean over hands and matchings of the best kingdom and swap."""
    kingdoms, suits = unvisited(layout), classes_of(layout, apart)
    total = 0.0
    for x in range(BLOCK):
        for match in permutations(range(4)):
            if apart and match[0] != 0:
                continue
            best = 0.0
            for k, own in zip(kingdoms, suits, strict=True):
                rests = []
                for j, suit in zip(kingdoms, suits, strict=True):
                    if j == k or suit != own:
                        chance = hands.chances[0, match[own if upper else suit], k, x]
                        # Two kingdoms of one suit change nothing by changing places.
                        rests.append((chance, values[after_swap(layout, k, j)]))
                if upper:
                    rests = [(rests[0][0], max(rest for _, rest in rests))]
                elif len(set(suits)) == 4:
                    late = hands.chances[0, match[own], LATE + k, x]
                    rests.append((late, min(rest for _, rest in rests)))
                best = max(best, *(chance * rest for chance, rest in rests))
            total += best * hands.weights[0, x]
    return total


def with_late_swaps(hands, seed=9):
    """Hands that are worth something else, too, if the swap is kept for later."""
    more = np.random.default_rng(seed).random(hands.chances.shape)
    return hands._replace(chances=np.concatenate([hands.chances, more], axis=2))


@pytest.mark.parametrize("apart", [False, True])
def test_values_follow_from_those_of_smaller_sets(apart):
    hands = random_hands(1, clubs_apart=apart)
    plain = solve_campaign("chd" if apart else "hd", hands, workers=2)
    for upper in (False, True):
        asked = hands if upper else with_late_swaps(hands)
        values = solve_win_bound(asked, choices_at_most if upper else choices_at_least, workers=2)
        layouts = (
            ("c.......", "A.c.A..B", "AcB..C.A") if apart else ("A.......", "AB.B.A.C", "AB.BCAD.")
        )
        for layout in layouts:
            known = slow(asked, layout, values, apart, upper)
            assert values[layout] == pytest.approx(known, abs=1e-12)
        for layout, value in values.items():
            assert value >= plain.values[layout].win - 1e-12


def test_without_swaps_it_is_the_campaign():
    hands = random_hands(1)
    values = solve_win_bound(hands, choices_without_swaps)
    known = solve_campaign("hd", hands).values
    assert values == pytest.approx(
        {layout: found.win for layout, found in known.items()}, abs=1e-14
    )


def test_after_a_swap_the_other_kingdom_has_the_ruler_that_was_here():
    assert after_swap("ABAC....", 0, 1) == ".AAB...."
    assert after_swap("AcB.....", 1, 0) == "c.A....."
    assert after_swap("AAB.....", 0, 1) == ".AB....."


def test_a_table_that_is_missing_is_named(tmp_path):
    with pytest.raises(ValueError, match="intrigue tables chds builds it"):
        win_bound("chds", tmp_path, upper=True)
    with pytest.raises(ValueError, match="intrigue tables hd builds it"):
        win_bound("hds", tmp_path)
    with pytest.raises(ValueError, match="none of"):
        win_bound("hs", tmp_path)


def test_bounds_are_kept(tmp_path, monkeypatch):
    from intrigue.solvers.emissary.tables import win_bounds as module
    from intrigue.solvers.emissary.tables.jacks.table import table_path

    for jacks in ("hd", "hds"):
        table_path(jacks, tmp_path).touch()
    monkeypatch.setattr(module, "open_table", lambda *arguments: None)
    monkeypatch.setattr(module, "gather_jack_hands", lambda *arguments: random_hands(1))
    values = win_bound("hds", tmp_path)
    monkeypatch.setattr(module, "gather_jack_hands", None)
    assert win_bound("hds", tmp_path) == values
    assert 0 < module.of_random_layout(values, False) < 1
    assert np.isfinite(list(values.values())).all()
