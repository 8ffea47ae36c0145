"""A player of the whole game: kingdoms by the solved tables, play inside by exact advice.

In a kingdom every decision is the one that the tables of all hands with their Jacks show to be
best, where they are built and no Jack was used yet. Else it is the best one counting as many
helpers as the budget of `state_advice` allows; those left out come in as the hand gets smaller.
Supporters are used like Jacks: whatever raises the chance to hit the target now.
"""

from collections.abc import Callable
from typing import Any

from intrigue.games.bots import ActionProbabilities, Bot
from intrigue.games.emissary import actions
from intrigue.games.emissary import state as s
from intrigue.games.emissary.abilities import can_swap_with
from intrigue.solvers.emissary.advice import Choice
from intrigue.solvers.emissary.from_tables import StoredTables
from intrigue.solvers.emissary.kingdom_choice import check_full_size, rank_kingdoms
from intrigue.solvers.emissary.state_advice import BUDGET, limited_advice


def best_action(record: Any, budget: float = BUDGET) -> int:
    """Return the action to take at any decision of the full game of 2021.

    Raises
    ------
    ValueError
        For the 2019 variant or a game that is not of full size.
    """
    if record.phase == s.CHOOSE:
        return int(actions.kingdom_action(record, rank_kingdoms(record)[0].kingdom - 1))
    tables = StoredTables()

    def best(place: Any) -> Choice:
        return limited_advice(place, budget, tables).choices[0]

    return swap_action(record, best) if record.phase == s.SWAP else action_of(record, best(record))


def action_of(record: Any, choice: Choice) -> int:
    """Return the game's action for a choice; Jacks are used before supporters."""
    if choice.cards:
        return choice.cards[0]
    if choice.ability is None:
        return int(actions.debate_action(record))
    if record.jack_up[choice.ability]:  # comes back; a supporter does not
        return int(actions.jack_action(record, choice.ability))
    return int(actions.supporter_action(record, choice.ability))


def swap_action(record: Any, best_after: Callable[[Any], Choice]) -> int:
    """Return the kingdom to swap with: the suit that is best here.

    Parameters
    ----------
    record
        The kernel's record, where politics has to choose a kingdom.
    best_after
        Returns the best choice in a state after the swap.
    """
    best: tuple[float, int] | None = None
    chances: dict[int, float] = {}
    for kingdom in range(int(record.kingdoms)):
        if not can_swap_with(record, kingdom):
            continue
        suit = int(record.ruler[kingdom]) // 2
        if suit not in chances:
            after = record.copy()
            mine = int(after.ruler[after.kingdom])
            after.ruler[after.kingdom] = after.ruler[kingdom]
            after.ruler[kingdom] = mine
            after.trump = suit
            after.phase = s.PREPARE
            chances[suit] = best_after(after).at_least
        if best is None or chances[suit] > best[0]:
            best = chances[suit], kingdom
    assert best is not None
    return int(actions.kingdom_action(record, best[1]))


def check_can_play(record: Any) -> None:
    """Raise ``ValueError`` in one line for a game that the exact player does not know."""
    if record.variant != s.RULES_2021:
        raise ValueError("the exact solver knows the rules of 2021 only, not the 2019 variant")
    check_full_size(record)


class ExactPlayer(Bot):
    """The player as an OpenSpiel bot; it uses no random numbers.

    Parameters
    ----------
    budget
        See `state_advice.BUDGET`.
    """

    def __init__(self, budget: float = BUDGET) -> None:
        super().__init__()
        self._budget = budget

    def step_with_policy(self, state: Any) -> tuple[ActionProbabilities, int]:
        """Return the best action, with probability one."""
        action = best_action(state.record[0], self._budget)
        return [(action, 1.0)], action
