"""A search over a kernel's game, from Python: worlds, growing arrays, budgets, tree reuse."""

import time
from dataclasses import replace
from typing import Any

import numpy as np

from intrigue.games.core import driver
from intrigue.games.core.kernel import Kernel, new_states
from intrigue.games.core.rng import random_unit
from intrigue.games.definition import Definition
from intrigue.search import selection, simulation
from intrigue.search import tree as trees
from intrigue.search.known_policies import RANDOM, THUMB, UNKNOWN, known_policies
from intrigue.search.options import SEARCHED, Options
from intrigue.search.sampled_worlds import SearchRoot, uniform_worlds
from intrigue.search.search_result import SampledWorlds, SearchResult
from intrigue.search.table.following import Follower
from intrigue.search.table.worlds import Worlds
from intrigue.search.thumbs.registry import has_rule_of_thumb, usual_particles
from intrigue.search.weighed_worlds import MODELS, particle_worlds

Array = np.ndarray[Any, Any]

EDGES_A_NODE = 16
"""Memory bound: as many edges a node, on average, as the tree may have."""

FIRST_NODES = 1024
"""Room of a new tree; doubled when needed."""

LONGEST_PATH = 512
"""Most decisions of a simulation that lie in the tree."""

CHUNK = 64
"""Simulations between two looks at the clock, at first."""

LOOKS = 16
"""How often in a budget it is asked whether the most visited move can still change."""

_VARIANTS = {
    "mo": simulation.MULTIPLE_OBSERVER,
    "so": simulation.SINGLE_OBSERVER,
    "pimc": simulation.DETERMINIZED,
    "cheat": simulation.DETERMINIZED,
    "flat": simulation.FLAT,
}
_SELECTIONS = {"ucb1": selection.UCB1, "puct": selection.PUCT, "exp3": selection.EXP3}
_POLICIES = {"random": RANDOM, "uniform": RANDOM, "thumb": THUMB}


class KernelSearch:
    """Searches positions of one game with given options; keeps its tree if told to reuse it."""

    def __init__(self, definition: Definition, options: Options) -> None:
        options = _resolved(options, definition.kernel)
        self.options = options
        self.definition = definition
        sizes = definition.sizes
        self._start = new_states(definition.kernel)
        driver.start(self._start, definition.encoded)
        longest = min(LONGEST_PATH, sizes.max_game_length + 1)
        self._scratch = simulation.new_scratch(definition.kernel, sizes.num_players, longest)
        self._tree: trees.Tree | None = None
        self._followers: dict[int, Follower] = {}
        span = sizes.max_utility - sizes.min_utility
        self._settings = simulation.Settings(
            variant=_VARIANTS[options.variant],
            selection=selection.LEAST_TRIED
            if options.variant == "flat"
            else _SELECTIONS[options.selection],
            rollout=_rollout(options.rollout, definition.kernel),
            prior=_POLICIES[options.prior],
            others=_others(options.opponents, definition),
            player=0,
            room=2 * min(sizes.num_actions, driver.MAX_CHOICES),
            bounded=0,
            exploration=options.exploration_constant,
            low=sizes.min_utility,
            span=span if span > 0 else 1.0,
        )

    def forget(self) -> None:
        """Forget the tree of earlier searches, and the worlds that were kept."""
        self._tree = None
        for follower in self._followers.values():
            follower.forget()

    def _followed(self, player: int) -> Follower:
        """Return who keeps the worlds of a player."""
        if player not in self._followers:
            self._followers[player] = Follower(self.definition, player, self.options.model)
        return self._followers[player]

    def root(self, record: Array, history: list[int], player: int) -> SearchRoot:
        """Return the root of a search at `record` (array of one state), reached by `history`."""
        return SearchRoot(record, self._start, np.array(history, np.int64), player)

    def sample_worlds(self, root: SearchRoot, rng: Array) -> SampledWorlds:
        """Sample the worlds of a search."""
        options, settings = self.options, self._settings
        if options.variant == "cheat":
            return SampledWorlds(root.states.copy(), 1, 1.0)
        if options.belief == "uniform":
            return uniform_worlds(root, options.world_count, rng)
        if options.belief == "exact":
            kept = self._followed(root.player).worlds_at(root.history.tolist())
            if kept is not None:
                return _drawn(kept, options.world_count, rng)
        known = settings.others != UNKNOWN
        return particle_worlds(
            root,
            options.world_count,
            options.particle_count,
            settings.others if known else MODELS[options.model],
            (settings.low, settings.span),
            self._scratch,
            rng,
        )

    def search(
        self,
        root: SearchRoot,
        rng: Array,
        until_decided: bool = False,
        sampled: SampledWorlds | None = None,
    ) -> SearchResult:
        """Search a position where ``root.player`` is to move; advances `rng`.

        The worlds are `sampled`, or drawn here. With `until_decided` a search for the most visited
        move may end before its budget: when no other move could catch up any more, so that the move
        is the same.
        """
        settings = self._settings._replace(player=root.player)
        sampled = sampled or self.sample_worlds(root, rng)
        actions = driver.list_choices(root.states)
        tree = self._prepared_tree(settings, sampled.worlds)
        options = self.options
        watched = until_decided and options.final == "visits" and not options.reuse
        tree, simulations = self._run(
            tree, settings, sampled.worlds, actions if watched else None, rng
        )
        totals = _totals(tree, settings, sampled.worlds, actions)
        if self.options.reuse:
            self._tree = tree
        with np.errstate(invalid="ignore"):
            values = totals[:, 1] / totals[:, 0] * settings.span + settings.low
        return SearchResult(
            actions.tolist(),
            totals[:, 0],
            values,
            simulations,
            int(tree.used[trees.NODES]),
            int(tree.used[trees.FULL]),
            sampled,
        )

    def _prepared_tree(self, settings: simulation.Settings, worlds: Array) -> trees.Tree:
        """Return an empty tree, or what is left of the last one below this root."""
        room = settings.room
        if self._tree is not None:
            old, self._tree = self._tree, None
            root = simulation.root_node(old, settings, worlds, 0)
            if root >= 0 and settings.variant != simulation.DETERMINIZED:
                kept = trees.new_tree(len(old.nodes), len(old.edges))
                trees.copy_nodes(old, kept, root)
                return kept
        nodes = min(FIRST_NODES, self.options.max_nodes)
        return trees.new_tree(nodes, max(EDGES_A_NODE * nodes, room))

    def _run(
        self,
        tree: trees.Tree,
        settings: simulation.Settings,
        worlds: Array,
        watched: Array | None,
        rng: Array,
    ) -> tuple[trees.Tree, int]:
        """Run simulations until the budget is spent; return the tree and their number.

        With the `watched` legal actions of the root, until the most visited of them is decided.
        """
        options = self.options
        deadline = time.perf_counter() + options.milliseconds / 1000
        chunk = options.simulations or CHUNK
        if options.simulations and watched is not None:
            chunk = -(-options.simulations // LOOKS)
        done = 0
        while True:
            left = options.simulations - done
            wanted = min(chunk, left) if options.simulations else chunk
            started = time.perf_counter()
            ran = simulation.simulate(tree, self._scratch, settings, worlds, done, wanted, rng)
            done += ran
            if ran < wanted:
                tree, settings = self._grown(tree, settings)
            elif options.simulations:
                left = options.simulations - done
                if left == 0 or (
                    watched is not None
                    and _decided(_totals(tree, settings, worlds, watched)[:, 0], left)
                ):
                    return tree, done
            now = time.perf_counter()
            if options.milliseconds:
                if now >= deadline:
                    return tree, done
                if now - started < (deadline - now) / 16:
                    chunk *= 2
                chunk = _fitting(chunk, ran, now - started, deadline - now)

    def _grown(
        self, tree: trees.Tree, settings: simulation.Settings
    ) -> tuple[trees.Tree, simulation.Settings]:
        """Return a tree of twice the size, or, at the memory bound, settings that say so."""
        limit = self.options.max_nodes
        nodes = min(2 * len(tree.nodes), limit)
        most_edges = max(EDGES_A_NODE * limit, settings.room)
        edges = min(2 * len(tree.edges), most_edges)
        if nodes == len(tree.nodes) and edges == len(tree.edges):
            return tree, settings._replace(bounded=1)
        return trees.grown(tree, nodes, edges), settings


def _totals(
    tree: trees.Tree, settings: simulation.Settings, worlds: Array, actions: Array
) -> Array:
    """Return the visits and the sum of values of each of the root's `actions`, (n, 2)."""
    totals = np.zeros((len(actions), 2))
    simulation.root_statistics(tree, settings, worlds, actions, totals)
    return totals


def _decided(visits: Array, left: int) -> bool:
    """Return whether the most visited move stays so, whatever `left` more simulations do."""
    if len(visits) == 1:
        return True
    second, first = np.partition(visits, -2)[-2:]
    return bool(first - second > left)


def _resolved(options: Options, kernel: Kernel) -> Options:
    """Return the options with ``belief=auto`` replaced by what is usual in the kernel's game."""
    if options.belief != "auto":
        return options
    particles = usual_particles(kernel)
    if options.opponents != SEARCHED:
        return replace(options, belief="particles")
    if particles == 0:
        return replace(options, belief="uniform")
    # Determinized search has fewer worlds than particles, all others as many.
    worlds = options.worlds if options.worlds or options.variant == "pimc" else particles
    return replace(
        options, belief="particles", worlds=worlds, particles=options.particles or particles
    )


def _drawn(kept: Worlds, count: int, rng: Array) -> SampledWorlds:
    """Return so many of the worlds that are kept, drawn by their weights, in random order."""
    worlds = kept.drawn(count, float(random_unit(rng)))
    return SampledWorlds(worlds, len(kept.records), kept.effective)


def _others(name: str, definition: Definition) -> int:
    """Return the number of the opponents' policy, UNKNOWN if their moves are searched.

    Raises
    ------
    ValueError
        In one line, for a policy that the game does not have.
    """
    if name == SEARCHED:
        return UNKNOWN
    known = known_policies(definition.kernel)
    if name not in known:
        raise ValueError(
            f"opponents={name}: {definition.short_name} knows {', '.join([SEARCHED, *known])}"
        )
    return known[name]


def _rollout(name: str, kernel: Kernel) -> int:
    """Return the rollout policy by its name in the options."""
    if name == "auto":
        return THUMB if has_rule_of_thumb(kernel) else RANDOM
    return _POLICIES[name]


def _fitting(chunk: int, ran: int, took: float, left: float) -> int:
    """Return a chunk that takes at most what is left, by the speed of the last one."""
    if ran == 0 or took <= 0:
        return chunk
    return max(1, min(chunk, int(left * ran / took) + 1))
