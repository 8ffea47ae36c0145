"""Small random tables, and their exact values."""

from hypothesis import assume
from hypothesis import strategies as st

from intrigue.solvers.emissary import Position
from intrigue.solvers.emissary.bounds import bound_values
from intrigue.solvers.emissary.limits import Limits

SMALL = 300_000


@st.composite
def tables(draw, ranks=8, decide=False):
    """A small table with a few cards in each place, up to three helpers, and other rulers."""
    order = draw(st.permutations([suit * 8 + rank for suit in range(4) for rank in range(ranks)]))
    hand = draw(st.integers(1, 5))
    deck = hand + draw(st.integers(0, 8))
    discard = deck + draw(st.integers(0, 4))
    uses = [0, 0, 0, 0]
    for suit in draw(st.lists(st.integers(0, 3), max_size=3)):
        uses[suit] += 1
    rulers = draw(st.permutations([0, 0, 1, 1, 2, 2, 3, 3]))
    pending = 0 if decide else draw(st.sampled_from([0, 0, 1, 2]))
    return Position(
        hand=tuple(order[:hand]),
        deck=tuple(order[hand:deck]),
        discard=tuple(order[deck:discard]),
        trump=rulers[0],
        target=draw(st.integers(1, 4)),
        to_draw=pending,
        to_discard=draw(st.integers(0, 2)) if pending or not decide else 0,
        abilities=tuple(uses),
        other_rulers=tuple(rulers[1 : 1 + draw(st.integers(0, 3))]),
    )


def exact_values(position):
    found = bound_values([position], 1, Limits(positions=SMALL))
    assume(found.limit is None)
    return found.lower[0], found.search.positions
