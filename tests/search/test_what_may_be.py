"""What may be where: against all histories by brute force, and by hand where that is easy."""

from collections import defaultdict

import numpy as np
import pyspiel
import pytest
from small_games import position

import intrigue.games  # noqa: F401  registers the games
from intrigue.search.possible_worlds import possible_worlds
from intrigue.search.tournament.one_game import sample_chance
from intrigue.search.what_may_be import what_may_be

SMALL_VILLAGE = "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"
SMALL = [
    SMALL_VILLAGE,
    "python_roy_des_ribauds(copies=1,court_size=2,hand_size=1,max_turns=2)",
    "python_small_kuhn",
]


def start(name: str) -> pyspiel.State:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def brute_force(state: pyspiel.State) -> dict[tuple[int, ...], float]:
    """Walk the whole tree to the depth of `state`, and compare information-state strings."""
    player, depth = state.current_player(), len(state.history())
    told = state.information_state_string(player)
    found: dict[tuple[int, ...], float] = {}
    waiting = [(state.get_game().new_initial_state(), 1.0)]
    while waiting:
        past, weight = waiting.pop()
        if len(past.history()) == depth:
            if past.current_player() == player and past.information_state_string(player) == told:
                found[tuple(past.history())] = weight
            continue
        if past.is_terminal():
            continue
        if past.is_chance_node():
            choices = past.chance_outcomes()
        else:
            actions = past.legal_actions()
            share = 1.0 if past.current_player() == player else 1.0 / len(actions)
            choices = [(action, share) for action in actions]
        waiting += [(past.child(action), weight * share) for action, share in choices]
    total = sum(found.values())
    return {history: weight / total for history, weight in found.items()}


@pytest.mark.parametrize("name", SMALL)
def test_possible_worlds_are_those_of_brute_force(name: str) -> None:
    """At the first decisions of three random games: as many worlds, equally likely."""
    source = np.random.default_rng(2)
    for _ in range(3):
        state = pyspiel.load_game(name).new_initial_state()
        decisions = 0
        while not state.is_terminal() and decisions < 3:
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            expected = brute_force(state)
            found = possible_worlds(state, 10_000)
            assert found is not None
            assert sorted(found.probabilities) == pytest.approx(sorted(expected.values()))
            decisions += 1
            state.apply_action(int(source.choice(state.legal_actions())))


@pytest.mark.parametrize("name", SMALL)
def test_what_may_be_is_counted_as_brute_force_counts_it(name: str) -> None:
    state = start(name)
    player = state.current_player()
    shares: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for history, weight in brute_force(state).items():
        world = state.get_game().new_initial_state({"history": list(history)})
        described = world.definition.describe(world.record[0], -1)
        places = described.get("village") or described.get("court") or described["cards"]
        items = places.items() if isinstance(places, dict) else enumerate(places)
        for key, value in items:
            if isinstance(value, dict):
                value = value["possible"][0] if "possible" in value else value["card"]
            shares[str(key)][str(value)] += weight
    found = what_may_be(state)
    assert found.counted
    assert found.error(0.5) == 0
    checked = 0
    for path, values in found.places.items():
        head, _, rest = path.partition(".")
        if head in ("village", "court", "cards"):
            assert dict(values) == pytest.approx(shares[rest.split(".")[0]])
            checked += 1
    assert checked > 0
    assert player >= 0


def test_after_a_look_two_cards_are_equally_likely_at_two_places() -> None:
    state = start(SMALL_VILLAGE)
    state.apply_action(0)
    found = what_may_be(state)
    assert (found.worlds, found.counted) == (2, True)
    for place in ("A2", "A3"):
        chances = dict(found.places[f"village.{place}.possible.0"])
        assert list(chances.values()) == [0.5, 0.5]


def test_on_the_empty_board_every_place_has_the_shares_of_the_deck() -> None:
    """15,120 worlds are too many to describe, but all places are alike."""
    found = what_may_be(start("python_cunning_folk"))
    assert len(found.places) == 9
    for chances in found.places.values():
        assert dict(chances) == pytest.approx(
            {"Villager": 3 / 9, "Good Witch": 2 / 9, "Evil Witch": 2 / 9,
             "Good Elder": 1 / 9, "Evil Elder": 1 / 9}
        )  # fmt: skip


def test_a_hand_is_a_set() -> None:
    """The chance that the other player holds at least one of a kind, by brute force."""
    state = start("python_roy_des_ribauds(copies=2,court_size=2,hand_size=2,max_turns=2)")
    other = 1 - state.current_player()
    held: dict[str, float] = defaultdict(float)
    twice = 0.0
    for history, weight in brute_force(state).items():
        world = state.get_game().new_initial_state({"history": list(history)})
        hand = world.definition.describe(world.record[0], -1)["hands"][other]
        twice += weight * (hand[0] == hand[1])
        for card in set(hand):
            held[card] += weight
    found = what_may_be(state)
    assert twice > 0
    assert found.counted
    assert dict(found.holdings[f"hands.{other}"]) == pytest.approx(held)
    assert not any(place.startswith("hands.") for place in found.places)


def test_samples_are_within_their_error_of_the_count() -> None:
    state = start(SMALL[1])
    counted, sampled = what_may_be(state), what_may_be(state, seed=3, most=1)
    assert (counted.counted, sampled.counted, sampled.worlds) == (True, False, 1)
    state = position(pyspiel.load_game("python_small_kuhn"), 0, 1)
    assert what_may_be(state, most=1).error(0.5) == 0.5
    total: dict[str, float] = defaultdict(float)
    for seed in range(400):
        for card, share in what_may_be(state, seed=seed, most=1).places["cards.1"]:
            total[card] += share / 400
    assert total["1"] == pytest.approx(0.5, abs=0.1)


def test_what_may_be_is_the_same_in_all_possible_worlds() -> None:
    """Nothing is given away: another hidden world gives the same answer, counted or sampled."""
    for name in (SMALL_VILLAGE, "python_roy_des_ribauds"):
        state = start(name)
        other = state.resample_from_infostate(state.current_player(), 7)
        assert what_may_be(other, seed=5) == what_may_be(state, seed=5)
