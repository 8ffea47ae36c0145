"""Whether the deck may run out, so that discarded cards come back; and what may be pending."""

MAX_ABILITIES = 3
"""Uses of one ability: the Jack and two supporters."""
MAX_PENDING = 15
"""Cards still to be drawn."""


def can_run_out(
    hand: int,
    deck: int,
    clubs_hand: int,
    clubs: int,
    to_draw: int,
    to_discard: int,
    military: int,
    commerce: int,
) -> bool:
    """Whether more cards could be needed than the deck has (an upper bound of the need).

    Parameters
    ----------
    hand, deck
        Cards there.
    clubs_hand, clubs
        Clubs in hand, and in hand and deck together: military draws a card for each in hand.
    to_draw, to_discard
        What is pending.
    military, commerce
        How often these may still be used.
    """
    held = min(clubs, clubs_hand + to_draw + 2 * commerce)
    draws = to_draw + 2 * commerce
    grown = to_draw
    for _ in range(military):
        draws += held
        grown += held
        held = min(clubs, 2 * held)
    return draws + hand + grown - to_discard > deck
