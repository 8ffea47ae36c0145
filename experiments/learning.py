"""How exploitable a learned policy is while it trains, exactly, on small games."""

import math
from typing import Any

import pyspiel

import intrigue.games  # noqa: F401  registers the games
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, game_text, whole
from intrigue.search.extras import require_extra
from intrigue.search.learned.files import LearnedPolicy
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.policy import Policy, UniformPolicy
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import SequenceForm

GAMES = [
    "python_cunning_folk(villagers=2,good_witches=0,evil_witches=0,marks=1,max_turns=3)",
    "python_cunning_folk(villagers=1,good_witches=0,evil_witches=0,marks=2,max_turns=3)",
    "python_cunning_folk(villagers=0,good_witches=1,evil_witches=1,marks=1,max_turns=2)",
    "python_roy_des_ribauds(copies=1,court_size=2,hand_size=1,max_turns=5)",
    "python_roy_des_ribauds(copies=2,court_size=2,hand_size=1,kinds=reine+roi,max_turns=5)",
]


def items(settings: Settings, seed: int) -> list[Data]:
    """Return one item a game and training."""
    return [
        {"game": game, "steps": settings["steps"], "seed": seed + number}
        for game in settings["games"]
        for number in range(settings["trainings"])
    ]


def work(item: Data) -> Data:
    """Train on one game, and measure the policy whenever its number of epochs has doubled."""
    require_extra("learn", "this experiment")
    from intrigue.learn.training import Settings as HowToTrain
    from intrigue.learn.training import Training

    game = pyspiel.load_game(item["game"])
    form = SequenceForm.of(build_tree(game))

    def measured(policy: Policy) -> float:
        return exploitability(form, policy.behavior(form.tree, game))

    training = Training(game, HowToTrain(steps=item["steps"], seed=item["seed"]))
    curve = [[0, measured(UniformPolicy(str(game)))]]
    while not training.is_over:
        training.run_epoch()
        if training.is_over or math.log2(training.epoch).is_integer():
            steps = training.epoch * training.settings.steps_an_epoch
            curve.append([steps, measured(LearnedPolicy(game, training.weights))])
    return {"curve": curve}


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Return the curves, a row a point; step 0 is uniform play."""
    table = Table(
        "learning",
        "exploitability (NashConv a player) of the learned policy by decisions played; "
        "0 is uniform play",
        ["game", "training", "steps", "exploitability"],
        [],
    )
    for number, (item, outcome) in enumerate(zip(items(settings, 0), outcomes, strict=True)):
        for steps, value in outcome["curve"]:
            training = number % settings["trainings"] + 1
            table.rows.append([item["game"], training, steps, value])
    return [table]


def plot(found: list[Table], figure: Any) -> None:
    """Draw a curve a training, in a panel a game."""
    rows = found[0].rows
    games = list(dict.fromkeys(row[0] for row in rows))
    panels = figure.subplots(1, len(games), squeeze=False, sharey=True)[0]
    for axes, game in zip(panels, games, strict=True):
        for training in dict.fromkeys(row[1] for row in rows):
            points = [(row[2], row[3]) for row in rows if row[:2] == [game, training]]
            axes.plot(*zip(*points, strict=True), marker=".")
        axes.set_xscale("symlog", linthresh=300_000)
        axes.set_yscale("log")
        axes.set_title(game.removeprefix("python_").replace("(", "\n").rstrip(")"), fontsize=5)
        axes.set_xlabel("steps")
    panels[0].set_ylabel("exploitability")


EXPERIMENT = Experiment(
    name="learning",
    title="exact exploitability of learned policies while they train, on small games",
    settings={
        "games": Setting(game_text(), quick=GAMES[:1], full=GAMES),
        "steps": Setting(whole(1), quick=650_000, full=2_500_000),
        "trainings": Setting(whole(1), quick=1, full=1),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
