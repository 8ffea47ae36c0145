"""Hands that may be dealt, and their chances.

A deal with three Reines in a hand, or two in both hands, is dealt again, while the Court stays. So
the Court is dealt from the whole deck, and the hands, given the Court, are conditioned on being
allowed: the forbidden ones have no chance, the others keep their proportions. Only the numbers of
Reines matter for that, so the completions of a deal are counted by them.
"""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds.cards import (
    BINOMIAL,
    REINE,
    SET_COUNTS,
    SET_FIRST,
    set_outcomes,
    set_weight,
)


@jit
def reine_limit(kinds: int, copies: int, court_size: int, hand_size: int) -> int:
    """Return the most Reines in a hand that is not dealt again.

    It is two, and then both go under the pile and two cards are drawn. Each such exchange of the
    same hand takes two other Reines; where the pile of a small game is too short for all exchanges
    that can follow one another, a hand of two Reines is dealt again as well.
    """
    pile = kinds * copies - court_size - 2 * hand_size
    return 2 if pile >= 2 * (copies // 2) else 1


@jit
def allowed(limit: int, first: int, second: int) -> bool:
    """Return whether hands with so many Reines are kept."""
    return first <= limit and second <= limit and not (first == 2 and second == 2)


@jit
def second_hands(limit: int, size: int, reines: int, others: int, first: int) -> float:
    """Return how many hands from so many Reines and others are allowed beside one with `first`."""
    total = 0.0
    for second in range(min(size, reines) + 1):
        if size - second <= others and allowed(limit, first, second):
            total += BINOMIAL[reines, second] * BINOMIAL[others, size - second]
    return total


@jit
def both_hands(limit: int, size: int, reines: int, others: int) -> float:
    """Return how many pairs of hands, from so many Reines and others, are allowed."""
    total = 0.0
    for first in range(min(size, reines) + 1):
        if size - first <= others:
            ways = BINOMIAL[reines, first] * BINOMIAL[others, size - first]
            total += ways * second_hands(limit, size, reines - first, others - size + first, first)
    return total


@jit
def hand_outcomes(state: Any, out: Any, probs: Any) -> int:
    """Write the possible hands of the player who is dealt next, and their chances."""
    kinds = state.kinds
    size = state.hand_size
    reine = state.card[REINE]
    if reine < 0:
        return set_outcomes(kinds, state.pile, size, out, probs)
    player = state.dealt - state.court_size
    reines = state.pile[reine]
    others = state.pile_size - reines
    n = 0
    total = 0.0
    for number in range(SET_FIRST[kinds, size], SET_FIRST[kinds, size + 1]):
        ways = set_weight(kinds, state.pile, number)
        if ways == 0.0:
            continue
        mine = SET_COUNTS[kinds, number, reine]
        if player == 0:
            ways *= second_hands(state.reine_limit, size, reines - mine, others - size + mine, mine)
        elif not allowed(state.reine_limit, state.hand[0, reine], mine):
            ways = 0.0
        if ways > 0.0:
            out[n] = number
            probs[n] = ways
            total += ways
            n += 1
    for i in range(n):
        probs[i] /= total
    return n
