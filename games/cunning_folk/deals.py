"""Counting and drawing deals of the village that agree with what was seen of it.

The village holds all cards of ``base`` and, among scoundrels, `extra` cards out of ``pile`` (both
int64 by role: number of cards). Cards are told apart even when they look the same, so every deal
counts alike. ``seen`` is the number of cards of each role that were seen; `unseen` places are left,
`not_liar` of which are known not to hold the Liar.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.rng import random_below, random_unit, shuffle
from intrigue.games.cunning_folk.cards import GOOD_WITCH, LIAR, N_ROLES, VILLAGER
from intrigue.games.cunning_folk.pictures import NOT_LIAR, UNSEEN


@jit
def _falling(n: int, k: int) -> float:
    """Return n (n-1) ... (n-k+1)."""
    product = 1.0
    for i in range(k):
        product *= n - i
    return product


@jit
def _choose(n: int, k: int) -> float:
    return _falling(n, k) / _falling(k, k)  # type: ignore[no-any-return]


@jit
def number_of_deals(
    base: Any, pile: Any, extra: int, seen: Any, unseen: int, not_liar: int
) -> float:
    """Return how many deals agree with what was seen."""
    total = 0.0
    for witches in range(min(seen[GOOD_WITCH], pile[GOOD_WITCH]) + 1):
        for villagers in range(min(seen[VILLAGER], pile[VILLAGER]) + 1):
            total += _deals(base, pile, extra, seen, unseen, not_liar, witches, villagers)
    return total


@jit
def _deals(
    base: Any,
    pile: Any,
    extra: int,
    seen: Any,
    unseen: int,
    not_liar: int,
    witches: int,
    villagers: int,
) -> float:
    """Count the deals in which so many of the seen Good Witches and Villagers are of the pile.

    Only these two roles can be in both ``base`` and ``pile``.
    """
    ways = _deals_with_liar(base, pile, extra, seen, unseen, witches, villagers)
    if not_liar > 0 and ways > 0.0:
        seen[LIAR] += 1
        liar_there = _deals_with_liar(base, pile, extra, seen, unseen - 1, witches, villagers)
        seen[LIAR] -= 1
        ways -= not_liar * liar_there
    return ways  # type: ignore[no-any-return]


@jit
def _deals_with_liar(
    base: Any, pile: Any, extra: int, seen: Any, unseen: int, witches: int, villagers: int
) -> float:
    """Count them with the Liar at any unseen place."""
    ways = _falling(unseen, unseen)
    from_pile = witches + villagers
    pile_size = 0
    for role in range(N_ROLES):
        pile_size += pile[role]
        if role == GOOD_WITCH:
            ways *= _of_both(base[role], pile[role], seen[role], witches)
        elif role == VILLAGER:
            ways *= _of_both(base[role], pile[role], seen[role], villagers)
        elif pile[role] > 0:
            ways *= _falling(pile[role], seen[role])
            from_pile += seen[role]
        else:
            ways *= _falling(base[role], seen[role])
    if from_pile > extra:
        return 0.0
    return ways * _choose(pile_size - from_pile, extra - from_pile)  # type: ignore[no-any-return]


@jit
def _of_both(base: int, pile: int, seen: int, from_pile: int) -> float:
    """Count the ways to be `seen` cards, `from_pile` of them of the pile."""
    if from_pile == 0:
        return _falling(base, seen)  # type: ignore[no-any-return]
    return _choose(seen, from_pile) * _falling(pile, from_pile) * _falling(base, seen - from_pile)  # type: ignore[no-any-return]


@jit
def deal_unseen(
    rng: Any, base: Any, pile: Any, extra: int, seen: Any, deal: Any, places: int, outside: Any
) -> int:
    """Complete a deal at random, uniformly among those that agree with what was seen.

    Parameters
    ----------
    rng
        Generator.
    base, pile, extra, seen
        As above; ``base`` and ``pile`` are used up.
    deal
        int64 by place: a role, UNSEEN or NOT_LIAR; the latter two are replaced.
    places
        Number of places.
    outside
        int64, room for the whole pile. Receives the pile's cards that are in the village, in random
        order, then those that are not, in random order.

    Returns
    -------
    Size of the pile.
    """
    unseen, not_liar = _count_unseen(deal, places)
    inside = _attribute_seen(rng, base, pile, extra, seen, unseen, not_liar, outside)
    pool = np.empty(places, np.int64)
    n_pool = 0
    for role in range(N_ROLES):
        if role != LIAR:
            for _ in range(base[role]):
                pool[n_pool] = role
                n_pool += 1
    rest = np.empty(len(outside), np.int64)
    n_rest = 0
    for role in range(N_ROLES):
        if role != LIAR:
            for _ in range(pile[role]):
                rest[n_rest] = role
                n_rest += 1
    liar = base[LIAR] > 0
    liar_outside = False
    if pile[LIAR] > 0:
        # Deals with him at one of the places left to him, and deals without him.
        within = (unseen - not_liar) * (extra - inside)
        without = unseen * (n_rest + 1 - extra + inside)
        liar = random_unit(rng) * (within + without) < within
        liar_outside = not liar
        if liar:
            outside[inside] = LIAR
            inside += 1
    shuffle(rng, rest, n_rest)
    for i in range(extra - inside):
        pool[n_pool] = rest[i]
        n_pool += 1
        outside[inside + i] = rest[i]
    size = inside + n_rest
    for i in range(extra, size):
        outside[i] = rest[i - inside]
    if liar_outside:
        outside[size] = LIAR
        size += 1
    shuffle(rng, outside[:extra], extra)
    shuffle(rng, outside[extra:size], size - extra)
    _fill(rng, deal, places, pool, n_pool, liar, unseen - not_liar)
    return size  # type: ignore[no-any-return]


@jit
def _count_unseen(deal: Any, places: int) -> Any:
    unseen = 0
    not_liar = 0
    for place in range(places):
        if deal[place] >= N_ROLES:
            unseen += 1
        if deal[place] == NOT_LIAR:
            not_liar += 1
    return unseen, not_liar


@jit
def _attribute_seen(
    rng: Any,
    base: Any,
    pile: Any,
    extra: int,
    seen: Any,
    unseen: int,
    not_liar: int,
    outside: Any,
) -> int:
    """Draw which of the seen cards are of the pile, take all seen cards off ``base`` and ``pile``.

    Writes those of the pile to ``outside`` and returns their number.
    """
    witches, villagers = 0, 0
    if extra > 0:
        point = random_unit(rng) * number_of_deals(base, pile, extra, seen, unseen, not_liar)
        for w in range(min(seen[GOOD_WITCH], pile[GOOD_WITCH]) + 1):
            for v in range(min(seen[VILLAGER], pile[VILLAGER]) + 1):
                ways = _deals(base, pile, extra, seen, unseen, not_liar, w, v)
                if point >= 0.0 and ways > 0.0:
                    witches, villagers = w, v
                    point -= ways
    inside = 0
    for role in range(N_ROLES):
        from_pile = seen[role] if pile[role] > 0 else 0
        if role == GOOD_WITCH:
            from_pile = witches
        elif role == VILLAGER:
            from_pile = villagers
        for _ in range(from_pile):
            outside[inside] = role
            inside += 1
        pile[role] -= from_pile
        base[role] -= seen[role] - from_pile
    return inside


@jit
def _fill(
    rng: Any, deal: Any, places: int, pool: Any, n_pool: int, liar: bool, places_for_liar: int
) -> None:
    """Put the Liar, if there, where he can be, and the cards of the pool at the other places."""
    if liar:
        chosen = random_below(rng, places_for_liar)
        for place in range(places):
            if deal[place] == UNSEEN:
                if chosen == 0:
                    deal[place] = LIAR
                    break
                chosen -= 1
    shuffle(rng, pool, n_pool)
    for place in range(places):
        if deal[place] >= N_ROLES:
            n_pool -= 1
            deal[place] = pool[n_pool]
