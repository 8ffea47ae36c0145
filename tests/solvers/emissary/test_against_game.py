"""The solver equals brute force over the OpenSpiel game, to 1e-12."""

import numpy as np
import pytest
from game_oracle import Oracle, deal, position_of, random_table

from intrigue.solvers.emissary.hand import solve_all_targets


def check(state, oracle):
    record = state.record[0]
    if state.is_terminal() or record.kingdom < 0:
        return False
    position = position_of(state)
    expected = oracle.values(state)
    answer = solve_all_targets(position, workers=1)
    wins = position.wins
    ours = np.array([answer.probability, answer.possible, answer.guaranteed])[:, : 9 - wins]
    np.testing.assert_allclose(ours, expected[:, wins:], rtol=0, atol=1e-12, err_msg=str(position))
    return True


SMALL_DECKS = [
    # ranks, hand size, kingdoms, advisors, how many
    (2, 2, 1, "none", 30), (2, 3, 1, "none", 30), (2, 4, 1, "none", 30), (2, 5, 1, "none", 20),
    (3, 3, 1, "none", 8), (4, 2, 2, "none", 20), (4, 3, 1, "none", 2), (5, 2, 3, "none", 10),
    (2, 3, 1, "h", 40), (3, 3, 2, "h", 8), (4, 2, 1, "h", 20), (5, 2, 1, "h", 10),
    (2, 2, 1, "c", 12), (3, 2, 1, "c", 20), (2, 4, 1, "c", 15),
    (2, 2, 1, "d", 3), (2, 3, 2, "s", 16), (3, 2, 3, "s", 10),
    (2, 2, 2, "hs", 15), (2, 3, 1, "hc", 15), (2, 2, 1, "ch", 3),
]  # fmt: skip


def test_random_small_decks_of_the_game_itself():
    rng = np.random.default_rng(1)
    oracle = Oracle()
    checked = 0
    for ranks, hand_size, kingdoms, advisors, number in SMALL_DECKS:
        for _ in range(number):
            state = deal(
                rng, ranks=ranks, hand_size=hand_size, kingdoms=kingdoms, advisors=advisors
            )
            checked += check(state, oracle)
    assert checked >= 300
    for event in ("jack c", "jack d", "jack h", "jack s", "swap", "reshuffle",
                  "hearts empties the hand", "emptied hand"):  # fmt: skip
        assert oracle.seen[event] > 0, event


@pytest.mark.parametrize("seed", range(4))
def test_random_small_tables_with_jacks_supporters_swaps_and_run_out(seed):
    rng = np.random.default_rng(seed)
    oracle = Oracle()
    checked = 0
    while checked < 130:
        checked += check(random_table(rng), oracle)
    helpers = [f"{kind} {suit}" for kind in ("jack", "supporter") for suit in "cdhs"]
    edges = ["reshuffle", "reshuffle while drawing", "no topic left", "hearts empties the hand"]
    for event in (*helpers, "swap", "commerce draws too few", *edges):
        assert oracle.seen[event] > 0, event
