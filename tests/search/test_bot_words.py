"""Words for bots: what they make, and one line for what is none."""

from pathlib import Path

import own_bots
import pyspiel
import pytest
from small_games import KUHN  # noqa: F401  registers the games

import intrigue.games  # noqa: F401  registers the games
from intrigue.games.bots import RandomBot
from intrigue.search.bot_words import (
    bot_digests,
    make_bot,
    of_strength,
    parse_bot,
    usual_bot,
    word_of,
)
from intrigue.search.bots import SearchBot, ThumbBot
from intrigue.search.openspiel_bot import OpenSpielSearchBot
from intrigue.search.tournament.one_game import play_seated
from intrigue.solvers.emissary.player import ExactPlayer
from intrigue.solvers.policy import TabularPolicy
from intrigue.solvers.policy_files import load_policy
from intrigue.solvers.sampled.mccfr import MCCFRSolver

GAME = pyspiel.load_game("python_small_kuhn")


def test_bots_are_made() -> None:
    kinds = {"random": RandomBot, "thumb": ThumbBot, "ismcts:50": SearchBot, "pimc:50": SearchBot}
    for text, kind in kinds.items():
        bot = make_bot(text, GAME, 1, 7)
        assert type(bot) is kind
        assert (bot.player_id(), bot.seed) == (1, 7)
    assert make_bot("flat:5", GAME, 0).options.variant == "flat"
    assert make_bot("cheat:5", GAME, 0).options.variant == "cheat"
    other = pyspiel.load_game("kuhn_poker")
    assert type(make_bot("ismcts:50", other, 0)) is OpenSpielSearchBot


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
        "random:",
        "exact:many",
        "exact:-1",
        "no_such_module:Bot",
        "own_bots:Missing",
        "own_bots:SOMETHING",
        "own_bots:no_bot",
        "own_bots:Picky",
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
        played = play_seated(name, [f"policy:{file}", "random"], [0, 1], 1, 0)
        assert played == play_seated(name, [f"policy:{file}", "random"], [0, 1], 1, 0)


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


def test_exact_play_is_for_the_full_emissary() -> None:
    emissary = pyspiel.load_game("python_emissary")
    assert type(make_bot("exact", emissary, 0)) is ExactPlayer
    assert usual_bot(emissary) == "exact"
    for name, said in (
        ("python_emissary(variant=2019)", "2021 only"),
        ("python_emissary(kingdoms=3)", "full game"),
        ("kuhn_poker", "emissary only"),
    ):
        game = pyspiel.load_game(name)
        with pytest.raises(ValueError, match=said) as error:
            make_bot("exact", game, 0)
        assert "\n" not in str(error.value)
        assert usual_bot(game) == "ismcts:1000"


def test_the_usual_bot_is_learned_where_a_policy_comes_with_the_package() -> None:
    for name, word in (
        ("python_cunning_folk", "learned"),
        ("python_roy_des_ribauds(max_turns=100)", "learned"),  # as usual, but said
        ("python_cunning_folk(players=3)", "ismcts:1000"),
        ("python_roy_des_ribauds(max_turns=99)", "ismcts:1000"),
        ("python_emperors_new_clothes", "ismcts:1000"),
    ):
        assert usual_bot(pyspiel.load_game(name)) == word


def test_strengths_name_the_bots_of_each_game() -> None:
    expected = {
        "python_cunning_folk": ("thumb", "ismcts:200", "learned"),
        "python_emperors_new_clothes(players=3)": ("thumb", "ismcts:200", "ismcts:1000"),
        "python_emissary": ("thumb", "ismcts:200", "exact"),
        "kuhn_poker": ("random", "ismcts:200", "ismcts:1000"),
    }
    for name, words in expected.items():
        game = pyspiel.load_game(name)
        for strength, word in zip(("easy", "medium", "strong"), words, strict=True):
            assert of_strength(strength, game) == word
            assert bot_digests([strength], game)[strength] == bot_digests([word], game)[word]
            assert type(make_bot(strength, game, 0)) is type(make_bot(word, game, 0))
        assert type(make_bot("bot", game, 0)) is type(make_bot(words[-1], game, 0))


def test_a_bot_of_one_s_own() -> None:
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for card in (0, 1):
        state.apply_action(card)
    for word in ("own_bots:OwnBot", "own_bots:own_maker"):
        bot = make_bot(word, state.get_game(), 0, 7)
        assert (type(bot.bot), bot.bot.seed) == (own_bots.OwnBot, 7)
        assert bot.step(state) == 1


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (12345, "answered 12345; legal actions: 0, 1"),
        (-7, "answered -7"),
        (None, "answered None"),
        ("x", "answered 'x'"),
        (0.0, "answered 0.0"),
        (
            ValueError("oops\n twice"),
            r"failed in step, line \d+ of .*own_bots.py: ValueError: oops",
        ),
        (IndexError(), r"failed in step, line \d+ of .*own_bots.py: IndexError$"),
    ],
)
@pytest.mark.parametrize("game", ["kuhn_poker", "python_small_kuhn"])
def test_what_a_bot_of_one_s_own_does_wrong_is_said_with_its_name(
    game: str, answer: object, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_bots.Wrong, "answer", answer)
    with pytest.raises(ValueError, match=f"^bot 'own_bots:Wrong' {said}") as error:
        play_seated(game, ["random", "own_bots:Wrong"], [1, 0], 1, 1)
    assert "\n" not in str(error.value)


def test_a_bot_of_one_s_own_lies_in_the_folder_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here_only.py").write_text("from own_bots import own_maker as mine\n1 / 0\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend("nowhere")  # undoes what is added to the path
    with pytest.raises(ValueError, match="here_only cannot be imported: ZeroDivisionError: "):
        parse_bot("here_only:mine")
    (tmp_path / "here_too.py").write_text("from own_bots import own_maker as mine\n")
    assert type(make_bot("here_too:mine", GAME, 0).bot) is own_bots.OwnBot


def test_words_of_bots_given_as_objects() -> None:
    assert word_of("thumb") == "thumb"
    assert word_of(parse_bot("ismcts:5,variant=so")) == "ismcts:5,variant=so"
    assert word_of(own_bots.own_maker) == "own_bots:own_maker"
    for bot in (lambda game, seat, seed: RandomBot(seat), RandomBot(0), 5):
        with pytest.raises(ValueError, match="other processes can import") as error:
            word_of(bot)
        assert "\n" not in str(error.value)
