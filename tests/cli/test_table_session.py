"""A session at a real table: what is typed is what lies there, and can be taken back."""

import re

import pytest

from intrigue.cli.emissary_hints import Advisor
from intrigue.cli.prompt import Leave
from intrigue.cli.table_session import TableSession, choice, parse_rulers
from intrigue.games.emissary.cards import DIAMONDS, SPADES
from intrigue.solvers.emissary.limits import Limits

RULERS = "K♣ q♣ KD QD kh QH K♠ QS"
HAND = "A♣6♣ 3h8h 2♦,5♦ ♠47"


class Silent:
    """An advisor that says nothing and takes the first choice."""

    def hint(self, state):
        return "no hint"

    def best_action(self, state):
        return state.legal_actions()[0]


def started(game="emissary(advisors=none)"):
    session = TableSession(game)
    session.enter(RULERS)
    session.enter(HAND)
    return session


def test_rulers_in_every_form():
    assert parse_rulers(RULERS) == list(range(8))
    assert parse_rulers("c c d d h h s s") == list(range(8))
    assert parse_rulers("♠ ♠ K♥ Q♥ d d C C") == [6, 7, 4, 5, 2, 3, 0, 1]


@pytest.mark.parametrize(
    "text", ["", "K♣", "x " * 8, "c " * 8, "K♣ K♣ d d h h s s", "♣♣ d d h h s s c"]
)
def test_bad_rulers_are_named_in_one_line(text):
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        parse_rulers(text)


def test_a_kingdom_typed_in_and_taken_back():
    session = started()
    session.enter("visit kingdom 4")
    session.enter("6♥")
    session.enter("8h")
    record = session.state().record[0]
    assert (record.wins, record.kingdom, record.trump) == (0, 3, DIAMONDS) or record.wins == 1
    assert record.wins == 1
    for _ in range(5):
        assert session.undo()
    assert session.history == []
    assert not session.undo()


@pytest.mark.parametrize("bad", ["A♣", "9♥", "zz", ""])
def test_a_bad_topic_changes_nothing(bad):
    session = started()
    session.enter("1")
    before = list(session.history)
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        session.enter(bad)
    assert session.history == before


def test_rules_and_what_a_helper_does_are_told_at_the_question():
    told, answers = [], iter(["rules", "rules K♣", "rules wizard", "quit"])
    with pytest.raises(Leave):
        started().run(Silent(), told.append, lambda question: next(answers))
    told = [" ".join(text.split()) for text in told]
    king = started().state().definition.explain("K♣")
    for answer in (
        "Eight kingdoms, numbered 1 to 8",
        king,
        "there is no role or card of that name",
    ):
        assert any(text.startswith(answer) for text in told)


def test_a_choice_by_number_words_or_card():
    session = started()
    session.enter("visit kingdom 1")
    session.enter("6♥")
    state = session.state()
    assert choice(state, "1") == choice(state, "answer 3♥") == choice(state, "3h")
    with pytest.raises(ValueError, match="no choice here"):
        choice(state, "A♣")


def test_no_text_takes_the_best_choice():
    session = started("emissary")
    session.enter("visit kingdom 4")
    advisor = Advisor(Limits(positions=20_000))
    hint = advisor.hint(session.state()).splitlines()
    assert hint[0] == "chance to win exactly 4 debates in this kingdom"
    assert re.match(r"  use J♠, swap for spades +at least \d", hint[1])
    session.enter("", advisor.best_action)
    session.enter("", advisor.best_action)
    assert session.state().record[0].trump == SPADES
    with pytest.raises(ValueError, match="no choice here"):
        session.enter("")


def test_hints_are_exact_where_they_can_be():
    session = started("emissary(advisors=h)")
    session.enter("visit kingdom 4")
    lines = Advisor().hint(session.state()).splitlines()[1:]
    assert [re.split(r"  +", line.strip())[0] for line in lines] == [
        "debate",
        "use J♥",
    ]
    assert not any("at least" in line for line in lines)


def test_a_helper_that_is_used_up_is_taken_from_the_first_question_on(tmp_path):
    session = TableSession("emissary")
    session.use("J♥")
    session.enter(RULERS)
    session.enter(HAND)
    session.enter("visit kingdom 4")
    assert session.state().record[0].jack_up.tolist() == [1, 1, 0, 1]
    assert "use J♥" not in Advisor(Limits(positions=2_000)).hint(session.state())
    session.use("jd")
    assert session.state().record[0].jack_up.tolist() == [1, 0, 0, 1]
    with pytest.raises(ValueError, match="J♦ is not face up"):
        session.use("J♦")
    with pytest.raises(ValueError, match="K♣ is not face up"):
        session.use("kc")  # not won yet
    with pytest.raises(ValueError, match="no Jack or supporter"):
        session.use("A♥")
    session.save(tmp_path / "a.json")
    again = TableSession.load(tmp_path / "a.json")
    assert again == session
    assert again.saved
    assert again.state().record[0].jack_up.tolist() == [1, 0, 0, 1]
    assert again.undo()
    assert not again.saved
    assert again.state().record[0].jack_up.tolist() == [1, 1, 0, 1]
    for _ in range(4):
        assert again.undo()
    assert (again.history, again.inputs, again.used) == ([], [], [])


def test_used_is_typed_at_any_question():
    answers = iter(["used J♥", RULERS, HAND, "used", "used K♣", "visit kingdom 4", "quit"])
    written = []
    session = TableSession("emissary(advisors=h)")
    with pytest.raises(Leave):
        session.run(Silent(), written.append, lambda question: next(answers))
    assert any("K♣ is not face up" in line for line in written)
    assert session.state().record[0].jack_up.tolist() == [0, 0, 0, 0]


def test_saved_and_resumed(tmp_path):
    session = started()
    session.save(tmp_path / "table.json")
    assert TableSession.load(tmp_path / "table.json") == session
    (tmp_path / "table.json").write_text("{}")
    with pytest.raises(ValueError, match="damaged"):
        TableSession.load(tmp_path / "table.json")


def test_run_asks_saves_undoes_and_leaves(tmp_path):
    answers = iter([RULERS, "undo", RULERS, "help", HAND, "9 of clubs", "story", "table",
                    f"save {tmp_path / 'a.json'}", "visit kingdom 2", "undo", "quit"])  # fmt: skip
    written = []
    session = TableSession("emissary(advisors=none)")
    with pytest.raises(Leave):
        session.run(Silent(), written.append, lambda question: next(answers))
    assert "taken back" in written
    assert TableSession.load(tmp_path / "a.json") == session


def test_a_forced_answer_is_said_and_taken_and_taken_back_with_its_topic(tmp_path):
    session = started()
    session.enter("visit kingdom 4")
    session.enter("6♥")
    session.enter("8h")
    before = list(session.history)
    told = []
    file = tmp_path / "table"
    asked = []

    def read(question):
        asked.append(question)
        if len(asked) == 1:
            return "5♥"  # one heart is left
        if len(asked) == 2:
            session.save(file)
            assert len(session.history) == len(before) + 2
            assert TableSession.load(file).history == session.history
            return "undo"
        raise Leave

    with pytest.raises(Leave):
        session.run(Silent(), told.append, read)
    assert asked == ["topic: "] * 3
    assert sum("only one thing can be done" in line and "3" in line for line in told) == 1
    assert session.history == before


def test_a_killed_process_loses_at_most_the_last_input(tmp_path):
    session = TableSession("emissary(advisors=none)")
    session.kept_in = tmp_path / "kept.json"
    answers = iter([RULERS, HAND, "visit kingdom 4"])

    def read(question):
        try:
            return next(answers)
        except StopIteration:
            raise RuntimeError("killed") from None

    with pytest.raises(RuntimeError, match="killed"):
        session.run(Silent(), lambda text: None, read)
    assert TableSession.load(session.kept_in) == session
    assert len(session.inputs) == 3
