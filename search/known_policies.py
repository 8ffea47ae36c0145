"""Compiled policies of a game by number: random play, the rule of thumb, the scripted players."""

from typing import Any

from intrigue.games.core.compiler import jit
from intrigue.games.core.kernel import Kernel
from intrigue.search.scripted.registry import scripted_weights, scripts_of
from intrigue.search.thumbs.registry import has_rule_of_thumb, thumb_weights

UNKNOWN = -1
"""Stands for a policy that is not known."""

RANDOM, THUMB, FIRST_SCRIPT = range(3)
"""Numbers of policies; script number i of the game is ``FIRST_SCRIPT + i``."""


@jit
def policy_weights(state: Any, policy: int, player: int, actions: Any, n: int, out: Any) -> None:
    """Write to ``out[:n]`` how `player`, who is to move, draws among ``actions[:n]``."""
    if policy == RANDOM:
        out[:n] = 1.0
    elif policy == THUMB:
        thumb_weights(state, player, actions, n, out)
    else:
        scripted_weights(state, policy - FIRST_SCRIPT, player, actions, n, out)


def known_policies(kernel: Kernel) -> dict[str, int]:
    """Return the numbers of the policies of the kernel's game by the words for them as bots."""
    thumb = {"thumb": THUMB} if has_rule_of_thumb(kernel) else {}
    scripts = {script.name: FIRST_SCRIPT + i for i, script in enumerate(scripts_of(kernel))}
    return {"random": RANDOM, **thumb, **scripts}
