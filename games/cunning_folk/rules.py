"""The rules of Cunning Folk as a kernel: the record and the compiled functions, gathered.

The rulings are in the documentation (``docs/games/cunning-folk.md``); the parts are

- :mod:`~intrigue.games.cunning_folk.cards` and ``state``: numbers, and the record;
- ``play``: setting up, legal moves, moves; ``turn``: what they set off;
- ``knowledge`` and ``observation``: what players can tell;
- ``resample``, on ``pictures`` and ``deals``: drawing what is hidden from a player.
"""

from intrigue.games.core.kernel import Kernel, register
from intrigue.games.cunning_folk import play
from intrigue.games.cunning_folk.observe import observe
from intrigue.games.cunning_folk.resample import resample
from intrigue.games.cunning_folk.state import DTYPE

KERNEL = register(
    Kernel(
        name="cunning_folk",
        dtype=DTYPE,
        reset=play.reset,
        current_player=play.current_player,
        legal_actions=play.legal_actions,
        chance_outcomes=play.chance_outcomes,
        apply=play.apply,
        returns=play.returns,
        observe=observe,
        resample=resample,
    )
)
