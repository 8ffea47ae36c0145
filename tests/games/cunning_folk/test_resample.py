"""`resample_from_infostate` against an enumeration of every history that looks the same.

The enumeration walks the OpenSpiel game and knows nothing of how the sampler works: it follows the
given history, tries every chance outcome, every gift of another scoundrel and both ways of every
exchange of another player, and keeps what the player cannot tell apart.
"""

from collections import Counter

import numpy as np
import pyspiel
import pytest
from scipy.stats import chisquare
from village import choices, known, play, scoundrels, village

from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.cards import SHORT_NAMES, place_name

SAMPLES = 4000


def alternatives(state, viewer, action):
    """(action, weight) of everything that may have happened instead, hidden from `viewer`."""
    if state.is_chance_node():
        return state.chance_outcomes()
    legal = state.legal_actions()
    record = state.record[0]
    if state.current_player() != viewer:
        if record.phase == s.GIVE:
            return [(other, 1 / len(legal)) for other in legal]
        if record.phase == s.EXCHANGE:
            pair = (action - record.first_exchange) // 2
            return [(int(record.first_exchange + 2 * pair + bit), 0.5) for bit in range(2)]
    return [(action, 1.0)] if action in legal else []


def consistent_histories(game, history, viewer):
    """History (tuple) -> probability, of all that `viewer` cannot tell from `history`."""
    seen = []
    state = game.new_initial_state()
    for action in history:
        seen.append(state.information_state_hash(viewer))
        state.apply_action(action)
    seen.append(state.information_state_hash(viewer))
    weights = {}

    def walk(state, weight):
        done = state.history()
        if state.information_state_hash(viewer) != seen[len(done)]:
            return
        if len(done) == len(history):
            weights[tuple(done)] = weight
            return
        for action, chance in alternatives(state, viewer, history[len(done)]):
            walk(state.child(action), weight * chance)

    walk(game.new_initial_state(), 1.0)
    total = sum(weights.values())
    return {done: weight / total for done, weight in weights.items()}


def check(state, viewer, seed=1, samples=SAMPLES):
    """Sampled histories are the consistent ones, as often as they should be."""
    game, history = state.get_game(), state.history()
    expected = consistent_histories(game, history, viewer)
    encoded = np.array(history, np.int64)
    drawn = Counter(
        tuple(driver.resample_history(state.record, encoded, viewer, 1000 * seed + i).tolist())
        for i in range(samples)
    )
    assert set(drawn) <= set(expected)
    # Histories are pooled until each pool is expected five times at least.
    pools, pool = [], [0.0, 0]
    for done in sorted(expected, key=lambda done: (-expected[done], done)):
        pool = [pool[0] + expected[done] * samples, pool[1] + drawn[done]]
        if pool[0] >= 5:
            pools.append(pool)
            pool = [0.0, 0]
    if pools:
        pools[-1] = [pools[-1][0] + pool[0], pools[-1][1] + pool[1]]
    if len(pools) > 1:
        wanted, got = zip(*pools, strict=True)
        assert chisquare(got, wanted).pvalue > 1e-4
    return expected


def test_a_look_is_honoured():
    state = play(village("GW L\nGE EE\nV"), "look A1; stay silent")
    expected = check(state, 0)
    assert len(expected) == 4 * 3 * 2 * 1
    assert {done[0] for done in expected} == {SHORT_NAMES.index("GW")}
    # Player 1 only knows that player 0 did not see the Liar.
    assert len(check(state, 1)) == 120 - 24


def test_alleging_the_liar_excludes_him_as_silence_does():
    state = play(village("GW L\nGE EE\nV"), "look A1; claim Liar; pass")
    assert len(check(state, 1)) == 120 - 24


def test_any_other_claim_excludes_nothing():
    state = play(village("GW L\nGE EE\nV"), "look A1; claim Good Elder; pass; turn up A3")
    assert len(check(state, 1)) == 24
    state = play(village("GW L\nGE EE\nV"), "look A1; claim Good Witch; pass")
    assert len(check(state, 1)) == 120


def test_own_looks_are_followed_through_open_trades():
    state = village("GW Va\nGE EE\nV")
    play(state, "look A1; stay silent; look B1; claim Vagrant; pass; trade B1 A1")
    play(state, "look A1; stay silent; look A2; stay silent")
    expected = check(state, 0)
    assert len(expected) == 3 * 2


def test_own_exchanges_are_known():
    state = village("GW V\nGE EE\nEW")
    play(state, "look A1; stay silent; look A2; stay silent")
    play(state, "look A1; claim Evil Witch; pass; swap A1 A2 (exchange)")
    assert len(check(state, 0)) == 24
    assert known(state, 0)["A2"] == {"GW"}


def test_one_of_two_orders_after_anothers_exchange():
    state = village("GW V\nGE EE\nEW")
    play(state, "look A1; stay silent; look A2; claim Evil Witch; pass; swap A1 A3 (exchange)")
    expected = check(state, 0)
    assert len(expected) == 24 * 2
    play(state, "look A1; stay silent")  # it is the Evil Witch: they were exchanged
    expected = check(state, 0)
    assert len(expected) == 6
    assert {done[-3] % 2 for done in expected} == {state.history()[-3] % 2}


def test_seeing_the_same_kind_of_card_again_makes_no_exchange_likelier():
    """Two Good Witches: kept, or the other one came here; the two are not equally likely."""
    state = village("GW GW\nGE EE\nEW")
    play(state, "look A1; stay silent; look A2; claim Evil Witch; pass; swap A1 B1 (exchange)")
    play(state, "look A1; stay silent; look A1; stay silent; look A2; stay silent")
    check(state, 0)


def test_many_exchanges_of_the_same_places_are_sampled_exactly():
    state = village("GW L\nGE EE\nEW")
    play(state, "look A1; stay silent")
    for places in ("A1 A2", "A2 A3", "A1 A3", "A1 A2", "A2 B1"):
        play(state, f"look B2; claim Evil Witch; pass; swap {places} (exchange)")
        play(state, "look B2; stay silent")
    play(state, "look A1; stay silent; look A3; stay silent")
    check(state, 0)
    check(state, 1)


def test_silence_follows_the_card_through_exchanges():
    state = village("GW L\nGE EE\nEW")
    play(state, "look A1; stay silent; look B1; claim Evil Witch; pass; swap A1 B1 (keep)")
    play(state, "look A1; stay silent; look A2; claim Evil Witch; pass; swap A1 A2 (keep)")
    play(state, "look A2; stay silent")
    check(state, 0)
    check(state, 1)


def test_face_up_cards_are_followed_when_they_are_taken_up():
    state = village("GW V\nGE EE\nEW", marks_to_leave=3)
    play(state, "look A1; claim Villager; challenge; look A2; claim Villager; challenge")
    play(state, "look A3; claim Evil Witch; pass; swap A1 A2 (exchange)")
    check(state, 0)
    assert len(check(state, 1)) == 2 * 6


def test_more_exchanges_than_bits_in_a_word():
    """70 exchanges between the same two places end in one of two orders, whichever coins fell."""
    state = village("GW V\nGE EE\nEW", players=2, max_turns=300)
    play(state, "look A1; stay silent; look A1; stay silent; look A2; stay silent")
    for _ in range(70):
        play(state, "look B2; claim Evil Witch; pass; swap A1 A2 (exchange)")
        play(state, "look B2; stay silent")
    history = np.array(state.history(), np.int64)
    orders = Counter()
    game = state.get_game()
    for seed in range(300):
        drawn = game.new_initial_state()
        for action in driver.resample_history(state.record, history, 0, seed).tolist():
            drawn.apply_action(action)
        assert drawn.information_state_hash(0) == state.information_state_hash(0)
        orders[int(drawn.record[0].card[0])] += 1
    assert sorted(orders) == [SHORT_NAMES.index("GW"), SHORT_NAMES.index("GE")]
    assert min(orders.values()) > 100


# --- Scoundrels ----------------------------------------------------------------------------------

SCOUNDREL_VILLAGE = "GE L\nV\nEE"


def test_scoundrels_at_the_start_know_their_own_cards():
    state = scoundrels(SCOUNDREL_VILLAGE, ["L+C", "V+V"], villagers=2)
    expected = check(state, 0)
    # Others' two cards out of Villager, Villager, Pirate, Vagrant, Good Witch, and what they gave.
    assert len({done[:4] for done in expected}) == 1 + 2 * (3 + 3)


def test_scoundrels_before_the_deal():
    game = scoundrels(SCOUNDREL_VILLAGE, ["L+C", "V+V"], villagers=2).get_game()
    state = game.new_initial_state()
    full = scoundrels(SCOUNDREL_VILLAGE, ["L+C", "V+P"], villagers=2).history()
    for action in full[:5]:
        for viewer in (0, 1):
            check(state, viewer, samples=1500)
        state.apply_action(action)


def test_scoundrels_cards_seen_tell_of_the_gifts():
    state = scoundrels("GW V\nEE GW\nGE", ["V+C", "GW+V"], villagers=2)
    play(state, "look A1; stay silent; look B1; stay silent; look B2; stay silent")
    check(state, 0)
    check(state, 1)
    play(state, "look A1; stay silent; look B1; stay silent")
    check(state, 0)


def test_scoundrels_villagers_seen_may_be_ones_own_or_anothers():
    state = scoundrels("V EE\nV\nGE", ["V+C", "V+L"], villagers=3)
    play(state, "look A1; stay silent; look A2; claim Liar; pass; look A2; stay silent")
    check(state, 0)
    check(state, 1)


def test_three_scoundrels():
    state = scoundrels("GE P\nEE L\nV", ["V+C", "P+Va", "L+GW"], villagers=1)
    play(state, "look A1; stay silent; look B1; claim Pirate; pass; challenge")
    check(state, 2, samples=3000)


# --- Random histories ----------------------------------------------------------------------------

RANDOM_GAMES = [
    "villagers=1,bonus=liar,good_witches=1,evil_witches=1,max_turns=9,marks=3",
    "players=3,villagers=2,bonus=vagrant+liar,good_witches=0,evil_witches=1,max_turns=10,marks=3",
    "villagers=2,bonus=liar,good_witches=1,evil_witches=1,max_turns=14,marks=3",
    "scoundrels=true,villagers=2,good_witches=0,evil_witches=1,max_turns=8,marks=3",
]


def exchange_heavy_state(game, seed):
    """A state late in a random game in which Evil Witches are alleged often and never doubted."""
    rng = np.random.default_rng(seed)
    state = game.new_initial_state()
    while True:
        before = state.clone()
        legal = state.legal_actions()
        if state.is_chance_node():
            action = rng.choice(legal)
        else:
            words = choices(state)
            action = rng.choice(legal)
            if "claim Evil Witch" in words and rng.random() < 0.6:
                action = legal[words.index("claim Evil Witch")]
            elif "challenge" in words and rng.random() < 0.8:
                action = legal[0]
        state.apply_action(int(action))
        if state.is_terminal():
            return before


@pytest.mark.parametrize("parameters", RANDOM_GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_random_histories_are_sampled_exactly(parameters, seed):
    game = pyspiel.load_game(f"python_cunning_folk({parameters})")
    state = exchange_heavy_state(game, seed)
    for viewer in range(game.num_players()):
        expected = check(state, viewer, samples=3000)
        # What the player is told to be possible holds in every consistent history.
        told = known(state, viewer)
        for done in list(expected)[:200]:
            world = game.new_initial_state()
            for action in done:
                world.apply_action(action)
            for place in range(world.record[0].places):
                card = SHORT_NAMES[world.record[0].card[place]]
                assert card in told[place_name(place)]


def test_sampled_worlds_are_the_same_for_the_same_seed():
    state = village("GW L\nGE EE\nEW")
    play(state, "look A1; stay silent; look A2; claim Evil Witch; pass; swap A1 A3 (exchange)")
    history = np.array(state.history(), np.int64)
    draws = [driver.resample_history(state.record, history, 0, 7).tolist() for _ in range(2)]
    assert draws[0] == draws[1]
    assert new_states(state.get_game().definition.kernel).dtype == state.record.dtype
