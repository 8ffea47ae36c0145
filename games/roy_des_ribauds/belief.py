"""Exact beliefs about hidden faces: a forward pass over the facts of :mod:`evidence`.

A *hypothesis* is what the other player holds, which cards of the current pool have not been placed
yet, and the faces of hidden Court cards that will come back into the hand. The pool of epoch 0
(until the pile is rebuilt for the first time) holds the pile and all Court cards that the viewer
never saw: they were dealt from one shuffled deck, so they are alike. Every later pool is the
discard pile it was made of. What the viewer drew from a pool is taken out from the start: given
those cards, all arrangements of the others are equally likely.

Hypotheses with their weights are kept in layers. A fact that only rules out, reweights or shifts
hypotheses changes the last layer in place; one that brings in a hidden face makes a new layer. So
:func:`intrigue.games.roy_des_ribauds.resample.resample` can go back and draw the faces.

A hypothesis is packed into an int64: four bits a kind for the hand, four bits a kind for the pool,
three bits for each of six hidden Court cards (kind + 1, 0 for none), three bits for the Reines
among those of them that were dealt to the Court.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.roy_des_ribauds.cards import (
    BINOMIAL,
    MAX_COPIES,
    MAX_COURT,
    REINE,
    ROLES,
    SET_COUNTS,
    SET_FIRST,
)
from intrigue.games.roy_des_ribauds.deal import allowed
from intrigue.games.roy_des_ribauds.evidence import (
    ASIDE,
    DEALT,
    DRAWN,
    GAINED,
    HIDDEN,
    KEPT,
    LOOKED,
    LOST,
    NO_FACT,
    NO_MARIAGE,
    REBUILT,
    SET_APART,
    SHOWN_MARIAGE,
    TAKEN,
    UNSEEN,
)

# Layout of a packed hypothesis. Whoever raises a limit of `cards` widens what the lines below say.
CARD_BITS = 4
assert MAX_COPIES < 1 << CARD_BITS, "more CARD_BITS, so that they count all copies of a kind"
POOL_SHIFT = CARD_BITS * ROLES
SLOT_SHIFT = 2 * POOL_SHIFT
SLOT_BITS = 3
assert ROLES < 1 << SLOT_BITS, "more SLOT_BITS, so that they tell all kinds apart"
REINE_SHIFT = SLOT_SHIFT + SLOT_BITS * MAX_COURT
assert MAX_COURT < 1 << (63 - REINE_SHIFT), "two int64 for a hypothesis: one is full"
_CARD_MASK = (1 << CARD_BITS) - 1
_SLOT_MASK = (1 << SLOT_BITS) - 1
_HAND_MASK = (1 << POOL_SHIFT) - 1
_POOL_MASK = _HAND_MASK << POOL_SHIFT


@jit
def in_hand(key: int, card: int) -> int:
    """Return how many cards of a kind are in the hand of a hypothesis."""
    return (key >> (CARD_BITS * card)) & _CARD_MASK


@jit
def in_pool(key: int, card: int) -> int:
    """Return how many cards of a kind are in the pool of a hypothesis."""
    return (key >> (POOL_SHIFT + CARD_BITS * card)) & _CARD_MASK


@jit
def in_slot(key: int, slot: int) -> int:
    """Return the kind of a hidden Court card that is kept in a slot."""
    return ((key >> (SLOT_SHIFT + SLOT_BITS * slot)) & _SLOT_MASK) - 1


@jit
def hand_step(card: int) -> int:
    """Return what one more card in the hand adds to a packed hypothesis."""
    return 1 << (CARD_BITS * card)


@jit
def slot_step(slot: int, card: int) -> int:
    """Return what a kind kept in a slot adds to a packed hypothesis."""
    return (card + 1) << (SLOT_SHIFT + SLOT_BITS * slot)


@jit
def pool_key(pool: Any, kinds: int) -> int:
    """Return a pool, packed."""
    key = 0
    for card in range(kinds):
        key += int(pool[card]) << (POOL_SHIFT + CARD_BITS * card)
    return key


def _draw_steps() -> Any:
    shifts = np.array([1 << (CARD_BITS * card) for card in range(ROLES)])
    steps = (SET_COUNTS * shifts).sum(axis=2)
    return steps - (steps << POOL_SHIFT)


DRAW_STEP = _draw_steps()
"""``[K, number]``: what drawing a multiset from the pool adds to a packed hypothesis."""


@jit
def draw_ways(kinds: int, key: int, number: int) -> float:
    """Return in how many ways a multiset can be drawn from the pool of a hypothesis."""
    if number < kinds:
        return float(in_pool(key, number))
    ways = 1.0
    for card in range(kinds):
        ways *= BINOMIAL[in_pool(key, card), SET_COUNTS[kinds, number, card]]
    return ways


@jit
def kinds_held(kinds: int, key: int) -> int:
    """Return how many different kinds are in the hand of a hypothesis."""
    different = 0
    for card in range(kinds):
        if in_hand(key, card) > 0:
            different += 1
    return different


@jit
def brings_layer(code: int, face: int) -> bool:
    """Return whether a fact of this kind, on a token with this face, brings in a hidden face."""
    return code <= REBUILT and not (code == HIDDEN and face != UNSEEN)


@jit
def choices(walk: Any, code: int, size: int) -> tuple[int, int]:
    """Return the range of hidden faces (kinds or numbers of multisets) that a fact leaves open."""
    if code == DEALT or code == DRAWN:
        return SET_FIRST[walk.kinds, size], SET_FIRST[walk.kinds, size + 1]
    return 0, walk.kinds if code == HIDDEN or code == SET_APART else 1


@jit
def changed(walk: Any, code: int, a: int, slot: int, pools: Any, key: int, choice: int) -> int:
    """Return the hypothesis after a fact that brings a layer, with this hidden face.

    Parameters
    ----------
    walk
        Any record of the game: sizes are read from it.
    code, a
        The fact.
    slot
        Where the fact's Court card is kept, -1 if it never comes back into the hand.
    pools
        As filled by :func:`intrigue.games.roy_des_ribauds.evidence.gather`.
    key, choice
        Hypothesis before, and the hidden face; :func:`chance_of` tells whether they fit together.
    """
    kinds = walk.kinds
    if code == DRAWN or code == DEALT:
        return key + DRAW_STEP[kinds, choice]
    if code == HIDDEN:
        kept = slot_step(slot, choice) if slot >= 0 else 0
        return key - hand_step(choice) + kept
    if code == SET_APART:
        reine = 1 << REINE_SHIFT if choice == walk.card[REINE] else 0
        return key - (hand_step(choice) << POOL_SHIFT) + slot_step(slot, choice) + reine
    if code == TAKEN:
        card = in_slot(key, slot)
        return key - slot_step(slot, card) + hand_step(card)
    # Rebuilt: what is left of the first pool is the Court cards that the viewer never sees.
    rest = key & ~_POOL_MASK
    if a == 1:
        rest &= (1 << REINE_SHIFT) - 1
    return rest + pool_key(pools[a], kinds)


@jit
def chance_of(
    walk: Any, code: int, a: int, b: int, court_factor: Any, key: int, choice: int
) -> float:
    """Return the factor to the weight of a hypothesis for a hidden face, 0 if it cannot be."""
    kinds = walk.kinds
    if code == DRAWN:
        return draw_ways(kinds, key, choice)
    if code == DEALT:
        reine = walk.card[REINE]
        if reine >= 0 and not allowed(walk.reine_limit, SET_COUNTS[kinds, choice, reine], b):
            return 0.0
        return draw_ways(kinds, key, choice)
    if code == HIDDEN:
        return 1.0 / kinds_held(kinds, key) if in_hand(key, choice) > 0 else 0.0
    if code == SET_APART:
        return float(in_pool(key, choice))
    if code == REBUILT and a == 1 and walk.card[REINE] >= 0:
        reines = (key >> REINE_SHIFT) + in_pool(key, walk.card[REINE])
        return court_factor[reines]
    return 1.0


@jit
def undone(walk: Any, code: int, a: int, b: int, face: int, key: int) -> int:
    """Return the hypothesis before a fact (code, a, b) that brings no layer."""
    if code == LOST:
        return key + b * hand_step(a)
    if code == GAINED:
        return key - b * hand_step(a)
    if code == ASIDE:
        return key + 2 * hand_step(walk.card[REINE])
    return key + hand_step(face) if code == HIDDEN else key


@jit
def condition(
    walk: Any,
    code: int,
    a: int,
    b: int,
    face: int,
    keys: Any,
    weights: Any,
    first: int,
    end: int,
) -> int:
    """Apply a fact (code, a, b) that brings no layer to the hypotheses from `first` on.

    They end before `end`; returns the new end.
    """
    kinds = walk.kinds
    reine = walk.card[REINE]
    n = first
    for i in range(first, end):
        key = keys[i]
        weight = weights[i]
        fits = True
        if code == LOST:
            fits = in_hand(key, a) >= b
            key -= b * hand_step(a)
        elif code == GAINED:
            key += b * hand_step(a)
        elif code == HIDDEN:
            fits = in_hand(key, face) > 0
            weight /= kinds_held(kinds, key)
            key -= hand_step(face)
        elif code == LOOKED:
            for card in range(kinds):
                weight *= BINOMIAL[in_hand(key, card), SET_COUNTS[kinds, a, card]]
            fits = weight > 0.0
        elif reine >= 0:
            reines = in_hand(key, reine)
            if code == ASIDE:
                fits = reines == 2
                key -= 2 * hand_step(reine)
            elif code == KEPT:
                fits = reines <= 1
            elif code == NO_MARIAGE:
                fits = reines < walk.wanted
            elif code == SHOWN_MARIAGE:
                fits = reines >= walk.wanted
        if fits:
            keys[n] = key
            weights[n] = weight
            n += 1
    return n


@jit
def add(keys: Any, weights: Any, table: Any, spots: Any, end: int, key: int, weight: float) -> int:
    """Add a hypothesis to the last layer, or its weight to its like there; return the new end.

    `table` is an open hash table of positions in that layer, -1 where it is free; `spots` notes
    where in it each hypothesis stands.
    """
    mask = len(table) - 1
    at = ((key ^ (key >> 13) ^ (key >> 29)) * 0x9E37 >> 5) & mask
    while table[at] >= 0:
        if keys[table[at]] == key:
            weights[table[at]] += weight
            return end
        at = (at + 1) & mask
    table[at] = end
    spots[end] = at
    keys[end] = key
    weights[end] = weight
    return end + 1


@jit
def token_of(code: int, a: int) -> int:
    """Return the Court card that a fact is about, 0 if about none."""
    return a if code == HIDDEN or code == TAKEN or code == SET_APART else 0


@jit
def collect(
    walk: Any, facts: Any, count: int, faces: Any, slots: Any, pools: Any, court_factor: Any
) -> tuple[Any, Any, Any]:
    """Weigh all hypotheses, layer by layer.

    Parameters
    ----------
    walk, facts, count, faces, pools
        As filled by :func:`intrigue.games.roy_des_ribauds.evidence.gather`; `count` facts.
    slots
        Slot of each token, -1 for those that do not come back into the hand.
    court_factor
        Weight of a Court by the Reines in it that the viewer never saw there.

    Returns
    -------
    keys, weights
        All layers one behind the other.
    ends
        (layers + 1,): where each layer ends, after a leading 0.
    """
    keys = np.empty(256, np.int64)
    weights = np.empty(256, np.float64)
    spots = np.empty(256, np.int32)
    table = np.full(256, -1, np.int32)
    ends = np.zeros(count + 2, np.int64)
    keys[0] = pool_key(pools[0], walk.kinds)
    weights[0] = 1.0
    first = 0
    end = 1
    layer = 1
    for i in range(count):
        code = facts[i, 0]
        a = facts[i, 1]
        b = facts[i, 2]
        if code == NO_FACT:
            continue
        token = token_of(code, a)
        if not brings_layer(code, faces[token]):
            end = condition(walk, code, a, b, faces[token], keys, weights, first, end)
            continue
        ends[layer] = end
        low, high = choices(walk, code, a)
        most = (end - first) * (high - low)
        if end + most > len(keys):
            more = len(keys) + most
            keys = np.concatenate((keys, np.empty(more, np.int64)))
            weights = np.concatenate((weights, np.empty(more, np.float64)))
            spots = np.concatenate((spots, np.empty(more, np.int32)))
        if 2 * most > len(table):
            size = len(table)
            while size < 2 * most:
                size *= 2
            table = np.full(size, -1, np.int32)
        new_end = end
        total = 0.0
        for j in range(first, end):
            for choice in range(low, high):
                weight = weights[j] * chance_of(walk, code, a, b, court_factor, keys[j], choice)
                if weight > 0.0:
                    key = changed(walk, code, a, slots[token], pools, keys[j], choice)
                    new_end = add(keys, weights, table, spots, new_end, key, weight)
                    total += weight
        first = end
        end = new_end
        for j in range(first, end):
            weights[j] /= total
            table[spots[j]] = -1
        layer += 1
    ends[layer] = end
    return keys, weights, ends[: layer + 1]
