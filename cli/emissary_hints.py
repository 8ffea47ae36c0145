"""Hints for The Emissary at the terminal: exact chances or true bounds, in words."""

import math
from dataclasses import dataclass, field
from typing import Any

from intrigue.cli.output import at_least, chance, percent
from intrigue.cli.progress import progress
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import SUIT_LETTERS, SUIT_NAMES
from intrigue.games.emissary.notation import format_card
from intrigue.solvers.emissary.advice import Advice, Choice
from intrigue.solvers.emissary.from_game import DECISIONS_INSIDE, position_of
from intrigue.solvers.emissary.from_tables import StoredTables, table_to_build
from intrigue.solvers.emissary.kingdom_choice import by_richness, jacks_counted, rank_kingdoms
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
    _last: tuple[tuple[Position, int], Advice] | None = None
    _pointed: bool = False

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
        found = self._advice(record)
        words = {choice: _in_words(state, choice) for choice in found.choices}
        width = max(map(len, words.values()))
        lines = [f"chance to win exactly {debates} in this kingdom"]
        lines += [
            f"  {words[choice]:{width}}  {worth(choice):36}  {behind(found, choice)}".rstrip()
            for choice in found.choices
        ]
        if found.floor > found.best.at_least:
            lines.append(f"the best of them is worth at least {at_least(found.floor)}")
        to_build = None if found.exact else table_to_build(found.position.abilities)
        if to_build is not None and not self._pointed:
            self._pointed = True
            lines.append(pointer(to_build))
        return "\n".join(lines)

    def best_action(self, state: Any) -> int:
        """Return the action that the hint puts first."""
        record = state.record[0]
        if record.phase in DECISIONS_INSIDE:
            return action_of(record, self._advice(record).best)
        if record.phase == s.SWAP:
            return swap_action(record, lambda after: self._advice(after).best)
        return best_action(record)

    def _advice(self, record: Any) -> Advice:
        asked = position_of(record), int(record.last_discard)
        if self._last is None or self._last[0] != asked:
            with progress("thinking") as report:
                found = advice_for(
                    record,
                    self.limits,
                    lambda stage, done, known: report(done, known, f"positions: {stage}"),
                    StoredTables(),
                )
            self._last = asked, found
        return self._last[1]


def _in_words(state: Any, choice: Choice) -> str:
    """Return a choice in the words of the menu, with what the next menu will ask."""
    if len(choice.cards) > 1:
        return ", ".join(f"discard {format_card(card)}" for card in choice.cards)
    text = str(state.action_to_string(0, action_of(state.record[0], choice)))
    return text if choice.trump is None else f"{text}, swap for {SUIT_NAMES[choice.trump]}"


def worth(choice: Choice) -> str:
    """Return the chance of a choice in words, small ones as ``1 in N``, with its true digits."""
    lower, upper = choice.at_least, choice.at_most
    if choice.error:
        return percent(lower, 1)
    if lower == upper:
        return odds(lower)
    if 0 < upper < 0.001:
        least = f"1 in {math.ceil(1 / lower):,}" if lower > 0 else at_least(lower)
        return f"at least {least}, at most 1 in {math.floor(1 / upper):,}"
    return chance(lower, upper)


def behind(advice: Advice, choice: Choice) -> str:
    """Say by how much a choice is behind the best, or behind it at least, where that is shown."""
    points = advice.behind(choice)
    if points < 1e-4:
        return ""
    if all(one.exact and not one.error for one in (advice.best, choice)):
        return f"{100 * points:.2f} points behind"
    return f"at least {at_least(points).removesuffix(' %')} points behind"


def pointer(jacks: str) -> str:
    """Return one line that names the command for answers from tables."""
    return (
        f"`intrigue tables {jacks}`, run once, has the answers {_counted(jacks)} ready, to 0.02 %"
        + (" (bounds for hands of many clubs)" if "c" in jacks else "")
    )


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
        f"at least, {_counted(jacks)} and no other help: what is left out can only add, to some",
        "kingdoms more than to others, so the order may be another one",
        "kingdom  trump      hit it   win the rest   win the game   kingdoms   less than the best",
    ]
    for row in rows:
        best = rows[0].whole
        lost = percent(1 - row.whole / best) if row is not rows[0] and best > 0 else ""
        lines.append(
            f"  {row.kingdom:>5}  {row.trump:<9}  {odds(row.hit):>6}  {odds(row.rest):>13}"
            f"  {odds(row.whole):>13}  {row.kingdoms:>9.2f}  {lost:>19}".rstrip()
        )
    lines.append("kingdoms: how many are won on average, this one counted, by going on to win all")
    if (richer := _richer(record, jacks)) is not None:
        lines.append(f"`intrigue tables {richer}`, run once, lets this count {_counted(richer)}")
    return "\n".join(lines)


def _richer(record: Any, jacks: str) -> str | None:
    """Return a set of Jacks that the ranking could count if its table were built: the cheapest."""
    there = {letter for suit, letter in enumerate(SUIT_LETTERS) if record.jack_exists[suit]}
    more = [known for known in by_richness(there) if set(known) > set(jacks)]
    return min(more, key=lambda known: ("c" in known, -len(known)), default=None)


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
