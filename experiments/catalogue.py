"""All experiments by name."""

from intrigue.experiments import balance, convergence, equilibria, strength
from intrigue.experiments.runner import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment
    for experiment in (
        *balance.EXPERIMENTS,
        strength.EXPERIMENT,
        equilibria.EXPERIMENT,
        convergence.EXPERIMENT,
    )
}
