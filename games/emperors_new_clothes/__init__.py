"""Emperor's New Clothes: drafting secret roles, rolling dice and cashing cubes in, 2-11 players."""
