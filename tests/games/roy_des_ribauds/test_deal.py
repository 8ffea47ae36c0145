"""The deal: who begins, the Court, conditioned hands, Reines that go under the pile."""

from collections import Counter
from itertools import combinations

import pytest
from roy_table import replay, start_of

from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, new_states
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.cards import SET_COUNTS

DEFAULT = ("Chevalier", "Reine", "Roi", "Assassin")


def deal(definition, states, *words):
    for text in words:
        outcomes = driver.list_outcomes(states)[0].tolist()
        names = [definition.action_text(states[0], CHANCE, a) for a in outcomes]
        driver.step(states, outcomes[names.index(text)])


def test_chance_chooses_the_starting_player():
    for player in range(2):
        definition, states = start_of({})
        assert driver.list_outcomes(states)[1].tolist() == [0.5, 0.5]
        deal(definition, states, f"player {player} begins")
        assert states[0].active == player


def test_the_court_is_dealt_from_the_whole_deck_place_by_place():
    definition, states = start_of({})
    left = Counter(dict.fromkeys(DEFAULT, 4))
    deal(definition, states, "player 0 begins")
    for place, name in enumerate(["Roi", "Roi", "Reine", "Assassin"]):
        probs = driver.list_outcomes(states)[1]
        assert probs.tolist() == pytest.approx([left[n] / left.total() for n in DEFAULT])
        deal(definition, states, f"Court {place + 1} {name}")
        left[name] -= 1
    assert states[0].known[:4].tolist() == [0, 0, 0, 0]
    assert states[0].face_up[:4].tolist() == [0, 0, 0, 0]


def allowed(first, second, limit=2):
    """The ruling: no three Reines in a hand, no two in both."""
    one, two = first.count("Reine"), second.count("Reine")
    return one <= limit and two <= limit and not (one == 2 and two == 2)


def hands_by_enumeration(cards, size, limit=2):
    """Probability of each pair of hands, by listing every pair of sets of labelled cards."""
    counts = Counter()
    for mine in combinations(range(len(cards)), size):
        rest = [i for i in range(len(cards)) if i not in mine]
        for other in combinations(rest, size):
            first = tuple(sorted(cards[i] for i in mine))
            second = tuple(sorted(cards[i] for i in other))
            if allowed(first, second, limit):
                counts[first, second] += 1
    return {pair: n / counts.total() for pair, n in counts.items()}


def hands_by_chance_nodes(definition, states):
    """The same from the game's chance outcomes."""
    found = {}
    kinds = len(definition.deck.names)
    for first, chance in zip(*(x.tolist() for x in driver.list_outcomes(states)), strict=True):
        after = states.copy()
        driver.step(after, first)
        for second, other in zip(*(x.tolist() for x in driver.list_outcomes(after)), strict=True):
            pair = tuple(
                tuple(sorted(definition.deck.cards(SET_COUNTS[kinds, number])))
                for number in (first, second)
            )
            found[pair] = chance * other
    return found


@pytest.mark.parametrize(
    ("parameters", "court"),
    [
        ({}, ["Chevalier", "Roi", "Roi", "Assassin"]),
        ({}, ["Reine", "Reine", "Roi", "Assassin"]),
        ({"copies": 2, "court_size": 2, "hand_size": 2}, ["Chevalier", "Reine"]),
        ({"copies": 3, "court_size": 3, "hand_size": 2}, ["Roi", "Roi", "Roi"]),
        ({"kinds": "reine+assassin", "court_size": 2, "hand_size": 2}, ["Assassin", "Reine"]),
        ({"hand_size": 1, "court_size": 2}, ["Roi", "Reine"]),
    ],
)
def test_forbidden_hands_have_no_chance_and_the_rest_keep_their_proportions(parameters, court):
    """A hand of three Reines, or two in both: dealt again while the Court stays."""
    definition, states = start_of(parameters)
    deal(definition, states, "player 0 begins")
    deal(definition, states, *(f"Court {i + 1} {name}" for i, name in enumerate(court)))
    names = definition.deck.names
    cards = [name for name in names for _ in range(int(states[0].copies) - court.count(name))]
    limit = int(states[0].reine_limit)
    expected = hands_by_enumeration(cards, int(states[0].hand_size), limit)
    found = hands_by_chance_nodes(definition, states)
    assert found.keys() == expected.keys()
    assert all(found[pair] == pytest.approx(expected[pair], abs=1e-12) for pair in expected)


def test_a_hand_of_two_reines_goes_under_the_pile_publicly_and_two_cards_are_drawn():
    definition, states = start_of({})
    court = ["Court 1 Chevalier", "Court 2 Roi", "Court 3 Assassin", "Court 4 Assassin"]
    deal(definition, states, "player 0 begins", *court)
    deal(definition, states, "hand Chevalier Reine Reine", "hand Chevalier Roi Roi")
    events = [definition.event_line(0, int(w)) for w in states[0].events[: states[0].n_events]]
    assert events[1:] == ["player 0 puts two Reines under the pile"]
    assert states[0].event_masks[1] == s.BOTH
    assert states[0].under == 2
    assert states[0].drawer == 0
    assert states[0].to_draw == 2
    # The two Reines cannot be drawn now: they lie under six other cards.
    outcomes = driver.list_outcomes(states)[0].tolist()
    names = [definition.action_text(states[0], CHANCE, a) for a in outcomes]
    assert "draw Reine Reine" in names  # the two other Reines, still in the pile
    deal(definition, states, "draw Reine Reine")
    assert states[0].under == 4, "repeated while the hand holds two Reines"
    deal(definition, states, "draw Chevalier Roi")
    assert definition.deck.cards(states[0].hand[0]) == ["Chevalier", "Chevalier", "Roi"]
    assert states[0].phase == s.MAIN
    assert states[0].pile_size == 2


def test_only_the_player_with_two_reines_exchanges():
    definition, states = start_of({})
    court = [f"Court {i + 1} Assassin" for i in range(4)]
    deal(definition, states, "player 0 begins", *court)
    deal(definition, states, "hand Chevalier Reine Roi")
    deal(definition, states, "hand Reine Reine Roi")
    assert states[0].drawer == 1
    deal(definition, states, "draw Chevalier Reine")
    assert states[0].phase == s.MAIN
    assert definition.deck.cards(states[0].hand[1]) == ["Chevalier", "Reine", "Roi"]


def test_where_the_pile_is_too_short_to_exchange_a_hand_of_two_reines_is_dealt_again():
    """Small games only: copies=2 needs a pile of two cards for the exchange, here there is one."""
    definition, states = start_of({"copies": 2, "court_size": 3, "hand_size": 2})
    assert states[0].reine_limit == 1
    deal(definition, states, "player 0 begins")
    deal(definition, states, "Court 1 Chevalier", "Court 2 Roi", "Court 3 Roi")
    names = [definition.action_text(states[0], CHANCE, a) for a in driver.list_outcomes(states)[0]]
    assert "hand Reine Reine" not in names
    assert "hand Reine Assassin" in names


def test_each_player_sees_only_their_own_hand():
    definition, states = start_of({})
    court = [f"Court {i + 1} Assassin" for i in range(4)]
    deal(definition, states, "player 1 begins", *court, "hand Chevalier Reine Roi")
    assert states[0].event_masks[: states[0].n_events].tolist() == [1]
    deal(definition, states, "hand Chevalier Chevalier Roi")
    assert states[0].event_masks[: states[0].n_events].tolist() == [2]
    assert states[0].active == 1


def test_dealing_leaves_every_card_once():
    for seed in range(30):
        definition, _ = start_of({})
        history = driver.random_game(new_states(definition.kernel), definition.encoded, seed, 0)
        record = replay(definition, history[:7])[0]
        total = record.hand.sum(axis=0) + record.pile
        total += [list(record.court[:4]).count(c) for c in range(4)]
        total[1] += record.under
        assert total.tolist() == [4, 4, 4, 4]
