"""Which histories look the same to the player: only the true one."""

from typing import Any

from intrigue.games.core.compiler import jit


@jit
def resample(state: Any, history: Any, player: int, rng: Any, out: Any) -> int:
    """Write the history itself: the player sees everything that has happened."""
    for i in range(len(history)):
        out[i] = history[i]
    return len(history)
