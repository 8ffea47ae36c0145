"""Bad input: one line on standard error, nothing on standard output, exit code 2, no traceback."""

import subprocess
import sys
import zipfile

import pytest

HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


HANDS = {
    "a card twice": ("A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 4♠", "4♠"),
    "a card twice in two forms": ("A♣ 1c 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "A♣"),
    "nine cards": (HAND + " 8♠", "got 9"),
    "seven cards": ("A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠", "got 7"),
    "no card": ("", "got 0"),
    "only commas": (",,,", "got 0"),
    "a ten": ("10H 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "10H"),
    "a nine": ("9♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "9♣"),
    "a T": ("TC 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "TC"),
    "a Jack": ("J♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "J♣"),
    "a King": ("6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠ Kd", "Kd"),
    "a zero": ("0♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "0"),
    "an unknown suit": ("Ax 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "'x'"),
    "an unknown rank": ("?♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "?"),
    "a rank without a suit": ("A 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "A"),
    "a suit without a rank": ("♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "♣"),
    "a suit at the end": ("♣A6 ♥38 ♦25 ♠47 ♠", "♠"),
    "an emoji": ("🂡 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "rank or suit"),
    "a control character": ("A♣\x07 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", r"\x07"),
    "undecodable bytes": ("A\udcff 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", r"\udcff"),
    "two lines": ("A♣ 6♣\nxx\n3♥", "x"),
    "a very long text": ("x" * 10_000, "..."),
    "words": ("all the hearts", "l"),
    "another script": ("٣♥ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠", "rank"),
}

WORDS = {
    "hand: unknown trump": (["hand", HAND, "--trump", "x"], "trump: unknown suit 'x'"),
    "hand: empty trump": (["hand", HAND, "--trump", ""], "trump"),
    "hand: trump is a card": (["hand", HAND, "--trump", "A♣"], "trump"),
    "hand: target 9": (["hand", HAND, "--trump", "c", "--target", "9"], "target 9"),
    "hand: target 0": (["hand", HAND, "--trump", "c", "--target", "0"], "target 0"),
    "hand: target below zero": (["hand", HAND, "--target", "-1"], "-1"),
    "hand: target is a word": (["hand", HAND, "--target", "four"], "--target"),
    "hand: target is a fraction": (["hand", HAND, "--target", "4.5"], "--target"),
    "hand: unknown advisor": (["hand", HAND, "--advisors", "q"], "'q'"),
    "hand: advisor twice": (["hand", HAND, "--advisors", "hh"], "'h'"),
    "hand: advisor as a card": (["hand", HAND, "--advisors", "Kh"], "'K'"),
    "hand: no cards at all": (["hand"], "cards"),
    "hand: unknown option": (["hand", HAND, "--colour"], "--colour"),
    "hand: option without value": (["hand", HAND, "--trump"], "--trump"),
    "hand: time below zero": (["hand", HAND, "--time-limit", "-1"], "--time-limit -1"),
    "hand: time is no number": (["hand", HAND, "--time-limit", "nan"], "--time-limit nan"),
    "hand: time is a word": (["hand", HAND, "--time-limit", "long"], "--time-limit"),
    "hand: memory without a number": (["hand", HAND, "--memory-limit", "G"], "--memory-limit 'G'"),
    "hand: memory below zero": (["hand", HAND, "--memory-limit", "-4M"], "--memory-limit '-4M'"),
    "unknown command": (["hands", HAND], "hands"),
    "play: no game": (["play"], "which game"),
    "play: unknown game": (["play", "whist"], "unknown game 'whist'"),
    "play: open bracket": (["play", "emissary(ranks=3"], "bracket"),
    "play: unknown parameter": (["play", "emissary(colour=red)"], "colour"),
    "play: parameter out of range": (["play", "emissary(ranks=9)"], "ranks=9"),
    "play: parameter of another type": (["play", "emissary(ranks=many)"], "ranks='many'"),
    "play: parameter twice": (["play", "emissary(ranks=3,ranks=4)"], "ranks"),
    "play: parameter without value": (["play", "emissary(ranks)"], "ranks"),
    "play: too many seats": (["play", "emissary", "--seats", "random,random"], "1 seat, got 2"),
    "play: unknown bot": (["play", "emissary", "--seats", "wizard"], "wizard"),
    "play: bot with a bad budget": (["play", "emissary", "--seats", "ismcts:no"], "budget"),
    "play: seats and player": (
        ["play", "emissary", "--seats", "random", "--player", "random"],
        "--player and --seats",
    ),
    "play: negative seed": (["play", "emissary", "--seed", "-3"], "--seed"),
    "play: resume and a game": (["play", "emissary", "--resume", "x.json"], "--resume"),
    "play: no such file": (["play", "--resume", "missing.json"], "missing.json"),
    "arena: no game": (["arena"], "game"),
    "arena: no bots": (["arena", "cunning-folk"], "--bots"),
    "arena: one bot": (["arena", "cunning-folk", "--bots", "random"], "two or more"),
    "arena: a bot twice": (["arena", "cunning-folk", "--bots", "random,random"], "once"),
    "arena: unknown bot": (["arena", "cunning-folk", "--bots", "random,wizard"], "wizard"),
    "arena: unknown game": (["arena", "whist", "--bots", "random,thumb"], "whist"),
    "arena: no games": (
        ["arena", "cunning-folk", "--bots", "random,thumb", "--games", "0"],
        "--games",
    ),
    "arena: a table in a strange form": (
        ["arena", "cunning-folk", "--bots", "random,thumb", "--write", "x.doc"],
        "x.doc",
    ),
    "solve: no game": (["solve"], "game"),
    "solve: unknown game": (["solve", "whist"], "whist"),
    "solve: unknown algorithm": (["solve", "kuhn_poker", "--algorithm", "magic"], "magic"),
    "solve: no iterations": (["solve", "kuhn_poker", "--iterations", "0"], "--iterations"),
    "solve: too large a tree": (["solve", "cunning-folk", "--max-nodes", "1000"], "too large"),
    "experiment: no name": (["experiment"], "name"),
    "experiment: unknown name": (["experiment", "magic"], "magic"),
    "experiment: unknown setting": (["experiment", "equilibria", "--sweep", "x=1"], "'x'"),
    "experiment: a setting without value": (["experiment", "equilibria", "--sweep", "x"], "'x'"),
    "advise: no such file": (["advise", "--position", "missing.json"], "missing.json"),
    "advise: json without a position": (["advise", "--json"], "--position"),
    "advise: time without an end": (["advise", "--time-limit", "inf"], "--time-limit inf"),
    "advise: memory in words": (["advise", "--memory-limit", "much"], "--memory-limit 'much'"),
    "advise: unknown advisor": (["advise", "--advisors", "q"], "'q'"),
    "advise: no such session": (["advise", "--resume", "missing.json"], "missing.json"),
}


def check_refused(result, names):
    code, out, err = result
    assert code == 2
    assert out == ""
    assert err.count("\n") == 1
    assert err.endswith("\n")
    assert err.startswith("intrigue: ")
    assert "Traceback" not in err
    assert len(err) < 700
    assert names in err


@pytest.mark.parametrize("kind", HANDS)
def test_unreadable_hands(kind, command):
    text, names = HANDS[kind]
    check_refused(command("hand", text), names)


@pytest.mark.parametrize("kind", WORDS)
def test_other_bad_input(kind, command):
    words, names = WORDS[kind]
    check_refused(command(*words), names)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "damaged"),
        ("{}", "damaged"),
        ("not json at all", "damaged"),
        ('{"kind": "intrigue game", "version": 1, "sha256": "0", "data": {}}', "damaged"),
        ('{"kind": "other", "version": 1, "sha256": "0", "data": {}}', "other"),
        ('{"kind": "intrigue game", "version": 99, "sha256": "0", "data": {}}', "99"),
    ],
)
def test_damaged_saved_games(content, says, command, tmp_path):
    path = tmp_path / "saved.json"
    path.write_text(content)
    result = command("play", "--resume", str(path))
    check_refused(result, says)
    assert str(path) in result[2]


def test_a_saved_game_with_an_illegal_move_is_refused(command, tmp_path):
    from intrigue.games.files import save_json
    from intrigue.games.identity import game_identity
    from intrigue.games.names import load_game

    path = tmp_path / "saved.json"
    data = {"game": "emissary", "seats": ["human"], "seed": 0, "history": [0, 0]}
    data["identity"] = game_identity(load_game("emissary"))
    save_json(path, "intrigue game", 1, data)
    check_refused(command("play", "--resume", str(path)), "number 1 of history")


def test_a_position_that_is_no_text_is_named(command, tmp_path):
    path = tmp_path / "table.json"
    path.write_bytes(b'{"hand": "A\xff"}')
    check_refused(command("advise", "--position", str(path)), "table.json: it is no UTF-8 text")


@pytest.mark.parametrize(
    "words",
    [
        ["play", "cunning-folk", "--seats", "random,random", "--save"],
        ["advise", "--save"],
        ["solve", "kuhn_poker", "--iterations", "2", "--save"],
    ],
)
def test_a_file_that_is_not_ours_is_not_overwritten(words, command, tmp_path):
    path = tmp_path / "thesis.py"
    path.write_text("print('mine')")
    check_refused(command(*words, str(path)), "thesis.py is there already and is no")
    assert path.read_text() == "print('mine')"


def test_a_strategy_replaces_a_strategy_but_no_other_archive(command, tmp_path):
    solve = ["solve", "kuhn_poker", "--iterations", "2", "--save"]
    path = tmp_path / "kuhn.npz"
    for _ in range(2):
        code, _, err = command(*solve, str(path))
        assert (code, err) == (0, "")
    archive = tmp_path / "photos.zip"
    with zipfile.ZipFile(archive, "w") as photos:
        photos.writestr("me.png", "x")
    before = archive.read_bytes()
    check_refused(command(*solve, str(archive)), "photos.zip is there already and is no strategy")
    assert archive.read_bytes() == before


def test_a_folder_is_no_saved_game(command, tmp_path):
    check_refused(command("play", "--resume", str(tmp_path)), str(tmp_path))


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["hand", "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 4♠"], "4♠"),
        (["hand", HAND, "--target", "9"], "target 9"),
        (["play", "whist"], "whist"),
        (["hand", b"A\xff 6c"], r"\xff"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_bad_input_in_a_process_of_its_own(words, names, encoding):
    """As a person runs it, also where the terminal cannot show every character."""
    import os

    done = subprocess.run(
        [sys.executable, "-c", "from intrigue.cli.main import main; main()", *words],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
    )
    error = done.stderr.decode(encoding)
    assert done.returncode == 2
    assert done.stdout == b""
    assert error.count("\n") == 1
    assert error.startswith("intrigue: ")
    if encoding == "utf-8" and isinstance(words[-1], str):
        assert names in error


def test_without_words_the_command_shows_its_help(command):
    code, out, err = command()
    assert code == 2
    assert "Usage" in out + err
    assert "hand" in out + err


EXTRAS = {
    "a picture": ("matplotlib", ["arena", "kuhn_poker", "--write", "t.svg"], "plots"),
    "a cluster": ("distributed", ["arena", "kuhn_poker", "--cluster", "tcp://x:1"], "cluster"),
    "an experiment on a cluster": (
        "distributed",
        ["experiment", "emissary-hands", "--quick", "--cluster", "tcp://x:1"],
        "cluster",
    ),
}


@pytest.mark.parametrize("kind", EXTRAS)
def test_what_an_option_needs_is_asked_for_before_the_work(kind, command, tmp_path, monkeypatch):
    module, words, extra = EXTRAS[kind]
    monkeypatch.setitem(sys.modules, module, None)  # as if it were not installed
    monkeypatch.chdir(tmp_path)
    if words[0] == "arena":
        words = [*words, "--bots", "random,ismcts:2", "--games", "100000"]
    check_refused(command(*words), f'needs {module}: pip install "intrigue[{extra}]"')
    assert list(tmp_path.iterdir()) == []


MANY, MORE = "9" * 400, "9" * 5000
"""More than a float holds, and more digits than Python reads."""
HUGE = [
    ["hand", HAND, "--memory-limit", f"{MANY}G"],
    ["hand", HAND, "--memory-limit", MORE],
    ["hand", HAND, "--time-limit", MANY],
    ["hand", HAND, "--target", MANY],
    ["arena", "kuhn_poker", "--bots", "random,ismcts:2", "--games", MANY],
    ["arena", "kuhn_poker", "--bots", "random,ismcts:2", "--workers", MANY],
    ["arena", "kuhn_poker", "--bots", "random,ismcts:2", "--workers", "100000"],
    *(
        ["arena", "emissary", "--bots", f"random,{bot}"]
        for bot in (
            f"ismcts:{MANY}",
            f"ismcts:{MORE}",
            f"ismcts:{MANY}ms",
            "ismcts:1e999ms",
            "ismcts:²",
            f"ismcts:5,worlds={MANY}",
            f"ismcts:5,exploration={MANY}",
            f"exact:{MANY}",
            "exact:1e999",
        )
    ),
    ["play", f"emissary(ranks={MANY})"],
    ["play", f"emissary(ranks={MORE})"],
    ["solve", "kuhn_poker", "--iterations", MANY],
    ["solve", "kuhn_poker", "--workers", MANY],
    ["tables", "--workers", MANY],
    ["experiment", "emissary-hands", "--quick", "--sweep", f"examples={MANY}"],
    ["experiment", "emissary-hands", "--quick", "--sweep", f"examples={MORE}"],
]


@pytest.mark.parametrize("words", HUGE, ids=lambda words: " ".join(w[:30] for w in words))
def test_numbers_of_hundreds_of_digits_are_refused_in_a_short_line(words, command):
    code, out, err = command(*words)
    check_refused((code, out, err), "")
    assert len(err) < 250


@pytest.mark.parametrize(
    "loader", ["libgfortran.so: failed to map segment from shared object", "cannot allocate memory"]
)
@pytest.mark.parametrize("inside", [False, True])
def test_a_library_without_memory_is_told_as_what_it_is(loader, inside, command, monkeypatch):
    from intrigue.games import names

    def load(game):
        try:
            raise OSError(loader)
        except OSError as problem:
            if inside:
                raise OSError(
                    "cannot find liblarge.so; it may also be that it is there"
                ) from problem
            raise ImportError(loader) from None

    monkeypatch.setattr(names, "load_game", load)
    code, out, err = command("solve", "kuhn_poker")
    assert (code, out, err) == (2, "", "intrigue: not enough memory\n")
