"""A policy trained by sampled CFR for an experiment, kept in the cache folder until it changes."""

import hashlib
import json
from pathlib import Path

import pyspiel

from intrigue.experiments.runner import Data, Progress
from intrigue.experiments.settings import Settings
from intrigue.games.core.cache import cache_folder
from intrigue.games.core.sources import source_digest
from intrigue.games.files import load_json, save_json
from intrigue.games.identity import game_identity
from intrigue.solvers.sampled import mccfr
from intrigue.solvers.sampled.mccfr import MCCFRSolver

CHUNKS = 50
"""Pieces of the training, for the progress bar; every tenth is followed by a checkpoint."""

TRAINING = ("game", "sampling", "abstraction", "exploration", "streams", "iterations", "max_bytes")
"""The settings that the policy depends on."""

SIZES_KIND, SIZES_VERSION = "intrigue training", 1


def policy_path(settings: Settings, seed: int) -> Path:
    """Return where the policy is kept: another name if settings, rules or solver change."""
    rules = game_identity(pyspiel.load_game(settings["game"]))
    solver = source_digest(Path(mccfr.__file__))
    used = {name: settings[name] for name in TRAINING}
    key = json.dumps([used, seed, rules, solver], sort_keys=True)
    return cache_folder() / "policies" / f"{hashlib.sha256(key.encode()).hexdigest()[:16]}.policy"


def train(
    settings: Settings, seed: int, progress: Progress = lambda done, total: None
) -> tuple[Path, Data]:
    """Return the policy's file and the sizes of what was trained; train it if it is not there.

    An interrupted training goes on from its last checkpoint, to the same policy.
    """
    path = policy_path(settings, seed)
    sizes_path = path.with_suffix(".json")
    if path.exists() and sizes_path.exists():
        return path, load_json(sizes_path, SIZES_KIND, SIZES_VERSION)
    checkpoint = path.with_suffix(".checkpoint")
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    if checkpoint.exists():
        solver = MCCFRSolver.load(checkpoint, settings["game"], workers=settings["streams"])
    else:
        solver = MCCFRSolver(
            settings["game"],
            settings["sampling"],
            seed=seed,
            abstraction=settings["abstraction"],
            exploration=settings["exploration"],
            streams=settings["streams"],
            workers=settings["streams"],
            max_bytes=settings["max_bytes"],
        )
    iterations = settings["iterations"]
    chunk = max(1, iterations // CHUNKS)
    while solver.iteration < iterations:
        progress(solver.iteration, iterations)
        before = solver.iteration
        solver.run(min(chunk, iterations - before))
        if before // (10 * chunk) < solver.iteration // (10 * chunk):
            solver.save(checkpoint)
    policy = solver.policy()
    policy.save(path)
    sizes = {
        "iterations": solver.iteration,
        "stored": solver.num_infosets,
        "not stored": solver.not_stored,
        "rows": policy.num_rows,
    }
    save_json(sizes_path, SIZES_KIND, SIZES_VERSION, sizes)
    for left in checkpoint.parent.glob(f"{checkpoint.name}*"):
        left.unlink()
    return path, sizes
