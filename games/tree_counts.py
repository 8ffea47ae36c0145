"""Counting a game's tree by depth: what golden files hold and a rules change would move.

For every depth (actions and chance outcomes from the root): nodes, terminal histories, decision
nodes and distinct information sets of the player to move. Run as
``python -m intrigue.games.tree_counts "python_cunning_folk(players=2,...)"`` to print a table.

The habit is chess programming's `perft` with its `divide`; see
https://www.chessprogramming.org/Perft.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import (
    CHANCE,
    TERMINAL,
    apply,
    chance_outcomes,
    current_player,
    legal_actions,
    new_states,
    reset,
)

NODES, TERMINALS, DECISIONS = 0, 1, 2
MAX_NODES = 50_000_000
"""Larger trees are refused: golden files are for small games."""


@jit
def count_tree(
    states: Any, parameters: Any, first: Any, counts: Any, visit_limit: int, width: int
) -> Any:
    """Walk the tree below a history depth first.

    Parameters
    ----------
    states
        Zeroed records, one a depth; at least as many as the longest game has steps, and one.
    parameters
        The game's encoded parameters (int64).
    first
        History (int64) of the root of the subtree.
    counts
        int64 (depths, 3), zeroed: nodes, terminal histories and decision nodes a depth.
    visit_limit
        Most nodes to visit.
    width
        Most actions or outcomes that a node has.

    Returns
    -------
    int64 (decision nodes, 4) with depth, player and the hash of the information set, and whether
    the tree was walked to its end.
    """
    reset(states[0], parameters)
    for action in first:
        apply(states[0], action)
    depths = len(states)
    choices = np.empty((depths, width), np.int64)
    n_choices = np.zeros(depths, np.int64)
    next_choice = np.zeros(depths, np.int64)
    probs = np.empty(width, np.float64)
    found = np.empty((1024, 4), np.int64)
    n_found = 0
    visited = 0
    depth = 0
    entered = True
    while depth >= 0:
        if entered:
            visited += 1
            if visited > visit_limit:
                return found[:n_found].copy(), False
            counts[depth, NODES] += 1
            player = current_player(states[depth])
            next_choice[depth] = 0
            if player == TERMINAL:
                counts[depth, TERMINALS] += 1
                n_choices[depth] = 0
            elif player == CHANCE:
                n_choices[depth] = chance_outcomes(states[depth], choices[depth], probs)
            else:
                counts[depth, DECISIONS] += 1
                n_choices[depth] = legal_actions(states[depth], choices[depth])
                if n_found == len(found):
                    found = np.concatenate((found, np.empty_like(found)))
                found[n_found, 0] = depth
                found[n_found, 1] = player
                found[n_found, 2] = np.int64(states[depth].info_hash[player, 0])
                found[n_found, 3] = np.int64(states[depth].info_hash[player, 1])
                n_found += 1
        if next_choice[depth] < n_choices[depth]:
            action = choices[depth, next_choice[depth]]
            next_choice[depth] += 1
            states[depth + 1] = states[depth]
            apply(states[depth + 1], action)
            depth += 1
            entered = True
        else:
            depth -= 1
            entered = False
    return found[:n_found].copy(), True


@dataclass(frozen=True)
class TreeCounts:
    """Counts by depth, each an int64 array of the same length.

    An information set is counted at every depth at which it has a node; `distinct_infosets` counts
    each once.
    """

    nodes: np.ndarray[Any, np.dtype[np.int64]]
    terminals: np.ndarray[Any, np.dtype[np.int64]]
    decisions: np.ndarray[Any, np.dtype[np.int64]]
    infosets: np.ndarray[Any, np.dtype[np.int64]]
    distinct_infosets: int

    def table(self) -> str:
        """Return the counts as lines ``depth nodes terminals decisions infosets``, then a total."""
        columns = (self.nodes, self.terminals, self.decisions, self.infosets)
        lines = [
            " ".join(str(int(v)) for v in (depth, *row))
            for depth, row in enumerate(zip(*columns, strict=True))
        ]
        totals = [int(column.sum()) for column in columns[:3]]
        lines.append(" ".join(map(str, ["total", *totals, self.distinct_infosets])))
        return "\n".join(lines)


def tree_counts(game: Any, history: list[int] | None = None, limit: int = MAX_NODES) -> TreeCounts:
    """Count the tree of a game of this package, below `history` if given.

    Parameters
    ----------
    game
        An OpenSpiel game made by this package (``pyspiel.load_game("python_cunning_folk(...)")``).
    history
        Actions and chance outcomes that lead to the root of the part to count.
    limit
        Most nodes to visit.

    Raises
    ------
    ValueError
        If the tree has more than `limit` nodes, or an action of `history` is not legal.
    """
    definition = game.definition
    sizes = definition.sizes
    game.new_initial_state({"history": list(history or [])})  # refuses what is not legal
    depths = sizes.max_game_length + sizes.max_chance_nodes + 2
    counts = np.zeros((depths, 3), np.int64)
    found, complete = count_tree(
        new_states(definition.kernel, depths),
        definition.encoded,
        np.array(history or [], np.int64),
        counts,
        limit,
        max(sizes.num_actions, sizes.max_chance_outcomes),
    )
    if not complete:
        raise ValueError(f"the tree of {game} has more than {limit} nodes")
    last = int(np.flatnonzero(counts[:, NODES]).max()) + 1
    by_depth = np.unique(found, axis=0)
    return TreeCounts(
        nodes=counts[:last, NODES],
        terminals=counts[:last, TERMINALS],
        decisions=counts[:last, DECISIONS],
        infosets=np.bincount(by_depth[:, 0], minlength=last).astype(np.int64),
        distinct_infosets=len(np.unique(by_depth[:, 1:], axis=0)),
    )


def split_by_move(game: Any, history: list[int] | None = None) -> Iterator[tuple[str, int]]:
    """Yield (words, nodes below) for each move at `history`: where two counts of a tree part ways.

    Leading moves without an alternative and chance outcomes count as moves.
    """
    state = game.new_initial_state()
    for action in history or []:
        state.apply_action(action)
    for action in state.legal_actions():
        words = state.action_to_string(state.current_player(), action)
        below = tree_counts(game, [*(history or []), action])
        yield words, int(below.nodes.sum())


def main(arguments: list[str]) -> None:
    """Print the table of each game named."""
    import pyspiel

    import intrigue.games  # noqa: F401  (registers the games)

    for name in arguments:
        game = pyspiel.load_game(name)
        print(f"{name}\n{tree_counts(game).table()}\n")


if __name__ == "__main__":
    main(sys.argv[1:])


__all__ = ["TreeCounts", "count_tree", "split_by_move", "tree_counts"]
