"""The table as a player sees it: a score sheet in words, and the same as plain data."""

import re
from typing import Any

from intrigue.games.core.kernel import CHANCE, TERMINAL
from intrigue.games.definition import EVERYTHING, PUBLIC
from intrigue.games.emperors_new_clothes import rules
from intrigue.games.emperors_new_clothes import state as record
from intrigue.games.emperors_new_clothes.roles import RESOURCE_NAMES, ROLE_NAMES, ROLES
from intrigue.games.emperors_new_clothes.text import (
    FACE_NAMES,
    GOAL_NAMES,
    mask_names,
    name,
    role_card_names,
)

_PHASES = {
    record.GOALS: "goals are dealt",
    record.DEAL: "cards are dealt",
    record.SET_ASIDE: "a role is set aside",
    record.DRAFT: "players take roles",
    record.ROLL: "dice are rolled",
    record.REROLL: "dice may be rolled again",
    record.GIVE: "gullibility may be given away",
    record.WINDOW: "cards may be played",
    record.RESPONSE: "a card may be answered",
    record.GUESS: "the Knight guesses",
    record.ACTIVATE: "roles are activated",
    record.DISCARD: "cards may be discarded",
    record.OVER: "the game is over",
}


def _knows_role(state: Any, viewer: int, player: int) -> bool:
    shown = bool((int(state.revealed) >> player) & 1)
    return int(state.roles[player]) >= 0 and (shown or viewer in (player, EVERYTHING))


def _pool(state: Any) -> list[str]:
    return [ROLE_NAMES[role] for role in range(ROLES) for _ in range(int(state.pool[role]))]


def describe(state: Any, viewer: int, cards: list[str]) -> dict[str, Any]:
    """Return what `viewer` (a player, PUBLIC or EVERYTHING) sees, as data for JSON."""
    n = int(state.players)
    to_move = int(rules.current_player(state))
    on_move = {CHANCE: "chance", TERMINAL: "nobody"}.get(to_move, "")
    table: dict[str, Any] = {
        "round": min(int(state.round_number) + 1, int(state.rounds)),
        "rounds": int(state.rounds),
        "phase": _PHASES[int(state.phase)],
        "to_move": on_move or name(to_move),
        "starting_player": name(int(state.starter)),
        "players": [_describe_player(state, viewer, p, cards) for p in range(n)],
    }
    if state.phase in (record.ROLL, record.REROLL, record.WINDOW) and state.die_count > 0:
        table["dice"] = {
            "player": name(int(state.actor)),
            "faces": [
                "?" if (int(state.unrolled) >> die) & 1 else FACE_NAMES[int(state.dice[die])]
                for die in range(int(state.die_count))
            ],
        }
    if state.phase == record.GIVE:
        table["gullibility_to_give"] = int(state.gift)
    if state.phase == record.RESPONSE:
        table["card_to_answer"] = cards[int(state.pending_card)]
    if state.revealing == 1:
        order = [int(state.order[i]) for i in range(n)]
        table["order"] = [name(p) for p in order] if len(set(order)) == n else []
    if state.with_cards == 1:
        table["deck"] = int(state.deck_size)
        pile = [c for c in range(int(state.cards)) if state.where[c] == record.DISCARDED]
        table["discard_pile"] = [cards[c] for c in pile]
    if viewer == EVERYTHING and state.phase not in (record.GOALS, record.DEAL, record.SET_ASIDE):
        table["set_aside"] = ROLE_NAMES[int(state.set_aside)]
        table["passed_on"] = _pool(state)
    return table


def _describe_player(state: Any, viewer: int, p: int, cards: list[str]) -> dict[str, Any]:
    role = ROLE_NAMES[int(state.roles[p])] if _knows_role(state, viewer, p) else None
    about: dict[str, Any] = {
        "player": name(p),
        "points": int(state.points[p]),
        **{RESOURCE_NAMES[r]: int(state.cubes[p, r]) for r in range(3)},
        "role": role,
        "revealed": bool((int(state.revealed) >> p) & 1),
    }
    if viewer in (p, EVERYTHING) and state.passed[p]:
        about["was_passed"] = role_card_names(int(state.passed[p]))
    if state.with_cards == 1:
        about["cards"] = int(state.hand_size[p])
        if viewer in (p, EVERYTHING):
            about["hand"] = [cards[int(c)] for c in state.hand[p, : int(state.hand_size[p])]]
    if state.with_goals == 1 and (viewer in (p, EVERYTHING) or state.phase == record.OVER):
        about["goals"] = [g for i, g in enumerate(GOAL_NAMES) if (int(state.goals[p]) >> i) & 1]
    if state.with_goals == 1:
        about["attained"] = [
            g for i, g in enumerate(GOAL_NAMES) if (int(state.attained[p]) >> i) & 1
        ]
    return about


def view(state: Any, viewer: int, cards: list[str]) -> str:
    """Draw the score sheet, the dice and what `viewer` knows of roles and hands."""
    data = describe(state, viewer, cards)
    lines = [
        f"Round {data['round']} of {data['rounds']}, {data['starting_player']} starts; "
        f"{data['phase']}; to move: {data['to_move']}",
        f"{'':10}{'points':>7}{'gold':>6}{'dignity':>9}{'gullibility':>13}  role",
    ]
    for about in data["players"]:
        role = about["role"] or "?"
        if about["role"] and not about["revealed"]:
            role = f"({role})"
        lines.append(
            f"{about['player']:10}{about['points']:>7}{about['gold']:>6}{about['dignity']:>9}"
            f"{about['gullibility']:>13}  {role}"
        )
    if "dice" in data:
        lines.append(f"dice of {data['dice']['player']}: {', '.join(data['dice']['faces'])}")
    if data.get("order"):
        lines.append(f"order of activation: {', '.join(data['order'])}")
    if "gullibility_to_give" in data:
        lines.append(f"gullibility to place: {data['gullibility_to_give']}")
    if "card_to_answer" in data:
        lines.append(f"card to answer: {data['card_to_answer']}")
    if "deck" in data:
        pile = ", ".join(data["discard_pile"]) or "empty"
        lines.append(f"deck: {data['deck']} cards; discard pile: {pile}")
        sizes = ", ".join(f"{about['player']} {about['cards']}" for about in data["players"])
        lines.append(f"cards in hand: {sizes}")
    if "set_aside" in data:
        passed = ", ".join(data["passed_on"]) or "none"
        lines.append(f"set aside: {data['set_aside']}; still passed on or left: {passed}")
    for p, about in enumerate(data["players"]):
        if about.get("attained"):
            lines.append(f"{about['player']} has seen: {'; '.join(about['attained'])}")
        if viewer != PUBLIC:
            lines += _secrets(state, p, about)
    return "\n".join(lines)


def _secrets(state: Any, p: int, about: dict[str, Any]) -> list[str]:
    lines = []
    if "was_passed" in about:
        lines.append(f"{about['player']} was passed: {', '.join(about['was_passed'])}")
    if "hand" in about:
        lines.append(f"{about['player']} holds: {', '.join(about['hand']) or 'no cards'}")
    if "goals" in about:
        goals = mask_names(int(state.goals[p]), GOAL_NAMES)
        lines.append(f"{about['player']} has the goals: {goals}")
    return lines


def private_text(state: Any, player: int, cards: list[str]) -> str:
    """Return what `player` knows beyond what everybody sees."""
    about = _describe_player(state, player, player, cards)
    lines = _secrets(state, player, about)
    if about["role"] and not about["revealed"]:
        lines.insert(0, f"{about['player']} is secretly the {about['role']}")
    return "\n".join(lines)


def place_name(path: str) -> str | None:
    """Return what a path in :func:`describe` that may be hidden is called at the table."""
    if found := re.fullmatch(r"players\.(\d+)\.role", path):
        return f"role of {name(int(found[1]))}"
    return None


def set_name(path: str) -> str | None:
    """Return what a list in :func:`describe` is called whose order does not matter."""
    if found := re.fullmatch(r"players\.(\d+)\.hand", path):
        return f"hand of {name(int(found[1]))}"
    if found := re.fullmatch(r"players\.(\d+)\.was_passed", path):
        return f"roles {name(int(found[1]))} was passed"
    return "roles passed on" if path == "passed_on" else None


def ending(state: Any) -> str:
    """Return whether one player has most points alone at the end."""
    points = state.points[: int(state.players)]
    return "won outright" if (points == points.max()).sum() == 1 else "tied on points"
