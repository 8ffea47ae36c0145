"""Hints for The Emissary at the terminal: exact chances, in words."""

from typing import Any

from intrigue.cli.output import percent
from intrigue.cli.progress import progress
from intrigue.games.emissary import state as s
from intrigue.games.emissary.cards import HEARTS
from intrigue.solvers.emissary.campaign import campaign
from intrigue.solvers.emissary.kingdom_choice import rank_kingdoms
from intrigue.solvers.emissary.limited import limited_advice
from intrigue.solvers.emissary.solve import default_workers
from intrigue.solvers.emissary.tablebase import hand_table


def hint(state: Any) -> str:
    """Return what each legal action is worth: exact chances, or bounds that say so."""
    record = state.record[0]
    if record.variant != s.RULES_2021:
        return "no exact advice for the 2019 variant: its abilities differ from those of 2021"
    if record.phase == s.CHOOSE:
        return kingdoms_in_words(record)
    if record.phase not in (s.PREPARE, s.ANSWER, s.COMMERCE, s.SWAP):
        return "nothing to choose here"
    if record.phase == s.SWAP:
        return "choose the suit that the hint before the swap named"
    found = limited_advice(record)
    title = f"chance to win exactly {int(record.kingdom) + 1} debates in this kingdom"
    note = "" if found.exact else " (at least: not all helpers counted)"
    lines = [title + note]
    lines += [f"  {choice.text:44} {percent(choice.chance)}" for choice in found.choices]
    return "\n".join(lines)


def _solve_once(advisors: str) -> None:
    """Build the tables behind the ranking if they are not there yet, with progress bars."""
    with progress("all hands, solved once") as report:
        hand_table(advisors, workers=default_workers(), progress=report)
    with progress("the campaign, solved once") as report:
        campaign(advisors, workers=default_workers(), progress=report)


def kingdoms_in_words(record: Any) -> str:
    """Return the unvisited kingdoms, best for the whole game first."""
    _solve_once("h" if record.jack_exists[HEARTS] else "")
    lines = ["kingdom  trump     hit it    then win the rest   both (hearts Jack counted, no more)"]
    for row in rank_kingdoms(record):
        lines.append(
            f"  {row.kingdom:>5}  {row.trump:<9} {percent(row.hit):>8}  {percent(row.rest):>17}"
            f"   {percent(row.whole)}"
        )
    return "\n".join(lines)
