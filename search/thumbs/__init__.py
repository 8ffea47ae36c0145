"""All rules of thumb: importing this registers them."""

from intrigue.search.thumbs import (
    cunning_folk,
    emissary,
    emperors_new_clothes,
    roy_des_ribauds,
)

__all__ = ["cunning_folk", "emissary", "emperors_new_clothes", "roy_des_ribauds"]
