"""Card games as compiled rules, and as OpenSpiel games: importing this registers them.

>>> import pyspiel, intrigue.games
>>> game = pyspiel.load_game("python_emissary")
"""

from intrigue.games.cunning_folk import game as _cunning_folk  # noqa: F401
from intrigue.games.emissary import game as _emissary  # noqa: F401
