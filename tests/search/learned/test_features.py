"""What networks see: nothing hidden, every action, items alike."""

import numpy as np
import pyspiel
import pytest
from plays import game_strings

import intrigue.games  # noqa: F401
from intrigue.search.learned import network
from intrigue.search.learned.features import NO_SCORE, features_of, has_features
from intrigue.search.learned.files import look

GAMES = [name for name in game_strings() if has_features(pyspiel.load_game(name))]


def seen(state, features):
    items = np.zeros((features.items, features.item_size), np.float32)
    whole = np.zeros(features.whole_size, np.float32)
    look(state.record, items, whole)
    return items, whole


def decisions(name, seed, most):
    """States of a random game where somebody decides."""
    rng = np.random.default_rng(seed)
    state = pyspiel.load_game(name).new_initial_state()
    found = []
    while not state.is_terminal() and len(found) < most:
        if not state.is_chance_node():
            found.append(state.clone())
        state.apply_action(int(rng.choice(state.legal_actions())))
    return found


def random_weights(features, seed=0):
    rng = np.random.default_rng(seed)
    return {
        name: (rng.standard_normal(shape) / 4).astype(np.float32)
        for name, shape in network.shapes(features).items()
    }


def test_two_games_are_seen_with_all_their_parameters():
    assert {name.partition("(")[0] for name in GAMES} == {
        "python_cunning_folk",
        "python_roy_des_ribauds",
    }
    assert not has_features(pyspiel.load_game("kuhn_poker"))
    with pytest.raises(ValueError, match="no network can see kuhn_poker yet"):
        features_of(pyspiel.load_game("kuhn_poker"))


@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_change_nothing_and_every_move_has_a_score(name):
    game = pyspiel.load_game(name)
    features = features_of(game)
    assert features.terms.shape == (game.num_distinct_actions(), 3)
    assert features.terms.max() < features.scores
    changed = 0
    for number, state in enumerate(decisions(name, 1, 40)):
        assert (features.terms[state.legal_actions()] != NO_SCORE).any(axis=1).all()
        expected = seen(state, features)
        for array in expected:
            assert np.isfinite(array).all()
        other = state.resample_from_infostate(state.current_player(), number)
        changed += other.history() != state.history()
        for array, same in zip(seen(other, features), expected, strict=True):
            np.testing.assert_array_equal(array, same)
    assert changed > 0 or features.items < 6  # in small games little is hidden


@pytest.mark.parametrize("name", ["python_cunning_folk", "python_roy_des_ribauds"])
def test_no_two_moves_have_the_same_scores(name):
    """Or a network could not tell them apart."""
    terms = np.sort(features_of(pyspiel.load_game(name)).terms, axis=1)
    assert len(np.unique(terms, axis=0)) == len(terms)


def test_the_network_treats_places_alike():
    """Exchanging two places exchanges what is said of them: moves and values follow."""
    features = features_of(pyspiel.load_game("python_cunning_folk"))
    rng = np.random.default_rng(1)
    order = rng.permutation(features.items)
    items = rng.random((3, features.items, features.item_size), np.float32)
    whole = rng.random((3, features.whole_size), np.float32)
    weights, terms = random_weights(features), network.summing(features)
    logits, value = network.answer(weights, terms, items, whole)
    moved, same = network.answer(weights, terms, items[:, order], whole)
    np.testing.assert_allclose(same, value, rtol=1e-4)
    places = features.items  # looks come first, one a place
    np.testing.assert_allclose(moved[:, :places], logits[:, order], rtol=1e-3, atol=1e-5)
    assert np.abs(logits[:, :places] - logits[:, order]).max() > 0.01


def test_knowledge_reaches_the_network():
    """After a look the mover's numbers of that place change, those of the others do not."""
    name = "python_cunning_folk"
    features = features_of(pyspiel.load_game(name))
    first, second = decisions(name, 1, 2)
    before, after = seen(first, features)[0], seen(second, features)[0]
    place = second.history()[-1]
    changed = np.flatnonzero((before != after).any(axis=1))
    assert changed.tolist() == [place]
    assert (before[place, 0], after[place, 0]) == (0.0, 1.0)
