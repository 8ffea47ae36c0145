"""Words for Cunning Folk: actions, events, and the village as a player sees it."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from intrigue.games.core.kernel import CHANCE
from intrigue.games.cunning_folk import state as s
from intrigue.games.cunning_folk.actions import given_role, pair_of
from intrigue.games.cunning_folk.cards import (
    COLUMN_HEIGHT,
    COLUMNS,
    N_ROLES,
    ROLE_NAMES,
    SHORT_NAMES,
    opposes,
    place_name,
)
from intrigue.games.definition import EVERYTHING, PUBLIC, Event

_PLACE = re.compile(r"\b[A-Z]\d\b")
"""The name of a place, see `cards.place_name`."""

UNKNOWN = "?"

_PHASE_WORDS = {
    s.DEAL_HAND: "two cards are dealt to each player",
    s.GIVE: "player {mover} chooses a card to add to the village",
    s.DEAL: "the village is dealt",
    s.LOOK: "player {mover} chooses a card to look at",
    s.CLAIM: "player {mover} may claim a role",
    s.CHALLENGE: "player {mover} may challenge",
    s.EXCHANGE: "player {mover} takes up two cards (Evil Witch)",
    s.TRADE: "player {mover} chooses the place to trade with (Vagrant)",
    s.IDENTIFY: "player {mover} identifies the opposing townsfolk ({claim})",
    s.OBJECT: "player {mover} may turn up a card that was not found",
}
_PHASE_NAMES = (
    "deal hands",
    "give",
    "deal",
    "look",
    "claim",
    "challenge",
    "exchange",
    "trade",
    "identify",
    "object",
    "over",
)


def action_text(state: Any, player: int, action: int) -> str:
    """Return the words for an action or a chance outcome of `state`."""
    if player == CHANCE:
        if state.phase == s.DEAL_HAND:
            first, second = divmod(action, N_ROLES)
            cards = f"{ROLE_NAMES[first]} and {ROLE_NAMES[second]}"
            return f"deal {cards} to player {int(state.dealt)}"
        return f"deal {ROLE_NAMES[action]} to {place_name(int(state.dealt))}"
    if action < state.silent:
        return f"look {place_name(action)}"
    if action == state.silent:
        return "stay silent"
    if action < state.pass_:
        return f"claim {ROLE_NAMES[state.roles[action - state.first_claim]]}"
    if action == state.pass_:
        return "pass"
    if action == state.challenge:
        return "challenge"
    if action < state.first_trade:
        pair, exchanged = divmod(action - int(state.first_exchange), 2)
        a, b = pair_of(pair)
        how = "exchange" if exchanged else "keep"
        return f"swap {place_name(a)} {place_name(b)} ({how})"
    if action < state.first_turn_up:
        other = place_name(action - int(state.first_trade))
        return f"trade {place_name(int(state.finger))} {other}"
    if action < state.done:
        return f"turn up {place_name(action - int(state.first_turn_up))}"
    if action < state.first_give:
        return "done"
    return f"give {ROLE_NAMES[given_role(state, action)]}"


def event_text(code: int, a: int, b: int, c: int) -> str:
    """Return the words for an event; payloads are listed in the state module."""
    if code == s.EV_DEALT:
        return f"{ROLE_NAMES[b]} is dealt to {place_name(a)}"
    if code == s.EV_SAW:
        return f"the card at {place_name(a)} is {ROLE_NAMES[b]}"
    if code == s.EV_TURNED_UP:
        return f"{place_name(a)} is turned face up: {ROLE_NAMES[b]}"
    if code == s.EV_SECRET:
        how = "changed places" if c else "stayed where they were"
        return f"the cards at {place_name(a)} and {place_name(b)} {how}"
    if code == s.EV_DRAW:
        return "the last turn is over: a draw"
    return f"player {a} {_deed(code, b, c)}"


def _deed(code: int, b: int, c: int) -> str:
    if code == s.EV_HAND:
        return f"is dealt {ROLE_NAMES[b]} and {ROLE_NAMES[c]}"
    if code == s.EV_GAVE:
        return f"adds {ROLE_NAMES[b]} to the village"
    if code == s.EV_LOOK:
        return f"looks at {place_name(b)}"
    if code == s.EV_CLAIM:
        return f"claims that {place_name(b)} is {ROLE_NAMES[c]}"
    if code == s.EV_SILENT:
        return f"says nothing about {place_name(b)}"
    if code == s.EV_PASS:
        return "does not challenge"
    if code == s.EV_CHALLENGE:
        return "challenges"
    if code == s.EV_MARK:
        return f"is {'Ostracized' if c else 'Suspected'}{f' (mark {b})' if b > 1 else ''}"
    if code == s.EV_AGAIN:
        return "takes another turn"
    if code == s.EV_MEOW:
        return "meows"
    if code == s.EV_EXCHANGE:
        return f"takes up {place_name(b)} and {place_name(c)} and puts them back face down"
    if code == s.EV_TRADE:
        return f"trades {place_name(b)} with {place_name(c)}"
    if code == s.EV_IDENTIFY:
        return f"as {ROLE_NAMES[c]} points at {place_name(b)}"
    if code == s.EV_DONE:
        return f"declares that all who oppose the {ROLE_NAMES[b]} are found"
    if code == s.EV_OBJECT:
        return f"objects and points at {place_name(b)}"
    if code == s.EV_DECLINE:
        return "does not object"
    return "wins"


def mark_name(state: Any, player: int) -> str:
    """Return ``no mark``, ``Suspected`` or ``Ostracized`` (with the count if that can differ)."""
    marks, limit = int(state.marks[player]), int(state.marks_to_leave)
    if marks == 0:
        return "no mark"
    if marks >= limit:
        return "Ostracized"
    return "Suspected" if limit == 2 else f"Suspected ({marks} of {limit})"


def possible_roles(state: Any, viewer: int, place: int) -> list[int]:
    """Return the roles that may be at a place for all that `viewer` (or PUBLIC) knows, ascending.

    Nothing before the deal; the card itself for the viewer EVERYTHING.
    """
    if state.card[place] < 0:
        return []
    if viewer == EVERYTHING:
        return [int(state.card[place])]
    row = int(state.players) if viewer == PUBLIC else viewer
    possible = int(state.possible[row, place])
    return [role for role in range(N_ROLES) if (possible >> role) & 1]


def _cell(state: Any, viewer: int, place: int) -> str:
    roles = possible_roles(state, viewer, place)
    if state.up[place]:
        words = f"[{ROLE_NAMES[roles[0]]}]"
    elif len(roles) == 1:
        words = ROLE_NAMES[roles[0]]
    elif 2 <= len(roles) <= 3:
        words = "/".join(SHORT_NAMES[role] for role in roles)
    else:
        words = UNKNOWN if roles else "-"
    return f">{words}" if place == state.finger else words


def _grid(state: Any, viewer: int) -> list[str]:
    places = int(state.places)
    columns = -(-places // COLUMN_HEIGHT)
    rows = []
    for row in range(min(COLUMN_HEIGHT, places)):
        cells = [_cell(state, viewer, place) for place in range(row, places, COLUMN_HEIGHT)]
        rows.append(f"{row + 1}  " + " ".join(f"{cell:<13}" for cell in cells).rstrip())
    header = "   " + " ".join(f"{letter:<13}" for letter in COLUMNS[:columns]).rstrip()
    return [header, *rows]


def _said(state: Any) -> list[str]:
    lines = []
    for player in range(int(state.players)):
        claims = []
        for place in range(int(state.places)):
            role = int(state.said[player, place])
            if role != s.NONE:
                words = "nothing" if role == s.SILENT else ROLE_NAMES[role]
                claims.append(f"{place_name(place)} {words}")
        if claims:
            lines.append(f"player {player} said: {', '.join(claims)}")
    return lines


def pairs(state: Any, viewer: int) -> list[tuple[int, int]]:
    """Return the pairs of places whose two cards are known, but not which is where."""
    if viewer == EVERYTHING:
        return []
    row = int(state.players) if viewer == PUBLIC else viewer
    partners = [int(p) for p in state.partner[row][: int(state.places)]]
    return [(a, b) for a, b in enumerate(partners) if a < b]


def view(state: Any, viewer: int) -> str:
    """Draw the village as `viewer` knows it, with marks, claims and what happens next.

    Face-up cards are in brackets, ``>`` points at the place investigated; a face-down card shows
    its role if the viewer can tell it, two or three roles in short if it must be one of them, and
    ``?`` otherwise.
    """
    lines = [situation(state)]
    lines += _grid(state, viewer)
    for a, b in pairs(state, viewer):
        roles = possible_roles(state, viewer, a)
        names = " and ".join(ROLE_NAMES[role] for role in roles)
        lines.append(f"{place_name(a)} and {place_name(b)} are {names}, in one order or the other")
    lines.append(", ".join(f"player {p}: {mark_name(state, p)}" for p in range(int(state.players))))
    claim = int(state.claim)
    if s.CLAIM < state.phase < s.OVER and 0 <= claim < N_ROLES:
        finger = place_name(int(state.finger))
        lines.append(f"player {int(state.active)} claims that {finger} is {ROLE_NAMES[claim]}")
    if state.phase in (s.IDENTIFY, s.OBJECT):
        found = [
            place_name(p)
            for p in range(int(state.places))
            if state.up[p] and opposes(int(state.card[p]), claim)
        ]
        lines.append(f"found: {', '.join(found) or 'nobody yet'}")
    lines += _said(state)
    for player in range(int(state.players)):
        if viewer in (player, EVERYTHING):
            hand = hand_text(state, player)
            if hand:
                lines.append(hand)
    return "\n".join(lines)


def situation(state: Any) -> str:
    """Return one line: the turn and what happens next."""
    if state.phase == s.OVER:
        who = "a draw" if state.winner == s.NONE else f"player {int(state.winner)} won"
        return f"the game is over: {who}"
    claim = int(state.claim)
    words = _PHASE_WORDS[int(state.phase)].format(
        mover=int(state.mover), claim=ROLE_NAMES[claim] if 0 <= claim < N_ROLES else ""
    )
    if state.phase < s.LOOK:
        return words
    turn = f"turn {int(state.turns) + 1} of {int(state.max_turns)}"
    return f"{turn}, of player {int(state.active)}: {words}"


def hand_text(state: Any, player: int) -> str:
    """Return a scoundrel's two cards in words; empty before the deal and in other games."""
    if state.hand[player, 0] == s.NONE:
        return ""
    if state.given[player] == s.NONE:
        first, second = (ROLE_NAMES[state.hand[player, k]] for k in range(2))
        return f"player {player} holds {first} and {second}"
    given, kept = ROLE_NAMES[state.given[player]], ROLE_NAMES[state.kept[player]]
    return f"player {player} gave {given} and kept {kept}"


def _one_of(roles: list[int]) -> str:
    names = [(ROLE_NAMES if len(roles) <= 2 else SHORT_NAMES)[role] for role in roles]
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def private_text(state: Any, player: int) -> str:
    """Return what `player` knows beyond what everybody knows, a line each."""
    lines = []
    for place in range(int(state.places)):
        own = possible_roles(state, player, place)
        if own != possible_roles(state, PUBLIC, place):
            lines.append(f"{place_name(place)}: {_one_of(own)}")
    known = pairs(state, PUBLIC)
    for a, b in pairs(state, player):
        if (a, b) not in known:
            lines.append(f"{place_name(a)} and {place_name(b)}: in one order or the other")
    hand = hand_text(state, player)
    return "\n".join([*lines, hand] if hand else lines)


def describe(state: Any, viewer: int) -> dict[str, Any]:
    """Return the same as :func:`view` as plain data."""
    players, places = int(state.players), int(state.places)
    claim, finger, winner = int(state.claim), int(state.finger), int(state.winner)
    in_turn = s.LOOK <= state.phase < s.OVER
    described: dict[str, Any] = {
        "phase": _PHASE_NAMES[int(state.phase)],
        "turn": int(state.turns) + 1,
        "max_turns": int(state.max_turns),
        "active": int(state.active) if in_turn else None,
        "finger": place_name(finger) if in_turn and finger != s.NONE else None,
        "claim": ROLE_NAMES[claim] if in_turn and 0 <= claim < N_ROLES else None,
        "winner": winner if winner != s.NONE else None,
        "village": {
            place_name(p): {
                "face_up": bool(state.up[p]),
                "possible": [ROLE_NAMES[r] for r in possible_roles(state, viewer, p)],
            }
            for p in range(places)
        },
        "pairs": [[place_name(a), place_name(b)] for a, b in pairs(state, viewer)],
        "marks": [int(m) for m in state.marks[:players]],
        "said": [
            {
                place_name(p): "nothing" if role == s.SILENT else ROLE_NAMES[role]
                for p in range(places)
                if (role := int(state.said[player, p])) != s.NONE
            }
            for player in range(players)
        ],
    }
    hands = {
        str(player): text
        for player in range(players)
        if viewer in (player, EVERYTHING) and (text := hand_text(state, player))
    }
    if hands:
        described["hands"] = hands
    return described


def cards_by_path(records: Any) -> dict[str, tuple[Any, Sequence[str]]]:
    """Return the roles of the cards of many villages, by their paths in :func:`describe`."""
    return {
        f"village.{place_name(p)}.possible.0": (records["card"][:, p], ROLE_NAMES)
        for p in range(int(records[0]["places"]))
    }


def in_the_right(records: Any, action: int) -> Any:
    """Return in which of many villages a claim, a challenge or a pass is right; None for others."""
    first = records[0]
    pointed_at = records["card"][np.arange(len(records)), records["finger"]]
    if first["phase"] == s.CLAIM and action != first["silent"]:
        return pointed_at == first["roles"][action - first["first_claim"]]
    if first["phase"] == s.CHALLENGE:
        true = pointed_at == records["claim"]
        return true if action == first["pass_"] else ~true
    return None


def canonical(words: str, story: Sequence[str]) -> str:
    """Return words for an action or a place, with a ? for each place that the story never names."""
    named = {found for line in story for found in _PLACE.findall(line)}
    return _PLACE.sub(lambda found: found[0] if found[0] in named else "?", words)


def ending(state: Any) -> str:
    """Return how a finished game ended: all others ostracized, the Elder who won, or a draw."""
    if state.winner == s.NONE:
        return "draw"
    left = state.marks[: int(state.players)] < state.marks_to_leave
    return "all others ostracized" if left.sum() == 1 else ROLE_NAMES[int(state.claim)]


def claims(events: Iterable[Event]) -> set[tuple[int, str]]:
    """Return which player claimed which role."""
    return {(a, ROLE_NAMES[c]) for code, a, _, c, _ in events if code == s.EV_CLAIM}


RULES = """\
In your turn you look at any card of the village; only you see it, if it lies face down.
Then say which role it is, truly or not, or stay silent, which ends the turn.
If nobody challenges what you said, you act as that role.
If somebody does, the card is turned up: whoever was wrong takes a mark, and you act if it was not
you.
A player with too many marks (two in the usual game) is out, and the last one left wins.
An Elder wins at once by turning up all cards of the other side; a wrong one costs a mark."""
"""The rules in short."""

EXPLANATIONS = {
    "Good Witch": "good; who acts as her has another turn at once.",
    "Good Elder": "good; who acts as the Elder turns cards up, and wins once all Evil Witches, the "
    "Evil Elder and the Pirate, if there is one, are found. A wrong card costs a mark.",
    "Evil Witch": "evil; who acts as her takes up two cards and puts them back, exchanged or not.",
    "Evil Elder": "evil; who acts as the Elder turns cards up, and wins once all Good Witches, the "
    "Good Elder and the Pirate, if there is one, are found. A wrong card costs a mark.",
    "Villager": "on no side; acting as a Villager does nothing.",
    "Liar": "on no side; who looks at him must claim a role, but not the Liar.",
    "Cat": "on no side; meows.",
    "Pirate": "on no side; either Elder has to find him too.",
    "Vagrant": "on no side; the card looked at trades places with another, for all to see.",
}
"""What each role does."""
