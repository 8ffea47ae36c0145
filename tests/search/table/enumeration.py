"""The worlds that a player thinks possible, by following every way through the OpenSpiel game."""

import json
from collections import defaultdict

import numpy as np
import pyspiel

from intrigue.games.definition import EVERYTHING
from intrigue.search.bots import list_thumb_weights
from intrigue.search.weighing import MISTAKES


def enumerated(state: pyspiel.State, model: str) -> dict[str, float]:
    """Follow every way in which the player to move would have seen the same."""
    player = state.current_player()
    told = state.transcript(player)
    found: dict[str, float] = defaultdict(float)
    waiting = [(state.get_game().new_initial_state(), 1.0)]
    while waiting:
        past, weight = waiting.pop()
        mover, seen = past.current_player(), past.transcript(player)
        if seen != told[: len(seen)]:
            continue
        if mover == player and len(seen) == len(told):
            found[hidden(past.definition, past.record[0])] += weight
        elif past.is_chance_node():
            waiting += [(past.child(a), weight * chance) for a, chance in past.chance_outcomes()]
        elif mover == player:
            waiting += [(past.child(action), weight) for action in past.legal_actions()]
        elif not past.is_terminal():
            actions, weights = list_thumb_weights(past.record)
            shares = np.full(len(actions), 1.0 / len(actions))
            if model == "thumb":
                shares = (1 - MISTAKES) * weights / weights.sum() + MISTAKES * shares
            waiting += [
                (past.child(action), weight * share)
                for action, share in zip(actions.tolist(), shares.tolist(), strict=True)
            ]
    total = sum(found.values())
    return {what: weight / total for what, weight in found.items()}


def hidden(definition, record) -> str:
    return json.dumps(definition.describe(record, EVERYTHING))
