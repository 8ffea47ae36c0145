"""Compiled passes that give a layer its values from the layers below: debates, draws, discards.

A value is the chance to win exactly so many more debates when aiming at just that, in units of
1 / `ONE`, rounded once a pass. It is `ONE` only if some play makes sure of it, and 0 only if none
can reach it: what rounding would bring there is held one unit away. The sum over a deck's cards is
a whole number below 2**24, so float32 holds it exactly.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.solvers.emissary.tables.jacks.layers import place

ONE = 65535

_FOLLOW = 0
_DROP = 3
_TRUMP_DROP = 12
_TRUMP_TOPIC = 15
_TRUMP_TOPIC_DROP = 16
_PLACES = 19


@jit(nogil=True)
def _take(best: Any, values: Any) -> None:
    for x in range(len(values)):
        best[x] = values[x]


@jit(nogil=True)
def _larger(a: Any, b: Any) -> Any:
    """Return the larger number, in one instruction: no value is NaN."""
    return a if a > b else b


@jit(nogil=True)
def _raise(best: Any, values: Any) -> None:
    for x in range(len(values)):
        best[x] = _larger(best[x], values[x])


@jit(nogil=True)
def _add(total: Any, weight: Any, values: Any) -> None:
    for x in range(len(values)):
        total[x] += weight * np.float32(values[x])


@jit(nogil=True)
def _mean(total: Any, cards: Any) -> Any:
    """Return the mean of a sum over so many cards, rounded; see the module."""
    sure = np.float32(ONE) * cards
    mean = total / cards + np.float32(0.5)
    mean = mean if mean > np.float32(1.0) else np.float32(1.0)
    mean = mean if mean < np.float32(ONE - 0.5) else np.float32(ONE - 0.5)
    mean = mean if total < sure else np.float32(ONE)
    return np.uint16(mean if total > np.float32(0.0) else np.float32(0.0))


@jit(nogil=True)
def _finish(total: Any, cards: int, out: Any) -> None:
    """Write the means of sums over so many cards."""
    number = np.float32(cards)
    for x in range(len(total)):
        out[x] = _mean(total[x], number)


@jit(nogil=True)
def _raise_to_mean(total: Any, cards: int, out: Any) -> None:
    """Raise values to the means of sums over so many cards."""
    number = np.float32(cards)
    for x in range(len(total)):
        out[x] = _larger(out[x], _mean(total[x], number))


@jit(nogil=True)
def _answer(best: Any, fresh: bool, values: Any, at: int, won: int, row: int, trumps: int) -> None:
    """Raise `best` to what an answer leads to; `values` have `row` numbers of wins from `at`."""
    wins = len(best) // trumps
    size = min(row, wins - won) * trumps
    if fresh:
        best[: won * trumps] = 0
        _take(best[won * trumps : won * trumps + size], values[at : at + size])
        best[won * trumps + size :] = 0
    else:
        _raise(best[won * trumps : won * trumps + size], values[at : at + size])


@jit(nogil=True)
def _answer_with_trump(
    suits: Any, best: Any, values: Any, at: int, row: int, trump: int, fewer: int
) -> None:
    """Raise `best` to what winning a side topic with any trump leads to."""
    number = suits.strings[trump]
    below = suits.strings[fewer]
    wins = len(best) // number
    for x in range(number):
        string = suits.first[trump] + x
        for j in range(suits.drop_start[string], suits.drop_start[string + 1]):
            source = at + suits.drop_to[j]
            for w in range(1, min(row + 1, wins)):
                at_w = w * number + x
                best[at_w] = _larger(best[at_w], values[source + (w - 1) * below])


@jit(nogil=True)
def _trump_topics(
    suits: Any, total: Any, values: Any, at: int, row: int, trump: int, fewer: int
) -> None:
    """Add the topics of the trump suit that trumps in hand have to follow."""
    number = suits.strings[trump]
    below = suits.strings[fewer]
    wins = len(total) // number
    best = np.empty(wins, np.uint16)
    for x in range(number):
        string = suits.first[trump] + x
        for group in range(suits.topic_start[string], suits.topic_start[string + 1]):
            best[:] = 0
            for j in range(suits.answer_start[group], suits.answer_start[group + 1]):
                won = suits.answer_wins[j]
                source = at + suits.answer_to[j]
                for w in range(min(row, wins - won)):
                    best[w + won] = _larger(best[w + won], values[source + w * below])
            weight = suits.topic_weight[group]
            for w in range(wins):
                total[w * number + x] += weight * np.float32(best[w])


@jit(nogil=True)
def _find_places(suits: Any, kinds: Any, row: int, starts: Any, apart: bool, found: Any) -> None:
    """Write where every debate from a group of kinds leads: start and strides of side suits.

    `found` is int64 (`_PLACES`, 4); what cannot happen is left as it was.
    """
    held, unseen, kind = suits.held, suits.unseen, suits.kinds
    trump = kinds[0]
    same_row = row * suits.strings[trump]
    side = np.empty(3, np.int64)
    for i in range(3):
        topic = kinds[1 + i]
        if unseen[topic] == 0:
            continue
        side[:] = kinds[1:4]
        if held[topic] > 0:
            side[i] = kind[held[topic] - 1, unseen[topic] - 1]
            at = place(suits, starts, apart, side[0], side[1], side[2], same_row)
            found[_FOLLOW + i, 0], found[_FOLLOW + i, 1] = at[0], at[1]
            found[_FOLLOW + i, 2], found[_FOLLOW + i, 3] = at[2], at[3]
            continue
        side[i] = kind[0, unseen[topic] - 1]
        for j in range(3):
            answer = kinds[1 + j]
            if j != i and held[answer] > 0:
                side[j] = kind[held[answer] - 1, unseen[answer]]
                at = place(suits, starts, apart, side[0], side[1], side[2], same_row)
                n = _DROP + 3 * i + j
                found[n, 0], found[n, 1], found[n, 2], found[n, 3] = at[0], at[1], at[2], at[3]
                side[j] = answer
        if held[trump] > 0:
            fewer = kind[held[trump] - 1, unseen[trump]]
            at = place(suits, starts, apart, side[0], side[1], side[2], row * suits.strings[fewer])
            n = _TRUMP_DROP + i
            found[n, 0], found[n, 1], found[n, 2], found[n, 3] = at[0], at[1], at[2], at[3]
    if unseen[trump] == 0:
        return
    fewer = kind[max(held[trump] - 1, 0), unseen[trump] - 1]
    trump_row = row * suits.strings[fewer]
    side[:] = kinds[1:4]
    if held[trump] > 0:
        at = place(suits, starts, apart, side[0], side[1], side[2], trump_row)
        n = _TRUMP_TOPIC
        found[n, 0], found[n, 1], found[n, 2], found[n, 3] = at[0], at[1], at[2], at[3]
        return
    for j in range(3):
        answer = kinds[1 + j]
        if held[answer] > 0:
            side[j] = kind[held[answer] - 1, unseen[answer]]
            at = place(suits, starts, apart, side[0], side[1], side[2], trump_row)
            n = _TRUMP_TOPIC_DROP + j
            found[n, 0], found[n, 1], found[n, 2], found[n, 3] = at[0], at[1], at[2], at[3]
            side[j] = answer


@jit(nogil=True)
def debate(
    suits: Any, groups: Any, first: int, last: int, wins: int, deck: int, starts: Any, apart: bool,
    row: int, below: Any, out: Any,
) -> None:  # fmt: skip
    """Write the values of groups ``first..last - 1`` when the next topic is turned.

    Parameters
    ----------
    groups, wins, deck
        Of the layer that gets values: its groups, values of a position, cards in its deck.
    starts, row, below
        Of the layer with a card less in hand and deck: starts of groups, values of a position,
        values.
    apart
        Whether clubs are apart, in both layers.
    out
        Values of the layer.
    """
    held, unseen, strings, kind = suits.held, suits.unseen, suits.strings, suits.kinds
    places = np.zeros((_PLACES, 4), np.int64)
    now = np.empty(3, np.int64)
    for g in range(first, last):
        kinds = groups[g]
        trump = kinds[0]
        number = strings[trump]
        _find_places(suits, kinds, row, starts, apart, places)
        size = wins * number
        total = np.empty(size, np.float32)
        best = np.empty(size, np.uint16)
        at = groups[g, 4]
        for x in range(strings[kinds[1]]):
            for y in range(strings[kinds[2]]):
                for z in range(strings[kinds[3]]):
                    now[0], now[1], now[2] = x, y, z
                    total[:] = 0.0
                    for i in range(3):
                        topic = kinds[1 + i]
                        if unseen[topic] == 0:
                            continue
                        if held[topic] > 0:
                            to = places[_FOLLOW + i]
                            rest = to[0] + x * to[1] + y * to[2] + z * to[3] - now[i] * to[1 + i]
                            string = suits.first[topic] + now[i]
                            for group in range(
                                suits.topic_start[string], suits.topic_start[string + 1]
                            ):
                                begin = suits.answer_start[group]
                                for j in range(begin, suits.answer_start[group + 1]):
                                    _answer(
                                        best, j == begin, below,
                                        rest + suits.answer_to[j] * to[1 + i],
                                        suits.answer_wins[j], row, number,
                                    )  # fmt: skip
                                _add(total, suits.topic_weight[group], best)
                            continue
                        best[:] = 0
                        for j in range(3):
                            answer = kinds[1 + j]
                            if j == i or held[answer] == 0:
                                continue
                            to = places[_DROP + 3 * i + j]
                            rest = to[0] + x * to[1] + y * to[2] + z * to[3]
                            rest -= now[i] * to[1 + i] + now[j] * to[1 + j]
                            string = suits.first[answer] + now[j]
                            for k in range(suits.drop_start[string], suits.drop_start[string + 1]):
                                _answer(
                                    best, False, below, rest + suits.drop_to[k] * to[1 + j], 0,
                                    row, number,
                                )  # fmt: skip
                        if held[trump] > 0:
                            to = places[_TRUMP_DROP + i]
                            rest = to[0] + x * to[1] + y * to[2] + z * to[3] - now[i] * to[1 + i]
                            fewer = kind[held[trump] - 1, unseen[trump]]
                            _answer_with_trump(suits, best, below, rest, row, trump, fewer)
                        _add(total, np.float32(unseen[topic]), best)
                    if unseen[trump] > 0 and held[trump] > 0:
                        to = places[_TRUMP_TOPIC]
                        fewer = kind[held[trump] - 1, unseen[trump] - 1]
                        _trump_topics(
                            suits, total, below, to[0] + x * to[1] + y * to[2] + z * to[3], row,
                            trump, fewer,
                        )  # fmt: skip
                    elif unseen[trump] > 0:
                        best[:] = 0
                        for j in range(3):
                            answer = kinds[1 + j]
                            if held[answer] == 0:
                                continue
                            to = places[_TRUMP_TOPIC_DROP + j]
                            rest = to[0] + x * to[1] + y * to[2] + z * to[3] - now[j] * to[1 + j]
                            string = suits.first[answer] + now[j]
                            for k in range(suits.drop_start[string], suits.drop_start[string + 1]):
                                _answer(
                                    best, False, below, rest + suits.drop_to[k] * to[1 + j], 0,
                                    row, number,
                                )  # fmt: skip
                        _add(total, np.float32(unseen[trump]), best)
                    _finish(total, deck, out[at : at + size])
                    at += size


@jit(nogil=True)
def draw(
    suits: Any, groups: Any, first: int, last: int, wins: int, deck: int, starts: Any, apart: bool,
    above: Any, out: Any,
) -> None:  # fmt: skip
    """Raise the values of groups ``first..last - 1`` to the means over the next card drawn.

    `starts` and `above` are of the layer with a card more in hand and one less in the deck; a
    position has `wins` values in both.
    """
    held, unseen, strings, kind = suits.held, suits.unseen, suits.strings, suits.kinds
    places = np.zeros((4, 4), np.int64)
    now = np.empty(3, np.int64)
    side = np.empty(3, np.int64)
    for g in range(first, last):
        kinds = groups[g]
        trump = kinds[0]
        number = strings[trump]
        size = wins * number
        for i in range(4):
            if i < 3 and unseen[kinds[1 + i]] > 0:
                side[:] = kinds[1:4]
                side[i] = kind[held[side[i]] + 1, unseen[side[i]] - 1]
                to = place(suits, starts, apart, side[0], side[1], side[2], size)
                places[i, 0], places[i, 1], places[i, 2], places[i, 3] = to[0], to[1], to[2], to[3]
            elif i == 3 and unseen[trump] > 0:
                more = kind[held[trump] + 1, unseen[trump] - 1]
                to = place(suits, starts, apart, kinds[1], kinds[2], kinds[3], wins * strings[more])
                places[i, 0], places[i, 1], places[i, 2], places[i, 3] = to[0], to[1], to[2], to[3]
        total = np.empty(size, np.float32)
        at = groups[g, 4]
        for x in range(strings[kinds[1]]):
            for y in range(strings[kinds[2]]):
                for z in range(strings[kinds[3]]):
                    now[0], now[1], now[2] = x, y, z
                    total[:] = 0.0
                    for i in range(3):
                        rest = places[i, 0] + x * places[i, 1] + y * places[i, 2]
                        rest += z * places[i, 3] - now[i] * places[i, 1 + i]
                        string = suits.first[kinds[1 + i]] + now[i]
                        for j in range(suits.draw_start[string], suits.draw_start[string + 1]):
                            source = rest + suits.draw_to[j] * places[i, 1 + i]
                            _add(total, suits.draw_weight[j], above[source : source + size])
                    if unseen[trump] > 0:
                        rest = places[3, 0] + x * places[3, 1] + y * places[3, 2]
                        rest += z * places[3, 3]
                        more = strings[kind[held[trump] + 1, unseen[trump] - 1]]
                        for t in range(number):
                            string = suits.first[trump] + t
                            for j in range(suits.draw_start[string], suits.draw_start[string + 1]):
                                source = rest + suits.draw_to[j]
                                weight = suits.draw_weight[j]
                                for w in range(wins):
                                    total[w * number + t] += weight * np.float32(
                                        above[source + w * more]
                                    )
                    _raise_to_mean(total, deck, out[at : at + size])
                    at += size


@jit(nogil=True)
def discard(
    suits: Any, groups: Any, first: int, last: int, wins: int, starts: Any, apart: bool,
    below: Any, out: Any,
) -> None:  # fmt: skip
    """Write the values of groups ``first..last - 1`` when a card of the hand is to be discarded.

    `starts` and `below` are of the layer with a card less in hand; a position has `wins` values in
    both.
    """
    held, unseen, strings, kind = suits.held, suits.unseen, suits.strings, suits.kinds
    places = np.zeros((4, 4), np.int64)
    now = np.empty(3, np.int64)
    side = np.empty(3, np.int64)
    for g in range(first, last):
        kinds = groups[g]
        trump = kinds[0]
        number = strings[trump]
        size = wins * number
        for i in range(4):
            if i < 3 and held[kinds[1 + i]] > 0:
                side[:] = kinds[1:4]
                side[i] = kind[held[side[i]] - 1, unseen[side[i]]]
                to = place(suits, starts, apart, side[0], side[1], side[2], size)
                places[i, 0], places[i, 1], places[i, 2], places[i, 3] = to[0], to[1], to[2], to[3]
            elif i == 3 and held[trump] > 0:
                fewer = kind[held[trump] - 1, unseen[trump]]
                to = place(
                    suits, starts, apart, kinds[1], kinds[2], kinds[3], wins * strings[fewer]
                )
                places[i, 0], places[i, 1], places[i, 2], places[i, 3] = to[0], to[1], to[2], to[3]
        at = groups[g, 4]
        for x in range(strings[kinds[1]]):
            for y in range(strings[kinds[2]]):
                for z in range(strings[kinds[3]]):
                    now[0], now[1], now[2] = x, y, z
                    best = out[at : at + size]
                    best[:] = 0
                    for i in range(3):
                        rest = places[i, 0] + x * places[i, 1] + y * places[i, 2]
                        rest += z * places[i, 3] - now[i] * places[i, 1 + i]
                        string = suits.first[kinds[1 + i]] + now[i]
                        for j in range(suits.drop_start[string], suits.drop_start[string + 1]):
                            source = rest + suits.drop_to[j] * places[i, 1 + i]
                            _raise(best, below[source : source + size])
                    if held[trump] > 0:
                        rest = places[3, 0] + x * places[3, 1] + y * places[3, 2]
                        _answer_with_discard(
                            suits, best, below, rest + z * places[3, 3], trump,
                            kind[held[trump] - 1, unseen[trump]],
                        )  # fmt: skip
                    at += size


@jit(nogil=True)
def _answer_with_discard(
    suits: Any, best: Any, values: Any, at: int, trump: int, fewer: int
) -> None:
    """Raise `best` to what discarding any trump leads to."""
    number = suits.strings[trump]
    below = suits.strings[fewer]
    for x in range(number):
        string = suits.first[trump] + x
        for j in range(suits.drop_start[string], suits.drop_start[string + 1]):
            source = at + suits.drop_to[j]
            for w in range(len(best) // number):
                at_w = w * number + x
                best[at_w] = _larger(best[at_w], values[source + w * below])


@jit(nogil=True)
def diplomacy(
    suits: Any, groups: Any, first: int, last: int, wins: int, trumps: int, starts: Any,
    apart: bool, row: int, bare: Any, out: Any,
) -> None:  # fmt: skip
    """Raise the values of groups with so many trumps in hand to those after discarding them.

    `starts`, `row` and `bare` are of the layer with that many cards less in hand.
    """
    strings = suits.strings
    for g in range(first, last):
        kinds = groups[g]
        if suits.held[kinds[0]] != trumps:
            continue
        number = strings[kinds[0]]
        start, sx, sy, sz = place(suits, starts, apart, kinds[1], kinds[2], kinds[3], row)
        at = groups[g, 4]
        for x in range(strings[kinds[1]]):
            for y in range(strings[kinds[2]]):
                for z in range(strings[kinds[3]]):
                    source = start + x * sx + y * sy + z * sz
                    for w in range(min(row, wins)):
                        value = bare[source + w]
                        for t in range(at + w * number, at + (w + 1) * number):
                            out[t] = _larger(out[t], value)
                    at += wins * number


@jit(nogil=True)
def military(
    suits: Any, groups: Any, first: int, last: int, wins: int, clubs: int, trump: bool, starts: Any,
    row: int, drawn: Any, out: Any,
) -> None:  # fmt: skip
    """Raise the values of groups with so many clubs in hand to those after drawing as many cards.

    Parameters
    ----------
    groups, wins, out
        Of a layer in which clubs are trump, or apart (`trump` says which).
    starts, row, drawn
        Of the layer with the same cards from which the cards are still to be drawn: no suit is
        apart there.
    """
    strings = suits.strings
    for g in range(first, last):
        kinds = groups[g]
        if suits.held[kinds[0 if trump else 1]] != clubs:
            continue
        number = strings[kinds[0]]
        size = min(row, wins) * number
        start, sx, sy, sz = place(suits, starts, False, kinds[1], kinds[2], kinds[3], row * number)
        at = groups[g, 4]
        for x in range(strings[kinds[1]]):
            for y in range(strings[kinds[2]]):
                for z in range(strings[kinds[3]]):
                    source = start + x * sx + y * sy + z * sz
                    _raise(out[at : at + size], drawn[source : source + size])
                    at += wins * number


@jit(nogil=True)
def politics(
    suits: Any, groups: Any, first: int, last: int, wins: int, clubs_apart: bool,
    to_clubs: bool, starts: Any, apart: bool, row: int, swapped: Any, out: Any,
) -> None:  # fmt: skip
    """Raise the values of groups to those with another suit as trump.

    Parameters
    ----------
    clubs_apart
        Whether clubs are apart in the layer that gets values.
    to_clubs
        Whether clubs become trump; else any suit but clubs apart does.
    starts, apart, row, swapped
        Of the layer after the swap: starts of groups, whether clubs are apart, values of a
        position, values.
    """
    strings = suits.strings
    slots = np.empty(3, np.int64)
    steps = np.empty(4, np.int64)
    for g in range(first, last):
        kinds = groups[g]
        number = strings[kinds[0]]
        for new in range(1, 4):
            if clubs_apart and (new == 1) != to_clubs:
                continue
            # The old trump is in the place of the new one, but clubs stay in front.
            other, last_one = 1 if new != 1 else 2, 3 if new != 3 else 2
            slots[0], slots[1], slots[2] = 0, other, last_one
            if clubs_apart and new != 1:
                slots[0], slots[1] = 1, 0
            below = strings[kinds[new]]
            start, a, b, c = place(
                suits, starts, apart, kinds[slots[0]], kinds[slots[1]], kinds[slots[2]],
                row * below,
            )  # fmt: skip
            steps[new] = 1
            steps[slots[0]], steps[slots[1]], steps[slots[2]] = a, b, c
            at = groups[g, 4]
            for x in range(strings[kinds[1]]):
                for y in range(strings[kinds[2]]):
                    for z in range(strings[kinds[3]]):
                        source = start + x * steps[1] + y * steps[2] + z * steps[3]
                        for w in range(min(row, wins)):
                            for t in range(number):
                                value = swapped[source + w * below + t * steps[0]]
                                to = at + w * number + t
                                out[to] = _larger(out[to], value)
                        at += wins * number
