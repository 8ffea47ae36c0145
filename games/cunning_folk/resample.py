"""Drawing a random history in which a player saw exactly the same.

What is hidden from a player: which card was dealt to which place, the two cards and the gift of
each other scoundrel, and whether others' Evil Witches exchanged the two cards they took up. All
else is public or their own. The draw is exact, in three stages:

1. *Exchanges.* Every secret exchange of another player is a fair coin. Sweeping forward through
   what the player saw, we keep all *pictures* of the village that the coins can have led to: for
   each place the role that the player has seen of the card lying there now, or "not seen", or "not
   seen, but not the Liar". Equal pictures are merged, their weights (chances of the coins) added,
   and one of the sequences of coins kept, drawn in proportion. A picture's final weight is
   multiplied by the number of deals that agree with it, which depends only on how many cards of
   each role it shows; then one picture is drawn, and with it a sequence of coins.
2. *Deal.* With the coins known, each sighting tells the role dealt to one place. The other cards
   are shuffled over the other places, the Liar only where nobody showed not to have seen him.
3. *Scoundrels.* Which cards of the pile are in the village is drawn along with the deal; who gave
   which of them, and what they kept, is uniform.

The number of pictures is bounded by the arrangements of the cards seen, so the time is too, however
many exchanges there were.
"""

from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import apply, reset
from intrigue.games.core.rng import random_index, shuffle
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import give_action
from intrigue.games.cunning_folk.cards import LIAR, N_ROLES
from intrigue.games.cunning_folk.deals import deal_unseen, number_of_deals
from intrigue.games.cunning_folk.pictures import (
    COINS_PER_WORD,
    NOT_LIAR,
    UNSEEN,
    blank_picture,
    branch,
    coin_of,
    content,
    count_unseen,
    sight,
    sight_not_liar,
    trade_places,
)

# What a player sees that matters here; each a row (kind, place, role or second place, coin).
_SIGHT, _NOT_LIAR, _TRADE, _COIN = range(4)


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Write a random history that looks the same to `player`; see the module's text."""
    n = len(history)
    for i in range(n):
        out[i] = history[i]
    base = np.empty(N_ROLES, np.int64)
    pile = np.empty(N_ROLES, np.int64)
    for role in range(N_ROLES):
        base[role] = state.core[role]
        pile[role] = state.pile[role]
    first_deal = 2 * int(state.players) if state.scoundrels == 1 else 0
    extra = 0
    if state.scoundrels == 1:
        if state.hand[player, 0] != s.NONE:
            pile[state.hand[player, 0]] -= 1
            pile[state.hand[player, 1]] -= 1
        if n < first_deal:
            _deal_hands_only(state, player, rng, pile, out, n)
            return n
        base[state.given[player]] += 1
        extra = int(state.players) - 1
    places = state.places
    dealt = min(places, n - first_deal)
    deal = np.full(places, UNSEEN, np.int64)
    seen = np.zeros(N_ROLES, np.int64)
    if n > first_deal + places:
        steps = np.empty((2 * n, 4), np.int64)
        coin_at = np.empty(n, np.int64)
        # A record does not keep its array alive in compiled code: the array has to stay here.
        replayed = np.zeros(1, s.STATE)
        n_steps, n_coins = _watch(state, replayed, history, player, steps, coin_at)
        coins = _toss(rng, steps[:n_steps], n_coins, base, pile, extra, places)
        _trace(steps[:n_steps], coins, deal)
        for i in range(n_coins):
            number = (history[coin_at[i]] - state.first_exchange) // 2
            out[coin_at[i]] = state.first_exchange + 2 * number + coin_of(coins, 0, i)
        for place in range(places):
            if deal[place] < N_ROLES:
                seen[deal[place]] += 1
    gifts = np.empty(2 * len(state.hand) + 1, np.int64)
    deal_unseen(rng, base, pile, extra, seen, deal, places, gifts)
    for place in range(dealt):
        out[first_deal + place] = deal[place]
    if state.scoundrels == 1:
        _write_hands(state, player, gifts, extra, out, first_deal)
    return n


@jit
def _watch(state: Any, replayed: Any, history: Any, player: int, steps: Any, coin_at: Any) -> Any:
    """Play the history again in ``replayed[0]``, zeroed, noting what `player` sees of the cards.

    Writes rows to `steps`, and to `coin_at` where in the history others' secret exchanges are.
    Returns the number of each.
    """
    parameters = np.empty(s.N_PARAMETERS, np.int64)
    parameters[s.P_PLAYERS] = state.players
    parameters[s.P_MARKS] = state.marks_to_leave
    parameters[s.P_MAX_TURNS] = state.max_turns
    parameters[s.P_SCOUNDRELS] = state.scoundrels
    for role in range(N_ROLES):
        parameters[s.FIRST_CORE + role] = state.core[role]
        parameters[s.FIRST_PILE + role] = state.pile[role]
    again = replayed[0]
    reset(again, parameters)
    n_steps, n_coins = 0, 0
    for i in range(len(history)):
        apply(again, history[i])
        for k in range(again.n_events):
            if (again.event_masks[k] >> player) & 1 == 0:
                continue
            word = again.events[k]
            code = word & 255
            a, b, c = (word >> 8) & 4095, (word >> 20) & 4095, (word >> 32) & 4095
            kind = -1
            if code == s.EV_SAW or code == s.EV_TURNED_UP:
                kind = _SIGHT
            elif code == s.EV_SILENT or (code == s.EV_CLAIM and c == LIAR):
                kind, a = _NOT_LIAR, b
            elif code == s.EV_TRADE:
                kind, a, b = _TRADE, b, c
            elif code == s.EV_SECRET and c == 1:
                kind = _TRADE
            elif code == s.EV_EXCHANGE and a != player:
                kind, a, b = _COIN, b, c
                coin_at[n_coins] = i
                n_coins += 1
            if kind >= 0:
                steps[n_steps, 0] = kind
                steps[n_steps, 1] = a
                steps[n_steps, 2] = b
                steps[n_steps, 3] = n_coins - 1  # number of the coin, if it is one
                n_steps += 1
    return n_steps, n_coins


@jit
def _toss(rng: Any, steps: Any, n_coins: int, base: Any, pile: Any, extra: int, places: int) -> Any:
    """Draw how others' exchanges went, given what was seen; one row of coins."""
    pictures = np.full(1, blank_picture(places), np.int64)
    weights = np.ones(1, np.float64)
    coins = np.zeros((1, n_coins // COINS_PER_WORD + 1), np.int64)
    if n_coins == 0:
        return coins
    n = len(pictures)
    for i in range(len(steps)):
        kind, a, b = steps[i, 0], steps[i, 1], steps[i, 2]
        if kind == _SIGHT:
            most = base[b] + pile[b]
            n = sight(pictures, weights, coins, n, a, b, places, most)
        elif kind == _NOT_LIAR:
            if base[LIAR] + pile[LIAR] > 0:
                n = sight_not_liar(pictures, weights, coins, n, a)
        elif kind == _TRADE:
            trade_places(pictures, n, a, b)
        else:
            pictures, weights, coins, n = branch(
                pictures, weights, coins, n, a, b, steps[i, 3], rng
            )
    seen = np.empty(N_ROLES, np.int64)
    for i in range(n):
        seen[:] = 0
        for place in range(places):
            shown = content(pictures[i], place)
            if shown < N_ROLES:
                seen[shown] += 1
        unseen, not_liar = count_unseen(pictures[i], places)
        weights[i] *= number_of_deals(base, pile, extra, seen, unseen, not_liar)
    chosen = random_index(rng, weights, n)
    return coins[chosen : chosen + 1]


@jit
def _trace(steps: Any, coins: Any, deal: Any) -> None:
    """Write to `deal` what the steps tell of the card dealt to each place, the coins known."""
    origin = np.empty(len(deal), np.int64)
    for place in range(len(deal)):
        origin[place] = place
    for i in range(len(steps)):
        kind, a, b = steps[i, 0], steps[i, 1], steps[i, 2]
        if kind == _SIGHT:
            deal[origin[a]] = b
        elif kind == _NOT_LIAR:
            if deal[origin[a]] == UNSEEN:
                deal[origin[a]] = NOT_LIAR
        else:
            if kind == _COIN and coin_of(coins, 0, steps[i, 3]) == 0:
                continue
            first = origin[a]
            origin[a] = origin[b]
            origin[b] = first


@jit
def _write_hands(state: Any, player: int, cards: Any, extra: int, out: Any, n: int) -> None:
    """Write the other scoundrels' hands and gifts among the first `n` steps of a history.

    ``cards[:extra]`` are the gifts, the next as many what they kept.
    """
    players = int(state.players)
    k = 0
    for other in range(players):
        if other == player:
            continue
        given, kept = cards[k], cards[extra + k]
        k += 1
        if other < n:
            out[other] = min(given, kept) * N_ROLES + max(given, kept)
        if players + other < n:
            out[players + other] = give_action(state, given)


@jit
def _deal_hands_only(state: Any, player: int, rng: Any, pile: Any, out: Any, n: int) -> None:
    """Write random hands and gifts of others while the scoundrels still make up the village."""
    cards = np.empty(2 * len(state.hand) + 1, np.int64)
    size = 0
    for role in range(N_ROLES):
        for _ in range(pile[role]):
            cards[size] = role
            size += 1
    shuffle(rng, cards, size)
    _write_hands(state, player, cards, int(state.players) - 1, out, n)
