"""Is the game fair? Seats, length, endings, roles: what a designer wants to know.

Games are played under random play, the rule of thumb and search; all rates carry Wilson intervals.
"""

from collections import Counter, defaultdict
from typing import Any

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.runner import Data, Experiment, Settings, Table
from intrigue.search.match import play_seating
from intrigue.search.ratings import wilson_interval

GAMES_AN_ITEM = 25


def game_text(name: str, settings: Settings) -> str:
    """Return the OpenSpiel string of a game with the settings that are its parameters."""
    parameters = {k[2:]: v for k, v in settings.items() if k.startswith("p_")}
    inner = ",".join(f"{key}={value}" for key, value in sorted(parameters.items()))
    return f"{name}({inner})" if inner else name


def ending_of_cunning_folk(story: list[str], state: Data) -> str:
    """Ostracized, the Elder's name, or draw."""
    if state["winner"] is None:
        return "draw"
    if any("Ostracized" in line for line in story[-3:]):
        return "all others ostracized"
    pointing = [line for line in story if " as " in line and "Elder" in line]
    return pointing[-1].partition(" as ")[2].partition(" points")[0] if pointing else "Elder"


def ending_of_roy(story: list[str], state: Data) -> str:
    """The conspiracy's name, or draw."""
    words = str(state["next"])
    return words.partition(":")[0] if ":" in words else "draw"


def ending_of_emperor(story: list[str], state: Data) -> str:
    """Whether the victory is shared."""
    best = max(player["points"] for player in state["players"])
    leaders = sum(player["points"] == best for player in state["players"])
    return "won outright" if leaders == 1 else "tied on points"


ENDINGS = {
    "python_cunning_folk": ending_of_cunning_folk,
    "python_roy_des_ribauds": ending_of_roy,
    "python_emperors_new_clothes": ending_of_emperor,
}


def points_by_role(story: list[str]) -> dict[str, list[int]]:
    """Return for every role the points of each activation, from an Emperor's New Clothes story."""
    points: dict[str, list[int]] = defaultdict(list)
    role = ""
    for line in story:
        if " acts as the " in line:
            role = line.partition(" acts as the ")[2]
            points[role].append(0)
        elif " scores " in line and role:
            points[role][-1] += int(line.partition(" scores ")[2].split()[0])
    return dict(points)


def play_block(item: Data) -> Data:
    """Play an item's games; all seats are taken by the same kind of bot."""
    game = pyspiel.load_game(item["game"])
    players = game.num_players()
    outcome: Data = {
        "wins": [0.0] * players,
        "lengths": [],
        "endings": Counter(),
        "roles": {},
        "returns": [0.0] * players,
    }
    ending = ENDINGS[game.get_type().short_name]
    for deal in range(item["first"], item["first"] + item["games"]):
        played = play_seating(item["game"], [item["bot"]], [0] * players, item["seed"], deal)
        state = game.new_initial_state({"history": list(played.history)})
        best = max(played.returns)
        leaders = [seat for seat in range(players) if played.returns[seat] == best]
        for seat in leaders:
            outcome["wins"][seat] += 1 / len(leaders)
        for seat in range(players):
            outcome["returns"][seat] += played.returns[seat]
        outcome["lengths"].append(played.length)
        story = state.transcript()
        described = game.definition.describe(state.record[0], -1)
        outcome["endings"][ending(story, described)] += 1
        for role, points in points_by_role(story).items():
            outcome["roles"].setdefault(role, []).extend(points)
    outcome["endings"] = dict(outcome["endings"])
    return outcome


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
    for name in [key for key in settings if key.startswith("p_")]:
        values = settings[name]
        variants = [{**v, name: value} for v in variants for value in values]
    return variants


def _tables_for(name: str) -> Any:
    def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
        blocks = zip(_items_for(name)(settings, 0), outcomes, strict=True)
        groups: dict[tuple[str, str], list[Data]] = defaultdict(list)
        for item, outcome in blocks:
            groups[item["game"], item["bot"]].append(outcome)
        seats = Table(
            "seats",
            "win rate by seat (ties shared), 95 % Wilson intervals",
            ["game", "bots", "seat", "games", "win rate", "low", "high", "mean return"],
            [],
        )
        lengths = Table(
            "lengths",
            "decisions a game",
            ["game", "bots", "games", "mean", "median", "10 %", "90 %"],
            [],
        )
        endings = Table(
            "endings",
            "how games end, 95 % Wilson intervals",
            ["game", "bots", "ending", "games", "share", "low", "high"],
            [],
        )
        roles = Table(
            "roles",
            "points an activation by role, 95 % intervals",
            ["game", "bots", "role", "activations", "mean points", "low", "high"],
            [],
        )
        for (game, bot), parts in groups.items():
            all_lengths = np.concatenate([part["lengths"] for part in parts])
            count = len(all_lengths)
            wins = np.sum([part["wins"] for part in parts], axis=0)
            returns = np.sum([part["returns"] for part in parts], axis=0) / count
            for seat, won in enumerate(wins):
                low, high = wilson_interval(float(won), count)
                seats.rows.append(
                    [game, bot, seat, count, won / count, low, high, float(returns[seat])]
                )
            quantiles = [float(q) for q in np.quantile(all_lengths, [0.5, 0.1, 0.9])]
            lengths.rows.append([game, bot, count, float(all_lengths.mean()), *quantiles])
            ends: Counter[str] = Counter()
            for part in parts:
                ends.update(part["endings"])
            for ending, number in ends.most_common():
                low, high = wilson_interval(number, count)
                endings.rows.append([game, bot, ending, number, number / count, low, high])
            by_role: dict[str, list[int]] = defaultdict(list)
            for part in parts:
                for role, points in part["roles"].items():
                    by_role[role] += points
            for role, points in sorted(by_role.items(), key=lambda pair: -np.mean(pair[1])):
                mean = float(np.mean(points))
                half = 1.96 * float(np.std(points)) / len(points) ** 0.5
                roles.rows.append([game, bot, role, len(points), mean, mean - half, mean + half])
        found = [seats, lengths, endings]
        return [*found, roles] if roles.rows else found

    return tables


def plot_seats(tables: list[Table], figure: Any) -> None:
    """Draw the win rate of every seat with its interval, a colour a kind of bot."""
    axes = figure.subplots()
    rows = tables[0].rows
    series = dict.fromkeys((row[0], row[1]) for row in rows)
    for number, (game, bot) in enumerate(series):
        mine = [row for row in rows if row[0] == game and row[1] == bot]
        seats = np.array([row[2] for row in mine]) + 0.06 * number
        rates = np.array([row[4] for row in mine])
        errors = [rates - [row[5] for row in mine], [row[6] for row in mine] - rates]
        label = bot if len({g for g, _ in series}) == 1 else f"{bot}, {game.partition('(')[2][:-1]}"
        axes.errorbar(seats, rates, yerr=errors, fmt="o", capsize=3, label=label)
    players = 1 + max(row[2] for row in rows)
    axes.axhline(1 / players, color="grey", linewidth=0.8)
    axes.set_xticks(range(players), [f"seat {seat}" for seat in range(players)])
    axes.set_ylabel("win rate, 95 % interval")
    axes.legend()


def _experiment(word: str, name: str, parameters: Settings, search: str) -> Experiment:
    bots = ["random", "thumb", search]
    return Experiment(
        name=f"balance-{word}",
        title=f"{word}: seat advantage, length, endings, roles under three kinds of play",
        quick={"bots": [*bots[:2], "ismcts:20"], "games": [20, 20, 4], **parameters},
        full={"bots": bots, "games": [10000, 10000, 1000], **parameters},
        items=_items_for(name),
        work=play_block,
        tables=_tables_for(name),
        plot=plot_seats,
    )


EXPERIMENTS = [
    _experiment(
        "cunning-folk",
        "python_cunning_folk",
        {"p_players": [2], "p_marks": [2], "p_max_turns": [0]},
        "ismcts:200",
    ),
    _experiment("roy-des-ribauds", "python_roy_des_ribauds", {"p_max_turns": [100]}, "ismcts:200"),
    _experiment(
        "emperors-new-clothes",
        "python_emperors_new_clothes",
        {"p_players": [4], "p_cards": [True]},
        "ismcts:100",
    ),
]
