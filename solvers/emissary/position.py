"""A position inside a kingdom: as it lies on the table, as text, as JSON, and for the solver."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from intrigue.games.emissary.cards import (
    CLUBS,
    HAND_SIZE,
    NUM_CARDS,
    NUM_SUITS,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    card_suit,
)
from intrigue.games.emissary.notation import (
    check_hand,
    format_card,
    format_hand,
    parse_advisors,
    parse_card,
    parse_hand,
    parse_suit,
    parse_trump,
)
from intrigue.solvers.emissary.run_out import MAX_ABILITIES, MAX_PENDING, can_run_out

RULERS_OF_A_SUIT = 2
_FIELDS = (
    "trump",
    "target",
    "won",
    "hand",
    "deck",
    "discard",
    "scored",
    "topic",
    "draw",
    "drop",
    "use",
    "rulers",
)


@dataclass(frozen=True)
class Position:
    """What lies on the table inside a kingdom.

    Cards in none of the places named here are in the scoring pile (or not in a small test deck).

    Attributes
    ----------
    hand, deck, discard
        Cards (numbers 0..31, ascending): in hand, unseen, on the discard pile.
    trump
        Suit (0..3) of the ruler lying here now.
    target
        Debates to win in this kingdom, 1..8; None if it does not matter.
    wins
        Debates won so far, 0 or more.
    topic
        The card the ruler has turned and that is to be answered, or None. Not in `discard`.
    to_draw
        Cards still to be drawn by military or commerce, 0..15.
    to_discard
        Cards still to be discarded by commerce (after the draws), 0..2.
    abilities
        How often military (clubs), commerce (diamonds), diplomacy (hearts), politics (spades) may
        still be used in this kingdom: a face-up Jack and the face-up supporters of the suit, 0..3
        each.
    other_rulers
        Suits of the rulers on the other unvisited kingdoms, ascending: what politics may bring
        here. Without any, politics cannot change anything.

    Raises
    ------
    ValueError
        If a card lies in two places or a number is out of its range.
    """

    hand: tuple[int, ...]
    deck: tuple[int, ...]
    trump: int
    discard: tuple[int, ...] = ()
    target: int | None = None
    wins: int = 0
    topic: int | None = None
    to_draw: int = 0
    to_discard: int = 0
    abilities: tuple[int, int, int, int] = (0, 0, 0, 0)
    other_rulers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Check ranges and sort what has no order."""
        for name in ("hand", "deck", "discard"):
            object.__setattr__(self, name, check_hand(getattr(self, name), None))
        topic = () if self.topic is None else check_hand([self.topic], 1)
        check_hand(self.hand + self.deck + self.discard + topic, None)
        object.__setattr__(self, "trump", parse_trump(self.trump))
        rulers = tuple(sorted(parse_suit(suit) for suit in self.other_rulers))
        object.__setattr__(self, "other_rulers", rulers)
        for suit in range(NUM_SUITS):
            number = rulers.count(suit) + (suit == self.trump)
            if number > RULERS_OF_A_SUIT:
                raise ValueError(f"{number} rulers of {SUIT_NAMES[suit]}; there are only two")
        _check_range("target", self.target, 0 if self.target is None else self.target, 1, HAND_SIZE)
        _check_range("debates won", self.wins, self.wins, 0, NUM_CARDS)
        _check_range("cards to draw", self.to_draw, self.to_draw, 0, MAX_PENDING)
        _check_range("cards to discard", self.to_discard, self.to_discard, 0, 2)
        object.__setattr__(self, "abilities", tuple(int(count) for count in self.abilities))
        if len(self.abilities) != NUM_SUITS:
            raise ValueError("abilities are four counts, for clubs, diamonds, hearts, spades")
        for suit, count in enumerate(self.abilities):
            _check_range(f"uses of {SUIT_NAMES[suit]}", count, count, 0, MAX_ABILITIES)
        if topic and (self.to_draw or self.to_discard):
            raise ValueError("a topic is turned only when nothing is left to draw or discard")
        if topic and not self.hand:
            raise ValueError("a topic is turned only while there is a card in hand to answer it")

    @classmethod
    def start(
        cls,
        hand: str | Iterable[int],
        trump: str | int,
        advisors: str = "",
        *,
        target: int | None = None,
        supporters: Mapping[int, int] | None = None,
        other_rulers: Iterable[str | int] = (),
    ) -> "Position":
        """Return the position on entering a kingdom: eight cards in hand, 24 unseen.

        Parameters
        ----------
        hand, trump
            As `parse_hand` and `parse_trump` read them, or numbers.
        advisors
            Jacks that may be used, a subset of ``chds``.
        target
            The kingdom's number.
        supporters
            Face-up supporters by suit, up to two each.
        other_rulers
            Suits of the rulers on the other unvisited kingdoms.
        """
        held = parse_hand(hand) if isinstance(hand, str) else check_hand(hand)
        counts = list(parse_advisors(advisors))
        for suit, number in (supporters or {}).items():
            counts[parse_suit(suit)] += number
        return cls(
            hand=held,
            deck=tuple(sorted(set(range(NUM_CARDS)) - set(held))),
            trump=parse_trump(trump),
            target=target,
            abilities=(counts[0], counts[1], counts[2], counts[3]),
            other_rulers=tuple(parse_suit(suit) for suit in other_rulers),
        )

    def __str__(self) -> str:
        """Return the readable form that `parse` reads back, one line of ``name value;`` fields."""
        words = {
            "trump": SUIT_NAMES[self.trump],
            "target": "" if self.target is None else str(self.target),
            "won": str(self.wins),
            "hand": _grouped(self.hand),
            "deck": _grouped(self.deck),
            "discard": _grouped(self.discard),
            "scored": "",  # the deck, which is named, says it
            "topic": "" if self.topic is None else format_card(self.topic),
            "draw": str(self.to_draw) if self.to_draw else "",
            "drop": str(self.to_discard) if self.to_discard else "",
            "use": " ".join(
                f"{SUIT_LETTERS[suit]}{count}" for suit, count in enumerate(self.abilities) if count
            ),
            "rulers": " ".join(SUIT_LETTERS[suit] for suit in self.other_rulers),
        }
        always = ("trump", "hand", "deck")
        return "; ".join(
            f"{name} {words[name]}".strip() for name in _FIELDS if words[name] or name in always
        )

    @classmethod
    def parse(cls, text: str) -> "Position":
        """Read the form that ``str`` writes; fields may come in any order.

        ``trump clubs; target 4; won 1; hand ♣A6 ♥3; deck ♣23 ♦8; discard ♥8; topic 6♥; use c1 h2;
        rulers d h s``. Cards may be written in any form, ``draw`` and ``drop`` are what is still to
        be drawn and discarded. Only ``trump`` and ``hand`` are needed: without ``deck``, all cards
        not named elsewhere are unseen, and ``scored`` names those that won debates.

        Raises
        ------
        ValueError
            In one line that names the field.
        """
        found: dict[str, str] = {}
        for part in text.split(";"):
            if not part.strip():
                continue
            name, _, value = part.strip().partition(" ")
            name = name.lower()
            if name not in _FIELDS:
                raise ValueError(
                    f"unknown field '{name[:20]}'; expected one of {', '.join(_FIELDS)}"
                )
            if name in found:
                raise ValueError(f"field '{name}' is there twice")
            found[name] = value.strip()
        return _from_words(found)

    def to_json(self) -> str:
        """Return the position as a JSON object; `from_json` reads it back."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the position as plain data: names, texts and numbers."""
        return {
            "hand": format_hand(self.hand),
            "deck": format_hand(self.deck),
            "discard": format_hand(self.discard),
            "trump": SUIT_NAMES[self.trump],
            "target": self.target,
            "wins": self.wins,
            "topic": None if self.topic is None else format_card(self.topic),
            "to_draw": self.to_draw,
            "to_discard": self.to_discard,
            "abilities": dict(zip(SUIT_NAMES, self.abilities, strict=True)),
            "other_rulers": [SUIT_NAMES[suit] for suit in self.other_rulers],
        }

    @classmethod
    def from_json(cls, text: str) -> "Position":
        """Read what `to_json` wrote; left-out members have their defaults.

        Raises
        ------
        ValueError
            If it is no JSON object of this kind, in one line.
        """
        try:
            data = json.loads(text)
        except json.JSONDecodeError as problem:
            raise ValueError(f"not a JSON position: {problem}") from None
        return cls.from_dict(data)

    @classmethod
    def read(cls, text: str) -> "Position":
        """Read either form: a JSON object as `from_json`, or the line of `parse`.

        Raises
        ------
        ValueError
            As these, in one line.
        """
        if text.lstrip().startswith(("{", "[")):
            return cls.from_json(text)
        return cls.parse(" ".join(text.split()))

    @classmethod
    def from_dict(cls, data: Any) -> "Position":
        """Read what `to_dict` wrote; ``won``, the word of the line, will do for ``wins``."""
        if not isinstance(data, dict):
            raise ValueError("a JSON position is an object")
        if "won" in data:
            if "wins" in data:
                raise ValueError("'won' and 'wins' are the same: leave one out")
            data = {("wins" if name == "won" else name): value for name, value in data.items()}
        names = [*(field.name for field in fields(cls)), "scored"]
        for name in data:
            if name not in names:
                raise ValueError(
                    f"unknown member '{str(name)[:20]}'; expected some of {', '.join(names)}"
                )
        for name in ("hand", "trump"):
            if name not in data:
                raise ValueError(f"a JSON position needs the member '{name}'")
        uses = data.get("abilities", {})
        if not isinstance(uses, dict):
            raise ValueError("abilities is an object: suit name to number of uses")
        counts = [0, 0, 0, 0]
        for suit, count in uses.items():
            counts[parse_suit(suit)] = _whole("abilities", count)
        rulers = data.get("other_rulers", [])
        if not isinstance(rulers, list):
            raise ValueError("other_rulers is a list of suits")
        topic = data.get("topic")
        target = data.get("target")
        return _build(
            hand=_text("hand", data["hand"]),
            deck=None if "deck" not in data else _text("deck", data["deck"]),
            discard=_text("discard", data.get("discard", "")),
            scored=None if "scored" not in data else _text("scored", data["scored"]),
            trump=parse_trump(data["trump"]),
            target=None if target is None else _whole("target", target),
            wins=_whole("wins", data.get("wins", 0)),
            topic=None if topic is None else parse_card(_text("topic", topic)),
            to_draw=_whole("to_draw", data.get("to_draw", 0)),
            to_discard=_whole("to_discard", data.get("to_discard", 0)),
            counts=counts,
            rulers=[parse_suit(suit) for suit in rulers],
        )

    # For the solver

    @property
    def ruler_mask(self) -> int:
        """Bit mask of the suits that may be the trump now or by politics."""
        mask = 1 << self.trump
        for suit in self.other_rulers:
            mask |= 1 << suit
        return mask

    @property
    def deck_may_run_out(self) -> bool:
        """Whether more cards could be needed here than the deck has (never wrongly False)."""
        held = sum(card_suit(card) == CLUBS for card in self.hand)
        known = held + sum(card_suit(card) == CLUBS for card in self.deck)
        return bool(
            can_run_out(
                len(self.hand),
                len(self.deck),
                held,
                known,
                self.to_draw,
                self.to_discard,
                self.abilities[0],
                self.abilities[1],
            )
        )


def _check_range(name: str, shown: Any, value: int, low: int, high: int) -> None:
    if shown is None:
        return
    if isinstance(value, bool) or value not in range(low, high + 1):
        raise ValueError(f"{name}: {shown} is not in {low}..{high}")


def _grouped(cards: Iterable[int]) -> str:
    """Return cards grouped by suit, for example ``♣A6 ♥38``."""
    groups = []
    for suit in range(NUM_SUITS):
        ranks = [format_card(card)[0] for card in sorted(cards) if card_suit(card) == suit]
        if ranks:
            groups.append(SUIT_SYMBOLS[suit] + "".join(ranks))
    return " ".join(groups)


def _whole(name: str, value: Any) -> int:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{name}: expected a whole number, got {str(value)[:20]!r}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name}: expected cards as text, got {str(value)[:20]!r}")
    return value


def _from_words(found: dict[str, str]) -> Position:
    for name in ("trump", "hand"):
        if name not in found:
            raise ValueError(f"a position needs the field '{name}'")
    counts = [0, 0, 0, 0]
    for word in found.get("use", "").replace(",", " ").split():
        counts[parse_suit(word[:1])] = _whole("use", word[1:] or "1")
    topic = found.get("topic")
    target = found.get("target")
    return _build(
        hand=found["hand"],
        deck=found.get("deck"),
        discard=found.get("discard", ""),
        scored=found.get("scored"),
        trump=parse_trump(found["trump"]),
        target=_whole("target", target) if target else None,
        wins=_whole("won", found.get("won", "0")),
        topic=parse_card(topic) if topic else None,
        to_draw=_whole("draw", found.get("draw", "0")),
        to_discard=_whole("drop", found.get("drop", "0")),
        counts=counts,
        rulers=[parse_suit(word) for word in found.get("rulers", "").replace(",", " ").split()],
    )


def _scored(cards: str | None, wins: int, needed: bool) -> tuple[int, ...]:
    """Return the cards that won debates; without them nobody could tell which are unseen."""
    won = parse_hand(cards or "", None)
    if (cards is not None or needed) and len(won) != wins:
        debates = "1 debate" if wins == 1 else f"{wins} debates"
        raise ValueError(
            f"{debates} won, {len(won)} cards scored: name each card that won with 'scored'"
            + (", or the cards that are unseen with 'deck'" if needed else "")
        )
    return won


def _build(
    *,
    hand: str,
    deck: str | None,
    discard: str,
    scored: str | None,
    trump: int,
    target: int | None,
    wins: int,
    topic: int | None,
    to_draw: int,
    to_discard: int,
    counts: list[int],
    rulers: list[int],
) -> Position:
    held = parse_hand(hand, None)
    thrown = parse_hand(discard, None)
    won = _scored(scored, wins, deck is None)
    elsewhere = {*held, *thrown, topic}
    if twice := [card for card in won if card in elsewhere]:
        raise ValueError(f"{format_card(twice[0])} is scored and lies elsewhere, too")
    if deck is None:
        unseen = set(range(NUM_CARDS)) - elsewhere - set(won)
    else:
        unseen = set(parse_hand(deck, None))
    return Position(
        hand=held,
        deck=tuple(sorted(unseen)),
        trump=trump,
        discard=thrown,
        target=target,
        wins=wins,
        topic=topic,
        to_draw=to_draw,
        to_discard=to_discard,
        abilities=(counts[0], counts[1], counts[2], counts[3]),
        other_rulers=tuple(rulers),
    )
