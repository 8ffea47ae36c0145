"""Positions of Le Roy des Ribauds as they lie on the table, for tests.

``Table("Roi (Reine) (Assassin:0) (Roi:01)", ["Roi Roi", "Reine"])``: a Court, cards in brackets
lie face down and are known to the players after the colon; two hands; everything else in the pile.
"""

from collections import Counter

from hypothesis import strategies as st

import intrigue.games  # noqa: F401
from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, TERMINAL, current_player, new_states
from intrigue.games.roy_des_ribauds import state as s
from intrigue.games.roy_des_ribauds.game import RoyDesRibauds


class Table:
    """A state that starts in the middle of a game, moved on by words."""

    def __init__(self, court, hands, pile=None, discard="", under=0, active=0, **parameters):
        places = court.split()
        parameters.setdefault("court_size", len(places))
        self.definition = RoyDesRibauds(parameters)
        self.names = self.definition.deck.names
        self.states = new_states(self.definition.kernel)
        driver.start(self.states, self.definition.encoded)
        record = self.record
        record.dealt = len(places) + 2
        rest = Counter({name: int(record.copies) for name in self.names})
        for place, text in enumerate(places):
            down = text.startswith("(")
            name, _, known = text.strip("()").partition(":")
            record.court[place] = self.names.index(name)
            record.face_up[place] = not down
            record.known[place] = sum(1 << int(p) for p in known) if down else s.BOTH
            rest[name] -= 1
        for player, hand in enumerate(hands):
            record.hand[player] = self._counts(hand)
            record.held[player] = len(hand.split())
            rest.subtract(hand.split())
        record.discard[:] = self._counts(discard)
        record.discard_size = len(discard.split())
        rest.subtract(discard.split())
        record.under = under
        rest["Reine"] -= under
        if pile is None:
            assert all(count >= 0 for count in rest.values()), rest
            pile = " ".join(rest.elements())
        record.pile[:] = self._counts(pile)
        record.pile_size = len(pile.split())
        record.active = active
        record.phase = s.MAIN

    @property
    def record(self):
        return self.states[0]

    def _counts(self, cards):
        counts = Counter(cards.split())
        return [counts[name] for name in self.names] + [0] * (4 - len(self.names))

    @property
    def player(self):
        return int(current_player(self.record))

    def options(self):
        """The choices of the player to move, or of chance, in words."""
        player = self.player
        actions = [] if player == TERMINAL else self._choices(player)
        return [self.definition.action_text(self.record, player, a) for a in actions]

    def chances(self):
        """Words and probability of each chance outcome."""
        outcomes, probs = driver.list_outcomes(self.states)
        words = [self.definition.action_text(self.record, CHANCE, a) for a in outcomes.tolist()]
        return dict(zip(words, probs.tolist(), strict=True))

    def _choices(self, player):
        if player == CHANCE:
            return driver.list_outcomes(self.states)[0].tolist()
        return driver.list_choices(self.states).tolist()

    def do(self, *words):
        """Perform choices given in words, one after the other."""
        for text in words:
            player = self.player
            options = self.options()
            assert text in options, f"{text!r} is not among {options}"
            driver.step(self.states, self._choices(player)[options.index(text)])
        return self

    def seen_by(self, player):
        """What a player saw of the last choice."""
        return [
            self.definition.event_line(player, int(word))
            for word, mask in zip(
                self.record.events[: self.record.n_events], self.record.event_masks, strict=False
            )
            if (mask >> player) & 1
        ]

    def court(self):
        """The Court in the notation of the constructor."""
        words = []
        for place in range(int(self.record.court_size)):
            name = self.names[int(self.record.court[place])]
            known = int(self.record.known[place])
            who = "".join(str(p) for p in range(2) if (known >> p) & 1)
            if self.record.face_up[place]:
                assert known == s.BOTH
                words.append(name)
            else:
                words.append(f"({name}:{who})" if who else f"({name})")
        return " ".join(words)

    def hand(self, player):
        return " ".join(self.definition.deck.cards(self.record.hand[player]))

    def discard(self):
        return " ".join(self.definition.deck.cards(self.record.discard))

    def pile(self):
        return " ".join(self.definition.deck.cards(self.record.pile))

    def known_of(self, player):
        """What the other player surely knows of a hand."""
        return " ".join(self.definition.deck.cards(self.record.seen[player]))

    def result(self):
        """How the game ended and who won (None for nobody), or None if it goes on."""
        if self.player != TERMINAL:
            return None
        winner = int(self.record.winner)
        returns = driver.list_returns(self.states).tolist()
        expected = [0.0, 0.0] if winner < 0 else [1.0 - 2 * winner, 2 * winner - 1.0]
        assert returns == expected
        how = {1: "Coronation", 2: "Mariage", 3: "Murder", 4: "turn limit"}
        return how[int(self.record.ending)], None if winner < 0 else winner


def start_of(parameters):
    """A fresh state and its definition."""
    definition = RoyDesRibauds(parameters)
    states = new_states(definition.kernel)
    driver.start(states, definition.encoded)
    return definition, states


def replay(definition, history):
    states = new_states(definition.kernel)
    driver.start(states, definition.encoded)
    for action in history:
        driver.step(states, int(action))
    return states


sets_of_parameters = st.fixed_dictionaries(
    {
        "refill": st.booleans(),
        "exchange": st.booleans(),
        "max_turns": st.integers(1, 25),
        "copies": st.integers(1, 4),
        "court_size": st.integers(2, 6),
        "hand_size": st.integers(1, 4),
        "kinds": st.sets(
            st.sampled_from(["chevalier", "reine", "roi", "assassin"]), min_size=1
        ).map("+".join),
    }
)


def playable(parameters):
    try:
        return RoyDesRibauds(parameters)
    except ValueError:
        return None
