"""Le Roy des Ribauds: a two-player game of hidden cards and three conspiracies."""
