"""Ctrl-C at any moment: one line and exit code 130; closed pipes: nothing at all."""

import signal
import subprocess
import sys
import time

import pytest

from intrigue.cli.session import Session

# Whoever started the tests may have told them to ignore signals, as nohup and background jobs do.
HEARD = (
    "import signal\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "signal.signal(signal.SIGTERM, signal.SIG_DFL)\n"
    "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"
)
START = f"{HEARD}print('ready', flush=True)\nfrom intrigue.cli.main import main\nmain()"
HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"
LONG = {
    "a hand of minutes": ["hand", HAND, "--trump", "c", "--advisors", "chd"],
    "two workers": ["arena", "cunning-folk", "--bots", "random,thumb", "--games", "100000",
                    "--workers", "2"],
    "sampling": ["solve", "cunning-folk", "--algorithm", "mccfr-outcome", "--iterations", "9" * 9],
}  # fmt: skip


ENDING = {signal.SIGTERM: "terminated", signal.SIGHUP: "hung up", signal.SIGINT: "interrupted"}


@pytest.fixture(autouse=True)
def _usual_answer_to_signals():
    """A struck command leaves the signal to the system, since it ends anyway."""
    usual = {number: signal.getsignal(number) for number in ENDING}
    yield
    for number, how in usual.items():
        signal.signal(number, how)


def struck(words, seconds):
    """Run the command, send SIGINT so long after its start, and return exit code and errors."""
    with subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout.readline() == "ready\n"
        time.sleep(seconds)
        # As a terminal does: to the command and to its workers.
        subprocess.run(["kill", "-INT", "--", f"-{running.pid}"], check=True)
        errors = running.communicate(timeout=120)[1]
    return running.returncode, errors


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.0])
def test_struck_while_it_imports_and_compiles(seconds):
    assert struck(LONG["a hand of minutes"], seconds) == (130, "intrigue: interrupted\n")


@pytest.mark.parametrize("kind", ["two workers", "sampling"])
def test_struck_at_work(kind):
    assert struck(LONG[kind], 4.0) == (130, "intrigue: interrupted\n")


def test_struck_while_a_long_walk_hands_back_its_results(tmp_path):
    """Compiled before, so that it strikes a walk: its results are made while the signal waits."""
    words = ["solve", "cunning-folk(villagers=1,good_witches=0,evil_witches=0,max_turns=2)",
             "--algorithm", "mccfr-outcome", "--iterations"]  # fmt: skip
    subprocess.run([sys.executable, "-c", START, *words, "10"], check=True, capture_output=True)
    for seconds in (2.5, 3.1, 3.7):
        assert struck([*words, "9" * 9], seconds) == (130, "intrigue: interrupted\n")


def test_an_interruption_that_python_drops_is_repeated(command, monkeypatch):
    """As in a callback of compiled code or a destructor, where exceptions are printed only."""
    from intrigue.cli import hand

    class Dropping:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    def work(*given):
        Dropping()
        time.sleep(5)

    monkeypatch.setattr(hand, "_solve", work)
    code, out, err = command("hand", HAND)
    assert (code, out, err) == (130, "", "intrigue: interrupted\n")


def test_what_was_half_made_when_it_struck_goes_in_silence(command, monkeypatch):
    from intrigue.cli import hand

    class HalfMade:
        def __del__(self):
            raise AttributeError("never made")

    def work(*given):
        signal.raise_signal(signal.SIGINT)

    def struck(*given):
        half = HalfMade()
        try:
            work()
        finally:
            del half

    monkeypatch.setattr(hand, "_solve", struck)
    code, out, err = command("hand", HAND)
    assert (code, out, err) == (130, "", "intrigue: interrupted\n")


def test_any_exception_of_a_struck_command_is_an_interruption(command, monkeypatch):
    from intrigue.cli import hand

    def work(*given):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            raise ImportError("half imported") from None

    monkeypatch.setattr(hand, "_solve", work)
    code, out, err = command("hand", HAND)
    assert (code, out, err) == (130, "", "intrigue: interrupted\n")


def test_a_command_that_ends_in_order_is_interrupted_all_the_same(command, monkeypatch):
    """As a game that is saved when Ctrl-C comes."""
    from intrigue.cli import hand

    def work(*given):
        try:
            signal.raise_signal(signal.SIGINT)
        except KeyboardInterrupt:
            return hand_answers(*given)

    hand_answers = hand._solve
    monkeypatch.setattr(hand, "_solve", work)
    code, out, err = command("hand", HAND)
    assert (code, err) == (130, "intrigue: interrupted\n")
    assert "chance to hit" in out


@pytest.mark.parametrize("number", ENDING)
def test_a_game_is_saved_when_its_terminal_or_the_machine_ends_it(number, tmp_path):
    """The person thinks about a move when the signal comes."""
    path = tmp_path / "game.json"
    words = ["play", "cunning-folk", "--seats", "human,random", "--seed", "3", "--save", str(path)]
    with subprocess.Popen(
        [sys.executable, "-c", START, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        for line in running.stdout:
            if line.lstrip().startswith("1 "):  # the list of moves
                break
        time.sleep(0.5)
        running.send_signal(number)
        errors = running.communicate(timeout=120)[1]
    assert (running.returncode, errors) == (128 + number, f"intrigue: {ENDING[number]}\n")
    assert Session.load(path).seed == 3


@pytest.mark.parametrize("words", [["--help"], ["hand", "--help"], ["--version"], ["hand", HAND],
                                   ["experiment", "list"], ["hand", HAND, "--json"]])  # fmt: skip
def test_a_closed_pipe_ends_it_quietly(words):
    start = "import sys; sys.argv[0] = 'intrigue'\nfrom intrigue.cli.main import main\nmain()"
    with subprocess.Popen(
        [sys.executable, "-c", start, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0
