"""Running an experiment: seeded work items, in parallel, resumable, to a JSON result and plots.

An experiment is a list of independent *items* (plain data) and a function that turns an item into
plain data. The result depends on the settings and the seed only, not on workers or interruptions:
finished items are kept in a file beside the result until the experiment is complete.
"""

import hashlib
import inspect
import json
import platform
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

import joblib

from intrigue.experiments.settings import Setting, Settings, read_settings
from intrigue.games.core.sources import source_digest
from intrigue.games.files import (
    Log,
    Output,
    check_outputs,
    load_json,
    make_folder,
    of_kind,
    save_json,
    write_atomically,
)
from intrigue.games.identity import game_identity
from intrigue.games.names import load_game
from intrigue.search.extras import has_extra
from intrigue.search.parallel import backend, require_cluster
from intrigue.search.pictures import is_picture, picture

KIND, VERSION = "intrigue experiment", 1
PLOTS = ("svg", "png")
_PACKAGES = ("intrigue", "open_spiel", "numpy", "scipy", "numba", "networkx")

Data = dict[str, Any]
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Table:
    """A table of a result: column names, and rows of numbers and words."""

    name: str
    title: str
    columns: list[str]
    rows: list[list[Any]]


@dataclass(frozen=True)
class Experiment:
    """A published table or figure.

    Attributes
    ----------
    name, title
        Its word on the command line, and a line that says what it shows.
    settings
        What it may be told, by name.
    items
        Returns the work items for settings and a seed; each is JSON data and complete in itself.
    work
        Does one item; a module-level function, run in any process.
    tables
        Makes the tables from the settings and the items' outcomes, in the items' order.
    plot
        Draws a result on a matplotlib figure.
    prepare
        Makes, and keeps, what all items need (a trained policy) before the first of them is done.
        Items make it themselves where it is missing, so this saves work and changes nothing.
    """

    name: str
    title: str
    settings: Mapping[str, Setting]
    items: Callable[[Settings, int], list[Data]]
    work: Callable[[Data], Data]
    tables: Callable[[Settings, list[Data]], list[Table]]
    plot: Callable[[list[Table], Any], None]
    prepare: Callable[[Settings, int, Progress], None] | None = None

    @property
    def quick(self) -> Settings:
        """Settings of the quick run."""
        return {name: setting.quick for name, setting in self.settings.items()}

    @property
    def full(self) -> Settings:
        """Settings of the published run."""
        return {name: setting.full for name, setting in self.settings.items()}

    def with_settings(self, quick: bool, given: Mapping[str, Any]) -> Settings:
        """Return the settings with those `given` changed, as :func:`settings.read_settings`."""
        return read_settings(self.name, self.settings, quick, given)


@dataclass
class Result:
    """What an experiment found, with everything that made it."""

    experiment: str
    title: str
    settings: Settings
    seed: int
    tables: list[Table]
    made_with: Data = field(default_factory=dict)
    """Versions of packages, the seconds it took, and ``rules``: the identity of each game."""

    def save(self, path: Path) -> None:
        """Write the result as JSON with a checksum."""
        data = {
            "experiment": self.experiment,
            "title": self.title,
            "settings": self.settings,
            "seed": self.seed,
            "tables": [vars(table) for table in self.tables],
            "made_with": self.made_with,
        }
        save_json(path, KIND, VERSION, data)

    @classmethod
    def load(cls, path: Path) -> "Result":
        """Read a result; raise ``ValueError`` in one line if the file is damaged."""
        data = load_json(path, KIND, VERSION)
        tables = [Table(**table) for table in data.pop("tables")]
        return cls(tables=tables, **data)


def run(
    experiment: Experiment,
    settings: Settings,
    seed: int,
    folder: Path,
    workers: int = 1,
    cluster: str | None = None,
    progress: Progress = lambda done, total: None,
) -> Result:
    """Do what is not done yet, write ``<name>.json``, ``.svg`` and ``.png``, return the result.

    Parameters
    ----------
    workers
        Processes on this machine.
    cluster
        Address of a Dask scheduler that does the work instead, for example ``tcp://host:8786``.
    """
    require_cluster(cluster)
    items = experiment.items(settings, seed)
    _check_folder(experiment, folder)
    rules = _rules_of(items)
    _refuse_other(folder / f"{experiment.name}.json", settings, seed, rules)
    with _kept_items(folder, experiment, settings, seed) as kept:
        began = time.perf_counter()
        outcomes = _do_items(experiment, settings, seed, items, kept, workers, cluster, progress)
    tables = experiment.tables(settings, [outcomes[i] for i in range(len(items))])
    result = Result(experiment.name, experiment.title, settings, seed, tables)
    result.made_with = {
        "python": platform.python_version(),
        "packages": {name: version(name) for name in _PACKAGES},
        "rules": rules,
        "seconds": round(time.perf_counter() - began, 3),
    }
    result.save(folder / f"{experiment.name}.json")
    draw(experiment, result, folder)
    kept.path.unlink()  # the result holds everything now
    return result


def _do_items(
    experiment: Experiment,
    settings: Settings,
    seed: int,
    items: list[Data],
    kept: Log,
    workers: int,
    cluster: str | None,
    progress: Progress,
) -> dict[int, Data]:
    """Return the outcomes of all items by their numbers: those kept, and the others, kept now."""
    outcomes: dict[int, Data] = dict(kept.read())
    missing = [index for index in range(len(items)) if index not in outcomes]
    if experiment.prepare is not None and missing:
        experiment.prepare(settings, seed, progress)
    progress(len(outcomes), len(items))
    with backend(workers, cluster) as jobs:
        calls = (joblib.delayed(_numbered)(experiment.work, i, items[i]) for i in missing)
        parallel = joblib.Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
        for index, outcome in parallel(calls):
            kept.append([[index, outcome]])
            outcomes[index] = outcome
            progress(len(outcomes), len(items))
    return outcomes


def draw(experiment: Experiment, result: Result, folder: Path) -> None:
    """Write the result's plot as SVG and PNG; nothing if matplotlib is not installed."""
    if not has_extra("plots"):
        return
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    experiment.plot(result.tables, figure)
    for ending in PLOTS:
        path = folder / f"{experiment.name}.{ending}"
        write_atomically(path, picture(figure, ending, dpi=120))


def _numbered(work: Callable[[Data], Data], index: int, item: Data) -> tuple[int, Data]:
    # JSON once, so that an outcome is the same whether it was just found or read from the file.
    return index, json.loads(json.dumps(work(item)))


def _rules_of(items: list[Data]) -> dict[str, str]:
    """Return the identity of each game that the items are about: results of others differ in it."""
    names = sorted({item["game"] for item in items if "game" in item})
    return {name: game_identity(load_game(name)) for name in names}


def _refuse_other(path: Path, settings: Settings, seed: int, rules: dict[str, str]) -> None:
    """Raise ``ValueError`` if a finished result of other settings would be replaced.

    One of the same settings by other rules may be: that is told in a warning.
    """
    if not path.exists():
        return
    found = Result.load(path)
    if (found.settings, found.seed) != (json.loads(json.dumps(settings)), seed):
        raise ValueError(
            f"{path} holds a run with other settings or another seed: "
            "choose another --output, or delete it"
        )
    before = found.made_with.get("rules", {})
    others = [name for name, identity in rules.items() if before.get(name, identity) != identity]
    if others:
        warnings.warn(
            f"{path} was made by other rules of {', '.join(others)}: the new result does not "
            "compare with it",
            stacklevel=2,
        )


def _kept_items(folder: Path, experiment: Experiment, settings: Settings, seed: int) -> Log:
    """Return the log of finished items, [index, outcome] each.

    The file is named by experiment, settings, seed and the sources that the work reaches: runs of
    others leave it alone, and outcomes of other rules are never mixed with today's.
    """
    header = {
        "kind": "intrigue experiment items",
        "version": VERSION,
        "experiment": experiment.name,
        "settings": settings,
        "seed": seed,
        "sources": source_digest(Path(inspect.getfile(experiment.work))),
    }
    key = hashlib.sha256(json.dumps(header, sort_keys=True).encode()).hexdigest()[:8]
    path = folder / f"{experiment.name}.{key}.parts"
    return Log(path, header, "run of this experiment", "log of this experiment's items")


def _check_folder(experiment: Experiment, folder: Path) -> None:
    """Make the folder for the results; refuse it if files of others would be replaced in it."""
    make_folder(folder)
    result = folder / f"{experiment.name}.json"
    is_result = of_kind(KIND)

    def is_plot(path: Path) -> bool:
        return is_picture(path) or (result.exists() and is_result(result))

    check_outputs(
        Output("the result", result, "result of an experiment", is_result),
        *(
            Output("the plot", folder / f"{experiment.name}.{ending}", "plot of a result", is_plot)
            for ending in PLOTS
        ),
    )
