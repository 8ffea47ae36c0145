"""Words for The Emissary: cards, actions, events and the table."""

from typing import Any

from intrigue.games.core.kernel import CHANCE
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import (
    NUM_RULERS,
    NUM_SUITS,
    RANK_SYMBOLS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
)

ABILITIES = ("military", "commerce", "diplomacy", "politics")
"""Names of the abilities by suit (clubs, diamonds, hearts, spades)."""


def card_name(card: int, ranks: int) -> str:
    """Return for example ``6♣``; `ranks` is the number of ranks in the deck."""
    return RANK_SYMBOLS[card % ranks] + SUIT_SYMBOLS[card // ranks]


def ruler_name(ruler: int) -> str:
    """Return for example ``Q♥``."""
    return "KQ"[ruler % 2] + SUIT_SYMBOLS[ruler // 2]


def cards_at(state: Any, place: int) -> list[str]:
    """Return the names of all cards that lie at a place, ascending."""
    ranks = int(state.ranks)
    return [card_name(c, ranks) for c in range(NUM_SUITS * ranks) if state.place[c] == place]


def action_text(state: Any, player: int, action: int) -> str:
    """Return the words for an action or a chance outcome."""
    ranks, kingdoms, phase = int(state.ranks), int(state.kingdoms), int(state.phase)
    cards = NUM_SUITS * ranks
    if player == CHANCE:
        if phase == s.DEAL_RULER:
            return f"ruler {ruler_name(action)}"
        return f"{'topic' if phase == s.TOPIC else 'draw'} {card_name(action, ranks)}"
    if action < cards:
        return f"{'discard' if phase == s.COMMERCE else 'answer'} {card_name(action, ranks)}"
    if action < cards + kingdoms:
        return f"{'swap with' if phase == s.SWAP else 'visit'} kingdom {action - cards + 1}"
    if action == cards + kingdoms:
        return "debate"
    return _helper_text("turn down" if phase == s.PAY else "use", action - cards - kingdoms - 1)


def action_name(ranks: int, kingdoms: int, variant: int, action: int) -> str | None:
    """Return the words for an action that are the same in every state, None if there are none.

    A card is an answer or a discard, a kingdom is visited or swapped with; and in the first version
    a Jack or supporter is used or pays for a missed target.
    """
    debate = NUM_SUITS * ranks + kingdoms
    if action == debate:
        return "debate"
    if action < debate or variant == s.RULES_2019:
        return None
    return _helper_text("use", action - debate - 1)


def _helper_text(verb: str, number: int) -> str:
    """Return the words for a Jack (0..3 by suit) or a supporter (4..7)."""
    who, suit = divmod(number, NUM_SUITS)
    return f"{verb} {'J' if who == 0 else 'supporter '}{SUIT_SYMBOLS[suit]}"


def event_text(ranks: int, code: int, a: int, b: int, c: int) -> str:
    """Return the words for an event; payloads as listed in the state module."""
    if code == s.EV_RULER:
        return f"kingdom {a + 1} is ruled by {ruler_name(b)}"
    if code == s.EV_DRAW:
        return f"drew {card_name(a, ranks)}"
    if code == s.EV_RESHUFFLE:
        return "the discard pile was shuffled and became the deck"
    if code == s.EV_VISIT:
        return f"visited kingdom {a + 1}"
    if code == s.EV_JACK:
        return f"used J{SUIT_SYMBOLS[a]}: {ABILITIES[a]}"
    if code == s.EV_SUPPORTER:
        return f"used supporter {ruler_name(a)}: {ABILITIES[a // 2]}"
    if code == s.EV_SWAP:
        return f"the rulers of kingdoms {a + 1} and {b + 1} changed places"
    if code == s.EV_DISCARD:
        return f"discarded {card_name(a, ranks)}"
    if code == s.EV_TOPIC:
        return f"topic {card_name(a, ranks)}"
    if code == s.EV_ANSWER:
        return f"answered {card_name(a, ranks)} and {'won' if b else 'lost'}"
    if code == s.EV_KINGDOM:
        return f"left kingdom {a + 1} with {b} won: {'on target' if c else 'missed'}"
    if code == s.EV_PAY_JACK:
        return f"turned J{SUIT_SYMBOLS[a]} face down"
    if code == s.EV_PAY_SUPPORTER:
        return f"turned supporter {ruler_name(a)} face down"
    return "the game is won" if a else "the game is lost"


def view(state: Any) -> str:
    """Draw the table: kingdoms, helpers, and the debate under way."""
    ranks = int(state.ranks)
    kingdoms = range(int(state.kingdoms))
    marks = {s.UNVISITED: ".", s.SUPPORTING: "+", s.MISSED: "-"}
    rulers = [ruler_name(r) if r >= 0 else "??" for r in state.ruler[: state.kingdoms]]
    here = int(state.kingdom)
    lines = [
        "Kingdom   " + " ".join(f"{k + 1:>3}" for k in kingdoms),
        "Ruler     " + " ".join(f"{name:>3}" for name in rulers),
        "          "
        + " ".join(
            f"{'>' if k == here else marks[int(state.kingdom_state[k])]:>3}" for k in kingdoms
        ),
        "Helpers   " + (" ".join(_helpers(state)) or "none face up"),
    ]
    if here >= 0:
        lines.append(
            f"Kingdom {here + 1}: trump {SUIT_SYMBOLS[int(state.trump)]}, "
            f"{int(state.wins)} won of {here + 1}"
        )
    if state.topic >= 0:
        settled = {s.OPEN: "", s.COUNTS_AS_WON: " (counts as won)"}
        lines.append(
            f"Topic     {card_name(int(state.topic), ranks)}"
            + settled.get(int(state.settled), " (counts as lost)")
        )
    lines.append("Hand      " + (" ".join(cards_at(state, s.HAND)) or "empty"))
    lines.append(
        f"Deck {int(state.count[s.DECK])}, discarded: "
        + (" ".join(cards_at(state, s.DISCARD)) or "none")
        + ", scored: "
        + (" ".join(cards_at(state, s.SCORING)) or "none")
    )
    lines.append(_what_next(state))
    return "\n".join(lines)


def _helpers(state: Any) -> list[str]:
    jacks = [f"J{SUIT_SYMBOLS[i]}" for i in range(NUM_SUITS) if state.jack_up[i]]
    supporters = [r for r in range(NUM_RULERS) if state.supporter_state[r] == s.FACE_UP]
    return jacks + [ruler_name(ruler) for ruler in supporters]


def _what_next(state: Any) -> str:
    phase = int(state.phase)
    if phase == s.OVER:
        return "The game is won." if state.won_game else "The game is lost."
    return {
        s.DEAL_RULER: "A ruler is dealt.",
        s.DRAW: f"Cards to draw: {int(state.pending_draws)}.",
        s.CHOOSE: "Choose a kingdom.",
        s.PREPARE: "Use an ability, or debate.",
        s.SWAP: "Choose the kingdom to swap rulers with.",
        s.COMMERCE: f"Cards to discard: {int(state.pending_discards)}"
        + (
            f", above {card_name(int(state.last_discard), int(state.ranks))}."
            if state.last_discard >= 0
            else "."
        ),
        s.TOPIC: "The ruler turns up a topic.",
        s.ANSWER: "Answer the topic.",
        s.PAY: f"Helpers to turn face down: {int(state.pending_costs)}.",
    }[phase]


def describe(state: Any) -> dict[str, Any]:
    """Return the table as plain data: names of cards and rulers, kingdoms counted from 1."""
    rulers = [int(r) for r in state.ruler[: state.kingdoms]]
    words = ("unvisited", "supporting", "missed")
    return {
        "kingdoms": [
            {
                "target": k + 1,
                "ruler": ruler_name(ruler) if ruler >= 0 else None,
                "state": words[int(state.kingdom_state[k])],
            }
            for k, ruler in enumerate(rulers)
        ],
        "kingdom": int(state.kingdom) + 1 if state.kingdom >= 0 else None,
        "trump": SUIT_NAMES[int(state.trump)] if state.trump >= 0 else None,
        "wins": int(state.wins),
        "topic": card_name(int(state.topic), int(state.ranks)) if state.topic >= 0 else None,
        "settled": (None, "won", "lost")[int(state.settled)],
        "hand": cards_at(state, s.HAND),
        "deck": cards_at(state, s.DECK),
        "discard_pile": cards_at(state, s.DISCARD),
        "scoring_pile": cards_at(state, s.SCORING),
        "face_up_jacks": [SUIT_NAMES[i] for i in range(NUM_SUITS) if state.jack_up[i]],
        "face_up_supporters": [
            ruler_name(r) for r in range(NUM_RULERS) if state.supporter_state[r] == s.FACE_UP
        ],
        "spent_supporters": [
            ruler_name(r) for r in range(NUM_RULERS) if state.supporter_state[r] == s.FACE_DOWN
        ],
        "next": _what_next(state),
        "over": int(state.phase) == s.OVER,
    }


RULES = """\
Eight kingdoms, numbered 1 to 8: visit each once, and win exactly as many debates as its number.
In a debate the ruler turns up a topic and you answer with a card, of the same suit if you can.
A higher card of that suit wins, and so does a trump (the suit of the ruler) on another suit.
Between debates you may turn face-up Jacks and supporters down for the abilities of their suits.
A visit ends with your hand. On target, the ruler becomes your supporter; {miss}
All cards are shuffled together before the next visit."""
"""The rules in short."""

_MISS = {
    s.RULES_2021: "a miss loses the game.",
    s.RULES_2019: "each debate too many or too few costs a Jack or supporter, and without any left "
    "the game is lost.",
}
_EFFECTS = {
    s.RULES_2021: (
        "draw as many cards as you hold clubs",
        "draw two cards, then discard two",
        "discard all trumps of your hand",
        "exchange the ruler here with that of another unvisited kingdom",
    ),
    s.RULES_2019: (
        "this debate counts as won, whatever is answered",
        "draw two cards, then discard two",
        "this debate counts as lost, whatever is answered",
        "spades are trump until you leave",
    ),
}
"""What the abilities do, by variant and suit."""


def rules_of_play(variant: int) -> str:
    """Return the rules in short."""
    return RULES.format(miss=_MISS[variant])


def explanations(variant: int) -> dict[str, str]:
    """Return what each Jack and supporter does, by the names that people give them."""
    found: dict[str, str] = {}
    for suit, effect in enumerate(_EFFECTS[variant]):
        back = "up again after the visit" if variant == s.RULES_2021 else "down for good"
        names = f"J{SUIT_SYMBOLS[suit]}", f"Jack of {SUIT_NAMES[suit]}"
        found |= dict.fromkeys(names, f"{ABILITIES[suit]}: {effect}. The Jack is {back}.")
        for face in ("King", "Queen"):
            words = f"{SUIT_NAMES[suit]} is trump there; as a supporter, once a game: {effect}."
            found |= {
                f"{face} of {SUIT_NAMES[suit]}": words,
                f"{face[0]}{SUIT_SYMBOLS[suit]}": words,
            }
    return found
