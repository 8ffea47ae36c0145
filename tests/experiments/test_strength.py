"""Which pairings the strength experiments play."""

import pytest

from intrigue.experiments.catalogue import EXPERIMENTS
from intrigue.experiments.strength import METHODS, items, pairings_by_method
from intrigue.search.options import parse_options


def test_every_budget_meets_the_one_before_and_the_simple_bots():
    settings = EXPERIMENTS["strength-roy-des-ribauds"].full
    pairs = {tuple(item["bots"]) for item in items(settings, 1)}
    for budget in (100, 1000, 10000):
        assert (f"ismcts:{budget}", "random") in pairs
        assert (f"ismcts:{budget}", "thumb") in pairs
    assert ("ismcts:1000", "ismcts:100") in pairs
    assert ("ismcts:10000", "ismcts:1000") in pairs
    assert len(pairs) == 6 + 2 + len(METHODS)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_differs_from_the_usual_search_in_one_thing(method):
    ((better, other),) = pairings_by_method(50, [method])
    assert better != other
    for bot in (better, other):
        name, _, options = bot.partition(":")
        assert parse_options(options).simulations == 50
        assert name in ("ismcts", "pimc", "flat", "cheat")


def test_an_unknown_method_is_named():
    with pytest.raises(ValueError, match="'magic' is not one of so, pimc"):
        pairings_by_method(50, ["so", "magic"])


def test_every_game_of_a_pairing_is_played_once_in_both_seatings():
    settings = {**EXPERIMENTS["strength-cunning-folk"].quick, "games_a_pairing": 10}
    made = items(settings, 1)
    for bots in {tuple(item["bots"]) for item in made}:
        entries = [e for item in made if tuple(item["bots"]) == bots for e in item["entries"]]
        assert sorted(entries) == [[0, 1, deal, seat] for deal in range(5) for seat in range(2)]
