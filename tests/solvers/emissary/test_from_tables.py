"""What tables know inside a kingdom, and advice that rests on it, beside the solver."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from game_oracle import deal

from intrigue.games.emissary import state as s
from intrigue.solvers.emissary import Position, advise
from intrigue.solvers.emissary.from_tables import StoredTables, table_to_build
from intrigue.solvers.emissary.hand import solve_all_targets
from intrigue.solvers.emissary.state_advice import limited_advice
from intrigue.solvers.emissary.tables.jacks.build import build_tables
from intrigue.solvers.emissary.tables.jacks.inside import inside_path, opened_inside
from intrigue.solvers.emissary.tables.jacks.table import ERROR, Deck, less, more

DECK = Deck(ranks=4, hand=3)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("inside")
    build_tables(("hd", "chd", "hds"), place, 2, deck=DECK)
    return place


def places(number, seed=4):
    """Positions in the middle of a kingdom of the small deck, with any abilities and rulers."""
    rng = np.random.default_rng(seed)
    for _ in range(number):
        cards = rng.permutation([8 * suit + rank for suit in range(4) for rank in range(4)])
        hand = int(rng.integers(1, DECK.hand))
        rulers = rng.permutation([0, 0, 1, 1, 2, 2, 3, 3]).tolist()
        uses = [(0, 1, 1, 0), (1, 1, 1, 0), (0, 1, 1, 1), (1, 1, 1, 1), (0, 2, 1, 0), (1, 0, 1, 1)]
        yield Position(
            hand=tuple(cards[:hand].tolist()),
            deck=tuple(cards[hand : 2 * hand + DECK.gap].tolist()),
            trump=rulers[0],
            target=int(rng.integers(1, 4)),
            abilities=uses[int(rng.integers(len(uses)))],
            other_rulers=tuple(rulers[1 : 1 + int(rng.choice([0, 2, 7]))]),
        )


def test_what_tables_know_holds_for_the_solver(folder):
    tables = StoredTables(folder)
    seen = Counter()
    for place in places(300):
        known = tables.known(place)
        if known is None:
            seen["nothing"] += 1
            continue
        exact = solve_all_targets(place, workers=1).probability
        assert (np.where(known.exact, less(known.lower), known.lower) <= exact + 1e-12).all(), place
        assert (exact <= np.where(known.exact, more(known.upper), known.upper) + 1e-12).all(), place
        assert ((known.lower == 0) >= (exact == 0)).all()
        assert ((known.lower == 1) <= (exact == 1)).all()
        seen["exact" if known.exact.all() else "bounds"] += 1
        swaps = set(place.other_rulers) - {place.trump}
        if known.exact.all() and place.abilities[3] and len(swaps) == 3:
            seen["every swap"] += 1
    assert min(seen["exact"], seen["bounds"], seen["every swap"]) > 10, seen


def test_positions_of_another_depth_are_not_known(folder):
    (place,) = places(1)
    tables = StoredTables(folder)
    assert tables.known(replace(place, abilities=(0, 1, 1, 0))) is not None
    assert tables.known(replace(place, deck=place.deck[1:], abilities=(0, 1, 1, 0))) is None
    assert tables.known(replace(place, to_draw=1, abilities=(0, 1, 1, 0))) is None
    assert tables.known(replace(place, abilities=(1, 0, 1, 0))) is None


def test_advice_with_tables_agrees_with_the_search(folder):
    tables = StoredTables(folder)
    seen = Counter()
    for place in places(60, seed=5):
        if place.topic is None and len(place.hand) == 2:
            topic = place.deck[0]
            deck = (*place.deck[1:], next(c for c in range(32) if c % 8 < 4 and c not in
                                          (*place.hand, *place.deck)))  # fmt: skip
            asked = replace(place, deck=deck, topic=topic)
        else:
            asked = place
        for position in (place, asked):
            exact = {choice.text: choice for choice in advise(position, workers=1).choices}
            best = max(choice.chance for choice in exact.values())
            for limit in (0, None):
                found = advise(position, workers=1, position_limit=limit, tables=tables)
                assert found.floor <= best + 1e-12
                for choice in found.choices:
                    chance = exact[choice.text].chance
                    assert choice.at_least - choice.error <= chance + 1e-9
                    assert chance <= choice.at_most + choice.error + 1e-9
                    behind = found.behind(choice)
                    assert behind <= best - chance + 1e-9
                    seen["errors"] += choice.error > 0
                if limit == 0 and found.decided:
                    assert exact[found.best.text].chance > best - 4 * ERROR
                    seen["decided"] += 1
    assert min(seen["errors"], seen["decided"]) > 20, seen


def test_the_player_takes_the_best_choice_where_tables_tell_what_it_is_worth(folder):
    rng = np.random.default_rng(6)
    tables = StoredTables(folder)
    checked = 0
    while checked < 25:
        state = deal(rng, ranks=4, hand_size=3, kingdoms=4, advisors="hd")
        while not state.is_terminal() and state.record[0].kingdom >= 0 and checked < 25:
            record = state.record[0]
            actions = state.legal_actions()
            if record.phase == s.PREPARE and record.count[s.HAND] < DECK.hand:
                found = limited_advice(record, tables=tables)
                if record.jack_up[1] and record.jack_up[2]:
                    exact = advise(found.position, workers=1)
                    chances = {choice.text: choice.chance for choice in exact.choices}
                    assert chances[found.choices[0].text] > exact.best.chance - 4 * ERROR
                    checked += 1
            # Debate on until a Jack is used up.
            action = actions[0] if record.phase == s.PREPARE else int(rng.choice(actions))
            state.apply_action(int(action))


def test_what_to_build_is_named_until_it_is_there(folder, tmp_path):
    assert table_to_build((1, 1, 1, 1), tmp_path) == "chd"
    assert table_to_build((0, 2, 1, 0), tmp_path) == "hd"
    assert table_to_build((0, 1, 1, 0), folder) is None
    assert table_to_build((0, 0, 1, 1), tmp_path) is None


def test_a_damaged_file_is_named(folder, tmp_path):
    content = bytearray(inside_path("hd", folder).read_bytes())
    content[-1] ^= 1
    inside_path("hd", tmp_path).write_bytes(content)
    with pytest.raises(ValueError, match=r"^[^\n]+delete the file[^\n]+$"):
        opened_inside("hd", tmp_path)
