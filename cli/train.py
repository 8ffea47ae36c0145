"""The command ``intrigue train``: a policy learned by playing."""

import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from intrigue.cli.output import print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.files import Output, check_outputs

MOST_STEPS = 10**12


def train(
    game: Annotated[
        str, typer.Argument(help="Cunning Folk or Le Roy des Ribauds, with any parameters.")
    ],
    save: Annotated[
        Path, typer.Option(help="Write the policy here (.npz); learned:FILE plays it.")
    ],
    steps: Annotated[
        int, typer.Option(help="Decisions to play, rounded up.", min=1, max=MOST_STEPS)
    ] = 40_000_000,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the work here; run again to go on from it.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Learn to beat this policy only: learned, or a FILE.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed.", min=0, max=2**63 - 1)] = 0,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Learn a policy by playing against itself, its past, and scripted players.

    Needs JAX (the extra learn) to train; the policy then plays with NumPy alone.
    Training that is stopped goes on from its --checkpoint to the same policy.
    Steps and seed decide everything. With --against the policy is a responder:
    what it wins from that one is a lower bound of how exploitable that one is.

    Example: intrigue train cunning-folk --steps 40000000 --save folk.npz --checkpoint folk.work
    """
    from intrigue.games.names import load_game
    from intrigue.search.extras import require_extra
    from intrigue.search.learned.features import features_of
    from intrigue.search.learned.files import LearnedPolicy

    loaded = load_game(game)
    features_of(loaded)  # refuses a game that no network can see
    require_extra("learn", "intrigue train")
    _check_outputs(save, checkpoint)
    began, processor = time.perf_counter(), time.process_time()
    training = _training(loaded, steps, seed, against, checkpoint)
    told: dict[str, float] = {}
    with progress("training") as report:
        while not training.is_over:
            told = training.run_epoch()
            if checkpoint is not None:
                training.save(checkpoint)
            report(
                training.epoch,
                training.settings.epochs,
                f"{told['scripted']:+.2f} a game against scripted players",
            )
    LearnedPolicy(loaded, training.weights).save(save)
    result = {
        "game": str(loaded),
        "steps": training.epoch * training.settings.steps_an_epoch,
        "seed": seed,
        "last_epoch": told,
        "seconds": time.perf_counter() - began,
        "processor_seconds": time.process_time() - processor,
        "saved": str(save),
    }
    if json:
        print_json(result)
    else:
        _print(result)


def _training(
    game: Any, steps: int, seed: int, against: str | None, checkpoint: Path | None
) -> Any:
    """Return a training to go on with, from its beginning or from a checkpoint."""
    from intrigue.learn.training import RESPONDER, Settings, Training
    from intrigue.search.learned.files import load_learned, shipped_for
    from intrigue.solvers.storage import has_checkpoint

    weights = None
    settings = Settings(steps=steps, seed=seed)
    if against is not None:
        path = shipped_for(game) if against == "learned" else Path(against)
        if path is None:
            raise ValueError(f"no learned policy comes with the package for {game}; name a file")
        weights = load_learned(path, game).weights
        settings = Settings(steps=steps, seed=seed, **RESPONDER)
    if checkpoint is None or not has_checkpoint(checkpoint):
        return Training(game, settings, weights)
    training = Training.load(checkpoint, game)
    if training.settings != settings or not training.answers(weights):
        found = training.settings
        raise ValueError(
            f"{checkpoint} is work on --steps {found.steps} --seed {found.seed}: "
            "go on with these and the same --against, or name another file"
        )
    return training


def _check_outputs(save: Path, checkpoint: Path | None) -> None:
    """Raise ``ValueError`` in one line if the files cannot be written, or others would be lost."""
    from intrigue.learn import training
    from intrigue.search.learned.files import KIND
    from intrigue.solvers.storage import kind_of_arrays, older_copy

    def is_policy(path: Path) -> bool:
        return kind_of_arrays(path) == KIND

    def is_work(path: Path) -> bool:
        return kind_of_arrays(path) == training.KIND

    def is_any(path: Path) -> bool:
        return True  # what it holds is checked when it is read

    outputs = [Output("--save", save, "learned policy", is_policy)]
    if checkpoint is not None:
        outputs.append(Output("--checkpoint", checkpoint, "checkpoint", is_any))
        older = older_copy(checkpoint)
        outputs.append(Output("the older copy of --checkpoint", older, "checkpoint", is_work))
    check_outputs(*outputs)


def _print(result: dict[str, Any]) -> None:
    table = Table(show_header=False, title=result["game"])
    table.add_row("steps", f"{result['steps']:,}")
    for name, words in (("older", "an older self"), ("scripted", "scripted players")):
        if name in result["last_epoch"]:
            value = result["last_epoch"][name]
            table.add_row(f"return a game against {words}, last epoch", f"{value:+.3f}")
    table.add_row("processor seconds", f"{result['processor_seconds']:,.0f}")
    table.add_row("saved", result["saved"])
    print_table(table)
