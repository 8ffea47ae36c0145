"""Tournaments: matches, their results on disk, tables and ratings."""
