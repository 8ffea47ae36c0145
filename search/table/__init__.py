"""Advice at a real table: what a seat saw, the worlds that fit it, and what its moves are worth.

`session.SeatSession` is what the terminal, a page in the browser and Python share.
"""
