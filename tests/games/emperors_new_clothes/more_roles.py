"""Emperor's New Clothes with more roles: only the source of ``roles.py`` is edited.

Run with the number of roles to add, and ``NUMBA_DISABLE_JIT=1`` so that nothing is compiled: every
draft must tell which roles are passed on. Prints the number of role cards.
"""

import re
import sys
from pathlib import Path
from types import ModuleType

NAME = "intrigue.games.emperors_new_clothes.roles"
SOURCE = Path(__file__).parents[3] / "games" / "emperors_new_clothes" / "roles.py"


def edited(source, count):
    """Return the source with so many roles more, of one card each, in the smallest set."""
    ids = [f"EXTRA_{i}" for i in range(count)]
    names = [f"Extra {i}" for i in range(count)]
    steps = "".join(f"    {i}: (Step(SCORE, GOLD),),\n" for i in ids)
    for pattern, new in (
        (
            r"\) = range\((\d+)\)\nROLE_NAMES",
            f"{', '.join(ids)}) = range(\\1 + {count})\nROLE_NAMES",
        ),
        (r"\)\nROLES = ", f"*{names})\nROLES = "),
        (r"COPIES = \(([\d, ]+)\)", f"COPIES = (\\1, *[1] * {count})"),
        (r"_BASE = \(([\w, ]+)\)", f"_BASE = (\\1, {', '.join(ids)})"),
        (r"STEPS: (.*) = {\n", f"STEPS: \\1 = {{\n{steps}"),
    ):
        source, found = re.subn(pattern, new, source)
        assert found == 1, pattern
    return source


def put_in_place(count):
    """Make the edited module the one that the game imports; nothing of `intrigue` is loaded yet."""
    module = ModuleType(NAME)
    sys.modules[NAME] = module
    source = edited(SOURCE.read_text(encoding="utf-8"), count)
    exec(compile(source, SOURCE, "exec"), module.__dict__)
    return module


def check_drafts(roles):
    """Set each role aside in turn: the first player is told what is left, and may take that."""
    import pyspiel

    import intrigue.games  # noqa: F401  registers the games

    game = pyspiel.load_game("python_emperors_new_clothes(troll=true,expansion=both)")
    cards = sorted(roles.CARD_ROLES)
    told, hashes, offers = set(), set(), set()
    root = game.new_initial_state()
    assert len(root.legal_actions()) == roles.ROLES
    for role, outcome in enumerate(root.legal_actions()):
        state = root.child(outcome)
        left = list(cards)
        left.remove(role)
        names = [roles.ROLE_NAMES[r] for r in left]
        assert state.transcript(0)[-1] == f"player 0 is passed {', '.join(names)}"
        assert state.view(0).splitlines()[-1] == f"player 0 was passed: {', '.join(names)}"
        wanted = [f"take {name}" for name in dict.fromkeys(names)]
        assert [state.action_to_string(a) for a in state.legal_actions()] == wanted
        told.add(state.information_state_string(0))
        hashes.add(state.information_state_hash(0))
        offers.add(tuple(state.legal_actions()))
        for action in state.legal_actions():
            other = state.child(action).resample_from_infostate(0, action)
            assert other.information_state_string(0).startswith(state.information_state_string(0))
    assert len(told) == len(hashes) == roles.ROLES
    assert len(offers) == roles.ROLES - sum(copies > 1 for copies in roles.COPIES) + 1


if __name__ == "__main__":
    changed = put_in_place(int(sys.argv[1]))
    check_drafts(changed)
    print(changed.ROLE_CARDS)
