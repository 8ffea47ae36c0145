"""The exact solver of The Emissary: positions as numbers, what follows, passes level by level."""
