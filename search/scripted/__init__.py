"""All scripted players: importing anything from here registers them, as in `search.thumbs`."""

from intrigue.search.scripted import cunning_folk

__all__ = ["cunning_folk"]
