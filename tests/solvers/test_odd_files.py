"""Files with a valid checksum and odd contents: refused in one line, or read and usable.

Whatever is read is put to use, so that an array that compiled code should not have seen shows.
"""

import copy

import numpy as np
import pyspiel
import pytest
from leduc import GAME

from intrigue.solvers import (
    CFRSolver,
    GameTree,
    MCCFRSolver,
    MixedPolicy,
    SequenceForm,
    TabularPolicy,
    TreeMCCFRSolver,
    UniformPolicy,
    build_tree,
    exploitability,
    load_policy,
    load_tree,
    storage,
)
from intrigue.solvers.exact import cfr
from intrigue.solvers.policy import POLICY_KIND, POLICY_VERSION
from intrigue.solvers.sampled import mccfr, mccfr_tree
from intrigue.solvers.trees import arrays as trees

SMALL = "python_cunning_folk(villagers=2,good_witches=0,evil_witches=0,marks=1,max_turns=3)"
SMALL_IN_FULL = str(pyspiel.load_game(SMALL))


def flip(array, rng):
    bits = array.view(np.uint8).reshape(-1)
    bits[rng.integers(len(bits))] ^= np.uint8(1 << rng.integers(8))
    return array


def shift(array, rng):
    return np.roll(array, 1, axis=0)


def swap(array, rng):
    flat = array.reshape(-1)
    i, j = rng.integers(len(flat), size=2)
    flat[i], flat[j] = flat[j], flat[i]
    return array


def drop(array, rng):
    return array[:-1]


def twice(array, rng):
    return np.concatenate([array, array])


def put(value):
    def change(array, rng):
        flat = array.reshape(-1)
        if array.dtype.kind == "f":
            number = value
        else:
            limits = np.iinfo(array.dtype)
            number = min(max(int(value), int(limits.min)), int(limits.max))
        flat[rng.integers(len(flat))] = number
        return array

    return change


def unsort(array, rng):
    return array[::-1]


def other_type(array, rng):
    return array.astype(np.float32 if array.dtype != np.float32 else np.int8)


def other_order(array, rng):
    return np.asfortranarray(array) if array.ndim == 2 else array.reshape(-1, 1)


CHANGES = {
    "flip": flip,
    "shift": shift,
    "swap": swap,
    "drop": drop,
    "twice": twice,
    "unsort": unsort,
    "huge": put(1e300),
    "large": put(2.0**31 - 1),
    "negative": put(-1),
    "very negative": put(-1e300),
    "nan": put(np.nan),
    "type": other_type,
    "order": other_order,
    "empty": lambda array, rng: array[:0],
    "missing": lambda array, rng: None,
}


def with_change(array, change, rng):
    if array.size == 0 or (change == "nan" and array.dtype.kind != "f"):
        return array
    return CHANGES[change](array.copy(), rng)


def places(header, path=()):
    """Where the facts of a header stand, those inside others too."""
    inside = header.items() if isinstance(header, dict) else enumerate(header)
    for key, value in inside:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


class Kind:
    """A kind of file: how one is saved, read, and put to use."""

    def __init__(self, kind, version, save, load, use):
        self.kind, self.version = kind, version
        self.save, self.load, self.use = save, load, use


@pytest.fixture(scope="module")
def tree():
    return build_tree("kuhn_poker")


def use_tree(found):
    solver = CFRSolver(found)
    solver.run(2)
    assert np.isfinite(solver.exploitability())
    assert len(found.infostate_strings) == found.num_infosets


def use_solver(solver):
    solver.run(3)
    assert np.isfinite(solver.exploitability())


def use_policy(policy):
    """Play the policy and ask for its behavior where its game is there."""
    if policy.game not in ("kuhn_poker()", SMALL_IN_FULL):
        return  # the name of a game is looked at by who has a game at hand
    game = pyspiel.load_game(policy.game)
    bots = [policy.bot(player, 1) for player in range(game.num_players())]
    rng = np.random.default_rng(0)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(int(rng.choice([a for a, _ in state.chance_outcomes()])))
            else:
                action = bots[state.current_player()].step(state)
                assert action in state.legal_actions()
                state.apply_action(action)


def hash_policy():
    solver = MCCFRSolver(SMALL, "outcome", seed=1, abstraction="observation")
    solver.run(60)
    return solver.policy()


def run_solver(solver):
    solver.run(20)
    return solver


def leduc_solver(streams):
    solver = MCCFRSolver(GAME, seed=1, streams=streams, round_iterations=5)
    solver.run(30)
    return solver


def use_sampler(solver):
    solver.run(30)
    solver.policy()


def kinds(tree):
    table = TabularPolicy.from_behavior(tree, SequenceForm.of(tree).uniform())
    uniform = UniformPolicy(tree.game)
    deeper = MixedPolicy([table], [1])

    def policy(made):
        return Kind(POLICY_KIND, POLICY_VERSION, made, load_policy, use_policy)

    def checkpoint(module, name, made, load, use):
        kind = getattr(module, f"{name}_KIND"), getattr(module, f"{name}_VERSION")
        return Kind(*kind, made, load, use)

    return {
        "tree": Kind(trees.TREE_KIND, trees.TREE_VERSION, lambda: tree, load_tree, use_tree),
        "uniform": policy(lambda: uniform),
        "strings": policy(lambda: table),
        "mixed": policy(lambda: MixedPolicy([table, uniform, deeper], [1, 2, 3])),
        "hashes": policy(hash_policy),
        "cfr": checkpoint(
            cfr,
            "CHECKPOINT",
            lambda: solved(tree),
            lambda path: CFRSolver.load(path, tree),
            use_solver,
        ),
        "mccfr on a tree": checkpoint(
            mccfr_tree,
            "TREE_MCCFR",
            lambda: run_solver(TreeMCCFRSolver(tree)),
            lambda path: TreeMCCFRSolver.load(path, tree),
            use_solver,
        ),
        **{
            f"mccfr, {streams} streams": checkpoint(
                mccfr,
                "MCCFR",
                lambda streams=streams: leduc_solver(streams),
                lambda path: MCCFRSolver.load(path, GAME),
                use_sampler,
            )
            for streams in (1, 2)
        },
    }


def solved(tree):
    solver = CFRSolver(tree, "predictive+")
    solver.solve(20)
    return solver


NAMES = [
    "tree", "uniform", "strings", "mixed", "hashes", "cfr", "mccfr on a tree",
    "mccfr, 1 streams", "mccfr, 2 streams",
]  # fmt: skip


@pytest.fixture(scope="module", params=NAMES)
def made(request, tree, tmp_path_factory):
    """A kind of file, and the header and arrays of a good one."""
    kind = kinds(tree)[request.param]
    path = tmp_path_factory.mktemp("odd") / "good"
    kind.save().save(path)
    kind.use(kind.load(path))
    header, arrays = storage.load_arrays(path, kind.kind, kind.version)
    return kind, header, arrays


def try_out(kind, path, header, arrays):
    """Seal header and arrays and read them: True if they could be used, False if refused."""
    path.unlink(missing_ok=True)
    storage.save_arrays(path, kind.kind, kind.version, header, arrays)
    try:
        found = kind.load(path)
    except ValueError as error:
        check_message(error, str(path))
        return False
    try:
        kind.use(found)
    except ValueError as error:  # that an action is not legal shows only where a state is at hand
        check_message(error, "not legal")
    return True


def check_message(error, words):
    message = str(error)
    assert words in message
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize("change", CHANGES)
def test_changed_arrays(made, change, tmp_path):
    kind, header, arrays = made
    rng = np.random.default_rng(7)
    always_wrong = change in ("drop", "twice", "type", "missing", "nan", "very negative")
    for name, array in arrays.items():
        for _ in range(3 if change in ("flip", "swap", "huge", "large", "negative") else 1):
            changed = with_change(array, change, rng)
            odd = {**arrays, name: changed}
            if changed is None:
                del odd[name]
            usable = try_out(kind, tmp_path / "odd", header, odd)
            same = changed is not None and changed is array
            signed = array.dtype.kind in "if" and not name.startswith("regret")
            if always_wrong and not same and (signed or change != "very negative"):
                assert not usable, f"{name} was taken"


def test_arrays_that_do_not_belong_there(made, tmp_path):
    kind, header, arrays = made
    for name in ("more", "7.actions", "0.more"):
        assert not try_out(kind, tmp_path / "odd", header, {**arrays, name: np.zeros(3)})


@pytest.mark.parametrize(
    "value", [None, "", "x", -1, 0, 3, 10**30, 1e308, float("nan"), True, [], [1], {}, {"a": {}}]
)
def test_changed_facts(made, value, tmp_path):
    kind, header, arrays = made
    for place in places(header):
        if place[0] in ("kind", "version"):
            continue
        odd = copy.deepcopy(header)
        inside = odd
        for key in place[:-1]:
            inside = inside[key]
        if place[-1] == "round_iterations" and isinstance(value, int):
            continue  # rounds may be as long as one likes
        kept = inside[place[-1]]
        inside[place[-1]] = value
        usable = try_out(kind, tmp_path / "odd", odd, arrays)
        if isinstance(value, str | list | dict | None) and type(value) is not type(kept):
            assert not usable, f"{place} was taken"


def test_missing_facts(made, tmp_path):
    kind, header, arrays = made
    for place in places(header):
        if place[0] in ("kind", "version"):
            continue
        odd = copy.deepcopy(header)
        inside = odd
        for key in place[:-1]:
            inside = inside[key]
        del inside[place[-1]]
        assert not try_out(kind, tmp_path / "odd", odd, arrays)


def test_facts_that_do_not_belong_there(made, tmp_path):
    kind, header, arrays = made
    assert not try_out(kind, tmp_path / "odd", {**header, "author": "me"}, arrays)


@pytest.mark.parametrize("depth", [100, 400])
def test_mixtures_of_mixtures(tree, tmp_path, depth):
    kind = kinds(tree)["mixed"]
    header = {"game": tree.game, "form": "uniform"}
    name, arrays = "", {}
    for _ in range(depth):
        header = {"game": tree.game, "form": "mixed", "components": [header]}
        arrays[f"{name}weights"] = np.ones(1)
        name += "0."
    kind.use = lambda policy: None
    try_out(kind, tmp_path / "odd", header, arrays)


def test_counts_that_are_not_those_of_the_game(tmp_path):
    """They sum up, so it cannot be seen; nothing is read or written out of bounds then."""
    path = tmp_path / "odd"
    kind = kinds(build_tree("kuhn_poker"))["mccfr, 2 streams"]
    leduc_solver(2).save(path)
    header, arrays = storage.load_arrays(path, kind.kind, kind.version)
    counts = arrays["count"][::-1].copy()
    arrays["count"] = counts
    arrays["action"] = np.concatenate([np.arange(n) for n in counts]).astype(np.uint8)
    assert try_out(kind, path, header, arrays)


def test_a_tree_of_a_file_is_the_tree(tree, tmp_path):
    tree.save(tmp_path / "tree")
    again = load_tree(tmp_path / "tree", tree.game)
    assert isinstance(again, GameTree)
    form = SequenceForm.of(again)
    assert exploitability(form, form.uniform()) == exploitability(
        SequenceForm.of(tree), form.uniform()
    )
