"""``intrigue train``: a policy file that plays, work that goes on, bad input in one line."""

import json

import pytest

from intrigue.learn import training

SMALL = "cunning-folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2,marks=1)"


@pytest.fixture(autouse=True)
def short_epochs(monkeypatch):
    """Settings of epochs that take a moment."""
    real = training.Settings

    def short(**given):
        return real(**{"tables": 16, "length": 8, "rounds": 1, "batch": 64, **given})

    monkeypatch.setattr(training, "Settings", short)


def test_a_policy_is_trained_and_plays(command, tmp_path):
    path = tmp_path / "policy.npz"
    code, out, err = command("train", SMALL, "--steps", "200", "--save", str(path), "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert result["steps"] == 256
    assert path.is_file()
    code, out, _ = command(
        "arena", SMALL, "--bots", f"learned:{path},random", "--games", "10", "--json"
    )
    assert code == 0
    assert json.loads(out)["pairings"][0]["games"] == 10


def test_stopped_work_goes_on_to_the_same_policy(command, tmp_path):
    whole, part, work = (tmp_path / name for name in ("whole", "part", "work"))
    given = ["train", SMALL, "--steps", "500", "--seed", "3"]
    assert command(*given, "--save", str(whole))[0] == 0
    assert command(*given, "--save", str(part), "--checkpoint", str(work))[0] == 0
    previous = work.with_name("work.previous")
    previous.replace(work)  # as if it had been killed an epoch before the end
    assert command(*given, "--save", str(part), "--checkpoint", str(work))[0] == 0
    assert part.read_bytes() == whole.read_bytes()
    code, _, err = command(
        "train", SMALL, "--steps", "9", "--save", str(part), "--checkpoint", str(work)
    )
    assert code == 2
    assert "--steps 500 --seed 3" in err


def test_a_responder_is_trained_against_a_file(command, tmp_path):
    policy, answer, work = (tmp_path / name for name in ("policy", "answer", "work"))
    assert command("train", SMALL, "--steps", "9", "--save", str(policy))[0] == 0
    given = ["train", SMALL, "--steps", "9", "--save", str(answer), "--checkpoint", str(work)]
    assert command(*given, "--against", str(policy))[0] == 0
    code, _, err = command(*given)
    assert code == 2
    assert "the same --against" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["kuhn_poker"], "no network can see kuhn_poker yet"),
        (["emissary"], "no network can see python_emissary yet"),
        (["nonsense"], "nonsense"),
        ([SMALL, "--steps", "0"], "--steps"),
        ([SMALL, "--against", "learned"], "no learned policy comes with the package"),
        ([SMALL, "--against", "nowhere.npz"], "nowhere.npz"),
        ([SMALL, "--checkpoint", "SAVE"], "name the same file"),
        ([SMALL, "--checkpoint", "."], "it is a folder, name a file"),
    ],
)
def test_bad_input_is_refused_in_one_line(words, said, command, tmp_path):
    path = tmp_path / "policy.npz"
    words = [str(path) if word == "SAVE" else word for word in words]
    code, out, err = command("train", *words, "--save", str(path))
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.strip().splitlines()) == 1
    assert not path.exists()


def test_a_foreign_file_is_not_replaced(command, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("dear")
    code, _, err = command("train", SMALL, "--save", str(path))
    assert code == 2
    assert "letter.txt" in err
    assert path.read_text() == "dear"
