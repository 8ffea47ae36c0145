"""All scripted players: importing anything from here registers them, as in `search.thumbs`."""

from intrigue.search.scripted import cunning_folk, emperors_new_clothes, roy_des_ribauds

__all__ = ["cunning_folk", "emperors_new_clothes", "roy_des_ribauds"]
