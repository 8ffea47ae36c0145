"""Brute force over the OpenSpiel game: slow, and nothing in common with the solver."""

from collections import Counter

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401
from intrigue.games.emissary import abilities, actions
from intrigue.games.emissary import state as s
from intrigue.solvers.emissary import Position


class Oracle:
    """Value of a state inside a kingdom, and what was met on the way."""

    def __init__(self):
        self.seen = Counter()

    def values(self, state):
        """Rows: chance, possible, guaranteed; columns: debates won at the end, 0..8."""
        self.memo = {}
        self.kingdom = int(state.record[0].kingdom)
        return self._value(state)

    def _value(self, state):
        record = state.record[0]
        if state.is_terminal() or record.kingdom != self.kingdom:
            wins = int(record.wins) if state.is_terminal() else self.kingdom + 1
            self.seen["emptied hand"] += record.count[s.HAND] == 0
            value = np.zeros((3, 9))
            if wins <= 8:
                value[:, wins] = 1.0
            return value
        key = position_key(record)
        if key in self.memo:
            return self.memo[key]
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            below = [(p, self._value(state.child(a))) for a, p in outcomes]
            value = np.array(
                [
                    sum(p * v[0] for p, v in below),
                    np.max([v[1] for _, v in below], axis=0),
                    np.min([v[2] for _, v in below], axis=0),
                ]
            )
        else:
            value = np.zeros((3, 9))
            for action in state.legal_actions():
                child = state.child(action)
                self._note(state, action, child)
                value = np.maximum(value, self._value(child))
        self.memo[key] = value
        return value

    def _note(self, state, action, child):
        record, after = state.record[0], child.record[0]
        ability = action - int(actions.jack_action(record, 0))
        if record.phase == s.PREPARE and ability >= 0:
            self.seen[("jack " if ability < 4 else "supporter ") + "cdhs"[ability % 4]] += 1
            if ability % 4 == 2 and (child.is_terminal() or after.kingdom != record.kingdom):
                self.seen["hearts empties the hand"] += 1
        if record.phase == s.SWAP:
            self.seen["swap"] += 1
        if after.count[s.DECK] > record.count[s.DECK] and after.kingdom == record.kingdom:
            self.seen["reshuffle"] += 1
            if after.pending_draws or record.pending_draws:
                self.seen["reshuffle while drawing"] += 1
        if child.is_terminal() and after.count[s.HAND] > 0:
            self.seen["no topic left"] += 1
        if record.count[s.DECK] + record.count[s.DISCARD] < 2 and ability % 4 == 1:
            self.seen["commerce draws too few"] += record.phase == s.PREPARE


def position_key(record):
    return (
        record.place.tobytes(), record.jack_up.tobytes(), record.supporter_state.tobytes(),
        record.ruler.tobytes(), int(record.trump), int(record.wins), int(record.topic),
        int(record.phase), int(record.pending_draws), int(record.pending_discards),
        int(record.last_discard), int(record.after_draw),
    )  # fmt: skip


def position_of(state):
    """The solver's position for a state that stands before an ability or a topic."""
    record = state.record[0]
    assert record.phase in (s.PREPARE, s.TOPIC)
    ranks = int(record.ranks)
    places = {s.HAND: [], s.DECK: [], s.DISCARD: [], s.SCORING: []}
    for card in range(4 * ranks):
        places[int(record.place[card])].append(card // ranks * 8 + card % ranks)
    return Position(
        hand=tuple(places[s.HAND]),
        deck=tuple(places[s.DECK]),
        discard=tuple(places[s.DISCARD]),
        trump=int(record.trump),
        wins=int(record.wins),
        abilities=tuple(
            int(record.jack_up[suit]) + int(abilities.supporters_up(record, suit))
            for suit in range(4)
        ),
        other_rulers=tuple(
            int(record.ruler[k]) // 2
            for k in range(record.kingdoms)
            if k != record.kingdom and record.kingdom_state[k] == s.UNVISITED
        ),
    )


def deal(rng, **parameters):
    """A random deal of the game itself, played up to a random choice of kingdom."""
    state = pyspiel.load_game("python_emissary", parameters).new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def lay_out(rng, places, jacks, supporters, **parameters):
    """A random table: counts of cards in hand, deck, discard and scoring pile; face-up helpers."""
    state = pyspiel.load_game("python_emissary", parameters).new_initial_state()
    while state.is_chance_node():
        state.apply_action(int(rng.choice(state.legal_actions())))
    record = state.record[0]
    cards = 4 * int(record.ranks)
    lie = np.repeat([s.HAND, s.DECK, s.DISCARD, s.SCORING], places)
    assert len(lie) == cards
    record.place[:cards] = rng.permutation(lie)
    for place in range(4):
        record.count[place] = int((lie == place).sum())
    record.jack_up[:] = jacks
    taken = {int(r) for r in record.ruler[: record.kingdoms]}
    free = [r for r in range(8) if r not in taken]
    for ruler in rng.permutation(free)[:supporters]:
        record.supporter_state[ruler] = s.FACE_UP
    record.wins = int(rng.integers(0, 2))
    state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def random_table(rng):
    """A small random table; how large it may be depends on how much can happen."""
    uses = int(rng.choice(4, p=[0.2, 0.4, 0.3, 0.1]))
    supporters = int(rng.binomial(uses, 0.4))
    jacks = np.zeros(4, int)
    jacks[rng.permutation(4)[: uses - supporters]] = 1
    ranks = int(rng.integers(2, 4))
    hand = int(rng.integers(1, 4 if uses < 3 else 3))
    deck = int(rng.integers(0, (6, 5, 4, 3)[uses]))
    discard = min(int(rng.integers(0, (5, 4, 3, 3)[uses])), 4 * ranks - hand - deck)
    places = [hand, deck, discard, 4 * ranks - hand - deck - discard]
    return lay_out(
        rng, places, jacks, supporters,
        ranks=ranks, hand_size=1, kingdoms=int(rng.integers(1, 4)), advisors="chds",
    )  # fmt: skip
