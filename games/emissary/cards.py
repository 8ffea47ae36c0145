"""The cards of The Emissary: suits, ranks and rulers, and the numbers that stand for them.

A card is an integer ``suit * 8 + rank - 1`` from 0 to 31, suits in the order clubs, diamonds,
hearts, spades and ranks 1 (the ace, lowest) to 8; in a small game with fewer `ranks` it is
``suit * ranks + rank - 1``. A ruler is ``suit * 2`` for the King and ``suit * 2 + 1`` for the
Queen. How people write cards is in :mod:`~intrigue.games.emissary.notation`.
"""

NUM_SUITS = 4
NUM_RANKS = 8
NUM_CARDS = NUM_SUITS * NUM_RANKS
HAND_SIZE = 8
NUM_RULERS = 2 * NUM_SUITS

CLUBS, DIAMONDS, HEARTS, SPADES = range(NUM_SUITS)

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
SUIT_LETTERS = "cdhs"
SUIT_SYMBOLS = "♣♦♥♠"
RANK_SYMBOLS = "A2345678"

assert len(SUIT_NAMES) == len(SUIT_LETTERS) == len(SUIT_SYMBOLS) == NUM_SUITS
assert len(RANK_SYMBOLS) == NUM_RANKS, "every rank needs a symbol: widen RANK_SYMBOLS"


def card_id(suit: int, rank: int) -> int:
    """Return the card of ``suit`` (0..3) and ``rank`` (1..8)."""
    return suit * NUM_RANKS + rank - 1


def card_suit(card: int) -> int:
    """Return the suit (0..3) of ``card``."""
    return card // NUM_RANKS


def card_rank(card: int) -> int:
    """Return the rank (1..8, ace = 1) of ``card``."""
    return card % NUM_RANKS + 1
