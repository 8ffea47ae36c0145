"""Solving games, side by side with OpenSpiel's C++ solvers (and LiteEFG, where it is installed).

Run ``python benchmarks/equilibria.py`` (``--json FILE`` for machines, ``--quick`` for a short run).
Our figure and the peer's are taken in turns in one run, in processor time, so that the ratios hold
on a machine that does other things too. One core; compilation and building of trees are not counted
unless a row says so.
"""

import argparse
import contextlib
import importlib.util
import io
import json
import time
import tracemalloc
from dataclasses import asdict, dataclass
from pathlib import Path

import leduc
import pyspiel
from rich.console import Console
from rich.table import Table

import intrigue.games  # noqa: F401
from intrigue.solvers.exact.best_response import exploitability
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.exact.variants import CFRVariant
from intrigue.solvers.sampled.mccfr import MCCFRSolver
from intrigue.solvers.sampled.mccfr_tree import TreeMCCFRSolver
from intrigue.solvers.trees.building import assemble, build_tree
from intrigue.solvers.trees.compiled_walk import walk_kernel
from intrigue.solvers.trees.sequence_form import SequenceForm

GAMES = ("kuhn_poker", "leduc_poker", "liars_dice")
OPENSPIEL, LITEEFG = "OpenSpiel C++", "LiteEFG"


@dataclass
class Row:
    """One measurement; `ratio` says how many times faster ours is."""

    what: str
    ours: float
    unit: str
    peer: str = ""
    theirs: float | None = None

    @property
    def ratio(self) -> float | None:
        if self.theirs is None:
            return None
        fast = self.unit.endswith("/s")
        return self.ours / self.theirs if fast else self.theirs / self.ours


def seconds(function, *arguments) -> float:
    began = time.process_time()
    function(*arguments)
    return time.process_time() - began


def in_turns(ours, theirs, rounds) -> tuple[float, float]:
    """Return the best seconds of each of two functions, called in turns."""
    pairs = [(seconds(theirs), seconds(ours)) for _ in range(rounds)]
    return min(pair[1] for pair in pairs), min(pair[0] for pair in pairs)


def cfr_iterations(forms, quick) -> list[Row]:
    rows = []
    for name, form in forms.items():
        count = {"kuhn_poker": 2000, "leduc_poker": 300, "liars_dice": 20 if quick else 300}[name]
        rounds = 1 if name == "liars_dice" else 3
        game = pyspiel.load_game(name)

        def theirs(game=game, count=count):
            solver = pyspiel.CFRSolver(game)
            for _ in range(count):
                solver.evaluate_and_update_policy()

        def ours(form=form, count=count):
            CFRSolver(form, "cfr").run(count)

        mine, peer = in_turns(ours, theirs, rounds)
        what = f"CFR iteration, alternating, {name}, mean of the first {count}"
        rows.append(Row(what, mine / count * 1e6, "us", OPENSPIEL, peer / count * 1e6))
    return rows


def liteefg_solver(name):
    import LiteEFG
    from LiteEFG.baselines import CFR

    with contextlib.redirect_stdout(io.StringIO()):
        environment = LiteEFG.OpenSpielEnv(
            pyspiel.load_game(name), traverse_type="Enumerate", regenerate=True
        )
        graph = CFR.graph()
        environment.set_graph(graph)
    return environment, graph


def liteefg_iterations(forms, quick) -> list[Row]:
    rows = []
    for name, form in forms.items():
        count = {"kuhn_poker": 2000, "leduc_poker": 300, "liars_dice": 5 if quick else 50}[name]
        environment, graph = liteefg_solver(name)
        solver = CFRSolver(form, CFRVariant(alternating=False))

        def theirs(environment=environment, graph=graph, count=count):
            for _ in range(count):
                graph.update_graph(environment)
                environment.update_strategy(graph.current_strategy())

        def ours(solver=solver, count=count):
            solver.run(count)

        mine, peer = in_turns(ours, theirs, 3)
        what = f"CFR iteration, simultaneous, {name}"
        rows.append(Row(what, mine / count * 1e6, "us", LITEEFG, peer / count * 1e6))
    return rows


def exploitabilities(forms, quick) -> list[Row]:
    rows = []
    for name, form in forms.items():
        if name == "kuhn_poker":
            continue
        game = pyspiel.load_game(name)
        policy = pyspiel.UniformRandomPolicy(game)
        behavior = form.uniform()
        mine, peer = in_turns(
            lambda form=form, behavior=behavior: [
                exploitability(form, behavior) for _ in range(50)
            ],
            lambda game=game, policy=policy: pyspiel.exploitability(game, policy),
            1 if quick or name == "liars_dice" else 3,
        )
        what = f"exact exploitability of uniform play, {name}, tree kept"
        rows.append(Row(what, mine / 50 * 1e3, "ms", OPENSPIEL, peer * 1e3))
    return rows


def to_one_thousandth(forms, quick) -> list[Row]:
    rows = []
    for name, form in forms.items():
        if name == "kuhn_poker":
            continue
        for method in ("cfr+", "discounted", "predictive+"):
            took = min(seconds(CFRSolver(form, method).solve, 10_000, 1e-3) for _ in range(3))
            rows.append(Row(f"{method} to exploitability 1e-3, {name}", took * 1e3, "ms"))
        if quick:
            continue
        game = pyspiel.load_game(name)
        solver = pyspiel.CFRPlusSolver(game)
        spent, step = 0.0, {"leduc_poker": 50, "liars_dice": 25}[name]
        while True:  # looking at exploitability is not counted for the peer
            spent += seconds(
                lambda s=solver, n=step: [s.evaluate_and_update_policy() for _ in range(n)]
            )
            if pyspiel.exploitability(game, solver.tabular_average_policy()) <= 1e-3:
                break
        rows[-3].peer, rows[-3].theirs = OPENSPIEL, spent * 1e3
    return rows


def trees(quick) -> list[Row]:
    rows = []
    for name in ("leduc_poker", "liars_dice"):
        took = seconds(build_tree, name)
        nodes = build_tree(name).num_nodes
        rows.append(Row(f"tree of {name} through the API", nodes / took, "nodes/s"))

    def walk(kernel, parameters, players):
        walk = walk_kernel(kernel, parameters, 10**8, "game")
        return assemble("game", players, walk)[0].num_nodes

    games = {"Leduc": (leduc.GAME.kernel, leduc.GAME.parameters)}
    for name in (
        "python_cunning_folk(villagers=0,good_witches=1,evil_witches=1,marks=1,max_turns=2)",
        "python_roy_des_ribauds(copies=2,court_size=2,hand_size=1,max_turns=2)",
    ):
        definition = pyspiel.load_game(name).definition
        games[name] = (definition.kernel, definition.encoded)
    for name, (kernel, parameters) in games.items():
        nodes = walk(kernel, parameters, 2)
        took = min(seconds(walk, kernel, parameters, 2) for _ in range(3))
        rows.append(Row(f"tree of compiled rules, {name}", nodes / took, "nodes/s"))
    return rows


def sampling(forms, quick) -> list[Row]:
    rows = []
    solvers = {
        "external": pyspiel.ExternalSamplingMCCFRSolver,
        "outcome": pyspiel.OutcomeSamplingMCCFRSolver,
    }
    for method, peer_class in solvers.items():
        for name in ("leduc_poker", "liars_dice"):
            peer = peer_class(pyspiel.load_game(name), 1)
            mine = {"on a tree": TreeMCCFRSolver(forms[name].tree, method)}
            if name == "leduc_poker":
                mine["by compiled rules"] = MCCFRSolver(leduc.GAME, method)
            for how, solver in mine.items():
                count, other = (20_000 if quick else 100_000), (1000 if quick else 5000)
                solver.run(count)
                ours, theirs = in_turns(
                    lambda solver=solver, count=count: solver.run(count),
                    lambda peer=peer, other=other: [peer.run_iteration() for _ in range(other)],
                    3,
                )
                what = f"MCCFR, {method} sampling, {name}, {how}"
                rows.append(Row(what, count / ours, "iterations/s", OPENSPIEL, other / theirs))
    return rows


def memory(forms) -> list[Row]:
    form = forms["liars_dice"]
    arrays = CFRSolver(form).nbytes + form.tree.nbytes
    tracemalloc.start()
    CFRSolver(build_tree("liars_dice")).solve(10)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return [
        Row("liars_dice: arrays of tree and solver", arrays / 1e6, "MB"),
        Row("liars_dice: most allocated while building and solving", peak / 1e6, "MB"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path, help="write the rows here")
    parser.add_argument("--quick", action="store_true", help="fewer iterations")
    options = parser.parse_args()
    forms = {name: SequenceForm.of(build_tree(name)) for name in GAMES}
    for form in forms.values():  # compile
        CFRSolver(form).solve(1)
    rows = cfr_iterations(forms, options.quick)
    if importlib.util.find_spec("LiteEFG"):
        rows += liteefg_iterations(forms, options.quick)
    rows += exploitabilities(forms, options.quick)
    rows += to_one_thousandth(forms, options.quick)
    rows += trees(options.quick)
    rows += sampling(forms, options.quick)
    rows += memory(forms)
    table = Table("measured", "ours", "peer", "theirs", "times faster")
    for row in rows:
        theirs = "" if row.theirs is None else f"{row.theirs:,.4g} {row.unit}"
        ratio = "" if row.ratio is None else f"{row.ratio:,.1f}"
        table.add_row(row.what, f"{row.ours:,.4g} {row.unit}", row.peer, theirs, ratio)
    Console(width=160).print(table)
    if options.json:
        data = [{**asdict(row), "ratio": row.ratio} for row in rows]
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
