"""Words for cards, actions, events and states of Le Roy des Ribauds. Places count from 1 here."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from intrigue.games.core.kernel import CHANCE, NOTHING
from intrigue.games.definition import EVERYTHING, Event
from intrigue.games.roy_des_ribauds import actions as blocks
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.cards import NAMES, ROLES, SET_COUNTS, SET_FIRST

ENDINGS = {
    s.CORONATION: "Coronation",
    s.MARIAGE: "Mariage",
    s.MURDER: "Murder",
    s.TURN_LIMIT: "turn limit",
}
NUMBER_WORDS = ("no", "one", "two", "three", "four")
EFFECTS = {
    s.SWITCH: "choose two Court cards to switch",
    s.FLIP: "choose a Court card to turn over",
    s.ROI_CHOICE: "draw two cards, or turn a Court card face up",
    s.DISCARD: "choose two cards to discard",
    s.LOOK: "choose two face-down Court cards to look at",
}


class Deck:
    """Names of the cards of a deck, which may leave kinds out.

    Parameters
    ----------
    roles
        The roles in the deck, ascending (see `cards`).
    """

    def __init__(self, roles: list[int]) -> None:
        self.names = [NAMES[role] for role in roles]

    def cards(self, counts: Any) -> list[str]:
        """Return the names of so many cards of each kind."""
        return [name for name, n in zip(self.names, counts, strict=False) for _ in range(int(n))]

    def in_set(self, number: int) -> list[str]:
        """Return the names of the cards of a multiset."""
        return self.cards(SET_COUNTS[len(self.names), number])

    def action(self, state: Any, player: int, action: int) -> str:
        """Return the words for a legal action or chance outcome."""
        if player == CHANCE:
            return self._outcome(state, action)
        places = int(state.court_size)
        starts = [int(start) for start in state.starts]
        block = max(i for i in range(blocks.B_END) if starts[i] <= action < starts[i + 1])
        offset = action - starts[block]
        if block == blocks.B_REVEAL:
            return f"reveal {offset + 1}"
        if block in (blocks.B_UP, blocks.B_DOWN):
            down = " face down" if block == blocks.B_DOWN else ""
            return f"play {self.names[offset // places]} on {offset % places + 1}{down}"
        if block in (blocks.B_SWITCH, blocks.B_LOOK):
            first, second = blocks.pair_places(places, offset)
            return f"{'switch' if block == blocks.B_SWITCH else 'look'} {first + 1} {second + 1}"
        if block == blocks.B_FLIP:
            return f"flip {offset + 1}"
        if block == blocks.B_ROI_DRAW:
            return "draw two"
        if block == blocks.B_DISCARD:
            number = offset + int(SET_FIRST[len(self.names), 2])
            return f"discard {' '.join(self.in_set(number))}"
        return "pass"

    def _outcome(self, state: Any, action: int) -> str:
        phase = int(state.phase)
        if phase == s.DEAL_START:
            return f"player {action} begins"
        if phase == s.DEAL_COURT:
            return f"Court {int(state.dealt) + 1} {self.names[action]}"
        cards = " ".join(self.in_set(action))
        if phase == s.DEAL_HAND:
            return f"hand {cards}"
        return f"{'inspect' if phase == s.INSPECT else 'draw'} {cards}"

    def event(self, code: int, a: int, b: int, c: int, d: int) -> str:
        """Return the words for an event; private ones, in brackets, follow the public part."""
        who = f"player {a}"
        if code in (s.EV_START, s.EV_ASIDE, s.EV_PASS):
            return (
                f"{who} "
                + {
                    s.EV_START: "takes the first turn",
                    s.EV_ASIDE: "puts two Reines under the pile",
                    s.EV_PASS: "passes",
                }[code]
            )
        if code == s.EV_HAND:
            return f"({who} is dealt {listed(self.in_set(b))})"
        if code == s.EV_DRAW:
            return f"{who} draws {counted(b, 'card')}"
        if code == s.EV_DRAWN:
            return f"({who} drew {listed(self.in_set(b))})"
        if code == s.EV_UNDER:
            return f"{who} draws {counted(b, 'Reine')} from the bottom of the pile"
        if code == s.EV_REBUILD:
            return f"the discard pile ({counted(a, 'card')}) is shuffled into a new pile"
        if code == s.EV_REVEAL:
            return f"{who} reveals {self.names[c]} on {b + 1}"
        if code == s.EV_PLAY_UP:
            return f"{who} plays {self.names[c]} on {b + 1}{self._replaced(d)}"
        if code == s.EV_PLAY_DOWN:
            return f"{who} plays a card face down on {b + 1}{self._replaced(c)}"
        if code == s.EV_FACE:
            return f"({who} played {self.names[b]})"
        if code == s.EV_TAKE:
            return f"({who} took {self.names[b]})"
        if code == s.EV_SWITCH:
            return f"{who} switches {b + 1} and {c + 1}"
        if code == s.EV_FLIP:
            return f"{who} turns {self.names[c]} on {b + 1} face {'up' if d else 'down'}"
        if code == s.EV_LOOK:
            return f"{who} looks at {b + 1}" + (f" and {c + 1}" if c != NOTHING else "")
        if code == s.EV_SEEN:
            cards = [self.names[card] for card in (b, c) if card != NOTHING]
            return f"({who} saw {listed(cards)})"
        if code == s.EV_INSPECT:
            return f"{who} sees {listed(self.in_set(b))} in the hand of player {1 - a}"
        if code == s.EV_DISCARD:
            return f"{who} discards {listed(self.in_set(b))}"
        winner = "nobody wins" if b == NOTHING else f"player {b} wins"
        return f"{ENDINGS[a]}: {winner}"

    def _replaced(self, card: int) -> str:
        return f", replacing {'a hidden card' if card == NOTHING else self.names[card]}"

    def view(self, state: Any, viewer: int) -> str:
        """Draw the table as a viewer knows it.

        ``?`` is an unknown card, ``(Roi)`` one that lies face down and that the viewer knows.
        """
        lines = [self._what_next(state), "Court:" + "".join(self._row(state, viewer))]
        for player in range(2):
            known = ", ".join(self._hand(state, player, viewer)) or "none"
            lines.append(f"Hand of player {player}: {known}")
        pile = counted(int(state.pile_size), "card")
        if state.under:
            pile += f" and {counted(int(state.under), 'Reine')} under it"
        lines.append(f"Pile: {pile}")
        lines.append(f"Discarded: {', '.join(self.cards(state.discard)) or 'none'}")
        if viewer == EVERYTHING:
            lines.append(f"In the pile: {', '.join(self.cards(state.pile)) or 'none'}")
        return "\n".join(lines)

    def _place(self, state: Any, place: int, viewer: int) -> str:
        """Return a place as the viewer knows it: ``Roi``, ``(Roi)`` or ``?``, ``-`` before deal."""
        if place >= state.dealt:
            return "-"
        name = self.names[int(state.court[place])]
        if state.face_up[place]:
            return name
        return f"({name})" if _knows(viewer, int(state.known[place])) else "?"

    def _row(self, state: Any, viewer: int) -> list[str]:
        places = range(int(state.court_size))
        return [f"  {place + 1} {self._place(state, place, viewer)}" for place in places]

    def _hand(self, state: Any, player: int, viewer: int) -> list[str]:
        held = int(state.held[player])
        if viewer in (player, EVERYTHING):
            return self.cards(state.hand[player])
        known = self.cards(state.seen[player]) if viewer == 1 - player else []
        return known + ["?"] * (held - len(known))

    def private(self, state: Any, player: int) -> str:
        """Return what a player knows beyond what both know."""
        places = [
            f"{place + 1} {self.names[int(state.court[place])]}"
            for place in range(int(state.court_size))
            if place < state.dealt and int(state.known[place]) == 1 << player
        ]
        hand = ", ".join(self.cards(state.hand[player])) or "none"
        seen = ", ".join(self.cards(state.seen[1 - player])) or "none"
        return "\n".join(
            [
                f"Hand: {hand}",
                f"Face down in the Court: {', '.join(places) or 'none known'}",
                f"Seen in the other hand: {seen}",
            ]
        )

    def _what_next(self, state: Any) -> str:
        phase = int(state.phase)
        if phase == s.OVER:
            winner = int(state.winner)
            return f"{ENDINGS[int(state.ending)]}: " + (
                "nobody wins" if winner == s.NOBODY else f"player {winner} wins"
            )
        if phase <= s.DEAL_HAND:
            return "Cards are dealt"
        turn = f"Turn {int(state.turn) + 1} of {int(state.max_turns)}, player {int(state.active)}"
        if phase == s.DRAW:
            return f"{turn}: player {int(state.drawer)} draws {counted(int(state.to_draw), 'card')}"
        if phase == s.INSPECT:
            return f"{turn}: looks at two cards of the other hand"
        return f"{turn}: {EFFECTS[phase]}" if phase in EFFECTS else turn

    def describe(self, state: Any, viewer: int) -> dict[str, Any]:
        """Return the table as plain data; a card unknown to the viewer is None."""
        court: list[dict[str, Any]] = []
        for place in range(int(state.court_size)):
            known = int(state.known[place])
            dealt = place < int(state.dealt)
            shown = dealt and (bool(state.face_up[place]) or _knows(viewer, known))
            court.append(
                {
                    "card": self.names[int(state.court[place])] if shown else None,
                    "face_up": bool(state.face_up[place]),
                    "known_to": [player for player in range(2) if (known >> player) & 1],
                }
            )
        described: dict[str, Any] = {
            "court": court,
            "hands": [
                [None if card == "?" else card for card in self._hand(state, player, viewer)]
                for player in range(2)
            ],
            "pile_size": int(state.pile_size),
            "reines_under_pile": int(state.under),
            "discard_pile": self.cards(state.discard),
            "turn": int(state.turn) + 1,
            "active": int(state.active) if state.dealt else None,
            "next": self._what_next(state),
            "over": int(state.phase) == s.OVER,
        }
        if viewer == EVERYTHING:
            described["pile"] = self.cards(state.pile)
        return described

    def uses(self, events: Iterable[Event]) -> set[tuple[int, str]]:
        """Return which player revealed or played what; what lies face down is "a card"."""
        found: set[tuple[int, str]] = set()
        for code, player, _, card, _ in events:
            if code == s.EV_REVEAL:
                found.add((player, f"reveals {self.names[card]}"))
            elif code == s.EV_PLAY_UP:
                found.add((player, f"plays {self.names[card]}"))
            elif code == s.EV_PLAY_DOWN:
                found.add((player, "plays a card face down"))
        return found


def place_name(path: str) -> str | None:
    """Return the name of a place of the Court, given as a path."""
    if found := re.fullmatch(r"court\.(\d+)\.card", path):
        return f"court {int(found[1]) + 1}"
    return None


def set_name(path: str) -> str | None:
    """Return what a hand is called, given as a path."""
    found = re.fullmatch(r"hands\.(\d+)", path)
    return f"hand of player {found[1]}" if found else None


_BEFORE_PLAY = re.compile(
    r"\(?player \d (takes the first turn|is dealt .*|puts .* under the pile|draws .*|drew .*)"
)
"""What is told before anybody has revealed or played a card."""


def canonical(words: str, story: Sequence[str], places: int) -> str:
    """Return words for an action or a place, the same for both ends of a row still untouched."""
    if not all(_BEFORE_PLAY.fullmatch(line) for line in story):
        return words
    mirrored = re.sub(r"\d+", lambda number: str(places + 1 - int(number[0])), words)
    return min(words, mirrored)


def _knows(viewer: int, known: int) -> bool:
    """Return whether a viewer knows a face-down card that the players in the mask know."""
    if viewer == EVERYTHING:
        return True
    return known == s.BOTH if viewer < 0 else bool((known >> viewer) & 1)


def listed(names: list[str]) -> str:
    """Return ``a, b and c``."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def counted(count: int, noun: str) -> str:
    """Return ``two cards``, ``one Reine``."""
    word = NUMBER_WORDS[count] if count < len(NUMBER_WORDS) else str(count)
    return f"{word} {noun}{'' if count == 1 else 's'}"


def read_kinds(text: str, game: str) -> list[int]:
    """Return the roles, ascending, of names joined by ``+`` or ``,``; or raise ``ValueError``."""
    lower = [name.lower() for name in NAMES]
    words = [word.strip().lower() for word in text.replace(",", "+").split("+")]
    if len(set(words)) != len(words) or not set(words) <= set(lower):
        raise ValueError(f"{game}: kinds='{text}' is not different names of {'+'.join(lower)}")
    return [role for role in range(ROLES) if lower[role] in words]


RULES = """\
In your turn, reveal a face-down card of the Court and use its effect, or play a card from your hand
on one of the Court, which is discarded: face up it has its effect, face down it has none.
You win if in your turn three Rois lie face up (Coronation), or a face-up card lies between two
face-up Assassins (Murder), or if your turn begins with three Reines in your hand (Mariage).
It counts whose turn it is, not who laid the cards."""
"""The rules in short."""

EXPLANATIONS = {
    "Chevalier": "switch two cards of the Court, then turn any one of them over.",
    "Reine": "two cards of the other hand, drawn at random, are shown to you; Reines among them "
    "are discarded and replaced. Three in your hand when your turn begins win the game.",
    "Roi": "draw two cards and discard two, or turn a card of the Court face up. Three of them "
    "face up in your turn win the game.",
    "Assassin": "look at two face-down cards of the Court. A face-up card between two of them, "
    "face up, wins the game.",
}
"""What each card does."""
