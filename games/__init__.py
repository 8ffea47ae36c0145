"""Card games as compiled rules, and as OpenSpiel games: importing this registers them.

>>> import pyspiel, intrigue.games
>>> game = pyspiel.load_game("python_emissary")
"""

from intrigue.games.cunning_folk import game as _cunning_folk  # noqa: F401
from intrigue.games.emissary import game as _emissary  # noqa: F401
from intrigue.games.emperors_new_clothes import game as _emperors_new_clothes  # noqa: F401
from intrigue.games.roy_des_ribauds import game as _roy_des_ribauds  # noqa: F401
