"""Random histories in which a player saw exactly the same.

Exact, without trial and error: hypotheses about the hidden faces are weighed forward over all that
the player saw (:mod:`evidence`, :mod:`belief`), then one is drawn at the end and its faces are
drawn backward. A history counts by the probability of its chance outcomes, and each card that the
other player laid face down by one over the number of kinds they could have laid there.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import apply, chance_outcomes
from intrigue.games.core.rng import random_below, random_index, random_unit, shuffle
from intrigue.games.roy_des_ribauds.actions import B_DOWN
from intrigue.games.roy_des_ribauds.belief import (
    REINE_SHIFT,
    brings_layer,
    chance_of,
    changed,
    choices,
    collect,
    in_pool,
    token_of,
    undone,
)
from intrigue.games.roy_des_ribauds.cards import BINOMIAL, MAX_COURT, REINE, ROLES, SET_FIRST
from intrigue.games.roy_des_ribauds.deal import both_hands
from intrigue.games.roy_des_ribauds.evidence import (
    HIDDEN,
    NO_FACT,
    REBUILT,
    SET_APART,
    TAKEN,
    UNSEEN,
    gather,
    restart,
)
from intrigue.games.roy_des_ribauds.state import STATE


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Write a random history that looks the same to `player`; see `intrigue.games.core.kernel`."""
    # A record does not keep its array alive in compiled code, so the array stays here and is used
    # one call below.
    walks = np.zeros(1, STATE)
    restart(walks[0], state)
    walks[0].players = 0  # nobody: information-state hashes are not needed here
    for i in range(len(history)):
        out[i] = history[i]
    return resample_on(walks, history, player, rng, out)


@jit
def resample_on(walks: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Write the hidden faces to `out`, a copy of `history`; ``walks[0]`` is at the start."""
    walk = walks[0]
    steps = len(history)
    places = walk.court_size
    if steps < places + 2 + player:
        deal_again(walk, steps, rng, out)
        return steps
    facts = np.empty((10 * steps + 16, 4), np.int64)
    faces = np.full(steps + places + 1, UNSEEN, np.int64)
    taken = np.zeros(steps + places + 1, np.int64)
    pools = np.zeros((steps + 1, ROLES), np.int64)
    count, epochs = gather(walk, history, player, facts, faces, taken, pools)
    slots = assign_slots(facts, count, taken)
    court_factor = weigh_courts(walk, faces)
    keys, weights, ends = collect(walk, facts, count, faces, slots, pools, court_factor)

    # Draw a hypothesis of the last layer.
    first = ends[-2]
    end = ends[-1]
    unseen = 0
    for token in range(places):
        if faces[token] == UNSEEN and not taken[token]:
            unseen += 1
    reine = walk.card[REINE]
    if epochs == 0 and reine >= 0:
        for i in range(first, end):
            weights[i] *= leftover_weight(walk, keys[i], unseen, court_factor)
    key = keys[first + random_index(rng, weights[first:end], end - first)]
    leftover = key if epochs == 0 else 0

    # Go back and draw the faces that lead there.
    layer = len(ends) - 2
    for i in range(count - 1, -1, -1):
        code = facts[i, 0]
        a = facts[i, 1]
        b = facts[i, 2]
        step = facts[i, 3]
        if code == NO_FACT:
            continue
        token = token_of(code, a)
        if not brings_layer(code, faces[token]):
            key = undone(walk, code, a, b, faces[token], key)
            continue
        low, high = choices(walk, code, a)
        total = 0.0
        chosen = 0
        before = key
        for j in range(ends[layer - 1], ends[layer]):
            for choice in range(low, high):
                if changed(walk, code, a, slots[token], pools, keys[j], choice) == key:
                    chance = chance_of(walk, code, a, b, court_factor, keys[j], choice)
                    weight = weights[j] * chance
                    total += weight
                    if random_unit(rng) * total < weight:
                        chosen = choice
                        before = keys[j]
        key = before
        layer -= 1
        if code == REBUILT:
            if a == 1:
                leftover = key
        elif code == HIDDEN:
            start = walk.starts[B_DOWN]
            out[step] = start + chosen * places + (out[step] - start) % places
        elif code != TAKEN and step < steps:
            out[step] = chosen
    lay_unseen(walk, faces, taken, unseen, leftover, court_factor, rng, out)
    return steps


@jit
def deal_again(walk: Any, steps: int, rng: Any, out: Any) -> None:
    """Deal at random up to `steps`, before the player has seen more than who begins."""
    outcomes = np.empty(SET_FIRST[ROLES, -1], np.int64)
    probs = np.empty(len(outcomes), np.float64)
    for step in range(steps):
        if step > 0:
            n = chance_outcomes(walk, outcomes, probs)
            out[step] = outcomes[random_index(rng, probs, n)]
        apply(walk, out[step])


@jit
def assign_slots(facts: Any, count: int, taken: Any) -> Any:
    """Give each hidden Court card that is taken in hand later a slot (0..5) while it lies there."""
    slots = np.full(len(taken), -1, np.int64)
    used = 0
    for i in range(count):
        code = facts[i, 0]
        token = facts[i, 1]
        if code == SET_APART or (code == HIDDEN and taken[token]):
            slot = 0
            while (used >> slot) & 1:
                slot += 1
            slots[token] = slot
            used |= 1 << slot
        elif code == TAKEN:
            used &= ~(1 << slots[token])
    return slots


@jit
def weigh_courts(walk: Any, faces: Any) -> Any:
    """Return the weight of a Court by its number of Reines beside those that the player saw there.

    A Court is as likely as its cards, but hands beside it are dealt until they are allowed: each
    allowed pair of hands counts by one over the number of such pairs.
    """
    factor = np.zeros(MAX_COURT + 1, np.float64)
    reine = walk.card[REINE]
    if reine < 0:
        return factor
    shown = 0
    for token in range(walk.court_size):
        if faces[token] == reine:
            shown += 1
    rest = walk.kinds * walk.copies - walk.court_size
    for more in range(min(walk.copies, walk.court_size) - shown + 1):
        reines = walk.copies - shown - more
        if reines <= rest:
            pairs = both_hands(walk.reine_limit, walk.hand_size, reines, rest - reines)
            if pairs > 0.0:
                factor[more] = 1.0 / pairs
    return factor


@jit
def reines_left(walk: Any, key: int, unseen: int, more: int, court_factor: Any) -> float:
    """Return the weight of `more` Reines among the `unseen` Court cards of the first pool."""
    reines = in_pool(key, walk.card[REINE])
    size = 0
    for card in range(walk.kinds):
        size += in_pool(key, card)
    if more > reines or unseen - more > size - reines:
        return 0.0
    ways = BINOMIAL[reines, more] * BINOMIAL[size - reines, unseen - more]
    return ways * court_factor[(key >> REINE_SHIFT) + more]


@jit
def leftover_weight(walk: Any, key: int, unseen: int, court_factor: Any) -> float:
    """Return the weight of all ways to take the unseen Court cards from the first pool."""
    total = 0.0
    for more in range(unseen + 1):
        total += reines_left(walk, key, unseen, more, court_factor)
    return total


@jit
def lay_unseen(
    walk: Any,
    faces: Any,
    taken: Any,
    unseen: int,
    leftover: int,
    court_factor: Any,
    rng: Any,
    out: Any,
) -> None:
    """Deal the Court cards that the player never saw from what is left of the first pool."""
    laid = np.empty(MAX_COURT, np.int64)
    pool = np.empty(ROLES, np.int64)
    size = 0
    for card in range(walk.kinds):
        pool[card] = in_pool(leftover, card)
        size += pool[card]
    n = 0
    reine = walk.card[REINE]
    if reine >= 0:
        ways = np.empty(MAX_COURT + 1, np.float64)
        for more in range(unseen + 1):
            ways[more] = reines_left(walk, leftover, unseen, more, court_factor)
        for _ in range(random_index(rng, ways, unseen + 1)):
            laid[n] = reine
            n += 1
        size -= pool[reine]
        pool[reine] = 0
    while n < unseen:
        card = 0
        point = random_below(rng, size)
        while point >= pool[card]:
            point -= pool[card]
            card += 1
        pool[card] -= 1
        size -= 1
        laid[n] = card
        n += 1
    shuffle(rng, laid, unseen)
    n = 0
    for token in range(walk.court_size):
        if faces[token] == UNSEEN and not taken[token]:
            out[1 + token] = laid[n]
            n += 1
