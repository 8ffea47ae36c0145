"""Card games as compiled rules, and as OpenSpiel games: importing this registers them.

>>> import pyspiel, intrigue.games
>>> game = pyspiel.load_game("python_emissary")
"""

from intrigue.games.registration import register_with_openspiel

register_with_openspiel()
