"""Hints in a game at the terminal: what each action is worth, and how sure that is."""

import math
import textwrap
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from intrigue.cli.progress import progress
from intrigue.cli.seats import HUMAN
from intrigue.cli.telling import action_words
from intrigue.games.definition import Definition
from intrigue.games.openspiel import KernelState
from intrigue.games.people import spoken

if TYPE_CHECKING:
    from intrigue.search.analysis import Analysis, MoveAnalysis
    from intrigue.search.options import Options
    from intrigue.search.what_may_be import WhatMayBe
    from intrigue.solvers.policy import Policy

SEARCHES = 10
"""Independent searches behind a hint: how they differ is its standard error."""

_MOST_MOVES = 12
_MOST_BELIEFS = 12
_MOST_VALUES = 4


@dataclass(frozen=True)
class Hint:
    """A hint in words, and its numbers for JSON (none where the words say it all)."""

    text: str
    data: dict[str, Any] = field(default_factory=dict)


def hint_for(state: Any, player: int, seats: Sequence[str] = ()) -> Hint:
    """Return what each action is worth to the player to move.

    Where a bot with a saved strategy sits at the table (`seats` has a word for each), the hint is
    what that strategy does here; where one searches, with its options. One that sees hidden cards
    is not asked.

    In The Emissary that is the chance to hit the target, or bounds of it; in the other games what a
    learned policy would do, where one comes with the package, what searches found, from what this
    player has seen alone, and what it believes about the rest.

    Raises
    ------
    ValueError
        In one line, where there is no advice, for example for a small size of The Emissary.
    """
    if state.get_game().get_type().short_name == "python_emissary":
        from intrigue.cli.emissary_hints import Advisor

        return Hint(Advisor().hint(state))
    policy, options = _from_the_table(state.get_game(), player, seats)
    if policy is not None:
        return _strategy(policy, state, player)
    if not isinstance(state, KernelState):
        raise ValueError("hints are for the games of this library")
    from intrigue.search.analysis import analyse

    with progress("thinking: searches") as report:
        found = analyse(state, options, searches=SEARCHES, progress=report)
    hint = Hint(_in_words(found, state), _as_data(found, state.definition))
    learned = _learned(state, player)
    if learned is None:
        return hint
    return Hint(f"{learned.text}\n{hint.text}", {**hint.data, **learned.data})


def _learned(state: KernelState, player: int) -> Hint | None:
    """Return what the learned policy that comes with the package would do here, if there is one."""
    from intrigue.search.learned.files import load_learned, shipped_for

    path = shipped_for(state.get_game())
    if path is None:
        return None
    chances, value = load_learned(path, state.get_game()).judge(state)
    found = sorted(
        zip(state.legal_actions(), chances.tolist(), strict=True), key=lambda move: -move[1]
    )
    moves = [
        {"action": a, "text": action_words(state, player, a), "probability": p} for a, p in found
    ]
    shares = [(move["text"], move["probability"]) for move in moves if move["probability"] >= 0.005]
    data: dict[str, Any] = {"moves": moves, "expects": value}
    line = f"a learned policy plays {_shares(shares)}"
    return Hint(_wrapped(line), {"learned": data})


def _from_the_table(
    game: Any, player: int, seats: Sequence[str]
) -> tuple["Policy | None", "Options | None"]:
    """Return the first strategy of a bot at the table, else the first search's options, or None."""
    from intrigue.search.bot_words import make_bot
    from intrigue.search.searching_bot import SearchingBot
    from intrigue.solvers.policy import PolicyBot

    options = None
    for word in seats:
        if word == HUMAN:
            continue
        bot = make_bot(word, game, player)
        if isinstance(bot, PolicyBot):
            return bot.policy, None
        if options is None and isinstance(bot, SearchingBot) and bot.options.variant != "cheat":
            options = bot.options
    return None, options


def _strategy(policy: "Policy", state: Any, player: int) -> Hint:
    """Return how often a strategy takes each action here."""
    shares = sorted(policy.probabilities(state).items(), key=lambda item: (-item[1], item[0]))
    texts = {action: action_words(state, player, action) for action, _ in shares}
    width = max(map(len, texts.values()))
    lines = ["the strategy at this table would play here"]
    lines += [f"  {texts[action]:{width}}  {100 * share:5.1f} %" for action, share in shares]
    moves = [{"action": a, "text": texts[a], "probability": share} for a, share in shares]
    return Hint("\n".join(lines), {"moves": moves})


def _in_words(found: "Analysis", state: Any) -> str:
    each = found.simulations // found.searches
    lines = [
        f"{found.simulations:,} simulations, {found.searches} searches of {each:,}; "
        "± is one standard error",
        *_moves_in_words(found, state.definition),
        *beliefs_in_words(found.beliefs, state.definition),
    ]
    return "\n".join(lines)


def _moves_in_words(found: "Analysis", definition: Definition) -> list[str]:
    """Return a heading and a line for each move; moves that are alike have one line."""
    first: dict[int, MoveAnalysis] = {}
    visits: dict[int, int] = defaultdict(int)
    for move in found.moves:
        first.setdefault(min(move.alike), move)
        visits[min(move.alike)] += move.visits
    shown = list(first)[:_MOST_MOVES]
    width = max([24, *(len(label(first[key])) for key in shown)])
    several = sum(move.near_best for move in first.values()) > 1
    worth = "chance to win" if definition.is_about_winning else "mean return"
    lines = [f"  {'move':{width}}   visits  {worth}"]
    for key in shown:
        move = first[key]
        share = 100 * visits[key] / max(1, found.simulations)
        equal = "  about equal" if several and move.near_best else ""
        lines.append(
            f"  {label(move):{width}}  {share:5.1f} %  {value_in_words(move, definition)}{equal}"
        )
    left = len(first) - len(shown)
    if left > 0:
        lines.append(f"  and {left} more {'move' if left == 1 else 'moves'} with fewer visits")
    if len(first) == 1 and len(found.moves) > 1:
        lines.append("  all moves are worth the same")
    elif len(first) > 1 and all(move.near_best for move in first.values()):
        lines.append("  no move is better than another by more than the search can tell")
    return lines


def label(move: "MoveAnalysis", told: Callable[[str], str] = spoken) -> str:
    """Return the words of a move, as `told` to people, and how many others are alike."""
    others = len(move.alike) - 1
    text = told(move.text)
    return f"{text} and {others} alike" if others else text


def beliefs_in_words(
    beliefs: "WhatMayBe",
    definition: Definition,
    others: str = "take random moves",
    told: Callable[[str], str] = spoken,
) -> list[str]:
    """Return a heading and lines for places and sets; places with equal chances have one line.

    `others` says how the opponents are taken to act; `told` puts words of the game for people.
    """
    places: dict[tuple[tuple[str, float], ...], list[str]] = defaultdict(list)
    for path, shares in beliefs.places.items():
        name = definition.place_name(path)
        if name is not None and len(shares) > 1:
            places[tuple(shares)].append(name)
    lines = [
        f"{', '.join(names)}{', each' if len(names) > 1 else ''}: {_shares(shares)}"
        for shares, names in places.items()
    ]
    for path, shares in beliefs.holdings.items():
        lines.append(f"{definition.set_name(path)}, at least one: {_shares(shares)}")
    if not lines:
        return []
    number = f"{beliefs.worlds:,} {'world' if beliefs.worlds == 1 else 'worlds'}"
    error = f"{100 * beliefs.error(0.5):.1f} %"
    how = f"counted in all {number}" if beliefs.counted else f"in {number} (± {error} or less)"
    wrapped = [_wrapped(f"  {told(line)}") for line in lines]
    return [f"what may be where, {how}; others {others}", *wrapped[:_MOST_BELIEFS]]


def _wrapped(line: str) -> str:
    """Return a line in several that fit a terminal; no number is parted from its sign."""
    joined = line.replace(" %", "\0%")
    return textwrap.fill(joined, 78, subsequent_indent="    ").replace("\0", " ")


def _shares(values: Sequence[tuple[str, float]]) -> str:
    """Return the likeliest values in percent, and how many others there are."""
    shown = values if len(values) <= _MOST_VALUES + 1 else values[:_MOST_VALUES]
    words = [f"{value} {100 * chance:.0f} %" for value, chance in shown]
    left = len(values) - len(shown)
    return ", ".join([*words, f"{left} others less likely"] if left else words)


def value_in_words(move: "MoveAnalysis", definition: Definition) -> str:
    """Return a chance to win in percent, or a mean return in games that are not about winning."""
    if math.isnan(move.value):
        return "not tried"
    if not definition.is_about_winning:
        known = "unknown" if math.isnan(move.error) else f"{move.error:.3f}"
        return f"{move.value:+.3f} ± {known}"
    chance, error = definition.chance_to_win(move.value), _chance_error(move, definition)
    return f"{100 * chance:5.1f} % ± " + ("unknown" if math.isnan(error) else f"{100 * error:.1f}")


def _chance_error(move: "MoveAnalysis", definition: Definition) -> float:
    """Return the standard error of a chance to win: that of the return, on its scale."""
    players = definition.sizes.num_players
    return move.error * (players - 1) / players


def _as_data(found: "Analysis", definition: Definition) -> dict[str, Any]:
    return {
        "searches": found.searches,
        "simulations": found.simulations,
        "moves": [
            {
                "action": move.action,
                "text": spoken(move.text),
                "visits": move.visits,
                "mean_return": _number(move.value),
                "standard_error": _number(move.error),
                "chance_to_win": _number(definition.chance_to_win(move.value))
                if definition.is_about_winning
                else None,
                "probability": move.probability,
                "alike": list(move.alike),
                "about_equal_to_best": move.near_best,
            }
            for move in found.moves
        ],
        "beliefs": {path: dict(shares) for path, shares in found.beliefs.places.items()},
        "holdings": {path: dict(shares) for path, shares in found.beliefs.holdings.items()},
        "worlds": found.beliefs.worlds,
        "worlds_are_all": found.beliefs.counted,
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
