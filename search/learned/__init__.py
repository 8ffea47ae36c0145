"""Learned policies: what networks see of each game, files of weights, bots that play by them.

Importing anything from here registers the features of all games, as in `search.thumbs`. Training is
in :mod:`intrigue.learn`; playing needs neither it nor JAX.
"""

from intrigue.search.learned import cunning_folk, roy_des_ribauds

__all__ = ["cunning_folk", "roy_des_ribauds"]
