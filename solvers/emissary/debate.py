"""Who wins a debate: everything in the solver that settles one asks here.

Follow suit if you can: then the higher card wins. A card of another suit wins only as a trump on a
topic that is none. Plain functions of numbers, so that cards and strings of suits, Python and
compiled code, searches and tables all use the same ones.
"""


def wins_in_suit(rank: int, topic_rank: int) -> bool:
    """Whether an answer in the topic's suit wins; instead of ranks, places in a suit's string."""
    return rank > topic_rank


def wins_off_suit(suit: int, topic_suit: int, trump: int) -> bool:
    """Whether an answer of another suit than the topic's wins."""
    return suit == trump and topic_suit != trump


def wins(suit: int, rank: int, topic_suit: int, topic_rank: int, trump: int) -> bool:
    """Whether an answer wins, given its suit and rank and the topic's."""
    if suit == topic_suit:
        return wins_in_suit(rank, topic_rank)
    return wins_off_suit(suit, topic_suit, trump)
