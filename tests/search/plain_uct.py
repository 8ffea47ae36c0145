"""Plain UCT for a game without hidden information, written independently of the search's tree.

Nodes are keyed by the history. Only the random numbers are taken in the same order: an untried
action at random, then uniform rollouts.
"""

import math
from typing import Any

from intrigue.games.core.rng import random_below


class Uct:
    """UCT over OpenSpiel states; returns are scaled from -1..1 to 0..1."""

    def __init__(self, c: float, rng: Any) -> None:
        self.c = c
        self.rng = rng
        self.nodes: dict[tuple[int, ...], dict[int, list[float]]] = {}

    def simulate(self, root: Any) -> None:
        state = root.clone()
        path = []
        while not state.is_terminal():
            key = tuple(state.history())
            new = key not in self.nodes
            if new:
                self.nodes[key] = {action: [0, 0.0] for action in state.legal_actions()}
                if path:
                    break
            action = self.choose(self.nodes[key])
            path.append((self.nodes[key][action], state.current_player()))
            state.apply_action(action)
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random_below(self.rng, len(actions)))])
        returns = state.returns()
        for statistics, player in path:
            statistics[0] += 1
            statistics[1] += (returns[player] + 1) / 2

    def choose(self, node: dict[int, list[float]]) -> int:
        untried = [action for action, (visits, _) in node.items() if visits == 0]
        if untried:
            return untried[int(random_below(self.rng, len(untried)))]
        total = sum(visits for visits, _ in node.values())

        def bound(action: int) -> float:
            visits, value = node[action]
            return value / visits + self.c * math.sqrt(math.log(total) / visits)

        return max(node, key=bound)
