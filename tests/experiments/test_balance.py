"""What the balance reports read from finished games, against the states themselves."""

import pyspiel
import pytest

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.balance import first_to_move, play_block, shared_wins
from intrigue.experiments.catalogue import EXPERIMENTS
from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states, unpack_event
from intrigue.search.tournament.one_game import play_seated

GAMES = {
    "python_cunning_folk(players=3)": {"all others ostracized", "Good Elder", "Evil Elder", "draw"},
    "python_roy_des_ribauds": {"Coronation", "Mariage", "Murder", "turn limit"},
    "python_emperors_new_clothes(players=3,cards=True)": {"won outright", "tied on points"},
}


def finished(text: str, bot: str, deal: int):
    """Return the definition, the last state, and all events."""
    game = pyspiel.load_game(text)
    played = play_seated(text, [bot], [0] * game.num_players(), 7, deal)
    state = game.new_initial_state({"history": list(played.history)})
    return game.definition, state, events_of(state)


def events_of(state):
    return [unpack_event(word) for word in state.events()[0].tolist()]


@pytest.mark.parametrize("text", GAMES)
def test_every_ending_has_a_name(text):
    found = set()
    for deal in range(30):
        definition, state, events = finished(text, ("random", "thumb")[deal % 2], deal)
        found.add(definition.ending(state.record[0], events))
    assert found <= GAMES[text]
    assert len(found) > 1


@pytest.mark.parametrize("text", GAMES)
def test_uses_are_those_of_players_of_the_game(text):
    game = pyspiel.load_game(text)
    seats, used = set(), set()
    for deal in range(10):
        definition, _, events = finished(text, "random", deal)
        for seat, what in definition.uses(events):
            seats.add(seat)
            used.add(what)
    assert seats == set(range(game.num_players()))
    assert len(used) >= 5
    assert not any("(" in what for what in used)


def test_an_elder_who_wins_is_named_unless_all_others_are_gone():
    """Also where a player left in the last turn: four players, three marks."""
    game = pyspiel.load_game("python_cunning_folk(players=4,marks=3)")
    seen = set()
    for seed in range(120):
        history = driver.random_game(
            new_states(game.definition.kernel), game.definition.encoded, seed, 0
        )
        state = game.new_initial_state({"history": history.tolist()})
        story = state.transcript()
        if not story[-1].endswith(" wins"):
            continue
        ending = game.definition.ending(state.record[0], events_of(state))
        gone = {line.split()[1] for line in story if "is Ostracized" in line}
        claimed = [line.rpartition(" is ")[2] for line in story if " claims that " in line]
        assert ending == ("all others ostracized" if len(gone) == 3 else claimed[-1])
        seen.add((ending, any("Ostracized" in line for line in story[-3:])))
    assert ("Evil Elder", False) in seen
    assert any(ending.endswith("Elder") and late for ending, late in seen)


@pytest.mark.parametrize("deal", range(5))
def test_points_by_role_add_up_to_the_points_of_the_game(deal):
    text = "python_emperors_new_clothes(players=4,cards=True)"
    definition, state, events = finished(text, "random", deal)
    assert state.is_terminal()
    by_role = definition.points_by_role(events)
    story = state.transcript()
    scored = sum(int(line.split(" scores ")[1].split()[0]) for line in story if " scores " in line)
    assert sum(map(sum, by_role.values())) == scored
    assert scored <= state.record[0].points.sum()


def test_the_first_to_move_is_whom_the_story_names():
    text = "python_roy_des_ribauds"
    game = pyspiel.load_game(text)
    found = set()
    for deal in range(8):
        played = play_seated(text, ["random"], [0, 0], 7, deal)
        story = game.new_initial_state({"history": list(played.history)}).transcript()
        first = first_to_move(game, played.history)
        assert story[0] == f"player {first} takes the first turn"
        found.add(first)
    assert found == {0, 1}


def test_victories_are_shared_by_those_who_lead():
    assert shared_wins([1.0, -1.0]) == [1.0, 0.0]
    assert shared_wins([0.5, 0.5, -1.0]) == [0.5, 0.5, 0.0]


@pytest.mark.parametrize("text", GAMES)
def test_a_block_counts_every_game_once(text):
    item = {"game": text, "bot": "thumb", "first": 0, "games": 6, "seed": 3}
    outcome = play_block(item)
    assert sum(outcome["wins"]) == pytest.approx(6)
    won_first = 0.0
    for deal in range(6):
        game = pyspiel.load_game(text)
        played = play_seated(text, ["thumb"], [0] * game.num_players(), 3, deal)
        won_first += shared_wins(played.returns)[first_to_move(game, played.history)]
    assert outcome["first"] == pytest.approx(won_first)
    assert sum(outcome["endings"].values()) == len(outcome["lengths"]) == 6
    for users, won in outcome["uses"].values():
        assert 0 <= won <= users


def test_any_parameter_of_the_game_is_swept_and_names_the_variants():
    balance = EXPERIMENTS["balance-cunning-folk"]
    given = {"players": [2], "bonus": ["none", "liar+cat"], "marks": [1, 2]}
    settings = balance.with_settings(True, {**given, "bots": ["random"], "games": [2]})
    outcomes = [play_block(item) for item in balance.items(settings, 1)]
    seats = balance.tables(settings, outcomes)[0]
    assert list(dict.fromkeys(row[0] for row in seats.rows)) == [
        "bonus=none, marks=1",
        "bonus=none, marks=2",
        "bonus=liar+cat, marks=1",
        "bonus=liar+cat, marks=2",
    ]
