"""All rules of thumb: importing this registers them."""

from intrigue.search import (
    thumb_cunning_folk,
    thumb_emissary,
    thumb_emperors_new_clothes,
    thumb_roy_des_ribauds,
)

__all__ = [
    "thumb_cunning_folk",
    "thumb_emissary",
    "thumb_emperors_new_clothes",
    "thumb_roy_des_ribauds",
]
