"""Nothing is lost: places to write are tried first, checkpoints are for the work asked for."""

import pytest

SMALL = "roy-des-ribauds(copies=1,court_size=2,hand_size=1,max_turns=2)"


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "kuhn_poker", "--save"],
        ["solve", "kuhn_poker", "--checkpoint"],
        ["arena", "emissary", "--bots", "random,thumb", "--results"],
        ["play", "emissary", "--seats", "random", "--transcript"],
        ["play", "emissary", "--save"],
        ["advise", "--save"],
        ["experiment", "emissary-tips", "--quick", "--output"],
    ],
)
def test_places_that_cannot_be_written_are_named_before_the_work(words, command, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("a file, not a folder")
    for place in (taken / "inside", tmp_path):
        if words[0] == "experiment" and place == tmp_path:
            continue  # a folder is what an experiment wants
        code, out, err = command(*words, str(place))
        assert (code, out) == (2, "")
        assert err.startswith(f"intrigue: cannot write to '{place}")
        assert err.count("\n") == 1
    assert taken.read_text() == "a file, not a folder"
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_a_checkpoint_of_another_algorithm_is_refused(command, tmp_path):
    kept = str(tmp_path / "kept")
    words = ["solve", "kuhn_poker", "--iterations", "50", "--checkpoint", kept]
    assert command(*words, "--algorithm", "cfr")[0] in (0, None)
    code, out, err = command(*words, "--algorithm", "linear")
    assert (code, out) == (2, "")
    assert "made with another algorithm than linear" in err
    assert command(*words, "--algorithm", "lp")[0] == 2


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (["--seed", "6"], "seed 5, not 6"),
        (["--streams", "2"], "streams 1, not 2"),
        (["--abstraction", "observation"], "abstraction none, not observation"),
    ],
)
def test_a_checkpoint_of_other_sampling_is_refused(changed, said, command, tmp_path):
    words = ["solve", SMALL, "--algorithm", "mccfr-outcome", "--iterations", "50"]
    words += ["--checkpoint", str(tmp_path / "kept")]
    assert command(*words, "--seed", "5")[0] in (0, None)
    given = changed if "--seed" in changed else [*changed, "--seed", "5"]
    code, out, err = command(*words, *given)
    assert (code, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("answer", ["²", "1" * 5000, "save a\0b"])
def test_odd_answers_do_not_end_a_game(answer, command, tmp_path, monkeypatch):
    answers = iter([answer, "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    kept = tmp_path / "kept.json"
    code, _, err = command("play", "emissary", "--save", str(kept))
    assert code in (0, None)
    assert kept.exists()
    assert "Traceback" not in err


def test_a_saved_game_is_not_called_unsaved(command, tmp_path, monkeypatch):
    answers = iter([f"save {tmp_path / 'kept.json'}", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    assert "not saved" not in command("play", "emissary")[1]


@pytest.mark.parametrize(
    "words",
    [
        ["arena", "emissary", "--bots", "random,thumb"],
        ["play", "emissary"],
        ["solve", "kuhn_poker"],
        ["experiment", "emissary-tips", "--quick"],
    ],
)
def test_seeds_have_an_end(words, command):
    code, out, err = command(*words, "--seed", str(2**63))
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        (["arena", "kuhn_poker", "--bots", "random,ismcts:2"], "--results", "--write"),
        (["arena", "kuhn_poker", "--bots", "random,ismcts:2"], "--write", "--write"),
        (["solve", "kuhn_poker"], "--save", "--checkpoint"),
        (["play", "kuhn_poker", "--seats", "random,random"], "--save", "--transcript"),
    ],
)
def test_two_options_that_name_one_file_are_refused(words, first, second, command, tmp_path):
    there = tmp_path / "x.json"
    (tmp_path / "link.json").symlink_to(there)
    code, out, err = command(*words, first, str(there), second, str(tmp_path / "link.json"))
    assert (code, out) == (2, "")
    assert " name the same file, " in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["link.json"]


def test_the_older_copy_of_a_checkpoint_is_no_place_for_the_strategy(command, tmp_path):
    kept, older = str(tmp_path / "kept"), str(tmp_path / "kept.previous")
    code, out, err = command("solve", "kuhn_poker", "--checkpoint", kept, "--save", older)
    assert (code, out) == (2, "")
    assert "--save and the older copy of --checkpoint name the same file" in err


RUNS = {
    "play --save": ["play", "kuhn_poker", "--seats", "random,random", "--save", "f.json"],
    "play --transcript": [
        "play", "kuhn_poker", "--seats", "random,random", "--transcript", "f.txt",
    ],
    "solve --save": ["solve", "kuhn_poker", "--iterations", "2", "--save", "f.npz"],
    **{
        f"arena --write {ending}": [
            "arena", "kuhn_poker", "--bots", "random,ismcts:2", "--games", "2",
            "--write", f"f.{ending}",
        ]
        for ending in ("json", "csv", "svg", "png", "pdf")
    },
}  # fmt: skip


@pytest.mark.parametrize("name", RUNS)
def test_files_of_the_same_command_are_replaced_and_others_are_not(name, command, tmp_path):
    *words, file = RUNS[name]
    path = tmp_path / file
    for _ in range(2):
        code, _, err = command(*words, str(path))
        assert (code or 0, err) == (0, "")
    path.write_text('{"thesis": "mine"}')
    code, out, err = command(*words, str(path))
    assert (code, out) == (2, "")
    assert f"{path} is there already and is no " in err
    assert err.count("\n") == 1
    assert path.read_text() == '{"thesis": "mine"}'
    assert [found.name for found in tmp_path.iterdir()] == [file]
