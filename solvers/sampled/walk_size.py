"""How much an iteration of external sampling has to walk, estimated before it is tried."""

from __future__ import annotations

import numpy as np
import pyspiel

from intrigue.games.core.types import Array
from intrigue.solvers.trees.building import surely_more

MOST_POSITIONS = 10_000_000
"""Positions of a walk that external sampling still copes with: some seconds."""


def external_walk_sizes(game: pyspiel.Game, dives: int = 100, seed: int = 0) -> Array:
    """Estimate the positions of a first iteration of external sampling, a walk for each player.

    A walk tries every action of its player and samples everything else. A random dive that
    multiplies the numbers of that player's actions on its way is an unbiased estimate (Knuth 1975,
    "Estimating the efficiency of backtrack programs").

    Parameters
    ----------
    game : pyspiel.Game
        A sequential game.
    dives : int
        At least 1.
    seed : int
        Of the dives.

    Returns
    -------
    (dives,) float64
        Each dive's estimate; infinite beyond what a float holds.
    """
    rng = np.random.default_rng(seed)
    sizes = np.zeros(dives)
    for dive in range(dives):
        widths = [1.0] * game.num_players()
        total = 0.0
        state = game.new_initial_state()
        while not state.is_terminal():
            total += sum(widths)
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(rng.choice(outcomes, p=chances)))
                continue
            actions = state.legal_actions()
            widths[state.current_player()] *= len(actions)
            state.apply_action(actions[int(rng.integers(len(actions)))])
        sizes[dive] = total + sum(widths)
    return sizes


def refuse_long_walks(game: pyspiel.Game) -> None:
    """Raise ``ValueError`` if external sampling would hardly finish an iteration of a game."""
    sizes = external_walk_sizes(game)
    if surely_more(sizes, MOST_POSITIONS):
        raise ValueError(
            f"{game} is too large for external sampling: an iteration walks about "
            f"{float(sizes.mean()):.0e} positions; outcome sampling (mccfr-outcome) plays one "
            "game an iteration"
        )
