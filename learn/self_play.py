"""Many games at once, played by networks and by scripted players, in compiled code.

A *table* is one game that goes on for ever: when it ends, the next begins. At some tables every
seat is the learner's; at others the learner has one seat and the rest are an older self or a
scripted player. Each table has random numbers of its own, so what happens at it does not depend on
how many there are.
"""

from typing import Any, NamedTuple

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.driver import MAX_CHOICES
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
    mix,
    new_states,
    reset,
    returns,
)
from intrigue.games.core.rng import random_below, random_index, random_unit
from intrigue.games.openspiel import KernelGame
from intrigue.search.learned.features import Features, write_features
from intrigue.search.scripted.registry import choose, scripts_of
from intrigue.search.thumbs.registry import thumb_weights

Array = np.ndarray[Any, Any]

# Who sits at a table beside the learner: itself, an older self, or scripted players.
LEARNER, OLDER, SCRIPTED = -1, -2, 0

THUMB = -1
"""The rule of thumb among the numbers of scripts."""


class Tables(NamedTuple):
    """The games of all B tables.

    Attributes
    ----------
    states : (B + 2,) records
        The games; behind them the start of a game, and room.
    rngs : (B,) uint64
    kind : (B,) int64
        LEARNER, OLDER or SCRIPTED.
    others : (B,) int64
        Which scripted player sits beside the learner in the present game, at such tables.
    seat : (B,) int64
        The learner's seat in the present game; at LEARNER tables it has all of them.
    """

    states: Array
    rngs: Array
    kind: Array
    others: Array
    seat: Array


class Seen(NamedTuple):
    """What the networks see before a step: one decision a table.

    Attributes
    ----------
    items, whole
        Features, (B, items, numbers) and (B, numbers) float32.
    legal : (B, actions) bool
    mover : (B,) int64
    learns : (B,) bool
        Whether it is the learner's decision, not an older self's.
    ended : (B,) bool
        Whether the game of the step before has ended since.
    final : (B, players) float32
        What each player got from it, where it has.
    gain : (B,) float32
        What the learner's seat got from it.
    """

    items: Array
    whole: Array
    legal: Array
    mover: Array
    learns: Array
    ended: Array
    final: Array
    gain: Array


def new_tables(game: KernelGame, count: int, older: float, scripted: float, seed: int) -> Tables:
    """Return `count` tables at the start of their first games.

    Parameters
    ----------
    older, scripted : float
        Shares of the tables with an older self, and with scripted players.
    """
    definition = game.definition
    states = new_states(definition.kernel, count + 2)
    kinds = np.full(count, SCRIPTED)
    first_older = count - round(count * (older + scripted))
    kinds[:first_older] = LEARNER
    kinds[first_older : count - round(count * scripted)] = OLDER
    rngs = np.empty(count, np.uint64)
    tables = Tables(states, rngs, kinds, np.zeros(count, np.int64), np.zeros(count, np.int64))
    _seat_all(tables, definition.encoded, len(scripts_of(definition.kernel)), seed)
    return tables


def new_seen(features: Features, count: tuple[int, ...], players: int) -> Seen:
    """Return room for what is seen at so many tables (after other axes, such as steps)."""
    return Seen(
        np.zeros((*count, features.items, features.item_size), np.float32),
        np.zeros((*count, features.whole_size), np.float32),
        np.zeros((*count, len(features.terms)), np.bool_),
        np.zeros(count, np.int64),
        np.zeros(count, np.bool_),
        np.zeros(count, np.bool_),
        np.zeros((*count, players), np.float32),
        np.zeros(count, np.float32),
    )


@jit
def _seat_all(tables: Tables, parameters: Any, scripts: int, seed: int) -> None:
    count = len(tables.rngs)
    reset(tables.states[count], parameters)
    for b in range(count):
        tables.rngs[b] = mix(mix(np.uint64(0xA5A5), np.uint64(seed)), np.uint64(b))
        _new_game(tables, b, scripts)


@jit
def _new_game(tables: Tables, b: int, scripts: int) -> None:
    """Begin the next game at table `b`, with a random seat and a random scripted player."""
    tables.states[b] = tables.states[len(tables.rngs)]
    rng = tables.rngs[b : b + 1]
    tables.seat[b] = random_below(rng, tables.states[b].players)
    tables.others[b] = random_below(rng, scripts + 1) - 1


@jit(nogil=True)
def look_around(tables: Tables, scripts: int, seen: Seen) -> None:
    """Play on at every table to the next decision of a network, and write what it sees.

    Finished games begin anew. Of several that end at a table before a network decides, which a
    scripted player can bring about, the first was the one that a network played in.
    """
    actions = np.empty(MAX_CHOICES, np.int64)
    weights = np.empty(MAX_CHOICES, np.float64)
    for b in range(len(tables.rngs)):
        state = tables.states[b]
        rng = tables.rngs[b : b + 1]
        seen.ended[b] = False
        while True:
            player = current_player(state)
            if player == TERMINAL:
                if not seen.ended[b]:
                    seen.ended[b] = True
                    returns(state, seen.final[b])
                    seen.gain[b] = seen.final[b, tables.seat[b]]
                _new_game(tables, b, scripts)
            elif player == CHANCE:
                n = chance_outcomes(state, actions, weights)
                apply(state, actions[random_index(rng, weights, n)])
            elif player == tables.seat[b] or tables.kind[b] < 0:
                break
            elif tables.others[b] == THUMB:
                n = legal_actions(state, actions)
                thumb_weights(state, player, actions, n, weights)
                apply(state, actions[random_index(rng, weights, n)])
            else:
                apply(state, choose(state, tables.others[b], player, actions, weights, rng))
        seen.mover[b] = player
        seen.learns[b] = tables.kind[b] != OLDER or player == tables.seat[b]
        seen.items[b] = 0.0
        seen.whole[b] = 0.0
        write_features(state, player, seen.items[b], seen.whole[b])
        n = legal_actions(state, actions)
        seen.legal[b] = False
        for i in range(n):
            seen.legal[b, actions[i]] = True


@jit(nogil=True)
def move(
    tables: Tables, seen: Seen, logits: Any, older: Any, at_random: float, taken: Any, chances: Any
) -> None:
    """Draw an action at every table and apply it.

    Parameters
    ----------
    logits, older : (B, actions) float32
        Of the learner; of the older self, for the last rows, which are read where it decides.
    at_random : float
        How often the learner acts uniformly at random instead.
    taken : (B,) int64
        The actions, written.
    chances : (B,) float32
        With which probability the learner's policy takes each of them, written; 0 where the action
        was drawn uniformly or by the older self: nothing is learnt from it about the policy.
    """
    count, n_actions = logits.shape
    weights = np.empty(n_actions, np.float64)
    first_older = count - len(older)
    for b in range(count):
        rng = tables.rngs[b : b + 1]
        row = logits[b] if seen.learns[b] else older[b - first_older]
        top = -np.inf
        for a in range(n_actions):
            if seen.legal[b, a] and row[a] > top:
                top = row[a]
        total = 0.0
        for a in range(n_actions):
            weights[a] = np.exp(row[a] - top) if seen.legal[b, a] else 0.0
            total += weights[a]
        uniformly = seen.learns[b] and random_unit(rng) < at_random
        if uniformly:
            for a in range(n_actions):
                weights[a] = 1.0 if seen.legal[b, a] else 0.0
        action = random_index(rng, weights, n_actions)
        taken[b] = action
        chances[b] = 0.0 if uniformly or not seen.learns[b] else weights[action] / total
        apply(tables.states[b], action)
