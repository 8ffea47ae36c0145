"""Every game has the same rooms: who knows one game's folder finds their way in all of them."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from intrigue.games.core.sources import reachable_sources

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.py"))

KERNEL_FUNCTIONS = {
    "reset",
    "current_player",
    "legal_actions",
    "chance_outcomes",
    "apply",
    "returns",
    "observe",
    "resample",
}

ROOMS = {
    "state": {"STATE"},  # the record, phases, events, the parameters' encoding, limits
    "cards": set(),  # what cards there are
    "rules": {*KERNEL_FUNCTIONS, "KERNEL"},  # reads like the table of games/core/kernel.py
    "turn": set(),  # what happens in a turn; more modules beside it where a game needs them
    "observe": {"pieces", "observe"},
    "resample": {"resample"},
    "text": set(),  # words for people
    "game": {"GAME"},  # the declaration to OpenSpiel
}

ELSEWHERE = {"observe", "resample"}
"""What `rules` takes from another room; the rest of the kernel it defines itself."""

WORDS = {"text.py", "sheet.py", "game.py", "notation.py", "definition.py", "openspiel.py"}
"""Sources that a change of words touches: no compiled code may depend on them."""

SUBJECTS = {
    "openspiel",  # what OpenSpiel does with the game
    "oracle",  # against a second implementation
    "parameters",  # what is accepted and what it does
    "scoundrels",  # Cunning Folk: the variant
    "variant_2019",  # The Emissary: the first version
}
"""What a game's tests may be about that is no module of its folder."""


@cache
def tree(game, room):
    return ast.parse((ROOT / "games" / game / f"{room}.py").read_text(encoding="utf-8"))


def defined(game, room):
    """Names that a module defines at its top level."""
    for node in tree(game, room).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from (name.id for name in ast.walk(target) if isinstance(name, ast.Name))


def imported(game, room):
    """Names that a module imports."""
    for node in tree(game, room).body:
        if isinstance(node, ast.ImportFrom):
            yield from (alias.asname or alias.name for alias in node.names)


def modules(game):
    return sorted(path.stem for path in (ROOT / "games" / game).glob("[!_]*.py"))


def test_all_games_are_found():
    assert {"cunning_folk", "emissary", "emperors_new_clothes", "roy_des_ribauds"} <= set(GAMES)


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_the_room_and_what_belongs_there(game, room):
    assert room in modules(game)
    here = ROOMS[room] - ELSEWHERE if room == "rules" else ROOMS[room]
    assert here <= set(defined(game, room))


@pytest.mark.parametrize("game", GAMES)
def test_rules_take_observe_and_resample_from_their_rooms(game):
    assert set(imported(game, "rules")) >= ELSEWHERE


@pytest.mark.parametrize("game", GAMES)
def test_the_record_and_the_events_have_the_same_names_everywhere(game):
    for module in modules(game):
        names = set(defined(game, module))
        assert not {name for name in names if re.match(r"E_|DTYPE$", name)}
        assert module == "state" or "STATE" not in names
    assert any(name.startswith("EV_") for name in defined(game, "state"))


@pytest.mark.parametrize("game", GAMES)
def test_rules_depend_on_no_words(game):
    reached = reachable_sources(ROOT / "games" / game / "rules.py")
    assert not {path.name for path in reached} & WORDS


@pytest.mark.parametrize("game", GAMES)
def test_the_tests_of_a_game_are_named_after_its_modules(game):
    for path in (ROOT / "tests" / "games" / game).glob("test_*.py"):
        assert path.stem.removeprefix("test_") in SUBJECTS | set(modules(game)), path.name


# --- The table of a game's page: from a rule to its code in one step -----------------------------

ROW = re.compile(r"^\|(.+)\|$", re.MULTILINE)


def code_named(page):
    """Yield (rule, places in the code) of all tables of a page with a column ``code``."""
    column = None
    for line in page.read_text(encoding="utf-8").splitlines():
        row = ROW.match(line)
        if row is None:
            column = None
            continue
        cells = [cell.strip() for cell in row[1].split("|")]
        if column is None:
            column = cells.index("code") if "code" in cells else -1
        elif column >= 0 and set(cells[0]) - set("-:"):
            yield cells[0], re.findall(r"`([\w.]+)`", cells[column])


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_in_a_games_tables_names_the_code(game):
    page = ROOT / "docs" / "games" / f"{game.replace('_', '-')}.md"
    assert page.is_file(), f"{page.name} has to say what the rules are and where their code is"
    rows = list(code_named(page))
    assert rows, f"{page.name} needs a table with the columns rule and code"
    for rule, places in rows:
        assert places, f"no code for the rule: {rule}"
        for place in places:
            module, _, name = place.partition(".")
            assert name in set(defined(game, module)), f"{rule}: no {place}"
