"""What can follow a position: abilities, topics and their answers, draws, discards."""

import numpy as np
from numpy.typing import NDArray

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.search.keys import (
    CLUBS_LEFT,
    DIAMONDS_LEFT,
    HEARTS_LEFT,
    IN_DECKS,
    IN_DISCARDS,
    IN_HANDS,
    KEEP,
    NUM_FIELDS,
    RULERS,
    SPADES_LEFT,
    SUIT,
    SWAP_HAND,
    TERMINAL,
    TO_DISCARD,
    TO_DRAW,
    TRUMP,
    Followers,
    encode_fields,
)
from intrigue.solvers.emissary.suit_tables import (
    DECK_RUN_SIZE,
    DECK_RUNS,
    DRAWN,
    FOLLOW_DISCARDED,
    FOLLOW_GONE,
    HAND_DISCARDED,
    HAND_GONE,
    HAND_RUNS,
    IN_DECK,
    IN_HAND,
    PLAYED_DISCARDED,
    PLAYED_GONE,
    RESHUFFLED,
    TOPIC_DISCARDED,
    TOPIC_GONE,
    SuitTables,
    wins_off_suit,
)


@jit(nogil=True)
def _begin(p: NDArray[np.int64], q: NDArray[np.int64], hand: int, deck: int, discard: int) -> None:
    """Copy the position `p` to `q`, with so many more cards in hand, deck and discard pile."""
    for field in range(NUM_FIELDS):
        q[field] = p[field]
    q[IN_HANDS] += hand
    q[IN_DECKS] += deck
    q[IN_DISCARDS] += discard


@jit(nogil=True)
def _expand_abilities(
    p: NDArray[np.int64], q: NDArray[np.int64], table: NDArray[np.int32], out: Followers
) -> int:
    """List the positions after each ability; return their number."""
    n = 0
    trump = p[TRUMP]
    trumps = np.int64(table[p[SUIT + trump], IN_HAND])
    if p[HEARTS_LEFT] and trumps:
        _begin(p, q, -trumps, 0, trumps)
        q[HEARTS_LEFT] -= 1
        q[SUIT + trump] = table[p[SUIT + trump], HAND_DISCARDED if p[KEEP] else HAND_GONE]
        out.keys[n], out.levels[n] = encode_fields(q, table)
        n += 1
    held = table[p[SUIT], IN_HAND]
    if p[CLUBS_LEFT] and held:
        _begin(p, q, 0, 0, 0)
        q[CLUBS_LEFT] -= 1
        q[TO_DRAW] = held
        out.keys[n], out.levels[n] = encode_fields(q, table)
        n += 1
    if p[DIAMONDS_LEFT]:
        _begin(p, q, 0, 0, 0)
        q[DIAMONDS_LEFT] -= 1
        q[TO_DRAW] = 2
        q[TO_DISCARD] = 2
        out.keys[n], out.levels[n] = encode_fields(q, table)
        n += 1
    if p[SPADES_LEFT] and p[IN_HANDS] <= p[SWAP_HAND]:
        for new_trump in range(4):
            if new_trump != trump and (p[RULERS] >> new_trump) & 1:
                _begin(p, q, 0, 0, 0)
                q[SPADES_LEFT] -= 1
                q[TRUMP] = new_trump
                out.keys[n], out.levels[n] = encode_fields(q, table)
                n += 1
    for child in range(n):
        out.groups[child] = -1
        out.won[child] = 0
    return n


@jit(nogil=True)
def _expand_free_answers(
    n: int,
    group: int,
    topic: tuple[int, int],
    merged: bool,
    p: NDArray[np.int64],
    q: NDArray[np.int64],
    table: NDArray[np.int32],
    out: Followers,
) -> int:
    """List the answers to a topic that cannot be followed; return the new number of positions.

    `topic` is its suit and the suit's string without it. `merged`: suits that only count by their
    sums are one.
    """
    topic_suit, topic_row = topic
    trump = p[TRUMP]
    keep = p[KEEP]
    side_done = False
    for suit in range(4):
        row = p[SUIT + suit]
        if table[row, IN_HAND] == 0:
            continue
        wins = wins_off_suit(suit, topic_suit, trump)
        if merged and suit != trump and table[row, IN_DECK] == 0:
            if side_done:
                continue
            side_done = True
        # A lost card stays on a discard pile that matters, so it counts which card it is.
        by_card = keep and not wins
        answers = table[row, IN_HAND] if by_card else table[row, HAND_RUNS]
        column = PLAYED_DISCARDED if by_card else PLAYED_GONE
        for answer in range(answers):
            _begin(p, q, -1, -1, 1 if wins else 2)
            q[SUIT + topic_suit] = topic_row
            q[SUIT + suit] = table[row, column + answer]
            out.keys[n], out.levels[n] = encode_fields(q, table)
            out.groups[n] = group
            out.won[n] = 1 if wins else 0
            n += 1
    return n


@jit(nogil=True)
def expand(
    p: NDArray[np.int64], q: NDArray[np.int64], suits: SuitTables, out: Followers
) -> tuple[int, int, int]:
    """List everything that can follow a decoded position `p`, which is used up; `q` is work space.

    Returns
    -------
    positions, groups, total
        How many of each there are in `out`, and the sum of the weights.
    """
    table, follow = suits.table, suits.follow
    keep = p[KEEP]
    n = 0
    num_groups = 0
    if p[TO_DRAW] == 0 and p[TO_DISCARD] > 0:
        out.weights[0] = 1
        for suit in range(4):
            row = p[SUIT + suit]
            options = table[row, IN_HAND] if keep else table[row, HAND_RUNS]
            column = PLAYED_DISCARDED if keep else PLAYED_GONE
            for option in range(options):
                _begin(p, q, -1, 0, 1)
                q[TO_DISCARD] -= 1
                q[SUIT + suit] = table[row, column + option]
                out.keys[n], out.levels[n] = encode_fields(q, table)
                out.groups[n] = 0
                out.won[n] = 0
                n += 1
        return n, 1, 1
    if p[TO_DRAW] == 0:
        n = _expand_abilities(p, q, table, out)
    if p[IN_DECKS] == 0:
        # The deck has run out: the discard pile becomes the deck.
        for suit in range(4):
            p[SUIT + suit] = table[p[SUIT + suit], RESHUFFLED]
        p[IN_DECKS] = p[IN_DISCARDS]
        p[IN_DISCARDS] = 0
    deck = p[IN_DECKS]
    if deck == 0:
        # No topic can be turned: the kingdom ends here.
        out.levels[n] = TERMINAL
        out.groups[n] = 0
        out.won[n] = 0
        out.weights[0] = 1
        return n + 1, 1, 1
    if p[TO_DRAW] > 0:
        for suit in range(4):
            row = p[SUIT + suit]
            for card in range(table[row, IN_DECK]):
                _begin(p, q, 1, -1, 0)
                q[TO_DRAW] -= 1
                q[SUIT + suit] = table[row, DRAWN + card]
                out.keys[n], out.levels[n] = encode_fields(q, table)
                out.groups[n] = num_groups
                out.won[n] = 0
                out.weights[num_groups] = 1
                n += 1
                num_groups += 1
        return n, num_groups, deck
    trump = p[TRUMP]
    merged = keep == 0 and p[CLUBS_LEFT] == 0 and p[DIAMONDS_LEFT] == 0 and p[SPADES_LEFT] == 0
    no_trump = table[p[SUIT + trump], IN_HAND] == 0
    unfollowed = -1
    unfollowed_weight = 0
    for suit in range(4):
        row = p[SUIT + suit]
        size = table[row, IN_DECK]
        if size == 0:
            continue
        if table[row, IN_HAND] > 0:
            at = table[row, FOLLOW_DISCARDED] if keep else table[row, FOLLOW_GONE]
            topics = size if keep else table[row, DECK_RUNS]
            for topic in range(topics):
                out.weights[num_groups] = 1 if keep else table[row, DECK_RUN_SIZE + topic]
                answers = follow[at]
                at += 1
                for _ in range(answers):
                    entry = follow[at]
                    at += 1
                    wins = entry & 1
                    _begin(p, q, -1, -1, 2 - wins)
                    q[SUIT + suit] = entry >> 1
                    out.keys[n], out.levels[n] = encode_fields(q, table)
                    out.groups[n] = num_groups
                    out.won[n] = wins
                    n += 1
                num_groups += 1
        elif merged and (suit != trump or no_trump):
            unfollowed_weight += size
            if unfollowed < 0 or unfollowed == trump:
                unfollowed = suit
        else:
            topics = size if keep else table[row, DECK_RUNS]
            column = TOPIC_DISCARDED if keep else TOPIC_GONE
            for topic in range(topics):
                out.weights[num_groups] = 1 if keep else table[row, DECK_RUN_SIZE + topic]
                turned = suit, np.int64(table[row, column + topic])
                n = _expand_free_answers(n, num_groups, turned, merged, p, q, table, out)
                num_groups += 1
    if unfollowed >= 0:
        out.weights[num_groups] = unfollowed_weight
        turned = unfollowed, np.int64(table[p[SUIT + unfollowed], TOPIC_GONE])
        n = _expand_free_answers(n, num_groups, turned, merged, p, q, table, out)
        num_groups += 1
    return n, num_groups, deck
