"""Every way a person may write the cards of The Emissary, and how they are written back.

Accepted everywhere (rulings, "Cards"):

==================  =============================================
rank then suit      ``A♣ 6♣ 3♥``, ``AC 6c 3h``, ``1c``, ``AC6C3H``
suit then ranks     ``♣A6 ♥38``, ``CA6 H38``, ``CA6H38``
==================  =============================================

Spaces and commas are free. A piece between two spaces is read by itself: if it starts with a rank
it is a row of rank-suit pairs, if it starts with a suit it is a row of suit groups, so both forms
may stand side by side. Where the spaces cut through cards (``A ♣, 6 ♣`` or ``♣ A 6``) they are
ignored, and the first symbol decides how the whole text is read.
"""

from collections.abc import Iterable
from typing import NamedTuple

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HAND_SIZE,
    HEARTS,
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    RANK_SYMBOLS,
    SPADES,
    SUIT_LETTERS,
    SUIT_NAMES,
    SUIT_SYMBOLS,
    card_id,
)

_SUITS = {
    **{symbol: suit for suit, symbol in enumerate(SUIT_SYMBOLS)},
    **{symbol: suit for suit, symbol in enumerate("♧♢♡♤")},
    **{letter: suit for suit, letter in enumerate(SUIT_LETTERS)},
}
_RANKS = {"a": 1, **{str(rank): rank for rank in range(1, NUM_RANKS + 1)}}
_NOT_IN_DECK = frozenset({"9", "10", "t", "j", "q", "k"})
# Text or emoji presentation of the symbol before it: says nothing about the card.
_VARIATION_SELECTORS = dict.fromkeys((0xFE0E, 0xFE0F))


class _Symbol(NamedTuple):
    """One readable piece of the text: a suit, or a rank (``value`` None: not in the deck)."""

    is_suit: bool
    value: int | None
    text: str


class _MalformedError(ValueError):
    """The symbols are all readable but do not pair up to cards."""


def format_card(card: int) -> str:
    """Return ``card`` (0..31) as rank and suit symbol, for example ``A♣``.

    Raises
    ------
    ValueError
        If ``card`` is not in the deck.
    """
    _check_card(card)
    return RANK_SYMBOLS[card % NUM_RANKS] + SUIT_SYMBOLS[card // NUM_RANKS]


def format_hand(cards: Iterable[int]) -> str:
    """Return the cards sorted by suit and rank, for example ``A♣ 6♣ 3♥ 8♥``."""
    return " ".join(format_card(card) for card in sorted(cards))


def parse_card(text: str) -> int:
    """Return the one card written in ``text`` (raises ValueError for anything else)."""
    return parse_hand(text, size=1)[0]


def parse_hand(text: str, size: int | None = HAND_SIZE) -> tuple[int, ...]:
    """Read cards in any written form.

    Parameters
    ----------
    text
        The cards; see the module's table of forms.
    size
        How many cards there must be; ``None`` accepts any number, also none.

    Returns
    -------
    tuple of int
        The cards' numbers 0..31, ascending.

    Raises
    ------
    ValueError
        In one line that names the offending card: an unknown rank or suit, a card that is not in
        the deck (9, 10, J, Q, K), a card written twice, a wrong number of cards.
    """
    pieces = [_symbols(piece) for piece in _pieces(text)]
    try:
        cards = [card for piece in pieces for card in _cards(piece)]
    except _MalformedError as problem:
        try:
            cards = _cards([symbol for piece in pieces for symbol in piece])
        except _MalformedError:
            raise ValueError(str(problem)) from None
    return check_hand(cards, size)


def check_hand(cards: Iterable[int], size: int | None = HAND_SIZE) -> tuple[int, ...]:
    """Return ``cards`` (numbers 0..31) ascending, after checking number and repeats.

    Raises
    ------
    ValueError
        If a number is no card, a card is there twice, or there are not ``size`` cards.
    """
    hand: list[int] = []
    for card in cards:
        _check_card(card)
        if card in hand:
            raise ValueError(f"{format_card(card)} is there twice; every card exists once")
        hand.append(int(card))
    if size is not None and len(hand) != size:
        shown = f" ({format_hand(hand)})" if hand else ""
        noun = "card" if size == 1 else "cards"
        raise ValueError(f"expected {size} {noun}, got {len(hand)}{shown}")
    return tuple(sorted(hand))


def parse_suit(text: str | int) -> int:
    """Return the suit (0..3) written as letter, name (also singular) or symbol, in any case.

    A suit number 0..3 is returned as it is.

    Raises
    ------
    ValueError
        If it is no suit.
    """
    if not isinstance(text, str):
        if isinstance(text, bool) or text not in range(NUM_SUITS):
            raise ValueError(f"unknown suit {text!r}; expected clubs, diamonds, hearts or spades")
        return int(text)
    word = text.translate(_VARIATION_SELECTORS).strip().lower()
    if word in _SUITS:
        return _SUITS[word]
    for suit, name in enumerate(SUIT_NAMES):
        if word in (name, name[:-1]):
            return suit
    raise ValueError(
        f"unknown suit {_shown(text)}; expected clubs, diamonds, hearts or spades (or c, d, h, s)"
    )


def parse_trump(text: str | int) -> int:
    """Return the trump suit (0..3); as `parse_suit`, but the error speaks of the trump."""
    try:
        return parse_suit(text)
    except ValueError as problem:
        raise ValueError(f"trump: {problem}") from None


def parse_advisors(text: str) -> tuple[int, int, int, int]:
    """Read which advisors (Jacks) may be used.

    Parameters
    ----------
    text
        A subset of ``chds`` in any order and case, or ``none`` or the empty text; spaces, commas
        and suit symbols are fine, and ``J♥ JC``.

    Returns
    -------
    tuple of four ints
        For clubs, diamonds, hearts, spades: 1 if that Jack may be used, else 0.

    Raises
    ------
    ValueError
        If a letter is no suit or stands there twice.
    """
    counts = [0, 0, 0, 0]
    if text.strip().lower() != "none":
        for piece in _pieces(text):
            # J♥ names the Jack of hearts as answers do; a J alone is no suit.
            for letter in piece[1:] if len(piece) == 2 and piece[0] in "Jj" else piece:
                suit = _SUITS.get(letter.lower())
                if suit is None:
                    raise ValueError(
                        f"unknown advisor {_shown(letter)}; expected a subset of chds, or none"
                    )
                if counts[suit]:
                    raise ValueError(f"advisor {_shown(letter)} is there twice")
                counts[suit] = 1
    return counts[0], counts[1], counts[2], counts[3]


def format_advisors(counts: Iterable[int]) -> str:
    """Return the suits that occur in ``counts`` as letters in the rulings' order ``chds``."""
    present = [suit for suit, count in enumerate(counts) if count]
    return "".join(
        SUIT_LETTERS[suit] for suit in (CLUBS, HEARTS, DIAMONDS, SPADES) if suit in present
    )


def _check_card(card: int) -> None:
    if isinstance(card, (bool, str)) or card not in range(NUM_CARDS):
        raise ValueError(f"{card!r} is no card; cards are numbered 0 to {NUM_CARDS - 1}")


def _pieces(text: str) -> list[str]:
    return text.translate(_VARIATION_SELECTORS).replace(",", " ").split()


def _shown(text: str) -> str:
    """Return ``text`` quoted for a one-line message: unprintable characters as escapes."""
    short = text if len(text) <= 20 else text[:17] + "..."
    return "'" + "".join(c if c.isprintable() else ascii(c)[1:-1] for c in short) + "'"


def _symbols(piece: str) -> list[_Symbol]:
    """Split a piece without spaces into suits and ranks."""
    symbols: list[_Symbol] = []
    at = 0
    while at < len(piece):
        text = "10" if piece.startswith("10", at) else piece[at]
        key = text.lower()
        if key in _SUITS:
            symbols.append(_Symbol(True, _SUITS[key], text))
        elif key in _RANKS:
            symbols.append(_Symbol(False, _RANKS[key], text))
        elif key in _NOT_IN_DECK:
            symbols.append(_Symbol(False, None, text))
        else:
            after_rank = bool(symbols) and not symbols[-1].is_suit
            kind = "suit" if after_rank and not text.isdigit() else "rank or suit"
            kind = "rank" if text.isdigit() else kind
            raise ValueError(
                f"unknown {kind} {_shown(text)} in {_shown(piece)}; "
                "ranks are A (or 1) to 8, suits c d h s or ♣ ♦ ♥ ♠"
            )
        at += len(text)
    return symbols


def _cards(symbols: list[_Symbol]) -> list[int]:
    """Read a row of rank-suit pairs or of suit groups, as its first symbol tells."""
    if not symbols:
        return []
    cards: list[int] = []
    if symbols[0].is_suit:
        group = symbols[0]
        for symbol, following in zip(symbols, [*symbols[1:], None], strict=True):
            if not symbol.is_suit:
                cards.append(_card(symbol, group, group.text + symbol.text))
                continue
            group = symbol
            if following is None or following.is_suit:
                written = "".join(s.text for s in symbols)
                raise _MalformedError(
                    f"suit {_shown(symbol.text)} has no rank in {_shown(written)}"
                )
    else:
        for first, second in zip(symbols[::2], [*symbols[1::2], None], strict=False):
            if first.is_suit or second is None or not second.is_suit:
                written = "".join(s.text for s in symbols)
                kind, lacks = ("suit", "rank") if first.is_suit else ("rank", "suit")
                raise _MalformedError(
                    f"{kind} {_shown(first.text)} has no {lacks} in {_shown(written)}"
                )
            cards.append(_card(first, second, first.text + second.text))
    return cards


def _card(rank: _Symbol, suit: _Symbol, written: str) -> int:
    if rank.value is None or suit.value is None:
        raise ValueError(f"{written} is not in the deck; ranks are A (or 1) to 8")
    return card_id(suit.value, rank.value)
