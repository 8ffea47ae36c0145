"""All experiments by name."""

from intrigue.experiments import (
    balance,
    convergence,
    emissary_check,
    emissary_jacks_check,
    emissary_jacks_worth,
    emissary_perfect_play,
    emissary_play,
    emissary_table_check,
    emissary_tables,
    emissary_tips,
    equilibria,
    exploit,
    full_games,
    learning,
    strength,
)
from intrigue.experiments.runner import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        emissary_tables.HANDS,
        emissary_tables.CAMPAIGN,
        emissary_check.EXPERIMENT,
        emissary_table_check.EXPERIMENT,
        emissary_jacks_check.EXPERIMENT,
        emissary_jacks_worth.WORTH,
        emissary_jacks_worth.GAME,
        emissary_perfect_play.EXPERIMENT,
        *emissary_play.EXPERIMENTS,
        emissary_tips.EXPERIMENT,
        *balance.EXPERIMENTS,
        *strength.EXPERIMENTS,
        equilibria.EXPERIMENT,
        *full_games.EXPERIMENTS,
        *exploit.EXPERIMENTS,
        convergence.EXPERIMENT,
        learning.EXPERIMENT,
    )
}
