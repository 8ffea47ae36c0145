"""Equilibria of the bluffing games with small parameters: values, lies, challenges.

Every set is solved on its whole tree to a given exploitability, so the frequencies are those of
play in which neither player can gain more than that. Equilibria need not be unique: values are,
frequencies are those of the one that was found.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel

import intrigue.games  # noqa: F401  (registers the games)
from intrigue.experiments.runner import Data, Experiment, Table
from intrigue.experiments.settings import Setting, Settings, game_text, one_of, real, whole
from intrigue.games.core import driver
from intrigue.games.core.kernel import new_states
from intrigue.games.cunning_folk import state as folk
from intrigue.games.cunning_folk.cards import ROLE_NAMES
from intrigue.games.roy_des_ribauds import actions as roy_actions
from intrigue.games.roy_des_ribauds import state as roy
from intrigue.solvers.exact.cfr import CFRSolver
from intrigue.solvers.exact.variants import CFR_VARIANTS
from intrigue.solvers.trees.arrays import CHANCE, GameTree
from intrigue.solvers.trees.building import build_tree
from intrigue.solvers.trees.sequence_form import Floats

FOLK = "python_cunning_folk"
ROY = "python_roy_des_ribauds"
Tally = defaultdict[str, float]


def items(settings: Settings, seed: int) -> list[Data]:
    """Return an item a parameter set; `seed` plays no part, nothing is random."""
    common = {name: settings[name] for name in ("target", "iterations", "algorithm")}
    return [{"game": text, **common} for text in settings["games"]]


def work(item: Data) -> Data:
    """Solve one parameter set and count what happens in its equilibrium."""
    game = pyspiel.load_game(item["game"])
    tree = build_tree(game)
    solver = CFRSolver(tree, item["algorithm"])
    last = solver.solve(item["iterations"], item["target"])
    behavior = solver.average_strategy()
    name = game.get_type().short_name
    count = _count_folk if name == FOLK else _count_roy
    tally: Tally = defaultdict(float)
    for record, action, weight in decisions(tree, game, behavior):
        count(tally, record, action, weight)
    return {
        "game": item["game"],
        "nodes": tree.num_nodes,
        "infosets": tree.num_infosets,
        "iterations": last.iteration,
        "exploitability": last.exploitability,
        "value": _first_player_value(tree, game, solver),
        "tally": {key: float(value) for key, value in sorted(tally.items())},
    }


def decisions(
    tree: GameTree, game: pyspiel.Game, behavior: Floats
) -> Iterator[tuple[Any, int, float]]:
    """Go through every choice, and every end, that a behavior strategy (A,) ever comes to.

    Yields
    ------
    record, action, weight
        The state as a kernel's record, the choice (-1 at an end), and how often that happens.
    """
    definition = game.definition
    start = new_states(definition.kernel)
    driver.start(start, definition.encoded)
    stack = [(0, start, 1.0)]
    while stack:
        node, record, weight = stack.pop()
        count = int(tree.num_children[node])
        if count == 0:
            yield record[0], -1, weight
            continue
        first = int(tree.first_child[node])
        chance = tree.player[node] == CHANCE
        begin = 0 if chance else int(tree.action_offset[tree.infoset[node]])
        for k in range(count):
            child = first + k
            share = tree.chance_probability[child] if chance else behavior[begin + k]
            if share <= 0.0:
                continue
            action = int(tree.action[child])
            if not chance:
                yield record[0], action, weight * share
            below = record.copy()
            driver.step(below, action)
            stack.append((child, below, weight * share))


def _count_folk(tally: Tally, state: Any, action: int, weight: float) -> None:
    """Count claims and challenges, true or lies, by the role that is claimed."""
    if state.phase == folk.CLAIM and action >= 0:
        if action == state.silent:
            tally["silent"] += weight
        else:
            role = int(state.roles[action - state.first_claim])
            truth = "true" if state.card[state.finger] == role else "lie"
            tally[f"{ROLE_NAMES[role]}|{truth}|made"] += weight
    elif state.phase == folk.CHALLENGE and action == state.challenge:
        truth = "true" if state.card[state.finger] == state.claim else "lie"
        tally[f"{ROLE_NAMES[state.claim]}|{truth}|challenged"] += weight
    elif action == -1 and state.winner == folk.NONE:
        tally["drawn"] += weight


def _count_roy(tally: Tally, state: Any, action: int, weight: float) -> None:
    """Count what a turn is used for, and how games end."""
    if action == -1:
        tally[f"end|{int(state.ending)}"] += weight
    elif state.phase == roy.MAIN:
        starts = state.starts
        if action < starts[roy_actions.B_UP]:
            tally["turn|reveal"] += weight
        elif action < starts[roy_actions.B_DOWN]:
            tally["turn|up"] += weight
        elif action < starts[roy_actions.B_SWITCH]:
            tally["turn|down"] += weight
        else:
            tally["turn|pass"] += weight


def _first_player_value(tree: GameTree, game: pyspiel.Game, solver: CFRSolver) -> float:
    """Return what the player who takes the first turn expects."""
    if game.get_type().short_name == FOLK:
        return float(solver.values()[0])
    # Le Roy: the first chance node draws who begins.
    plan = solver.game.plan(solver.average_strategy())
    reach = plan[tree.last_sequence[tree.terminals]].prod(axis=1)
    chance = np.ones(tree.num_nodes)
    for begin, end in zip(tree.levels[1:-1], tree.levels[2:], strict=True):
        nodes = slice(int(begin), int(end))
        chance[nodes] = chance[tree.parent[nodes]] * tree.chance_probability[nodes]
    root_child = np.arange(tree.num_nodes)
    for begin, end in zip(tree.levels[2:-1], tree.levels[3:], strict=True):
        nodes = slice(int(begin), int(end))
        root_child[nodes] = root_child[tree.parent[nodes]]
    starter = tree.action[root_child[tree.terminals]]
    gains = tree.returns[np.arange(len(tree.terminals)), starter]
    return float((reach * chance[tree.terminals] * gains).sum())


def tables(settings: Settings, outcomes: list[Data]) -> list[Table]:
    """Make one table of all sets, one of claims (Cunning Folk) and one of turns (Le Roy)."""
    solved = [
        [
            short(o["game"]),
            o["nodes"],
            o["infosets"],
            o["iterations"],
            o["exploitability"],
            o["value"],
        ]
        for o in outcomes
    ]
    return [
        Table(
            "games",
            "Small bluffing games, solved",
            [
                "game",
                "nodes",
                "information sets",
                "iterations",
                "exploitability",
                "value for who begins",
            ],
            solved,
        ),
        _claims([o for o in outcomes if o["game"].startswith(FOLK)]),
        _turns([o for o in outcomes if o["game"].startswith(ROY)]),
    ]


def short(game: str) -> str:
    """Return a game's name and parameters without the common beginning."""
    return game.removeprefix("python_")


def _claims(outcomes: list[Data]) -> Table:
    rows: list[list[Any]] = []
    for outcome in outcomes:
        tally: Tally = defaultdict(float, outcome["tally"])
        roles = [name for name in ROLE_NAMES if any(key.startswith(f"{name}|") for key in tally)]
        for role in roles:
            made = {truth: tally[f"{role}|{truth}|made"] for truth in ("true", "lie")}
            met = {truth: tally[f"{role}|{truth}|challenged"] for truth in ("true", "lie")}
            total = made["true"] + made["lie"]
            rows.append(
                [
                    short(outcome["game"]),
                    role,
                    total,
                    _share(made["lie"], total),
                    _share(met["true"] + met["lie"], total),
                    _share(met["lie"], made["lie"]),
                    _share(met["true"], made["true"]),
                ]
            )
        rows.append([short(outcome["game"]), "(silent)", tally["silent"], None, None, None, None])
    return Table(
        "claims",
        "Cunning Folk: claims in equilibrium",
        ["game", "claim", "a game", "lies", "challenged", "lies challenged", "truths challenged"],
        rows,
    )


def _turns(outcomes: list[Data]) -> Table:
    rows: list[list[Any]] = []
    for outcome in outcomes:
        tally: Tally = defaultdict(float, outcome["tally"])
        total = sum(value for key, value in tally.items() if key.startswith("turn|"))
        uses = [_share(tally[f"turn|{use}"], total) for use in ("reveal", "up", "down")]
        endings = (roy.CORONATION, roy.MARIAGE, roy.MURDER, roy.TURN_LIMIT)
        rows.append([short(outcome["game"]), *uses, *(tally[f"end|{how}"] for how in endings)])
    return Table(
        "turns",
        "Le Roy des Ribauds: turns and endings in equilibrium",
        [
            "game",
            "reveals",
            "plays face up",
            "plays face down",
            "Coronation",
            "Mariage",
            "Murder",
            "drawn",
        ],
        rows,
    )


def _share(part: float, whole: float) -> float | None:
    return part / whole if whole > 1e-9 else None


def plot(result: list[Table], figure: Any) -> None:
    """Draw how often each claim is a lie and how often it is challenged."""
    claims = [row for row in result[1].rows if row[3] is not None and row[2] > 0.005]
    axes = figure.add_subplot()
    labels = [f"{row[0].removeprefix('cunning_folk')} {row[1]}" for row in claims]
    places = np.arange(len(claims))
    axes.barh(places - 0.2, [row[3] for row in claims], 0.4, label="is a lie")
    axes.barh(places + 0.2, [row[4] for row in claims], 0.4, label="is challenged")
    axes.set_yticks(places, labels, fontsize=5)
    axes.set_xlabel("share of claims")
    axes.legend()


def _folk(**parameters: int | str) -> str:
    return _named(FOLK, {"villagers": 0, "good_witches": 0, "evil_witches": 0, **parameters})


def _named(name: str, parameters: dict[str, int | str]) -> str:
    return f"{name}({','.join(f'{key}={value}' for key, value in parameters.items())})"


QUICK_GAMES = [
    _folk(marks=2, max_turns=3),
    _named(ROY, {"copies": 1, "court_size": 2, "hand_size": 1, "max_turns": 2}),
]
FULL_GAMES = [
    _folk(villagers=2, marks=1, max_turns=3),
    _folk(villagers=1, marks=2, max_turns=3),
    _folk(villagers=1, bonus="liar", marks=2, max_turns=3),
    _folk(good_witches=1, marks=2, max_turns=3),
    _folk(good_witches=1, evil_witches=1, marks=1, max_turns=2),
    _named(ROY, {"copies": 1, "court_size": 2, "hand_size": 1, "max_turns": 5}),
    _named(
        ROY, {"copies": 2, "court_size": 2, "hand_size": 1, "kinds": "reine+roi", "max_turns": 5}
    ),
    _named(
        ROY, {"copies": 3, "court_size": 3, "hand_size": 1, "kinds": "roi+assassin", "max_turns": 3}
    ),
    _named(
        ROY,
        {
            "copies": 2,
            "court_size": 3,
            "hand_size": 1,
            "kinds": "reine+roi+assassin",
            "max_turns": 2,
        },
    ),
]

EXPERIMENT = Experiment(
    name="equilibria",
    title="Equilibria of small bluffing games: values, lies, challenges",
    settings={
        "games": Setting(game_text(FOLK, ROY), quick=QUICK_GAMES, full=FULL_GAMES),
        "target": Setting(real(), quick=1e-3, full=1e-4),
        "iterations": Setting(whole(1), quick=20_000, full=100_000),
        "algorithm": Setting(one_of(*CFR_VARIANTS), quick="predictive+", full="predictive+"),
    },
    items=items,
    work=work,
    tables=tables,
    plot=plot,
)
