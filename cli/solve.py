"""`intrigue solve`: equilibria of small games, good strategies of large ones."""

import math
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from intrigue.cli.limits import MAX_WORKERS
from intrigue.cli.output import print_json, print_table
from intrigue.cli.progress import progress
from intrigue.games.files import Output, check_outputs
from intrigue.solvers.algorithms import ALGORITHMS, LINEAR_PROGRAM, SAMPLERS, require_algorithm
from intrigue.solvers.sampled.samplings import MAX_SEED, MAX_STREAMS

_MCCFR_CHUNKS = 50
_STEP_SECONDS = 0.5
"""Between two chances to stop a sampling run, which itself does not listen to Ctrl-C."""


_TAKEN_BY = {
    "iterations": ("cfr", "sampling by rules", "sampling a tree"),
    "target": ("cfr",),
    "checkpoint": ("cfr", "sampling by rules", "sampling a tree"),
    "abstraction": ("sampling by rules", "sampling a tree"),
    "seed": ("sampling by rules", "sampling a tree"),
    "workers": ("sampling by rules",),
    "streams": ("sampling by rules", "sampling a tree"),
    "max_nodes": ("cfr", "lp", "sampling a tree"),
}
"""Option -> ways of solving that take it. Of abstraction and streams a tree takes the usual value,
see :func:`_sampler_on_tree`."""


def solve(
    context: typer.Context,
    game: Annotated[str, typer.Argument(help="One of ours, or any sequential game of OpenSpiel.")],
    algorithm: Annotated[str, typer.Option(help=", ".join(ALGORITHMS))] = "predictive+",
    iterations: Annotated[
        int, typer.Option(help="In total, those resumed included.", min=1, max=10**15)
    ] = 1000,
    target: Annotated[float, typer.Option(help="Stop at this exploitability.", min=0.0)] = 0.0,
    save: Annotated[Path | None, typer.Option(help="Write the strategy here (.npz).")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep the work here; run again to go on from it.")
    ] = None,
    abstraction: Annotated[
        str, typer.Option(help="MCCFR: none, or observation (what a player knows now).")
    ] = "none",
    seed: Annotated[int, typer.Option(help="MCCFR: seed.", min=0, max=MAX_SEED)] = 0,
    workers: Annotated[
        int,
        typer.Option(help="MCCFR: threads; no part of the result.", min=1, max=MAX_WORKERS),
    ] = 1,
    streams: Annotated[
        int, typer.Option(help="MCCFR: independent walks a round.", min=1, max=MAX_STREAMS)
    ] = 1,
    max_nodes: Annotated[
        int, typer.Option(help="Refuse larger game trees.", min=1, max=2**31 - 1)
    ] = 20_000_000,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Find an equilibrium, or with MCCFR a good strategy of a game too large for that.

    The CFR family and lp work on the whole tree and report exact exploitability
    (NashConv divided by the number of players). With three or more players no
    algorithm here promises an equilibrium, and that figure, then called
    NashConv, only says how much players gain by best responses. Both kinds of
    MCCFR sample: a game of ours by its rules, any other on its tree. For our
    full games take mccfr-outcome: mccfr-external tries every action of a player,
    too many.

    Example: intrigue solve leduc_poker --target 0.001 --save leduc.npz
    """
    from intrigue.games.names import load_game

    require_algorithm(algorithm)
    if not target < math.inf:  # written so that nan is refused, too
        raise ValueError(f"--target {target}: expected a number, zero or more")
    loaded = load_game(game)
    _refuse_what_is_not_taken(context, loaded, algorithm)
    _check_outputs(save, checkpoint)
    began = time.perf_counter()
    if algorithm in SAMPLERS:
        options = {
            "sampling": SAMPLERS[algorithm],
            "abstraction": abstraction,
            "seed": seed,
            "streams": streams,
        }
        sampler = _sampler_by_rules if _has_rules(loaded) else _sampler_on_tree
        solver = sampler(loaded, options, checkpoint, workers, max_nodes)
        policy, result = _sample(solver, iterations, checkpoint)
    else:
        policy, result = _sweep(loaded, algorithm, iterations, target, checkpoint, max_nodes)
    if save is not None:
        policy.save(save)
    result = {
        "game": str(loaded),
        "algorithm": algorithm,
        **result,
        "seconds": time.perf_counter() - began,
    }
    if json:
        print_json(result)
    else:
        _print(result, save)


def _refuse_what_is_not_taken(context: typer.Context, game: Any, algorithm: str) -> None:
    """Raise ``ValueError`` that names an option which was given and would be ignored."""
    if algorithm in SAMPLERS:
        by_rules = _has_rules(game)
        way = "sampling by rules" if by_rules else "sampling a tree"
        why = " by the rules of a game of ours" if by_rules else " on the tree of another game"
    else:
        way, why = ("lp" if algorithm == LINEAR_PROGRAM else "cfr"), ""
    for option, ways in _TAKEN_BY.items():
        # By name: the enumeration is click's, which typer may bring along under another name.
        source = context.get_parameter_source(option)
        if way not in ways and source is not None and source.name == "COMMANDLINE":
            taken = ", ".join(f"--{o.replace('_', '-')}" for o, w in _TAKEN_BY.items() if way in w)
            raise ValueError(
                f"{algorithm} takes no --{option.replace('_', '-')}{why}; it takes {taken}, --save"
            )


def _check_outputs(save: Path | None, checkpoint: Path | None) -> None:
    """Raise ``ValueError`` in one line if the files cannot be written, or others would be lost."""
    from intrigue.solvers.policy import POLICY_KIND
    from intrigue.solvers.storage import kind_of_arrays, older_copy

    def is_strategy(path: Path) -> bool:
        return kind_of_arrays(path) == POLICY_KIND

    def is_checkpoint(path: Path) -> bool:
        return (kind_of_arrays(path) or "").endswith("checkpoint")

    def is_any(path: Path) -> bool:
        return True  # what it holds is checked when it is read

    outputs = []
    if save is not None:
        outputs.append(Output("--save", save, "strategy file", is_strategy))
    if checkpoint is not None:
        outputs.append(Output("--checkpoint", checkpoint, "checkpoint", is_any))
        older = older_copy(checkpoint)
        outputs.append(Output("the older copy of --checkpoint", older, "checkpoint", is_checkpoint))
    check_outputs(*outputs)


def _sweep(
    game: Any, algorithm: str, iterations: int, target: float, checkpoint: Path | None, limit: int
) -> tuple[Any, dict[str, Any]]:
    from intrigue.solvers.exact.cfr import CFRSolver
    from intrigue.solvers.exact.linear_program import nash_equilibrium
    from intrigue.solvers.exact.variants import variant
    from intrigue.solvers.policy import TabularPolicy
    from intrigue.solvers.storage import has_checkpoint
    from intrigue.solvers.trees.building import build_tree

    tree = build_tree(game, limit)
    if algorithm == LINEAR_PROGRAM:
        found = nash_equilibrium(tree)
        policy = TabularPolicy.from_behavior(tree, found.behavior)
        values = [found.value, -found.value]
        return policy, {**_measured(tree, found.exploitability), "values": values}
    if checkpoint is not None and has_checkpoint(checkpoint):
        solver = CFRSolver.load(checkpoint, tree)
        if solver.method != variant(algorithm):
            raise ValueError(f"{checkpoint} was made with another algorithm than {algorithm}")
    else:
        solver = CFRSolver(tree, algorithm)
    with progress(f"{algorithm} iterations") as report:

        def note(point: Any) -> None:
            report(point.iteration, iterations, f"{_measure(tree)} {point.exploitability:.2e}")
            if checkpoint is not None:
                solver.save(checkpoint)

        last = solver.solve(iterations, target, note)
    return TabularPolicy.from_behavior(tree, solver.average_strategy()), {
        **_measured(tree, last.exploitability),
        "iterations": last.iteration,
        "values": [float(v) for v in solver.values()],
        "convergence": [[p.iteration, p.exploitability] for p in solver.history],
    }


def _measure(tree: Any) -> str:
    from intrigue.solvers.exact.best_response import exploitability_name

    return exploitability_name(tree.num_players, constant_sum=tree.is_constant_sum)


def _measured(tree: Any, exploitability: float) -> dict[str, Any]:
    """Return a tree's sizes, and how far from an equilibrium a strategy is."""
    known = _measure(tree) == "exploitability"
    return {
        "nodes": tree.num_nodes,
        "information_sets": tree.num_infosets,
        "exploitability" if known else "nash_conv_per_player": exploitability,
    }


def _same_work(checkpoint: Path, found: dict[str, Any], asked: dict[str, Any]) -> None:
    """Raise ``ValueError`` if a checkpoint is of other work than was asked for."""
    for name, value in asked.items():
        if found[name] != value:
            raise ValueError(
                f"{checkpoint} was made with {name} {found[name]}, not {value}: ask for the same, "
                "or name another checkpoint"
            )


def _has_rules(game: Any) -> bool:
    from intrigue.games.openspiel import KernelGame

    return isinstance(game, KernelGame)


def _sampler_by_rules(
    game: Any, options: dict[str, Any], checkpoint: Path | None, workers: int, limit: int
) -> Any:
    from intrigue.solvers.sampled.mccfr import MCCFRSolver
    from intrigue.solvers.sampled.walk_size import refuse_long_walks
    from intrigue.solvers.storage import has_checkpoint

    if options["sampling"] == "external":
        refuse_long_walks(game)
    if checkpoint is None or not has_checkpoint(checkpoint):
        return MCCFRSolver(game, workers=workers, **options)
    solver = MCCFRSolver.load(checkpoint, game, workers)
    _same_work(checkpoint, {name: getattr(solver, name) for name in options}, options)
    return solver


def _sampler_on_tree(
    game: Any, options: dict[str, Any], checkpoint: Path | None, workers: int, limit: int
) -> Any:
    from intrigue.solvers.sampled.mccfr_tree import TreeMCCFRSolver
    from intrigue.solvers.storage import has_checkpoint
    from intrigue.solvers.trees.building import build_tree

    for name, usual in (("abstraction", "none"), ("streams", 1)):
        if options[name] != usual:
            raise ValueError(
                f"--{name} {options[name]} needs compiled rules, which {game} has not: its tree is "
                f"sampled with {name} {usual}"
            )
    asked = {name: options[name] for name in ("sampling", "seed")}
    tree = build_tree(game, limit)
    if checkpoint is None or not has_checkpoint(checkpoint):
        return TreeMCCFRSolver(tree, **asked)
    solver = TreeMCCFRSolver.load(checkpoint, tree)
    _same_work(checkpoint, {name: getattr(solver, name) for name in asked}, asked)
    return solver


def _sample(solver: Any, iterations: int, checkpoint: Path | None) -> tuple[Any, dict[str, Any]]:
    chunk = max(1, iterations // _MCCFR_CHUNKS)
    step, to_save = 1, solver.iteration + chunk
    with progress(f"{solver.sampling} sampling") as report:
        while solver.iteration < iterations:
            began = time.perf_counter()
            solver.run(min(step, iterations - solver.iteration))
            if time.perf_counter() - began < _STEP_SECONDS / 2:
                step *= 2  # how the work is cut is no part of the result
            report(min(solver.iteration, iterations), iterations, f"{solver.num_infosets} infosets")
            if checkpoint is not None and solver.iteration >= min(to_save, iterations):
                solver.save(checkpoint)
                to_save = solver.iteration + chunk
    return solver.policy(), {"iterations": solver.iteration, **_sampled(solver)}


def _sampled(solver: Any) -> dict[str, Any]:
    """Return what is known of a sampled strategy: on a tree all, by rules what was stored."""
    tree = getattr(solver, "tree", None)
    if tree is not None:
        return _measured(tree, solver.exploitability())
    return {
        "information_sets": solver.num_infosets,
        "not_stored": solver.not_stored,
        "abstraction": solver.abstraction,
    }


def _print(result: dict[str, Any], save: Path | None) -> None:
    from intrigue.games.people import seat_name

    table = Table(show_header=False, title=result["game"])
    for name in ("algorithm", "nodes", "information_sets", "iterations", "abstraction"):
        if name in result:
            table.add_row(
                name.replace("_", " "),
                f"{result[name]:,}" if isinstance(result[name], int) else escape(result[name]),
            )
    for player, value in enumerate(result.get("values", [])):
        table.add_row(f"value of {seat_name(player)}", f"{value:+.6f}")
    if "exploitability" in result:
        table.add_row("exploitability", f"{result['exploitability']:.3g}")
    if "nash_conv_per_player" in result:
        table.add_row("NashConv / players", f"{result['nash_conv_per_player']:.3g}")
        table.caption = (
            "NashConv / players: what a player gains by a best response, on average. It is zero "
            "exactly at a Nash equilibrium, but does not bound what play against others may lose."
        )
    table.add_row("seconds", f"{result['seconds']:.1f}")
    if save is not None:
        table.add_row("strategy", escape(str(save)))
    print_table(table)
