"""What a person at the table is shown: of our games their words, of others OpenSpiel's strings.

Games count their players from 0, as OpenSpiel does; people count from 1, and so does all that is
shown here.
"""

from collections.abc import Sequence
from typing import Any

import pyspiel

from intrigue.games.definition import EVERYTHING
from intrigue.games.openspiel import KernelGame, KernelState
from intrigue.games.people import seat_name, spoken


def check_playable(game: Any) -> None:
    """Raise ``ValueError`` in one line unless one player moves at a time."""
    kind = game.get_type()
    if kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{kind.short_name} is no game in which one player moves at a time")


def replay(game: Any, history: Sequence[int]) -> Any:
    """Return the state of any game after `history`.

    Raises
    ------
    ValueError
        In one line, if an action is not legal where it stands.
    """
    if isinstance(game, KernelGame):
        return game.new_initial_state({"history": list(history)})
    state = game.new_initial_state()
    for number, action in enumerate(history):
        if action not in state.legal_actions():
            raise ValueError(f"action {action!r}, number {number} of history, is not legal")
        state.apply_action(action)
    return state


def action_words(state: Any, player: int, action: int) -> str:
    """Return the words for an action of `player`."""
    return spoken(state.action_to_string(player, action))


def view(state: Any, player: int) -> str:
    """Draw the table as `player` sees it."""
    if isinstance(state, KernelState):
        return spoken(state.view(player))
    kind = state.get_game().get_type()
    if kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return spoken(str(state))
    if kind.provides_information_state_string:
        return spoken(state.information_state_string(player))
    return spoken(state.observation_string(player))


def story(state: Any, viewer: int) -> list[str]:
    """Return what happened as `viewer` (a player, PUBLIC or EVERYTHING) saw it, a line an event.

    Who sees a move in a game of OpenSpiel is not known here: its players are told their own, and
    all moves only where nothing is hidden. The rest is for :func:`view` to show.
    """
    if isinstance(state, KernelState):
        return [spoken(line) for line in state.transcript(viewer)]
    game = state.get_game()
    open_ = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    lines = []
    past = game.new_initial_state()
    for action in state.history():
        player = past.current_player()
        if open_ or viewer in (EVERYTHING, player):
            who = "chance" if past.is_chance_node() else seat_name(player)
            lines.append(f"{who}: {action_words(past, player, action)}")
        past.apply_action(action)
    return lines


def explain(state: Any, word: str) -> str | None:
    """Return what the role or card that `word` names does; None if it names none."""
    return state.definition.explain(word) if isinstance(state, KernelState) else None


def rules(state: Any, word: str) -> str:
    """Return the rules in short and what may be asked about, or what `word` does."""
    definition = state.definition if isinstance(state, KernelState) else None
    page = definition.rules_of_play() if definition else ""
    if not definition or not page:
        return "there is no page of rules for this game"
    names = f"ask about one with its name: {', '.join(definition.explanations())}"
    if not word:
        return f"{page}\n{names}"
    return definition.explain(word) or f"there is no role or card of that name; {names}"


def as_data(state: Any) -> Any:
    """Return everything about a state as data for JSON."""
    if isinstance(state, KernelState):
        return state.definition.describe(state.record[0], EVERYTHING)
    return str(state)
