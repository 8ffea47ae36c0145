"""The state record of The Emissary and the names of its numbers.

Cards and rulers are numbered as in :mod:`~intrigue.games.emissary.cards`, in a deck of `ranks`
ranks. Kingdoms count from 0, so the target of kingdom k is k + 1 won debates.
"""

from pathlib import Path

import numpy as np

from intrigue.games.core.kernel import NOTHING, state_dtype
from intrigue.games.emissary.cards import NUM_CARDS, NUM_RULERS, NUM_SUITS

PLAYER = 1
"""Mask of the only player: who sees an event."""

# Where a card lies.
DECK, HAND, DISCARD, SCORING = range(4)
NUM_PLACES = 4

# What became of a kingdom.
UNVISITED, SUPPORTING, MISSED = range(3)

# What became of a ruler as a supporter.
NO_SUPPORTER, FACE_UP, FACE_DOWN = range(3)

# What happens next.
(
    DEAL_RULER,  # chance: who rules the next kingdom in the row
    DRAW,  # chance: a card from the deck to the hand
    CHOOSE,  # which kingdom to visit
    PREPARE,  # an ability, or on to the debate
    SWAP,  # politics: with which kingdom
    COMMERCE,  # commerce: which card to discard
    TOPIC,  # chance: the card that the ruler turns up
    ANSWER,  # a card of the hand (2019: or an ability that settles the debate)
    PAY,  # 2019: which face-up card the missed target costs
    OVER,
    NEXT_DEBATE,  # never left standing: `apply` goes on to PREPARE, TOPIC or the kingdom's end
) = range(11)
NUM_PHASES = 10

# Variants and objectives, in the order of the parameters' accepted words.
RULES_2021, RULES_2019 = range(2)
WIN, SCORE = range(2)

# 2019: what an ability made of the debate under way.
OPEN, COUNTS_AS_WON, COUNTS_AS_LOST = range(3)

# Event codes, with their payload.
(
    EV_RULER,  # kingdom, ruler
    EV_DRAW,  # card
    EV_RESHUFFLE,  # -
    EV_VISIT,  # kingdom
    EV_JACK,  # suit
    EV_SUPPORTER,  # ruler
    EV_SWAP,  # kingdom visited, the other kingdom
    EV_DISCARD,  # card
    EV_TOPIC,  # card
    EV_ANSWER,  # card, 1 if won
    EV_KINGDOM,  # kingdom, wins, 1 if on target
    EV_PAY_JACK,  # suit
    EV_PAY_SUPPORTER,  # ruler
    EV_END,  # 1 if won
) = range(14)

# A kingdom's wins lie in the scoring pile, so there are no more of them than cards.
assert max(NUM_CARDS, NUM_RULERS) < NOTHING, (
    "cards, wins, rulers and kingdoms are payloads of events: widen _PAYLOAD_BITS in core/kernel.py"
)
assert max(NUM_CARDS, NUM_RULERS) <= np.iinfo(np.int8).max, (
    "rulers and the places of cards are int8 in the record: widen them in STATE"
)

MAX_EVENTS = 8
"""Most events of one action: an answer, the end of its kingdom, a reshuffle, the end of the game,
with room to spare."""

STATE = state_dtype(
    "emissary",
    [
        # parameters
        ("ranks", np.int32),
        ("hand_size", np.int32),
        ("kingdoms", np.int32),
        ("variant", np.int32),
        ("objective", np.int32),
        # the row of kingdoms
        ("ruler", np.int8, (NUM_RULERS,)),  # ruler on each kingdom, -1 before the deal
        ("kingdom_state", np.int8, (NUM_RULERS,)),
        ("supporter_state", np.int8, (NUM_RULERS,)),  # by ruler
        ("jack_up", np.int8, (NUM_SUITS,)),
        ("jack_exists", np.int8, (NUM_SUITS,)),
        # the kingdom being visited
        ("kingdom", np.int32),  # -1 between kingdoms
        ("trump", np.int32),  # suit, -1 between kingdoms
        ("wins", np.int32),
        ("place", np.int8, (NUM_CARDS,)),
        ("count", np.int32, (NUM_PLACES,)),  # cards by place
        ("topic", np.int32),  # card, -1 if none is turned up
        ("settled", np.int32),  # 2019: the debate's outcome set by an ability
        # what is going on
        ("phase", np.int32),
        ("after_draw", np.int32),  # phase to go to when pending_draws is 0
        ("pending_draws", np.int32),
        ("pending_discards", np.int32),
        ("last_discard", np.int32),  # commerce: the second card discarded is a higher one
        ("pending_costs", np.int32),  # 2019: cards still to be turned face down
        ("kingdoms_done", np.int32),  # 2021: won; 2019: visited without losing
        ("won_game", np.int32),
    ],
    max_players=1,
    max_events=MAX_EVENTS,
    rules=Path(__file__).with_name("rules.py"),
)

# Parameters of `reset`; FIRST_JACK and the next ones say of each suit whether its Jack exists.
P_RANKS, P_HAND_SIZE, P_KINGDOMS, P_VARIANT, P_OBJECTIVE, FIRST_JACK = range(6)
