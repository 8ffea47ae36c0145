"""All rules of thumb: importing anything from here registers them.

Python runs this module before any other one of the package, so whoever can ask for a rule of thumb
(`registry`), as compiled searches do, finds those of all games.
"""

from intrigue.search.thumbs import (
    cunning_folk,
    emissary,
    emperors_new_clothes,
    roy_des_ribauds,
)

__all__ = ["cunning_folk", "emissary", "emperors_new_clothes", "roy_des_ribauds"]
