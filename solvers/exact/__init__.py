"""Exact answers on trees: equilibria by CFR and linear program, best responses."""
