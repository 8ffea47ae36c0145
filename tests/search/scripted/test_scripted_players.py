"""Scripted players: proper weights, nothing hidden seen, the habits that their names say."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest

import intrigue.games  # noqa: F401
from intrigue.games.cunning_folk import state as cunning
from intrigue.games.emperors_new_clothes import roles
from intrigue.games.emperors_new_clothes import state as emperor
from intrigue.games.roy_des_ribauds import actions as roy_actions
from intrigue.games.roy_des_ribauds import cards as roy_cards
from intrigue.games.roy_des_ribauds import state as roy
from intrigue.search.bot_words import make_bot, scripted_players
from intrigue.search.bots import list_scripted_weights
from intrigue.search.tournament.one_game import play_one_game, sample_chance

GAMES = [
    "python_cunning_folk",
    "python_cunning_folk(players=3,scoundrels=True)",
    "python_cunning_folk(players=4,bonus=liar+pirate+vagrant)",
    "python_roy_des_ribauds",
    "python_roy_des_ribauds(copies=2,court_size=2,hand_size=2,exchange=True)",
    "python_roy_des_ribauds(kinds=chevalier+reine+assassin)",
    "python_emperors_new_clothes(players=2,give_gullibility=True)",
    "python_emperors_new_clothes(players=4,cards=True,rounds=2)",
    "python_emperors_new_clothes(players=7,expansion=both,troll=True,goals=True,rounds=1)",
    "python_emperors_new_clothes(players=11,cards=True,give_gullibility=True,rounds=1)",
]


@pytest.mark.parametrize("name", GAMES)
def test_weights_follow_from_what_the_player_sees(name: str) -> None:
    game = pyspiel.load_game(name)
    source = np.random.default_rng(1)
    names = scripted_players(game)
    assert len(names) > 4
    for _ in range(4):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            other = state.resample_from_infostate(state.current_player(), source)
            for script in range(len(names)):
                actions, weights = list_scripted_weights(state.record, script)
                assert actions.tolist() == state.legal_actions()
                assert (weights >= 0).all()
                assert 0 < weights.sum() < np.inf
                same = list_scripted_weights(other.record, script)[1]
                np.testing.assert_array_equal(same, weights)
            state.apply_action(int(source.choice(actions)))


def test_a_script_of_another_game_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match="not a scripted player of kuhn_poker: it has none"):
        make_bot("honest", pyspiel.load_game("kuhn_poker"), 0)


def play(name: str, words: list[str], games: int) -> float:
    """Return the sum of the first bot's returns."""
    game = pyspiel.load_game(name)
    total = 0.0
    for deal in range(games):
        bots = [make_bot(word, game, seat, deal) for seat, word in enumerate(words)]
        total += play_one_game(game, bots, 3, deal).returns[0]
    return total


def test_cunning_folk_the_honest_player_beats_the_rule_of_thumb() -> None:
    assert play("python_cunning_folk", ["honest", "thumb"], 60) > 6


def test_cunning_folk_habits() -> None:
    """Who claims what, and who challenges, in games of scripted players."""
    game = pyspiel.load_game("python_cunning_folk")
    names = scripted_players(game)
    source = np.random.default_rng(2)
    false_claims, claims, challenges, passes = (dict.fromkeys(names, 0) for _ in range(4))
    for deal in range(60):
        state = game.new_initial_state()
        seats = [deal % len(names), (deal + 1 + deal // len(names)) % len(names)]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            script = seats[state.current_player()]
            actions, weights = list_scripted_weights(state.record, script)
            action = int(source.choice(actions, p=weights / weights.sum()))
            record, name = state.record[0], names[script]
            if record.phase == cunning.CLAIM and action != record.silent:
                claims[name] += 1
                role = record.roles[action - record.first_claim]
                false_claims[name] += int(role != record.card[record.finger])
            elif record.phase == cunning.CHALLENGE:
                (challenges if action == record.challenge else passes)[name] += 1
            state.apply_action(action)
    assert {name for name in names if false_claims[name]} == {"boaster", "opportunist"}
    assert {name for name in names if not claims[name]} == {"silent"}
    assert challenges["trusting"] == passes["challenger"] == 0
    assert passes["trusting"] > 0
    # A lie that the others can know is rare: who challenges nothing else seldom has one to meet.
    assert min(challenges[name] for name in ("honest", "sceptic", "opportunist", "challenger")) > 0


def decisions(name: str, games: int) -> Iterator[tuple[str, Any, int]]:
    """Yield the script, the state and the action of every decision in games of random scripts."""
    game = pyspiel.load_game(name)
    names = scripted_players(game)
    source = np.random.default_rng(4)
    for _ in range(games):
        state = game.new_initial_state()
        seats = source.integers(len(names), size=game.num_players())
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample_chance(state, source.random()))
                continue
            script = seats[state.current_player()]
            actions, weights = list_scripted_weights(state.record, script)
            action = int(source.choice(actions, p=weights / weights.sum()))
            yield names[script], state, action
            state.apply_action(action)


def roy_turn(state: Any, action: int) -> tuple[str, int]:
    """Return how a turn of Le Roy begins, and the role of the card that is played."""
    record = state.record[0]
    if action < record.starts[roy_actions.B_UP]:
        return "reveals", -1
    for word, block in (("up", roy_actions.B_UP), ("down", roy_actions.B_DOWN)):
        if action < record.starts[block + 1]:
            card = (action - record.starts[block]) // record.court_size
            return word, int(record.role[card])
    return "passes", -1


def wins_by_hand(state: Any) -> list[int]:
    """Return the cards of the hand that win as soon as they are played: what anybody can see."""
    player = state.current_player()
    found = []
    for action in state.legal_actions():
        child = state.child(action)
        won = child.is_terminal() and child.player_return(player) == 1.0
        if roy_turn(state, action)[0] == "up" and won:
            found.append(action)
    return found


def test_roy_des_ribauds_habits() -> None:
    """How turns are taken where no win is in sight; a win at hand is always taken."""
    turns: dict[str, list[tuple[str, int, Any]]] = defaultdict(list)
    names = scripted_players(pyspiel.load_game("python_roy_des_ribauds"))
    taken = 0
    for name, state, action in decisions("python_roy_des_ribauds", 250):
        record = state.record[0]
        if record.phase == roy.DISCARD and name == "hoarder":
            thrown = action - record.starts[roy_actions.B_DISCARD] + roy_cards.SET_FIRST[4, 2]
            others = record.held[record.active] - record.hand[record.active, roy_cards.REINE]
            assert roy_cards.SET_COUNTS[4, thrown, roy_cards.REINE] == max(0, 2 - others)
        if record.phase != roy.MAIN:
            continue
        actions, weights = list_scripted_weights(state.record, names.index(name))
        if wins_by_hand(state):
            surely = actions[weights == weights.max()].tolist()
            assert weights.max() > 1.0
            assert set(wins_by_hand(state)) <= set(surely)
            taken += 1
        elif weights.max() <= 1.0:
            turns[name].append((*roy_turn(state, action), record.copy()))
    assert taken > 20
    assert set(turns) == set(names)

    def held(table: Any, role: int) -> bool:
        return bool(table.hand[table.active, role])

    for how, _, table in turns["revealer"]:
        assert how == "reveals" or table.face_up[:4].all()
    assert {how for how, _, table in turns["showman"] if table.held[table.active]} == {"up"}
    assert {how for how, _, table in turns["concealer"] if table.held[table.active]} == {"down"}
    assert all(role != roy_cards.REINE for _, role, _ in turns["hoarder"])
    for how, role, table in turns["inquisitor"]:
        assert (how, role) == ("up", roy_cards.REINE) or not held(table, roy_cards.REINE)
    for name, role in (("kingmaker", roy_cards.ROI), ("murderer", roy_cards.ASSASSIN)):
        played = [(how, what) for how, what, table in turns[name] if held(table, role)]
        assert ("up", role) in played
        assert ("down", role) not in played
    for how, _, table in turns["spoiler"]:
        up = [table.court[place] for place in range(4) if table.face_up[place]]
        threatened = {roy_cards.ROI, roy_cards.ASSASSIN} & set(up)
        if threatened and table.held[table.active]:
            assert how in ("up", "down")
    assert len({how for how, _, _ in turns["opportunist"]}) == 3


CLOTHES = "python_emperors_new_clothes(players=4,cards=True,rounds=2,give_gullibility=True)"


def test_emperors_new_clothes_habits() -> None:
    """Which roles are taken, which dice rolled again, which cards played."""
    seen = defaultdict(int)
    for name, state, action in decisions(CLOTHES, 150):
        record, legal = state.record[0], state.legal_actions()
        wanted = {"sovereign": roles.EMPEROR, "swindler": roles.SWINDLER, "child": roles.CHILD}
        if record.phase == emperor.DRAFT and name in wanted:
            role = 1 + record.role_rank[wanted[name]]
            assert action == role or role not in legal
            seen[name] += action == role
        elif record.phase == emperor.REROLL and name == "steady":
            assert action == 0
            seen[name] += 1
        elif record.phase == emperor.REROLL and name == "miser":
            mask = action - record.reroll_base + 1 if action else 0
            for die in range(record.die_count):
                is_gold = record.dice[die] // 2 == roles.GOLD
                assert (mask >> die) & 1 == int(
                    not is_gold or (record.dice[die] == 0 and record.rerolls_left > 1)
                )
            seen[name] += 1
        elif record.phase in (emperor.WINDOW, emperor.RESPONSE) and len(legal) > 1:
            seen[name, "plays" if action else "passes"] += 1
        elif record.phase == emperor.GIVE and name == "greedy":
            others = [p for p in range(4) if p != record.actor]
            leads = record.points[record.asked] == max(record.points[others])
            assert action == 0 or (leads and action == legal[-1])
            seen["gives"] += action > 0
    assert not seen["hoarder", "plays"]
    assert not seen["spendthrift", "passes"]
    for name in ("sovereign", "swindler", "child", "steady", "miser", "gives"):
        assert seen[name] > 5
    for what in (
        ("hoarder", "passes"),
        ("spendthrift", "plays"),
        ("greedy", "plays"),
        ("greedy", "passes"),
    ):
        assert seen[what] > 5


def test_a_useful_card_leaves_its_player_better_off() -> None:
    """A greedy player's card never costs it gold or dignity, and never helps the leader to some."""
    played = 0
    for name, state, action in decisions(CLOTHES, 100):
        before = state.record[0]
        if before.phase != emperor.WINDOW or action == 0 or name != "greedy":
            continue
        after = state.child(action)
        while not after.is_terminal() and after.record[0].phase == emperor.RESPONSE:
            after.apply_action(0)
        mine = after.record[0].cubes[before.asked] - before.cubes[before.asked]
        assert (mine[[roles.GOLD, roles.DIGNITY]] >= 0).all()
        others = [p for p in range(4) if p != before.asked]
        theirs = after.record[0].cubes[others] - before.cubes[others]
        if after.record[0].round_number == before.round_number and not before.revealing:
            assert (theirs[:, [roles.GOLD, roles.DIGNITY]] <= 0).all()
        played += 1
    assert played > 20
