"""Is the game fair? Seats, length, endings, roles: what a designer wants to know.

Games are played under random play, the rule of thumb and search; all rates carry Wilson intervals.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyspiel

from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import (
    PARAMETER,
    Setting,
    Settings,
    bot_words,
    like,
    whole,
    word_of,
)
from intrigue.games.core.kernel import unpack_event
from intrigue.games.definition import Definition
from intrigue.games.names import definitions
from intrigue.search.thumbs.registry import has_rule_of_thumb
from intrigue.search.tournament.one_game import play_seated
from intrigue.search.tournament.ratings import wilson_interval

GAMES_AN_ITEM = 25

Groups = dict[tuple[str, str], list[Data]]
"""The outcomes of the items of a game (what is particular about it) and a kind of bot."""


def game_text(name: str, settings: Settings) -> str:
    """Return the OpenSpiel string of a game with the settings that are its parameters."""
    parameters = {word_of(k): v for k, v in settings.items() if k.startswith(PARAMETER)}
    inner = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    return f"{name}({inner})" if inner else name


def play_block(item: Data) -> Data:
    """Play an item's games; all seats are taken by the same kind of bot."""
    game = pyspiel.load_game(item["game"])
    definition, players = game.definition, game.num_players()
    outcome: Data = {
        "wins": [0.0] * players,
        "first": 0.0,
        "returns": [0.0] * players,
        "lengths": [],
        "endings": Counter(),
        "points": defaultdict(list),
        "uses": defaultdict(lambda: [0, 0.0]),
    }
    for deal in range(item["first"], item["first"] + item["games"]):
        played = play_seated(item["game"], [item["bot"]], [0] * players, item["seed"], deal)
        state = game.new_initial_state({"history": list(played.history)})
        wins = shared_wins(played.returns)
        outcome["first"] += wins[first_to_move(game, played.history)]
        for seat in range(players):
            outcome["wins"][seat] += wins[seat]
            outcome["returns"][seat] += played.returns[seat]
        outcome["lengths"].append(played.length)
        events = [unpack_event(word) for word in state.events()[0].tolist()]
        outcome["endings"][definition.ending(state.record[0], events)] += 1
        for role, points in definition.points_by_role(events).items():
            outcome["points"][role] += points
        for seat, used in definition.uses(events):
            outcome["uses"][used][0] += 1
            outcome["uses"][used][1] += wins[seat]
    return outcome


def first_to_move(game: pyspiel.Game, history: Sequence[int]) -> int:
    """Return the seat that takes the first decision."""
    state = game.new_initial_state()
    for action in history:
        if not state.is_chance_node():
            break
        state.apply_action(action)
    return state.current_player()  # type: ignore[no-any-return]


def shared_wins(returns: Sequence[float]) -> list[float]:
    """Return each seat's share of the victory: one, split evenly between those who lead."""
    best = max(returns)
    leaders = sum(value == best for value in returns)
    return [1 / leaders if value == best else 0.0 for value in returns]


def _items_for(name: str) -> Any:
    def items(settings: Settings, seed: int) -> list[Data]:
        made = []
        for variant in _variants(settings):
            text = game_text(name, variant)
            for bot, games in zip(variant["bots"], variant["games"], strict=True):
                for first in range(0, games, GAMES_AN_ITEM):
                    count = min(GAMES_AN_ITEM, games - first)
                    made.append(
                        {"game": text, "bot": bot, "first": first, "games": count, "seed": seed}
                    )
        return made

    return items


def _variants(settings: Settings) -> list[Settings]:
    """One settings a combination of the game parameters given as lists (a sweep)."""
    variants = [dict(settings)]
    for name in [key for key in settings if key.startswith(PARAMETER)]:
        values = settings[name]
        variants = [{**v, name: value} for v in variants for value in values]
    return variants


def _variant_name(game: str, games: Iterable[str]) -> str:
    """Return the parameters of a game in which the `games` differ, for a column of a table."""
    everywhere = set.intersection(*(set(_parameters(other)) for other in games))
    return ", ".join(part for part in _parameters(game) if part not in everywhere) or "usual"


def _parameters(game: str) -> list[str]:
    return [part for part in game.partition("(")[2].removesuffix(")").split(",") if part]


def _tables_for(name: str) -> Any:
    def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
        items = _items_for(name)(settings, 0)
        names = {item["game"]: "" for item in items}
        names = {game: _variant_name(game, names) for game in names}
        groups: dict[tuple[str, str], list[Data]] = defaultdict(list)
        for item, outcome in zip(items, outcomes, strict=True):
            groups[names[item["game"]], item["bot"]].append(outcome)
        makers = (_seats, _first, _lengths, _endings, _uses, _points)
        found = [make(groups) for make in makers]
        return [table for table in found if table.rows]

    return tables


def _seats(groups: Groups) -> Table:
    """Return the win rate and mean return of every seat."""
    columns = ["game", "bots", "seat", "games", "win rate", "low", "high", "mean return"]
    table = Table("seats", "win rate by seat (ties shared), 95 % Wilson intervals", columns, [])
    for key, parts in groups.items():
        count = sum(len(part["lengths"]) for part in parts)
        returns = np.sum([part["returns"] for part in parts], axis=0) / count
        for seat, won in enumerate(np.sum([part["wins"] for part in parts], axis=0)):
            rate = _rate(float(won), count)
            table.rows.append([*key, seat, count, *rate, float(returns[seat])])
    return table


def _first(groups: Groups) -> Table:
    """Return the win rate of whoever moves first, beside a fair share."""
    title = "win rate of the player who takes the first decision (ties shared)"
    columns = ["game", "bots", "games", "fair", "win rate", "low", "high"]
    table = Table("first", f"{title}, 95 % Wilson intervals", columns, [])
    for key, parts in groups.items():
        count = sum(len(part["lengths"]) for part in parts)
        fair = 1 / len(parts[0]["wins"])
        table.rows.append([*key, count, fair, *_rate(sum(p["first"] for p in parts), count)])
    return table


def _lengths(groups: Groups) -> Table:
    """Return how long games are."""
    columns = ["game", "bots", "games", "mean", "median", "10 %", "90 %"]
    table = Table("lengths", "decisions a game", columns, [])
    for key, parts in groups.items():
        lengths = np.concatenate([part["lengths"] for part in parts])
        quantiles = [float(q) for q in np.quantile(lengths, [0.5, 0.1, 0.9])]
        table.rows.append([*key, len(lengths), float(lengths.mean()), *quantiles])
    return table


def _endings(groups: Groups) -> Table:
    """Return how games end, the most common first."""
    columns = ["game", "bots", "ending", "games", "share", "low", "high"]
    table = Table("endings", "how games end, 95 % Wilson intervals", columns, [])
    for key, parts in groups.items():
        counts: Counter[str] = Counter()
        for part in parts:
            counts.update(part["endings"])
        for ending, number in counts.most_common():
            table.rows.append([*key, ending, number, *_rate(number, counts.total())])
    return table


def _uses(groups: Groups) -> Table:
    """Return for every role or card the win rate of those who used it, the highest first."""
    title = "win rate of those who claimed, acted as or played it at least once in a game"
    columns = ["game", "bots", "used", "players", "win rate", "low", "high"]
    table = Table("uses", f"{title}, 95 % Wilson intervals", columns, [])
    for key, parts in groups.items():
        used = sorted({name for part in parts for name in part["uses"]})
        rows = []
        for name in used:
            pairs = [part["uses"][name] for part in parts if name in part["uses"]]
            users, won = (sum(values) for values in zip(*pairs, strict=True))
            rows.append([*key, name, users, *_rate(won, users)])
        table.rows.extend(sorted(rows, key=lambda row: -row[4]))
    return table


def _points(groups: Groups) -> Table:
    """Return the points an activation of every role, the most first."""
    columns = ["game", "bots", "role", "activations", "mean points", "low", "high"]
    table = Table("points", "points an activation by role, normal 95 % intervals", columns, [])
    for key, parts in groups.items():
        by_role: dict[str, list[int]] = defaultdict(list)
        for part in parts:
            for role, points in part["points"].items():
                by_role[role] += points
        for role, points in sorted(by_role.items(), key=lambda pair: -np.mean(pair[1])):
            mean = float(np.mean(points))
            half = 1.96 * float(np.std(points)) / len(points) ** 0.5
            table.rows.append([*key, role, len(points), mean, mean - half, mean + half])
    return table


def _rate(won: float, count: int) -> list[float]:
    """Return a rate and its Wilson interval."""
    return [won / count, *wilson_interval(won, count)]


def plot_seats(tables: list[Table], figure: Any) -> None:
    """Draw each seat's win rate as a multiple of a fair share, a panel a game, a colour a bot."""
    rows = tables[0].rows
    games = list(dict.fromkeys(row[0] for row in rows))
    panels = figure.subplots(1, len(games), squeeze=False, sharey=True)[0]
    for axes, game in zip(panels, games, strict=True):
        seats = sorted({row[2] for row in rows if row[0] == game})
        for number, bot in enumerate(dict.fromkeys(row[1] for row in rows)):
            mine = [row for row in rows if row[0] == game and row[1] == bot]
            rates, lows, highs = (len(seats) * np.array([r[i] for r in mine]) for i in (4, 5, 6))
            places = np.array([row[2] for row in mine]) + 0.12 * number
            axes.errorbar(
                places, rates, yerr=[rates - lows, highs - rates], fmt="o", capsize=3, label=bot
            )
        axes.axhline(1, color="grey", linewidth=0.8)
        axes.set_xticks(seats, [f"seat {seat}" for seat in seats])
        axes.set_title(game)
    panels[0].set_ylabel("win rate / fair share, 95 % interval")
    panels[-1].legend()


MOST_SEATS = 4
"""Tables of more players are not played unless asked for."""

SIMULATIONS = {"emperors-new-clothes": 100}
"""How long the searching bots think in games whose moves are dear; 200 in all others."""


def _experiment(game: type[Definition]) -> Experiment:
    """Return a game's experiment; every parameter of the game is a setting that can be swept."""
    word = game.command_name()
    simple = ["random", "thumb"] if has_rule_of_thumb(game.kernel) else ["random"]
    usual = {name: [value] for name, value in {**game.defaults, **game.usual}.items()}
    if "players" in game.defaults:
        usual["players"] = list(range(game.min_players, min(game.max_players, MOST_SEATS) + 1))
    search = f"ismcts:{SIMULATIONS.get(word, 200)}"
    parameters = {
        f"{PARAMETER}{name}": Setting(like(value), usual[name], usual[name])
        for name, value in game.defaults.items()
    }
    return Experiment(
        name=f"balance-{word}",
        title=f"{word}: seat advantage, length, endings, roles under three kinds of play",
        settings={
            "bots": Setting(bot_words(), [*simple, "ismcts:20"], [*simple, search], beside="games"),
            "games": Setting(whole(2), [20] * len(simple) + [2], [4000] * len(simple) + [500]),
            **parameters,
        },
        items=_items_for(game.short_name),
        work=play_block,
        tables=_tables_for(game.short_name),
        plot=plot_seats,
    )


EXPERIMENTS = [_experiment(game) for game in definitions() if game.max_players > 1]
