"""Numbers of positions without abilities."""

from intrigue.solvers.emissary.suit_strings import NUM_LIVE_STRINGS
from intrigue.solvers.emissary.tables.numbering import rank_triple, ranking, trump_offsets


def test_numbers_of_positions_are_0_1_2_and_so_on():
    tables = ranking()
    for hand, deck in ((2, 3), (3, 1), (0, 4), (1, 6)):
        fits = [
            s for s in range(NUM_LIVE_STRINGS) if tables.hand[s] <= hand and tables.deck[s] <= deck
        ]
        seen = [
            rank_triple(tables, a, b, c)
            for c in fits
            for b in fits
            if b <= c
            for a in fits
            if a <= b
            and tables.hand[a] + tables.hand[b] + tables.hand[c] == hand
            and tables.deck[a] + tables.deck[b] + tables.deck[c] == deck
        ]
        assert sorted(seen) == list(range(len(seen)))
        assert rank_triple(tables, 5, 3, 4) == rank_triple(tables, 3, 4, 5)
        assert trump_offsets(hand, deck)[1] == len(seen)  # the empty trump string comes first
