"""A second, slow implementation of the rules, with cards as objects that are moved about.

It is told every choice in words, says which choices there are, and knows nothing of the kernel.
"""

from itertools import combinations

KINDS = ["Chevalier", "Reine", "Roi", "Assassin"]


class Card:
    def __init__(self, name):
        self.name = name
        self.up = False


def names(cards):
    return sorted((card.name for card in cards), key=KINDS.index)


def pairs(cards):
    """Different pairs of names, in the order of the kinds."""
    found = {tuple(names(pair)) for pair in combinations(cards, 2)}
    return sorted(found, key=lambda pair: [KINDS.index(name) for name in pair])


class Referee:
    """Two players at a table. Drawn cards are fetched from the pile as chance says."""

    def __init__(self, kinds, copies, court_size, hand_size, refill, exchange, max_turns):
        self.pile = [Card(name) for name in kinds for _ in range(copies)]
        self.bottom, self.discard, self.court, self.hands = [], [], [], [[], []]
        self.places, self.size = court_size, hand_size
        self.refill, self.exchange, self.max_turns = refill, exchange, max_turns
        self.wanted = min(3, copies)
        self.turns = 0
        self.result = None
        self.script = self.game()
        self.options = next(self.script)

    def tell(self, text):
        """Perform a choice, in words."""
        try:
            self.options = self.script.send(text)
        except StopIteration:
            self.options = None

    # Every `yield` asks for a choice: a list of options, or None where chance decides.

    def game(self):
        self.active = int((yield None).split()[1])
        for _ in range(self.places):
            self.court.append(self.fetch((yield None).split()[2]))
        for hand in self.hands:
            hand += [self.fetch(name) for name in (yield None).split()[1:]]
        for player in range(2):
            while names(self.hands[player]).count("Reine") == 2:
                for card in [c for c in self.hands[player] if c.name == "Reine"]:
                    self.hands[player].remove(card)
                    self.bottom.append(card)
                yield from self.draw(player, 2)
        while self.result is None:
            yield from self.turn()

    def fetch(self, name):
        card = next(card for card in self.pile if card.name == name)
        self.pile.remove(card)
        return card

    def draw(self, player, count):
        while count and (self.pile or self.bottom or self.discard):
            if self.pile:
                drawn = [self.fetch(name) for name in (yield None).split()[1:]]
                assert len(drawn) == min(count, len(drawn) + len(self.pile))
            elif self.bottom:
                drawn = [self.bottom.pop()]
            else:
                self.pile, self.discard = self.discard, []
                continue
            self.hands[player] += drawn
            count -= len(drawn)

    def turn(self):
        me = self.active
        hand = self.hands[me]
        if names(hand).count("Reine") >= self.wanted:
            self.result = me
            return
        played = sorted({card.name for card in hand}, key=KINDS.index)
        options = [f"reveal {i + 1}" for i, card in enumerate(self.court) if not card.up]
        options += [f"play {k} on {i + 1}" for k in played for i in range(self.places)]
        options += [f"play {k} on {i + 1} face down" for k in played for i in range(self.places)]
        words = (yield options or ["pass"]).split()
        if words[0] == "reveal":
            card = self.court[int(words[1]) - 1]
            card.up = True
            yield from self.effect(card)
        elif words[0] == "play":
            card = next(card for card in hand if card.name == words[1])
            place = int(words[3]) - 1
            hand.remove(card)
            old, self.court[place] = self.court[place], card
            old.up = False
            (hand if self.exchange else self.discard).append(old)
            card.up = len(words) == 4
            if card.up:
                yield from self.effect(card)
            if self.result is None and self.refill and not self.exchange:
                yield from self.draw(me, max(0, self.size - len(hand)))
        self.turns += 1
        if self.result is None and self.turns == self.max_turns:
            self.result = "nobody"
        self.active = 1 - me

    def won(self):
        """Whether the active player has a conspiracy in the Court."""
        shown = [card.name if card.up else None for card in self.court]
        murder = any(
            shown[i] == shown[i + 2] == "Assassin" and shown[i + 1] for i in range(self.places - 2)
        )
        if murder or shown.count("Roi") >= self.wanted:
            self.result = self.active
        return self.result is not None

    def effect(self, card):
        if self.won():
            return
        hand, other = self.hands[self.active], self.hands[1 - self.active]
        down = [i for i, place in enumerate(self.court) if not place.up]
        if card.name == "Chevalier":
            switches = [f"switch {i + 1} {j + 1}" for i, j in combinations(range(self.places), 2)]
            text = (yield switches) if len(switches) > 1 else switches[0]
            i, j = (int(word) - 1 for word in text.split()[1:])
            self.court[i], self.court[j] = self.court[j], self.court[i]
            if not self.won():
                self.flip((yield [f"flip {i + 1}" for i in range(self.places)]))
        elif card.name == "Reine" and other:
            seen = names(other) if len(other) < 3 else (yield None).split()[1:]
            found = [c for c in other if c.name == "Reine"][: seen.count("Reine")]
            for reine in found:
                other.remove(reine)
                self.discard.append(reine)
            yield from self.draw(1 - self.active, len(found))
        elif card.name == "Roi":
            text = (yield [*(f"flip {i + 1}" for i in down), "draw two"]) if down else "draw two"
            if text == "draw two":
                yield from self.draw(self.active, 2)
                gone = names(hand)
                if len(hand) > 2:
                    gone = (yield ["discard " + " ".join(p) for p in pairs(hand)]).split()[1:]
                for name in gone:
                    lost = next(c for c in hand if c.name == name)
                    hand.remove(lost)
                    self.discard.append(lost)
            else:
                self.flip(text)
        elif card.name == "Assassin" and len(down) > 2:
            yield [f"look {i + 1} {j + 1}" for i, j in combinations(down, 2)]

    def flip(self, text):
        card = self.court[int(text.split()[1]) - 1]
        card.up = not card.up
        self.won()
