"""Bots by text: what is read, and one line for what is not."""

import pyspiel
import pytest
from small_games import KUHN  # noqa: F401  registers the games

from intrigue.search.bot_words import make_bot, parse_bot
from intrigue.search.bots import RandomBot, SearchBot, ThumbBot
from intrigue.search.generic_bot import GenericSearchBot
from intrigue.search.options import Options, parse_options
from intrigue.search.tournament.match import play_seating
from intrigue.solvers.policy import TabularPolicy, load_policy
from intrigue.solvers.sampled.mccfr import MCCFRSolver

GAME = pyspiel.load_game("python_small_kuhn")


def test_options_are_read() -> None:
    assert parse_options("5000") == Options(simulations=5000)
    assert parse_options("200ms,reuse=yes") == Options(simulations=0, milliseconds=200, reuse=True)
    read = parse_options("10,variant=so,selection=puct,exploration=2.5,worlds=7,final=value")
    assert (read.variant, read.selection, read.exploration_constant) == ("so", "puct", 2.5)
    assert (read.world_count, read.final) == (7, "value")
    assert parse_options("10").world_count == 10
    assert parse_options("1000", variant="pimc").world_count == 20


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no budget"),
        ("variant=so", "there is no budget"),
        ("0", "budget '0'"),
        ("fast", "budget 'fast'"),
        ("-5", "budget '-5'"),
        ("100,variant=xy", "variant=xy is not one of mo, so, pimc, flat, cheat"),
        ("100,selection=ucb", "selection=ucb is not one of ucb1, puct, exp3"),
        ("100,speed=3", "'speed=3' is not NAME=VALUE with a name among simulations"),
        ("100,fast", "'fast' is not NAME=VALUE"),
        ("100,worlds=many", "worlds=many is not a number"),
        ("100,reuse=true", "reuse=true is not yes or no"),
        ("100,max_nodes=0", "max_nodes=0 is not in 1.."),
        ("100,milliseconds=5", "a budget is"),
        ("100,worlds=-1", "not negative"),
        ("99999999999999999999", "at most"),
        ("100,particles=99999999999", "at most"),
        ("100,exploration=nan", "exploration"),
        ("100,exploration=-3", "exploration=-3.0 is negative"),
        ("100,variant=so,variant=mo", "variant is given twice"),
        ("100,simulations=7", "simulations is given twice"),
    ],
)
def test_bad_options_are_answered_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said) as error:
        parse_options(text)
    assert "\n" not in str(error.value)


def test_bots_are_made() -> None:
    kinds = {"random": RandomBot, "thumb": ThumbBot, "ismcts:50": SearchBot, "pimc:50": SearchBot}
    for text, kind in kinds.items():
        bot = make_bot(text, GAME, 1, 7)
        assert type(bot) is kind
        assert (bot.player_id(), bot.seed) == (1, 7)
    assert make_bot("flat:5", GAME, 0).options.variant == "flat"
    assert make_bot("cheat:5", GAME, 0).options.variant == "cheat"
    other = pyspiel.load_game("kuhn_poker")
    assert type(make_bot("ismcts:50", other, 0)) is GenericSearchBot


@pytest.mark.parametrize(
    "text",
    [
        "",
        "human",
        "random:5",
        "ismcts",
        "ismcts:",
        "pimc:variant=so",
        "ismcts:x",
        "pimc:5,variant=so",
        "policy:",
        "policy:no-such-file",
    ],
)
def test_bad_bots_are_answered_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match=r"accepted|bot '") as error:
        parse_bot(text)(GAME, 0, 0)
    assert "\n" not in str(error.value)


def saved_policies(folder):
    """Save one policy by information-state string and one by hash; return their files and games."""
    tabular = folder / "kuhn.policy"
    TabularPolicy("kuhn_poker()", {(0, "0"): {0: 0.0, 1: 1.0}}).save(tabular)
    name = "python_roy_des_ribauds(copies=1,court_size=2,hand_size=1,max_turns=2)"
    solver = MCCFRSolver(name, "outcome", seed=1)
    solver.run(200)
    by_hash = folder / "roy.policy"
    solver.policy().save(by_hash)
    return [(tabular, "kuhn_poker"), (by_hash, name)]


def test_bots_from_saved_policies(tmp_path):
    for file, name in saved_policies(tmp_path):
        game = pyspiel.load_game(name)
        policy = load_policy(file)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.legal_actions()[0])
        bot = make_bot(f"policy:{file}", game, state.current_player(), 1)
        assert bot.get_policy(state) == sorted(policy.probabilities(state).items())
        played = play_seating(name, [f"policy:{file}", "random"], [0, 1], 1, 0)
        assert played == play_seating(name, [f"policy:{file}", "random"], [0, 1], 1, 0)


def test_a_policy_written_anew_is_read_anew(tmp_path):
    game = pyspiel.load_game("kuhn_poker")
    state = game.new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    file = tmp_path / "kuhn.policy"
    for bet in (0.0, 1.0):
        TabularPolicy("kuhn_poker()", {(0, "0"): {0: 1.0 - bet, 1: bet}}).save(file)
        assert dict(make_bot(f"policy:{file}", game, 0).get_policy(state))[1] == bet


def test_no_rule_of_thumb_for_foreign_games() -> None:
    game = pyspiel.load_game("kuhn_poker")
    for text in ("thumb", "ismcts:5,rollout=thumb", "ismcts:5,belief=particles"):
        with pytest.raises(ValueError, match="rule of thumb"):
            make_bot(text, game, 0)
