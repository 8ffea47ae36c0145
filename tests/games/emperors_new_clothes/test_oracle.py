"""The reveal phase against a second, plain account of the rulings, on random tables."""

import random

from clothes import reveal
from hypothesis import given, settings
from hypothesis import strategies as st

from intrigue.games.emperors_new_clothes.roles import ROLE_NAMES

CARDS = [name for name in ROLE_NAMES for _ in range(2 if name == "Swindler" else 1)]


class Oracle:
    """One reveal phase, role by role, as the rulings tell it. Choices come from `choose`."""

    def __init__(self, roles, cubes, starter, choose):
        self.roles = roles
        self.gold, self.dignity, self.gull = (list(column) for column in zip(*cubes, strict=True))
        self.points = [0] * len(roles)
        self.order = [(starter + i) % len(roles) for i in range(len(roles))]
        self.choose = choose
        self.caught, self.done, self.loot, self.stopped = set(), set(), None, False

    def holder(self, role):
        return self.roles.index(role) if role in self.roles else None

    def touch(self, by, target):
        if self.roles[target] == "Troll" and self.dignity[by]:
            self.dignity[by] -= 1
            self.points[target] += 1

    def score(self, p, pile):
        self.points[p] += pile[p]
        pile[p] = 0

    def pairs(self, p, other, count=None):
        most = min(self.gull[p], other[p])
        if count is None:
            count = most
        self.gull[p] -= count
        other[p] -= count

    def may_pairs(self, p, other, other_name):
        most = min(self.gull[p], other[p])
        if most:
            options = [f"discard {n} gullibility with {n} {other_name}" for n in range(most + 1)]
            self.pairs(p, other, options.index(self.choose(options)))

    def run(self):
        knight = self.holder("Knight")
        if knight is not None:
            self.guess(knight)
        for p in self.order:
            getattr(self, self.roles[p].lower().replace("-", "_"))(p)
            self.done.add(self.roles[p])
        return self

    def guess(self, knight):
        named = []
        others = [p for p in range(len(self.roles)) if p != knight]
        while len(named) < 2:
            left = [p for p in others if not named or p > named[-1]]
            if not left:
                break
            nobody = "guess nobody else as Swindler" if named else "guess nobody as Swindler"
            options = [nobody, *(f"guess player {p} as Swindler" for p in left)]
            chosen = options.index(self.choose(options))
            if chosen == 0:
                break
            named.append(left[chosen - 1])
        for p in named:
            if self.roles[p] == "Swindler":
                paid = min(2, self.gold[p])
                self.gold[p] -= paid
                self.gold[knight] += paid
                self.caught.add(p)
            self.touch(knight, p)

    def emperor(self, p):
        for q in range(len(self.roles)):
            if q != p and self.gold[q]:
                self.touch(p, q)
                self.gold[q] -= 1
                self.gold[p] += 1
        self.pairs(p, self.dignity)
        self.score(p, self.dignity)

    def swindler(self, p):
        emperor = self.holder("Emperor")
        if emperor is not None and self.gull[emperor] and p not in self.caught:
            if self.loot is None:
                self.loot = self.gold[emperor] // 2
            taken = min(self.loot, self.gold[emperor])
            self.gold[emperor] -= taken
            self.gold[p] += taken
        self.score(p, self.gold)

    def child(self, p):
        self.gold[p] = self.dignity[p] = 0
        if not self.stopped:
            self.points[p] += sum(self.gull) - self.gull[p]

    def mother(self, p):
        if not self.gull[p] and "Child" not in self.done:
            self.stopped = True
        self.may_pairs(p, self.dignity, "dignity")
        self.score(p, self.gold)

    def jester(self, p):
        self.pairs(p, self.dignity)
        self.score(p, self.gull)

    def minister(self, p):
        emperor = self.holder("Emperor")
        if emperor is not None:
            if self.gull[p]:
                self.gull[emperor] += 1
            elif self.gull[emperor]:
                options = ["keep the gullibility", "discard 1 gullibility"]
                self.gull[emperor] -= options.index(self.choose(options))
        self.may_pairs(p, self.dignity, "dignity")
        self.score(p, self.dignity)

    def knight(self, p):
        self.may_pairs(p, self.gold, "gold")
        self.score(p, self.dignity)

    def lady_in_waiting(self, p):
        knight = self.holder("Knight")
        piles = {"gold": self.gold, "dignity": self.dignity, "gullibility": self.gull}
        names = list(piles)
        if knight is not None:
            lowest = 0
            for turn in range(2):
                there = [name for name in names[lowest:] if piles[name][knight]]
                if not there:
                    break
                source = f"from player {knight}"
                nothing = f"take nothing{' else' if turn else ''} {source}"
                options = [nothing, *(f"take 1 {name} {source}" for name in there)]
                chosen = options.index(self.choose(options))
                if chosen == 0:
                    break
                lowest = names.index(there[chosen - 1])
                piles[there[chosen - 1]][knight] -= 1
                piles[there[chosen - 1]][p] += 1
        most = self.dignity[p] // 2
        if most:
            options = [f"discard {2 * n} dignity for {n} points" for n in range(most + 1)]
            count = options.index(self.choose(options))
            self.dignity[p] -= 2 * count
            self.points[p] += count

    def seamstress(self, p):
        change = 1 if self.gull[p] else -1
        for q in range(len(self.roles)):
            if q != p:
                self.touch(p, q)
                self.gull[q] = max(0, self.gull[q] + change)
        self.pairs(p, self.gold)
        self.score(p, self.gold)

    def fisherman(self, p):
        duped = []
        while len(duped) < 2:
            left = [q for q in range(len(self.roles)) if q != p and (not duped or q > duped[-1])]
            if not left:
                break
            nobody = "dupe nobody else" if duped else "dupe nobody"
            options = [nobody, *(f"dupe player {q}" for q in left)]
            chosen = options.index(self.choose(options))
            if chosen == 0:
                break
            duped.append(left[chosen - 1])
            self.touch(p, duped[-1])
            self.gull[duped[-1]] += 1
        self.may_pairs(p, self.gold, "gold")
        self.may_pairs(p, self.dignity, "dignity")
        self.score(p, self.gold)

    def farmer(self, p):
        self.gull[p] = self.dignity[p] = 0
        self.score(p, self.gold)

    def troll(self, p):
        pass


@st.composite
def tables(draw):
    players = draw(st.integers(2, 8))
    roles = draw(st.permutations(CARDS))[:players]
    amounts = st.tuples(*[st.integers(0, 6)] * 3)
    return roles, [draw(amounts) for _ in roles], draw(st.integers(0, players - 1))


@settings(max_examples=400, deadline=None)
@given(tables(), st.randoms(use_true_random=False))
def test_every_reveal_phase_agrees_with_the_rulings(laid_out, rng: random.Random):
    roles, cubes, starter = laid_out
    table = reveal(roles, cubes, starter=starter)

    def choose(options):
        assert table.options == options
        chosen = rng.choice(options)
        table.play(chosen)
        return chosen

    oracle = Oracle(roles, cubes, starter, choose).run()
    assert table.options == []
    assert table.points == oracle.points
    assert [table.cubes(p) for p in range(len(roles))] == list(
        zip(oracle.gold, oracle.dignity, oracle.gull, strict=True)
    )
