"""Hints for The Emissary at the terminal: exact chances or true bounds, in words."""

from dataclasses import dataclass, field
from typing import Any

from intrigue.cli.output import chance, percent
from intrigue.cli.progress import progress
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import SUIT_LETTERS, SUIT_NAMES
from intrigue.solvers.emissary.advice import Choice
from intrigue.solvers.emissary.from_game import DECISIONS_INSIDE, position_of
from intrigue.solvers.emissary.kingdom_choice import jacks_counted, rank_kingdoms
from intrigue.solvers.emissary.limits import Limits
from intrigue.solvers.emissary.player import action_of, best_action, swap_action
from intrigue.solvers.emissary.position import Position
from intrigue.solvers.emissary.search.solve import default_workers
from intrigue.solvers.emissary.state_advice import advice_for
from intrigue.solvers.emissary.tables.campaign import campaign
from intrigue.solvers.emissary.tables.hands import hand_table

POSITIONS = 1_000_000
"""Positions that a hint may search unless told otherwise: about a second."""


@dataclass
class Advisor:
    """Says what each choice is worth, and which is best, within limits.

    The last answer is kept, so that the best choice is the first of the hint just given.
    """

    limits: Limits = field(default_factory=lambda: Limits(positions=POSITIONS))
    _last: tuple[tuple[Position, int], tuple[Choice, ...]] | None = None

    @classmethod
    def within(cls, seconds: float | None, memory: int | None) -> "Advisor":
        """Return an advisor with these limits, or with the usual ones if there are none."""
        if seconds is None and memory is None:
            return cls()
        return cls(Limits(time=seconds, memory=memory))

    def hint(self, state: Any) -> str:
        """Return what each legal action is worth: exact chances, or bounds that say so."""
        record = state.record[0]
        if record.variant != s.RULES_2021:
            return "no exact advice for the 2019 variant: its abilities differ from those of 2021"
        if record.phase == s.CHOOSE:
            return kingdoms_in_words(record)
        if record.phase not in (*DECISIONS_INSIDE, s.SWAP):
            return "nothing to choose here"
        if record.phase == s.SWAP:
            return "choose the suit that the hint before the swap named"
        target = int(record.kingdom) + 1
        debates = "1 debate" if target == 1 else f"{target} debates"
        lines = [f"chance to win exactly {debates} in this kingdom"]
        lines += [
            f"  {choice.text:44} {chance(choice.at_least, choice.at_most)}"
            for choice in self._choices(record)
        ]
        return "\n".join(lines)

    def best_action(self, state: Any) -> int:
        """Return the action that the hint puts first."""
        record = state.record[0]
        if record.phase in DECISIONS_INSIDE:
            return action_of(record, self._choices(record)[0])
        if record.phase == s.SWAP:
            return swap_action(record, lambda after: self._choices(after)[0])
        return best_action(record)

    def _choices(self, record: Any) -> tuple[Choice, ...]:
        asked = position_of(record), int(record.last_discard)
        if self._last is None or self._last[0] != asked:
            with progress("thinking") as report:
                found = advice_for(
                    record,
                    self.limits,
                    lambda stage, done, known: report(done, known, f"positions: {stage}"),
                )
            self._last = asked, found.choices
        return self._last[1]


def _solve_once(jacks: str) -> None:
    """Build the tables behind the ranking if they are not there yet, with progress bars."""
    if jacks in ("", "h"):
        with progress("all hands, solved once") as report:
            hand_table(jacks, workers=default_workers(), progress=report)
    with progress("the campaign, solved once") as report:
        campaign(jacks, workers=default_workers(), progress=report)


def kingdoms_in_words(record: Any) -> str:
    """Return the unvisited kingdoms, best for the whole game first."""
    jacks = jacks_counted(record)
    _solve_once(jacks)
    rows = rank_kingdoms(record)
    lines = [
        f"chances {_counted(jacks)}; swaps and supporters can only add to them",
        "kingdom  trump     hit it    then win the rest   win the game    less than the best",
    ]
    for row in rows:
        best = rows[0].whole
        lost = percent(1 - row.whole / best) if row is not rows[0] and best > 0 else ""
        lines.append(
            f"  {row.kingdom:>5}  {row.trump:<9} {odds(row.hit):>8}  {odds(row.rest):>17}"
            f"   {odds(row.whole):>12}  {lost:>20}".rstrip()
        )
    return "\n".join(lines)


def _counted(jacks: str) -> str:
    names = [SUIT_NAMES[SUIT_LETTERS.index(letter)] for letter in jacks]
    if not names:
        return "without Jacks"
    listed = " and ".join([", ".join(names[:-1]), names[-1]] if names[1:] else names)
    return f"with the Jack{'s' if names[1:] else ''} of {listed}"


def odds(probability: float) -> str:
    """Return a chance as a percentage, or as ``1 in N`` where that says more."""
    if 0 < probability < 0.001:
        return f"1 in {1 / probability:,.0f}"
    return percent(probability)
