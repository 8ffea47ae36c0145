"""`resample` against full enumeration of what may be hidden."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from roy_table import playable, replay, sets_of_parameters, start_of
from scipy.stats import chisquare

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, current_player, new_states
from intrigue.games.roy_des_ribauds import state as s

SAMPLES = 1500
MOST = 800  # states visited in an enumeration


def seen(states, viewer):
    record = states[0]
    return [
        int(word)
        for word, mask in zip(
            record.events[: record.n_events], record.event_masks[: record.n_events], strict=True
        )
        if (mask >> viewer) & 1
    ]


def enumerate_hidden(definition, history, viewer):
    """All histories in which the viewer saw the same, and their weights; None if too many.

    Weights: chance probabilities, and one over the number of choices that look alike for each
    choice of the other player. Nothing is assumed on how histories are alike.
    """
    goal, goal_player = [], None
    states = new_states(definition.kernel)
    driver.start(states, definition.encoded)
    for action in history:
        driver.step(states, int(action))
        goal += seen(states, viewer)
    goal_player = current_player(states[0])
    found = {}
    root = new_states(definition.kernel)
    driver.start(root, definition.encoded)
    work = [(root, (), 1.0, 0)]
    visited = 0
    while work:
        visited += 1
        if visited > MOST:
            return None
        states, path, weight, n = work.pop()
        player = current_player(states[0])
        if n == len(goal) and player == goal_player and len(path) == len(history):
            found[path] = weight
            continue
        if player == CHANCE:
            moves = list(zip(*(x.tolist() for x in driver.list_outcomes(states)), strict=True))
        elif player >= 0:
            moves = [(action, 1.0) for action in driver.list_choices(states).tolist()]
        else:
            continue
        children = []
        for action, chance in moves:
            child = states.copy()
            driver.step(child, action)
            events = seen(child, viewer)
            if goal[n : n + len(events)] == events:
                children.append((child, action, chance, n + len(events), tuple(events)))
        alike = Counter(events for *_, events in children)
        for child, action, chance, reached, events in children:
            factor = 1.0 / alike[events] if player == 1 - viewer else chance
            work.append((child, (*path, action), weight * factor, reached))
    total = sum(found.values())
    return {path: weight / total for path, weight in found.items()}


def check(definition, history, viewer, seed):
    """Compare with the enumeration; return what was hidden and compared, or None if too much."""
    expected = enumerate_hidden(definition, history, viewer)
    if expected is None:
        return None
    assert tuple(history.tolist()) in expected
    states = replay(definition, history)
    drawn = Counter(
        tuple(driver.resample_history(states, history, viewer, seed + i).tolist())
        for i in range(SAMPLES)
    )
    assert drawn.keys() <= expected.keys(), "a history that cannot be, or looks different"
    # Rare histories share a bin, so that every bin expects at least 10.
    observed, awaited, rest_observed, rest_awaited = [], [], 0, 0.0
    for path, chance in sorted(expected.items(), key=lambda item: -item[1]):
        if chance * SAMPLES >= 10:
            observed.append(drawn[path])
            awaited.append(chance * SAMPLES)
        else:
            rest_observed += drawn[path]
            rest_awaited += chance * SAMPLES
    if rest_awaited > 0:
        observed.append(rest_observed)
        awaited.append(rest_awaited)
    if len(observed) > 1:
        assert chisquare(observed, awaited).pvalue > 1e-5, (history.tolist(), viewer)
    # And what happened at each step, over all histories.
    for step in range(len(history)):
        chances, got = Counter(), Counter()
        for path, chance in expected.items():
            chances[path[step]] += chance
        for path, n in drawn.items():
            got[path[step]] += n
        for action, chance in chances.items():
            spread = np.sqrt(max(0.0, SAMPLES * chance * (1 - chance)))
            assert abs(got[action] - SAMPLES * chance) < 5.5 * spread + 1
    return len(expected)


THREE = "reine+roi+assassin"
SETS = [
    {"copies": 2, "court_size": 2, "hand_size": 2},
    {"copies": 2, "court_size": 3, "hand_size": 1},
    {"copies": 2, "court_size": 2, "hand_size": 2, "exchange": True},
    {"copies": 3, "court_size": 2, "hand_size": 2, "kinds": THREE},
    {"copies": 3, "court_size": 2, "hand_size": 2, "kinds": THREE, "exchange": True},
    {"copies": 3, "court_size": 3, "hand_size": 1, "kinds": "chevalier+roi", "exchange": True},
    {"copies": 4, "court_size": 2, "hand_size": 2, "kinds": "chevalier+reine"},
    {"copies": 2, "court_size": 2, "hand_size": 2, "refill": False},
    {"copies": 4, "court_size": 2, "hand_size": 3, "kinds": "reine+assassin+roi"},
    {"copies": 1, "court_size": 2, "hand_size": 1},
]


@pytest.mark.parametrize(
    "parameters", SETS, ids=lambda p: ",".join(f"{k}={v}" for k, v in p.items())
)
def test_distribution_equals_enumeration(parameters):
    """Random positions, and the ends of random games, of small decks."""
    definition, _ = start_of(parameters)
    rng = np.random.default_rng(5)
    compared = []
    for seed in range(4):
        history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
        for viewer in range(2):
            for length in (len(history), int(rng.integers(3, 10)), int(rng.integers(8, 20))):
                hidden = check(definition, history[:length], viewer, 1000 * seed)
                if hidden is not None:
                    compared.append(hidden)
    assert sum(hidden > 1 for hidden in compared) >= 4


def games_with(definition, event, length):
    """Random histories, cut at a length, in which an event occurs."""
    for seed in range(3000):
        history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
        events = driver.replay(new_states(definition.kernel), definition.encoded, history[:length])[
            0
        ]
        if event in (events & 255):
            yield history[:length]


@pytest.mark.parametrize(
    ("event", "length", "parameters"),
    [
        # Reines that went under the pile: then the hand held exactly two.
        (s.EV_ASIDE, 8, {"copies": 2, "court_size": 2, "hand_size": 2}),
        (s.EV_ASIDE, 10, {"copies": 3, "court_size": 2, "hand_size": 2, "kinds": THREE}),
        # Reines drawn from under the pile are known to both.
        (s.EV_UNDER, 16, {"copies": 2, "court_size": 2, "hand_size": 2}),
        # The pile was rebuilt: cards of two pools are in hand.
        (s.EV_REBUILD, 14, {"copies": 2, "court_size": 3, "hand_size": 1}),
        (s.EV_REBUILD, 16, {"copies": 2, "court_size": 2, "hand_size": 2}),
        # A hand was looked at, and the cards looked at were random.
        (s.EV_INSPECT, 12, {"copies": 2, "court_size": 2, "hand_size": 2, "exchange": True}),
        # The Court card that went unseen into a hand, and may come back.
        (s.EV_TAKE, 12, {"copies": 2, "court_size": 2, "hand_size": 2, "exchange": True}),
        (
            s.EV_TAKE,
            14,
            {"copies": 3, "court_size": 2, "hand_size": 2, "kinds": THREE, "exchange": True},
        ),
    ],
)  # fmt: skip
def test_distribution_where_the_rules_condition(event, length, parameters):
    definition, _ = start_of(parameters)
    compared = 0
    for history in games_with(definition, event, length):
        for viewer in range(2):
            hidden = check(definition, history, viewer, 77)
            compared += hidden is not None and hidden > 3
        if compared >= 4:
            return
    pytest.fail("too few positions could be enumerated")


def test_no_mariage_at_the_start_of_a_turn_tells_of_the_hand():
    """With one copy a Reine in hand wins at once: who goes on playing has none."""
    definition, _ = start_of({"copies": 1, "court_size": 2, "hand_size": 1})
    reine = 1
    for seed in range(200):
        history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)[:5]
        states = replay(definition, history)
        if current_player(states[0]) < 0:
            continue
        starter = int(states[0].active)
        for i in range(50):
            other = replay(definition, driver.resample_history(states, history, 1 - starter, i))
            assert other[0].hand[starter, reine] == 0


def choices(states, player):
    return driver.list_outcomes(states)[0] if player == CHANCE else driver.list_choices(states)


@settings(max_examples=120, deadline=None, derandomize=True)
@given(sets_of_parameters.map(playable).filter(bool), st.integers(0, 2**31), st.floats(0, 1))
def test_resampled_histories_are_legal_and_look_the_same(definition, seed, part):
    """Any parameters, any length, both viewers."""
    history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
    history = history[: round(part * len(history))]
    states = replay(definition, history)
    for viewer in range(2):
        other = new_states(definition.kernel)
        player = driver.start(other, definition.encoded)
        for action in driver.resample_history(states, history, viewer, seed).tolist():
            listed = (
                driver.list_outcomes(other)[0] if player == CHANCE else driver.list_choices(other)
            )
            assert action in listed
            player = driver.step(other, action)
        assert (other[0].info_hash[viewer] == states[0].info_hash[viewer]).all()
        assert player == current_player(states[0])
