"""All experiments by name."""

from intrigue.experiments import balance
from intrigue.experiments.runner import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    experiment.name: experiment for module in (balance,) for experiment in module.EXPERIMENTS
}
