"""Reading a finished game: how it ended, and who used which role or card.

A game's transcript is a list of lines; these functions know the wording of the four games.
"""

import re
from collections import defaultdict
from typing import Any

Story = list[str]
Data = dict[str, Any]

_USES = {
    "python_cunning_folk": re.compile(r"player (\d+) claims that \S+ is (.+)"),
    "python_roy_des_ribauds": re.compile(r"player (\d+) ((?:reveals|plays) [\w ]+?) on \d"),
    "python_emperors_new_clothes": re.compile(
        r"P(\d+) (?:acts as the|plays) ([^(]+?)(?: \(\d+\)| on |$)"
    ),
}
_ELDER = re.compile(r"(?:claims that \S+ is|as) (\w+ Elder)")
_FIRST_SEAT = {"python_emperors_new_clothes": 1}


def ending(game: str, story: Story, described: Data) -> str:
    """Return how a game ended.

    Parameters
    ----------
    game
        The short name of its game type.
    described
        Its last state, as the definition's ``describe`` tells it to one who sees everything.
    """
    return _ENDINGS[game](story, described)


def uses(game: str, story: Story) -> set[tuple[int, str]]:
    """Return who (a seat) used what: a role claimed or acted as, a card played or revealed."""
    first = _FIRST_SEAT.get(game, 0)
    matches = map(_USES[game].match, story)
    return {(int(match[1]) - first, match[2]) for match in matches if match}


def points_by_role(story: Story) -> dict[str, list[int]]:
    """Return for every role the points of each activation, from an Emperor's New Clothes story."""
    points: dict[str, list[int]] = defaultdict(list)
    role = ""
    for line in story:
        if " acts as the " in line:
            role = line.partition(" acts as the ")[2]
            points[role].append(0)
        elif " scores " in line and role:
            points[role][-1] += int(line.partition(" scores ")[2].split()[0])
    return dict(points)


def _ending_of_cunning_folk(story: Story, described: Data) -> str:
    """All others ostracized, the Elder who won, or a draw."""
    if described["winner"] is None:
        return "draw"
    if any("Ostracized" in line for line in story[-3:]):
        return "all others ostracized"
    return [match[1] for match in map(_ELDER.search, story) if match][-1]


def _ending_of_roy(story: Story, described: Data) -> str:
    """The conspiracy's name, or a draw."""
    words = str(described["next"])
    return words.partition(":")[0] if ":" in words else "draw"


def _ending_of_emperor(story: Story, described: Data) -> str:
    """Whether the victory is shared."""
    best = max(player["points"] for player in described["players"])
    leaders = sum(player["points"] == best for player in described["players"])
    return "won outright" if leaders == 1 else "tied on points"


_ENDINGS = {
    "python_cunning_folk": _ending_of_cunning_folk,
    "python_roy_des_ribauds": _ending_of_roy,
    "python_emperors_new_clothes": _ending_of_emperor,
}
