"""Cunning Folk: bluffing over a village of face-down townsfolk, for two to four players."""
