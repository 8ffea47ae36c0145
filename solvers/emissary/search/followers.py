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
    RULERS,
    SPADES_LEFT,
    SUIT,
    TERMINAL,
    TO_DISCARD,
    TO_DRAW,
    TRUMP,
    emit,
    emit_changed,
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
    wins_off_suit,
)

MAX_CHILDREN = 512
"""More than can ever follow one position."""


@jit(nogil=True)
def _expand_abilities(
    p: NDArray[np.int64],
    suits: NDArray[np.int64],
    table: NDArray[np.int32],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
) -> int:
    """List the positions after each ability; return their number."""
    n = 0
    hand = p[IN_HANDS]
    deck = p[IN_DECKS]
    discard = p[IN_DISCARDS]
    clubs = p[CLUBS_LEFT]
    diamonds = p[DIAMONDS_LEFT]
    hearts = p[HEARTS_LEFT]
    spades = p[SPADES_LEFT]
    trump = p[TRUMP]
    trumps = table[p[SUIT + trump], IN_HAND]
    if hearts and trumps:
        for suit in range(4):
            suits[suit] = p[SUIT + suit]
        gone = HAND_DISCARDED if p[KEEP] else HAND_GONE
        suits[trump] = table[suits[trump], gone]
        emit(
            n,
            p,
            suits,
            hand - trumps,
            deck,
            discard + trumps,
            clubs,
            diamonds,
            hearts - 1,
            spades,
            trump,
            0,
            0,
            table,
            keys,
            levels,
        )
        n += 1
    held = table[p[SUIT], IN_HAND]
    if clubs and held:
        for suit in range(4):
            suits[suit] = p[SUIT + suit]
        emit(
            n,
            p,
            suits,
            hand,
            deck,
            discard,
            clubs - 1,
            diamonds,
            hearts,
            spades,
            trump,
            held,
            0,
            table,
            keys,
            levels,
        )
        n += 1
    if diamonds:
        for suit in range(4):
            suits[suit] = p[SUIT + suit]
        emit(
            n,
            p,
            suits,
            hand,
            deck,
            discard,
            clubs,
            diamonds - 1,
            hearts,
            spades,
            trump,
            2,
            2,
            table,
            keys,
            levels,
        )
        n += 1
    if spades:
        for new_trump in range(4):
            if new_trump != trump and (p[RULERS] >> new_trump) & 1:
                for suit in range(4):
                    suits[suit] = p[SUIT + suit]
                emit(
                    n,
                    p,
                    suits,
                    hand,
                    deck,
                    discard,
                    clubs,
                    diamonds,
                    hearts,
                    spades - 1,
                    new_trump,
                    0,
                    0,
                    table,
                    keys,
                    levels,
                )
                n += 1
    for child in range(n):
        groups[child] = -1
        won[child] = 0
    return n


@jit(nogil=True)
def _expand_free_answers(
    n: int,
    group: int,
    topic: int,
    topic_row: int,
    merged: bool,
    p: NDArray[np.int64],
    suits: NDArray[np.int64],
    table: NDArray[np.int32],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
) -> int:
    """List the answers to a topic that cannot be followed; return the new number of positions."""
    trump = p[TRUMP]
    keep = p[KEEP]
    hand = p[IN_HANDS] - 1
    deck = p[IN_DECKS] - 1
    discard = p[IN_DISCARDS] + 1
    side_done = False
    for suit in range(4):
        row = p[SUIT + suit]
        if table[row, IN_HAND] == 0:
            continue
        wins = wins_off_suit(suit, topic, trump)
        if merged and suit != trump and table[row, IN_DECK] == 0:
            if side_done:
                continue
            side_done = True
        # A lost card stays on a discard pile that matters, so it counts which card it is.
        by_card = keep and not wins
        answers = table[row, IN_HAND] if by_card else table[row, HAND_RUNS]
        column = PLAYED_DISCARDED if by_card else PLAYED_GONE
        for answer in range(answers):
            result = table[row, column + answer]
            emit_changed(
                n,
                p,
                suits,
                topic,
                topic_row,
                suit,
                result,
                hand,
                deck,
                discard + (0 if wins else 1),
                0,
                0,
                table,
                keys,
                levels,
            )
            groups[n] = group
            won[n] = 1 if wins else 0
            n += 1
    return n


@jit(nogil=True)
def expand(
    p: NDArray[np.int64],
    suits: NDArray[np.int64],
    table: NDArray[np.int32],
    follow: NDArray[np.int32],
    keys: NDArray[np.uint64],
    levels: NDArray[np.int64],
    groups: NDArray[np.int64],
    won: NDArray[np.int64],
    weights: NDArray[np.int64],
) -> tuple[int, int, int]:
    """List everything that can follow a decoded position.

    A group is one chance event (a topic or a drawn card) with its weight, the number of such cards;
    its positions are the answers, of which the best is taken. Positions of group -1 follow from an
    ability, used instead of turning a topic.

    Returns
    -------
    positions, groups, total
        How many of each there are, and the sum of the weights. ``keys, levels, groups, won`` have
        an entry a position (``won`` 1 if a debate was won on the way), ``weights`` one a group.
    """
    keep = p[KEEP]
    hand = p[IN_HANDS]
    n = 0
    num_groups = 0
    if p[TO_DRAW] == 0 and p[TO_DISCARD] > 0:
        weights[0] = 1
        for suit in range(4):
            row = p[SUIT + suit]
            options = table[row, IN_HAND] if keep else table[row, HAND_RUNS]
            column = PLAYED_DISCARDED if keep else PLAYED_GONE
            for option in range(options):
                emit_changed(
                    n,
                    p,
                    suits,
                    suit,
                    table[row, column + option],
                    suit,
                    table[row, column + option],
                    hand - 1,
                    p[IN_DECKS],
                    p[IN_DISCARDS] + 1,
                    0,
                    p[TO_DISCARD] - 1,
                    table,
                    keys,
                    levels,
                )
                groups[n] = 0
                won[n] = 0
                n += 1
        return n, 1, 1
    if p[TO_DRAW] == 0:
        n = _expand_abilities(p, suits, table, keys, levels, groups, won)
    if p[IN_DECKS] == 0:
        # The deck has run out: the discard pile becomes the deck.
        for suit in range(4):
            p[SUIT + suit] = table[p[SUIT + suit], RESHUFFLED]
        p[IN_DECKS] = p[IN_DISCARDS]
        p[IN_DISCARDS] = 0
    deck = p[IN_DECKS]
    discard = p[IN_DISCARDS]
    if deck == 0:
        # No topic can be turned: the kingdom ends here.
        levels[n] = TERMINAL
        groups[n] = 0
        won[n] = 0
        weights[0] = 1
        return n + 1, 1, 1
    if p[TO_DRAW] > 0:
        for suit in range(4):
            row = p[SUIT + suit]
            for card in range(table[row, IN_DECK]):
                drawn = table[row, DRAWN + card]
                emit_changed(
                    n,
                    p,
                    suits,
                    suit,
                    drawn,
                    suit,
                    drawn,
                    hand + 1,
                    deck - 1,
                    discard,
                    p[TO_DRAW] - 1,
                    p[TO_DISCARD],
                    table,
                    keys,
                    levels,
                )
                groups[n] = num_groups
                won[n] = 0
                weights[num_groups] = 1
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
                weights[num_groups] = 1 if keep else table[row, DECK_RUN_SIZE + topic]
                answers = follow[at]
                at += 1
                for _ in range(answers):
                    entry = follow[at]
                    at += 1
                    wins = entry & 1
                    emit_changed(
                        n,
                        p,
                        suits,
                        suit,
                        entry >> 1,
                        suit,
                        entry >> 1,
                        hand - 1,
                        deck - 1,
                        discard + 2 - wins,
                        0,
                        0,
                        table,
                        keys,
                        levels,
                    )
                    groups[n] = num_groups
                    won[n] = wins
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
                weights[num_groups] = 1 if keep else table[row, DECK_RUN_SIZE + topic]
                n = _expand_free_answers(
                    n,
                    num_groups,
                    suit,
                    table[row, column + topic],
                    merged,
                    p,
                    suits,
                    table,
                    keys,
                    levels,
                    groups,
                    won,
                )
                num_groups += 1
    if unfollowed >= 0:
        weights[num_groups] = unfollowed_weight
        n = _expand_free_answers(
            n,
            num_groups,
            unfollowed,
            table[p[SUIT + unfollowed], TOPIC_GONE],
            merged,
            p,
            suits,
            table,
            keys,
            levels,
            groups,
            won,
        )
        num_groups += 1
    return n, num_groups, deck
