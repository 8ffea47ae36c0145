"""Exploitability by iteration of every algorithm of the CFR family, beside OpenSpiel's."""

from typing import Any

import pyspiel
from open_spiel.python.algorithms import cfr as openspiel_cfr
from open_spiel.python.algorithms import exploitability as openspiel_exploitability

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, game_text, whole
from intrigue.solvers.exact.cfr import CFRSolver, next_record
from intrigue.solvers.exact.variants import CFR_VARIANTS
from intrigue.solvers.trees.building import build_tree

PEERS = {"OpenSpiel CFR": openspiel_cfr.CFRSolver, "OpenSpiel CFR+": openspiel_cfr.CFRPlusSolver}


def items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a game and algorithm; nothing is random."""
    own = [
        {"game": game, "algorithm": name, "iterations": settings["iterations"]}
        for game in settings["games"]
        for name in CFR_VARIANTS
    ]
    peers = [
        {"game": game, "algorithm": name, "iterations": settings["peer_iterations"]}
        for game in settings["games"]
        for name in PEERS
    ]
    return own + peers


def work(item: Data) -> Data:
    """Run one algorithm on one game and note its exploitability on a logarithmic schedule."""
    game = pyspiel.load_game(item["game"])
    if item["algorithm"] in PEERS:
        return {"curve": _peer_curve(game, item["algorithm"], item["iterations"])}
    solver = CFRSolver(build_tree(game), item["algorithm"])
    solver.solve(item["iterations"])
    return {"curve": [[p.iteration, p.exploitability] for p in solver.history]}


def _peer_curve(game: Any, name: str, iterations: int) -> list[list[float]]:
    solver = PEERS[name](game)
    curve = []
    record = 1
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration == record or iteration == iterations:
            policy = solver.average_policy()
            found = openspiel_exploitability.nash_conv(game, policy) / game.num_players()
            curve.append([iteration, float(found)])
            record = next_record(record)
    return curve


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the curves, a row a point."""
    table = Table(
        "convergence",
        "exploitability (NashConv a player) of the average strategy",
        ["game", "algorithm", "iteration", "exploitability"],
        [],
    )
    for item, outcome in zip(items(settings, 0), outcomes, strict=True):
        for iteration, value in outcome["curve"]:
            table.rows.append([item["game"], item["algorithm"], iteration, value])
    return [table]


def plot(found: list[Table], figure: Any) -> None:
    """Draw a panel a game, both axes logarithmic."""
    rows = found[0].rows
    games = list(dict.fromkeys(row[0] for row in rows))
    panels = figure.subplots(1, len(games), squeeze=False)[0]
    for axes, game in zip(panels, games, strict=True):
        for name in dict.fromkeys(row[1] for row in rows):
            points = [(row[2], row[3]) for row in rows if row[0] == game and row[1] == name]
            style = "--" if name in PEERS else "-"
            axes.loglog(*zip(*points, strict=True), style, label=name)
        axes.set_title(game.partition("(")[0], fontsize=9)
        axes.set_xlabel("iteration")
    panels[0].set_ylabel("exploitability")
    panels[-1].legend(fontsize=7)


EXPERIMENT = Experiment(
    name="convergence",
    title="exploitability by iteration of the CFR family, beside OpenSpiel's Python CFR and CFR+",
    settings={
        "games": Setting(
            game_text(),
            quick=["kuhn_poker"],
            full=[
                "kuhn_poker",
                "leduc_poker",
                "python_cunning_folk(villagers=2,good_witches=0,evil_witches=0,marks=1,max_turns=3)",
            ],
        ),
        "iterations": Setting(whole(1), quick=100, full=10_000),
        "peer_iterations": Setting(whole(1), quick=20, full=100),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
