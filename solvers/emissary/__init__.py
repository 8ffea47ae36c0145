"""Exact answers for The Emissary."""
