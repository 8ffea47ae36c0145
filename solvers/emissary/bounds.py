"""What is known for sure about positions when their exact values may take too long.

What tables know comes first (see `from_tables`). Then the exact values are tried with a small part
of what the limits allow. If that is not enough, the rest goes to easier questions, cheap ones
first, and a last attempt at the exact values:

- the same positions with fewer abilities. Nobody has to use an ability, so these values are true
  lower bounds; for a position that has no other abilities they are exact.
- the same, with politics kept until few cards are in hand: a swap that may also come earlier is
  worth no less, so these are true lower bounds too. What the last debates need is then known, and
  a swap is worth most, while nearly all positions are those without it.
- military or commerce used at once, and the other of the two never. Whoever may choose the moment
  may choose this one: true lower bounds. Only chance events at the start, and not at each of the
  debates, then multiply the positions.
- while commerce draws: the position without the draw. Whoever discards the drawn cards unseen meets
  the same topics with the same chances, as long as the deck lasts: a true lower bound again.
- the same positions with tied ranks (see `tied_suits`), whose values are true upper bounds: with
  all ranks of a suit in one class; with those below (or above) all cards in hand in another; with
  both.

A question gets three quarters of what is left. If that is too little, all of it counts as spent,
and so do three quarters of the rest for each later question that is not even asked because it is
larger. So a larger limit of positions leaves more for every question, and no bound gets worse.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from intrigue.games.emissary.cards import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    NUM_CARDS,
    NUM_RANKS,
    NUM_SUITS,
    SPADES,
    SUIT_LETTERS,
    card_suit,
)
from intrigue.solvers.emissary.from_tables import StoredTables
from intrigue.solvers.emissary.limits import LimitReached, Limits
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.encoding import encode, encode_strings, letters_of
from intrigue.solvers.emissary.search.passes import NUM_VALUES
from intrigue.solvers.emissary.search.solve import (
    PassProgress,
    Search,
    peak_memory,
    solve_positions,
)
from intrigue.solvers.emissary.search.tied_suits import TiedSuits, TooManyStrings, classes_of
from intrigue.solvers.emissary.suit_tables import SuitTables
from intrigue.solvers.emissary.tables.jacks.table import ERROR, less, more

Abilities = tuple[int, int, int, int]
Ties = tuple[bool, bool]

_FIRST = 0.1
"""Share of the limits for the first attempt at the exact values."""
_NEXT = 0.75
"""Share of what is left for each question after it."""
ROUNDING = 1e-12
"""More than the relative error of a value: each of under 100 steps adds up 32 terms at most."""
# Costs are about how many times as many positions there are as with diplomacy alone (measured),
# less where much is gained for them.
_TIES = {(False, False): 300.0, (True, False): 8_600.0, (False, True): 8_600.0, (True, True): 26e3}
"""Classes below and above the hand or not, and what they cost where all Jacks are left."""
_TIES_CLUBS = 2.5
"""How many times more that is for each club in hand."""
_LATE = 4
"""Cards in hand from which on politics is kept no longer."""
_POLITICS = {_LATE: 5.5, NUM_CARDS: 25.0}
"""Politics with at most so many cards in hand."""
_COMMERCE = 600.0
_COMMERCE_NOW = 50.0
_MILITARY = 14.0, 12.0
"""With one club in hand, and how many times more for each other."""
_MILITARY_NOW = 8.0, 5.5


@dataclass(frozen=True)
class Bounds:
    """What is known about some positions.

    Attributes
    ----------
    lower, upper : float64 arrays, shape (positions, 9)
        True bounds of the chances to win exactly 0..8 more debates; equal where these are known.
    exact : bool array, shape (positions,)
        Whether all chances of a position are known.
    errors : float64 array, shape (positions,)
        How far the chances of a position that is `exact` may be off: 0, or `ERROR` from a table.
    search
        Positions, time and memory of all that was tried.
    limit
        The limit that struck last, None if all is exact.
    """

    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    exact: NDArray[np.bool_]
    errors: NDArray[np.float64]
    search: Search
    limit: str | None


def bound_values(
    positions: Sequence[Position],
    workers: int | None = None,
    limits: Limits | None = None,
    progress: PassProgress | None = None,
    tables: StoredTables | None = None,
) -> Bounds:
    """Return the values of positions, or as much as can be known about them within limits.

    Parameters
    ----------
    positions
        Without topics to answer, with the same trump and rulers or those that politics makes of
        them. Their targets do not matter.
    workers, progress
        As for `solve_positions`.
    limits
        By default none: then all is exact.
    tables
        What is looked up before anything is searched; by default nothing.
    """
    work = _Work(positions, workers, limits or Limits(), progress)
    if tables is not None:
        work.look_up(tables)
    if not work.ask(_everything(positions), _FIRST):
        work.narrow()
    return work.found()


@dataclass(frozen=True)
class _Question:
    """An easier game to solve.

    Attributes
    ----------
    places
        For which of the positions.
    counted
        The most uses of each ability.
    undrawn
        Whether what commerce is about to draw is left out.
    now
        The ability (`CLUBS` or `DIAMONDS`) that is used at once, before those counted, or None.
    swap_hand
        With more cards in hand politics is not used.
    ties
        Whether the ranks below all cards in hand, and those above, are classes of their own. None
        if ranks are not tied.
    """

    places: tuple[int, ...]
    counted: Abilities
    undrawn: bool = False
    now: int | None = None
    swap_hand: int = NUM_CARDS
    ties: Ties | None = None

    def contains(self, other: "_Question") -> bool:
        """Whether this is hardly easier to answer, as it asks for as much or more."""
        same_kind = (self.ties is None, self.undrawn, self.now) == (
            other.ties is None, other.undrawn, other.now
        )  # fmt: skip
        if self.places != other.places or not same_kind or self.swap_hand < other.swap_hand:
            return False
        return bool(np.less_equal(other.counted, self.counted).all())


class _Work:
    """The bounds so far, and what is left of the limits."""

    def __init__(
        self,
        positions: Sequence[Position],
        workers: int | None,
        limits: Limits,
        progress: PassProgress | None,
    ) -> None:
        if limits.time is not None:
            # Compiling is not counted.
            run_out = any(position.deck_may_run_out for position in positions)
            _compile(run_out or _most(positions)[SPADES] > 0)
        self.started = time.perf_counter()
        self.positions = positions
        self.workers = workers
        self.limits = limits
        self.progress = progress
        self.lower = np.zeros((len(positions), NUM_VALUES))
        self.upper = np.array([_possible(position) for position in positions])
        self.exact = np.zeros(len(positions), np.bool_)
        self.errors = np.zeros(len(positions))
        self.counted = [""] * len(positions)
        self.searched = 0
        self.charged = 0
        self.table_bytes = 0
        self.limit: str | None = None

    def found(self) -> Bounds:
        """Return the bounds."""
        seconds = time.perf_counter() - self.started
        search = Search(self.searched, seconds, self.table_bytes, peak_memory())
        limit = None if self.exact.all() else self.limit
        return Bounds(self.lower, self.upper, self.exact, self.errors, search, limit)

    def look_up(self, tables: StoredTables) -> None:
        """Start from what tables know."""
        for n, position in enumerate(self.positions):
            known = tables.known(position)
            if known is None:
                continue
            if known.exact.all():
                self.lower[n] = self.upper[n] = known.lower
                self.exact[n] = True
                self.errors[n] = ERROR
            else:
                self.counted[n] = known.counted
                at_least = np.where(known.exact, less(known.lower), known.lower)
                at_most = np.where(known.exact, more(known.upper), known.upper)
                self.lower[n] = np.maximum(self.lower[n], at_least)
                self.upper[n] = np.minimum(self.upper[n], at_most)

    def narrow(self) -> None:
        """Ask the easier questions, and for the exact values again if all these were answered."""
        hopeless = self.limit == "memory"  # the same attempt would end in the same way
        unanswered: list[_Question] = []
        for question in _questions(self.positions):
            if self.exact.all() or self._no_time_left():
                return
            if self._is_known(question):
                continue
            if any(question.contains(other) for other in unanswered):
                self._charge(self._left(_NEXT))
            elif not self.ask(question, _NEXT):
                unanswered.append(question)
        if not (hopeless or unanswered or self.exact.all()):
            self.ask(_everything(self.positions), 1.0)

    def _is_known(self, question: "_Question") -> bool:
        """Whether tables count all that a question counts."""
        if question.ties is not None or question.counted[SPADES]:
            return False
        used = list(question.counted)
        if question.now is not None:
            used[question.now] += 1
        asked = {SUIT_LETTERS[suit] for suit, uses in enumerate(used) if uses}
        counted = [self.counted[n] for n in question.places]
        return max(used) <= 1 and all(jacks and asked.issubset(jacks) for jacks in counted)

    def ask(self, question: "_Question", share: float) -> bool:
        """Improve the bounds; return False if the share of what is left was too little."""
        places = [n for n in question.places if not self.exact[n]]
        if not places:
            return True
        if question.ties is None:
            return self.count(places, question, share)
        return self.tie(places, *question.ties, share)

    def count(self, places: list[int], question: _Question, share: float) -> bool:
        """Raise lower bounds to the values with these abilities; False if a limit struck."""
        fewer = [_with_at_most(self.positions[n], question.counted) for n in places]
        if question.undrawn:
            fewer = [replace(position, to_draw=0, to_discard=0) for position in fewer]
        if question.now is not None:
            fewer = [_drawing(position, question.now) for position in fewer]
        run_out = any(position.deck_may_run_out for position in fewer)
        roots = [encode(position, run_out) for position in fewer]
        values = self._solve(roots, run_out, share, swap_hand=question.swap_hand)
        if values is None:
            return False
        for n, position, value in zip(places, fewer, values, strict=True):
            if position == self.positions[n] and question.swap_hand == NUM_CARDS:
                self.exact[n] = True
                self.lower[n] = self.upper[n] = value
            else:
                safe = np.where(value == 1.0, 1.0, value * (1.0 - ROUNDING))
                self.lower[n] = np.maximum(self.lower[n], safe)
        return True

    def tie(self, places: list[int], below: bool, above: bool, share: float) -> bool:
        """Lower upper bounds to the values with tied ranks; False if a limit struck."""
        chosen = [self.positions[n] for n in places]
        run_out = any(position.deck_may_run_out for position in chosen)
        suits = TiedSuits(run_out)
        cuts = [_cuts(self.positions, suit, below, above) for suit in range(NUM_SUITS)]
        try:
            strings = [
                [
                    suits.number(classes_of(letters_of(position, suit), cuts[suit]))
                    for suit in range(NUM_SUITS)
                ]
                for position in chosen
            ]
            tables = suits.tables()
        except TooManyStrings:
            return True  # no limit is too small: there is no such bound for so many different suits
        roots = [
            encode_strings(position, numbers, run_out, tables.table)
            for position, numbers in zip(chosen, strings, strict=True)
        ]
        values = self._solve(roots, run_out, share, tables)
        if values is None:
            return False
        safe = np.minimum(values * (1.0 + ROUNDING), 1.0)
        self.upper[places] = np.minimum(self.upper[places], safe)
        return True

    def _solve(
        self,
        roots: Sequence[tuple[int, int]],
        run_out: bool,
        share: float,
        tables: SuitTables | None = None,
        swap_hand: int = NUM_CARDS,
    ) -> NDArray[np.float64] | None:
        """Return the values, or None if a limit struck."""
        limits = self._left(share)
        mask = self.positions[0].ruler_mask
        try:
            values, search = solve_positions(
                roots, run_out, mask, self.workers, limits, self.progress, tables, swap_hand
            )
        except LimitReached as reached:
            self.limit = reached.limit
            self.searched += reached.positions
            self._charge(limits)
            return None
        self.searched += search.positions
        self.charged += search.positions
        self.table_bytes = max(self.table_bytes, search.table_bytes)
        return values

    def _charge(self, limits: Limits) -> None:
        """Count a question without an answer as all the positions that it was allowed.

        So whoever starts with more has more left after each question, see the module.
        """
        self.charged += limits.positions or 0

    def _no_time_left(self) -> bool:
        left = self._left(1.0).time
        return left is not None and left <= 0

    def _left(self, share: float) -> Limits:
        """Return limits for a share of what is left."""
        limits = self.limits
        if limits.time is not None:
            left = limits.time - (time.perf_counter() - self.started)
            limits = replace(limits, time=share * max(0.0, left))
        if limits.positions is not None:
            limits = replace(limits, positions=int(share * (limits.positions - self.charged)))
        return limits


@cache
def _compile(general: bool) -> None:
    """Solve a position of two cards, so that all code needed is compiled."""
    smallest = Position(hand=(0,), deck=(NUM_RANKS,), trump=0)
    solve_positions([encode(smallest, general)], general, smallest.ruler_mask)


def _everything(positions: Sequence[Position]) -> _Question:
    """Return the question for the exact values."""
    return _Question(tuple(range(len(positions))), _most(positions))


def _most(positions: Sequence[Position]) -> Abilities:
    """Return the most uses of each ability in any of the positions."""
    most = np.max([position.abilities for position in positions], axis=0).tolist()
    if not any(position.other_rulers for position in positions):
        most[SPADES] = 0  # politics cannot change anything
    return most[0], most[1], most[2], most[3]


def _with_at_most(position: Position, counted: Abilities) -> Position:
    fewer = np.minimum(position.abilities, counted).tolist()
    if not position.other_rulers:
        fewer[SPADES] = position.abilities[SPADES]
    return replace(position, abilities=(fewer[0], fewer[1], fewer[2], fewer[3]))


def _cost(counted: Abilities, clubs: int, swap_hand: int = NUM_CARDS) -> float:
    """Return the cost of counting these abilities with so many clubs in hand."""
    military, commerce, _, politics = counted
    return (
        (_MILITARY[0] * _MILITARY[1] ** (max(clubs, 1) - 1)) ** military
        * _COMMERCE**commerce
        * _POLITICS[swap_hand] ** politics
    )


def _cost_now(ability: int, clubs: int) -> float:
    """Return how many times as many positions there are once it was used."""
    if ability == DIAMONDS:
        return _COMMERCE_NOW
    return float(_MILITARY_NOW[0] * _MILITARY_NOW[1] ** (clubs - 1))


def _clubs_in_hand(position: Position) -> int:
    return sum(card_suit(card) == CLUBS for card in position.hand)


def _drawing(position: Position, ability: int) -> Position:
    """Return a position with nothing pending after military or commerce was used."""
    if ability == CLUBS:
        return replace(position, to_draw=_clubs_in_hand(position))
    return replace(position, to_draw=2, to_discard=2)


def _questions(positions: Sequence[Position]) -> list[_Question]:
    """Return the easier questions, the cheapest first.

    Positions in which cards are to be drawn take longer than others, so they are asked about apart.
    """
    costs: dict[_Question, float] = {}
    groups: dict[int, list[int]] = {}
    for n, position in enumerate(positions):
        suit = DIAMONDS if position.to_discard else CLUBS
        groups.setdefault(suit if position.to_draw else HEARTS, []).append(n)
    for drawing, group in groups.items():
        places = tuple(group)
        chosen = [positions[n] for n in group]
        most = _most(chosen)
        clubs = max(_clubs_in_hand(position) for position in chosen)
        cost = 1.0 if drawing == HEARTS else _cost_now(drawing, max(p.to_draw for p in chosen))
        may_leave_out = drawing == DIAMONDS and all(
            position.to_draw == position.to_discard and not position.deck_may_run_out
            for position in chosen
        )
        for counted in _sets(most):
            # Where cards are drawn, late politics (below) costs less and gives more than none.
            worth = drawing == HEARTS or counted[SPADES] == most[SPADES]
            if worth and (counted != most or len(groups) > 1):
                costs[_Question(places, counted)] = cost * _cost(counted, clubs)
            if may_leave_out:
                costs[_Question(places, counted, undrawn=True)] = _cost(counted, clubs)
        swap_hand = _LATE if most[SPADES] else NUM_CARDS
        simple: Abilities = (0, 0, most[HEARTS], most[SPADES])
        if most[SPADES]:
            question = _Question(places, simple, swap_hand=swap_hand)
            costs[question] = cost * _cost(simple, 0, swap_hand)
        for ability in (CLUBS, DIAMONDS):
            able = tuple(n for n in group if _can_draw(positions[n], ability))
            if able and np.count_nonzero(most) - (most[HEARTS] > 0) > 1:
                times = _cost_now(ability, max(_clubs_in_hand(positions[n]) for n in able))
                question = _Question(able, simple, now=ability, swap_hand=swap_hand)
                if len(able) > 1:  # hands after one debate or another share less
                    times *= 3
                costs[question] = times * _cost(simple, 0, swap_hand)
        share = cost * _cost(most, 1) / _cost((1, 1, 1, 1), 1) * _TIES_CLUBS ** min(clubs, 4)
        for ties, tied in _TIES.items():
            costs[_Question(places, most, ties=ties)] = share * tied
    return sorted(costs, key=lambda question: costs[question])


def _can_draw(position: Position, ability: int) -> bool:
    """Whether military or commerce can be used now, with nothing pending."""
    if position.to_draw or position.to_discard or not position.hand:
        return False
    if ability == CLUBS and not (_clubs_in_hand(position) and position.deck):
        return False
    return position.abilities[ability] > 0


def _sets(counts: Abilities) -> list[Abilities]:
    """Return some sets of abilities to count, from the cheapest to the full one.

    Diplomacy costs almost nothing and is always counted.
    """
    sets: list[Abilities] = [
        (clubs, diamonds, counts[HEARTS], spades)
        for diamonds in range(counts[DIAMONDS] + 1)
        for clubs in range(counts[CLUBS] + 1)
        for spades in range(counts[SPADES] + 1)
    ]
    sets.sort(key=lambda counted: _cost(counted, 1))
    # A few are enough, each much larger than the one before.
    few = {sets[0], *sets[:: -max(1, len(sets) // 8)]}
    return [counted for counted in sets if counted in few]


def _cuts(positions: Sequence[Position], suit: int, below: bool, above: bool) -> list[int]:
    """Return where the classes of a suit start, given who holds what."""
    ranks = [
        card % NUM_RANKS
        for position in positions
        for card in position.hand
        if card_suit(card) == suit
    ]
    if not ranks:
        return []
    return [min(ranks)] * below + [max(ranks) + 1] * above


def _possible(position: Position) -> NDArray[np.float64]:
    """Return 1 for each number of debates that could be held at all, and 0 above."""
    most = len(position.hand) + position.to_draw
    military, commerce = position.abilities[CLUBS], position.abilities[DIAMONDS]
    # Each use of military draws at most a card for every club there can be by then.
    held = _clubs_in_hand(position)
    held += position.to_draw + 2 * commerce
    for _ in range(military):
        draws = min(held, NUM_RANKS)
        most += draws
        held += draws
    return np.where(np.arange(NUM_VALUES) <= most, 1.0, 0.0)
