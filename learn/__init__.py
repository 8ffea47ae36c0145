"""Training policies by self-play, with JAX; see :mod:`intrigue.search.learned` for playing them."""
