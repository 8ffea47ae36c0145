"""Exact answers and equilibria."""
