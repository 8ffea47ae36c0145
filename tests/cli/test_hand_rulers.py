"""The Jack of spades needs to know the other rulers: `intrigue hand --rulers`."""

import json

import pytest

from intrigue.solvers.emissary import hand_values

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
SPADES = ["hand", HAND, "--trump", "clubs", "--advisors", "s"]


def test_politics_with_other_rulers(command):
    code, out, _ = command(*SPADES, "--rulers", "cdh", "--json")
    answer = json.loads(out)
    known = hand_values(HAND, "clubs", "s", other_rulers=["clubs", "diamonds", "hearts"])
    assert code == 0
    assert answer["probability"] == known.tolist()
    assert answer["other_rulers"] == ["clubs", "diamonds", "hearts"]
    assert known[4] > hand_values(HAND, "clubs")[4]
    shown = command(*SPADES, "--rulers", "♣, diamonds H", "--target", "4")[1]
    assert "with J♠ (other rulers: ♣ ♦ ♥)" in shown
    assert f"{100 * known[4]:.2f} %" in shown


def test_politics_in_the_last_kingdom(command):
    answer = json.loads(command(*SPADES, "--rulers", "none", "--json")[1])
    assert answer["probability"] == hand_values(HAND, "clubs").tolist()


def test_without_a_trump_the_rulers_are_those_of_all_kingdoms(command):
    code, out, _ = command("hand", HAND, "--advisors", "s", "--rulers", "cch", "--json")
    answers = json.loads(out)
    assert code == 0
    assert [answer["trump"] for answer in answers] == ["clubs", "hearts"]
    for answer, others in zip(answers, (["clubs", "hearts"], ["clubs", "clubs"]), strict=True):
        assert answer["other_rulers"] == others
        known = hand_values(HAND, answer["trump"], "s", other_rulers=others)
        assert answer["probability"] == known.tolist()
    shown = command("hand", HAND, "--advisors", "s", "--rulers", "cch")[1]
    assert "with J♠ (rulers: ♣ ♣ ♥)" in shown


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (SPADES, "--rulers ccdhh"),
        (["hand", HAND, "--advisors", "chds"], "--rulers ccdhh"),
        (["hand", HAND, "--advisors", "s", "--rulers", "none"], "--trump"),
        (["hand", HAND, "--trump", "c", "--rulers", "cd"], "--advisors s"),
        ([*SPADES, "--rulers", "cq"], "'q'"),
        ([*SPADES, "--rulers", ""], "empty"),
        ([*SPADES, "--rulers", "cc"], "3 rulers of clubs"),
    ],
)
def test_what_does_not_fit_is_refused(words, names, command):
    code, out, err = command(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert names in err
