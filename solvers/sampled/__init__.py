"""Answers by sampling: Monte Carlo CFR, and responders that bound exploitability."""
