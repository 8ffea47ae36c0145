"""Positions of The Emissary as they lie on the table, for tests."""

import pyspiel

import intrigue.games  # noqa: F401
from intrigue.games.core import driver
from intrigue.games.core.kernel import CHANCE, new_states
from intrigue.games.emissary import actions, rules
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import SUIT_LETTERS
from intrigue.games.emissary.notation import parse_hand
from intrigue.games.emissary.text import cards_at, ruler_name

RULERS = "K♣ Q♣ K♦ Q♦ K♥ Q♥ K♠ Q♠"
SEED_HAND = "A♣ 6♣ 3♥ 8♥ 2♦ 5♦ 4♠ 7♠"


class Table:
    """A game stopped before the choice of a kingdom (or inside one), moved on by words."""

    def __init__(self, hand, *, rulers=RULERS, discard="", scoring="", deck=None, visited=(),
                 supporters="", spent="", wins=0, **parameters):  # fmt: skip
        self.game = pyspiel.load_game("python_emissary", parameters)
        self.definition = self.game.definition
        self.states = new_states(self.definition.kernel)
        driver.start(self.states, self.definition.encoded)
        r = self.record
        ids = {ruler_name(i): i for i in range(8)}
        for kingdom, name in enumerate(rulers.split()[: r.kingdoms]):
            r.ruler[kingdom] = ids[name]
        for kingdom in visited:
            r.kingdom_state[kingdom - 1] = s.SUPPORTING
            r.kingdoms_done += 1
        for name in supporters.split():
            r.supporter_state[ids[name]] = s.FACE_UP
        for name in spent.split():
            r.supporter_state[ids[name]] = s.FACE_DOWN
        places = {s.HAND: hand, s.DISCARD: discard, s.SCORING: scoring}
        r.place[:] = s.DECK
        for place, cards in places.items():
            for card in parse_hand(cards, size=None):
                r.place[self.card(card)] = place
        if deck is not None:  # everything not named lies in the scoring pile
            in_deck = {self.card(c) for c in parse_hand(deck, size=None)}
            for card in range(4 * r.ranks):
                if r.place[card] == s.DECK and card not in in_deck:
                    r.place[card] = s.SCORING
        for place in range(4):
            r.count[place] = int((r.place[: 4 * r.ranks] == place).sum())
        r.phase = s.CHOOSE
        r.wins = wins

    @property
    def record(self):
        return self.states[0]

    def card(self, eight_rank_card):
        """The same card in a deck of fewer ranks."""
        suit, rank = divmod(eight_rank_card, 8)
        assert rank < self.record.ranks
        return suit * int(self.record.ranks) + rank

    def actions(self):
        """Words of the legal actions or chance outcomes."""
        player = rules.current_player(self.record)
        return [
            self.definition.action_text(self.record, player, a)
            for a in driver.list_choices(self.states).tolist()
        ]

    def do(self, *words):
        """Take actions or let chance happen, by their words; a topic includes going to debate."""
        for word in words:
            names = self.actions()
            if word.startswith("topic") and "debate" in names:
                driver.step(self.states, actions.debate_action(self.record))
                names = self.actions()
            assert word in names, f"{word!r} is not among {names}"
            driver.step(self.states, driver.list_choices(self.states).tolist()[names.index(word)])
        return self

    def at(self, place):
        """The cards at a place, as text."""
        return " ".join(cards_at(self.record, place))

    @property
    def hand(self):
        return self.at(s.HAND)

    @property
    def phase(self):
        return int(self.record.phase)

    @property
    def over(self):
        return self.phase == s.OVER

    @property
    def is_chance(self):
        return rules.current_player(self.record) == CHANCE

    @property
    def score(self):
        return driver.list_returns(self.states)[0]

    def jacks(self):
        """Letters of the face-up Jacks."""
        return "".join(c for c, up in zip(SUIT_LETTERS, self.record.jack_up, strict=True) if up)
